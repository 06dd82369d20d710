import { expect, it } from 'vitest';
import { JOB, jobAt } from '../support/said.ts';
import { describeStores } from '../support/stores.ts';

describeStores('operations', (on) => {
  it('every act is one, with who, when, why and what it changed; the newest first', async () => {
    const ns = on.fresh();
    const [a] = await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z')]);
    const factId = a?.factId as string;
    const c = await on.store.correct(ns, { factId, value: 'Globex', by: 'ben', reason: 'misheard' });
    const made = c.changed.find((id) => id !== factId) as string;
    const r = await on.store.retract(ns, { ...JOB, at: '2026-03-01', by: 'ada' });
    const w = await on.store.withdraw(ns, { claimId: r.claimId as string, reason: 'still there' });
    await on.store.putEntity(ns, 'user:a', { name: 'A. Lovelace' });
    const m = await on.store.merge(ns, { from: 'user:a', into: 'user:ada', by: 'cleo' });
    await on.store.unmerge(ns, { entity: 'user:a' });
    await on.store.definePredicate(ns, 'works_at', { cardinality: 'multi' }, { resolve: 'fold', by: 'dan', reason: 'two jobs' });

    const { operations, cursor } = await on.store.operations(ns);
    expect(cursor).toBeNull();
    expect(operations.map((o) => o.kind)).toEqual(['define-predicate', 'unmerge', 'merge', 'withdraw', 'retract', 'correct']);
    expect(operations.at(-1)).toEqual({
      id: c.operationId,
      kind: 'correct',
      at: c.recordedAt,
      by: 'ben',
      reason: 'misheard',
      undoes: null,
      undoneBy: null,
    });
    expect(operations[0]).toMatchObject({ by: 'dan', reason: 'two jobs' });
    expect(operations[4]).toMatchObject({ id: r.operationId, by: 'ada' });

    const corrected = await on.store.operation(ns, c.operationId);
    expect(corrected.claims).toEqual(
      [
        { id: a?.claimId, how: 'withdrawn' },
        { id: c.claimId, how: 'added' },
      ].sort((x, y) => (String(x.id) < String(y.id) ? -1 : 1)),
    );
    expect(corrected.facts).toEqual(
      [
        { id: factId, how: 'withdrawn' },
        { id: made, how: 'made' },
      ].sort((x, y) => (x.id < y.id ? -1 : 1)),
    );
    expect(corrected.counts).toEqual({ claims: 2, facts: 2 });
    const ended = await on.store.operation(ns, r.operationId);
    expect(ended.claims).toEqual([{ id: r.claimId, how: 'added' }]);
    expect(ended.facts).toEqual([{ id: made, how: 'changed' }]);
    expect(await on.store.operation(ns, w.operationId)).toMatchObject({ claims: [{ id: r.claimId, how: 'withdrawn' }] });
    expect(await on.store.operation(ns, m.operationId as string)).toMatchObject({ entities: ['user:a', 'user:ada'], by: 'cleo' });
    expect(await on.store.operation(ns, operations[0]?.id as string)).toMatchObject({ predicates: ['works_at'] });
  });

  it('by kind, since when, page by page', async () => {
    const ns = on.fresh();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      on.at(`2026-06-0${n + 2}T00:00:00Z`);
      const [a] = await on.store.remember(ns, [jobAt(`Firm ${n}`, `2026-01-0${n + 1}T00:00:00Z`)]);
      ids.push((await on.store.withdraw(ns, { claimId: a?.claimId as string })).operationId);
    }
    await on.store.judge(ns, { a: 'user:ada', b: 'entity:org:firm-0', verdict: 'not_same' }).catch(() => undefined);
    const all = (await on.store.operations(ns, { kind: 'withdraw' })).operations.map((o) => o.id);
    expect(all).toEqual([...ids].reverse());
    const first = await on.store.operations(ns, { kind: ['withdraw', 'undo'], limit: 3 });
    expect(first.operations.map((o) => o.id)).toEqual(all.slice(0, 3));
    const second = await on.store.operations(ns, { kind: ['withdraw', 'undo'], limit: 3, cursor: first.cursor as string });
    expect(second.operations.map((o) => o.id)).toEqual(all.slice(3));
    expect(second.cursor).toBeNull();
    const since = await on.store.operations(ns, { kind: 'withdraw', since: '2026-06-05' });
    expect(since.operations.map((o) => o.id)).toEqual(all.slice(0, 2));
    await expect(on.store.operations(ns, { kind: 'correct', limit: 3, cursor: first.cursor as string })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'cursor' }],
    });
    await expect(on.store.operations(ns, { cursor: 'x' })).rejects.toMatchObject({ issues: [{ path: 'cursor' }] });
    await expect(on.store.operations(ns, { since: 'soon' })).rejects.toMatchObject({ issues: [{ path: 'since' }] });
  });

  it('about an entity or a fact', async () => {
    const ns = on.fresh();
    const [a, b] = await on.store.remember(ns, [
      jobAt('Acme', '2026-01-01T00:00:00Z'),
      jobAt('Initech', '2026-01-01T00:00:00Z', { subject: 'user:ben' }),
    ]);
    const one = await on.store.correct(ns, { factId: a?.factId as string, value: 'Globex' });
    const other = await on.store.withdraw(ns, { claimId: b?.claimId as string });
    const ids = async (about: string) => (await on.store.operations(ns, { about })).operations.map((o) => o.id);
    expect(await ids('user:ada')).toEqual([one.operationId]);
    expect(await ids('user:ben')).toEqual([other.operationId]);
    expect(await ids('Globex')).toEqual([one.operationId]);
    expect(await ids(b?.factId as string)).toEqual([other.operationId]);
    expect(await ids(a?.factId as string)).toEqual([one.operationId]);
    const end = await on.store.retract(ns, { ...JOB, at: '2026-05-01' });
    expect(await ids(end.factId)).toEqual([end.operationId, one.operationId]);
    await expect(on.store.operations(ns, { about: 'nobody' })).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'about' }] });
    await expect(on.store.operations(ns, { about: 'f_none' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('why shows them with who', async () => {
    const ns = on.fresh();
    const [a] = await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z')]);
    const c = await on.store.correct(ns, { factId: a?.factId as string, value: 'Globex', by: 'ben' });
    expect((await on.store.why(ns, a?.factId as string)).operations).toMatchObject([{ id: c.operationId, by: 'ben', undoneBy: null }]);
  });

  it('an id that is none is not found, nor is one of another namespace', async () => {
    const ns = on.fresh();
    const [a] = await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z')]);
    const { operationId } = await on.store.withdraw(ns, { claimId: a?.claimId as string });
    await expect(on.store.operation(on.fresh(), operationId)).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'id' }] });
    await expect(on.store.operation(ns, 'o_none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(on.store.operation(ns, '')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
