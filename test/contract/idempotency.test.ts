import { expect, it } from 'vitest';
import type { Candidate, RememberResult } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

const JOB = { subject: 'user:ada', predicate: 'works_at' };
const ada = { ...JOB, value: 'Acme', observedAt: '2026-01-05T10:00:00Z' } as const;
const TURN = { session: 's1', turn: 't1' };

describeStores('idempotency', (on) => {
  const tell = async (ns: string, ...candidates: Candidate[]): Promise<RememberResult[]> => [...(await on.store.remember(ns, candidates))];
  const one = async (ns: string, candidate: Candidate): Promise<RememberResult> => (await tell(ns, candidate))[0] as RememberResult;
  const claims = async (ns: string, of = JOB) => (await on.store.history(ns, of)).claims.length;

  it('has one effect for one session, turn and statement, however often it is sent', async () => {
    const ns = on.fresh();
    const said = { ...ada, source: { session: 's1', turn: 't1' } };
    const first = await one(ns, said);
    const again = await one(ns, said);
    expect(again).toMatchObject({ ...first, replayed: true, currentChanged: false, resolved: again.resolved });
    const [twin, other] = await tell(ns, { ...said, value: 'Globex', validFrom: '2020' }, { ...said, value: 'Globex', validFrom: '2020' });
    expect([twin?.replayed, other?.replayed]).toEqual([false, true]);
    expect(other?.claimId).toBe(twin?.claimId);
    expect((await on.store.history(ns, { subject: 'user:ada', predicate: 'works_at' })).claims).toHaveLength(2);
  });

  it('says so when the claim of a replay was withdrawn since', async () => {
    const ns = on.fresh();
    const said = { ...ada, source: { session: 's1', turn: 't1' } };
    const first = await one(ns, said);
    await on.store.withdraw(ns, { claimId: first.claimId as string });
    expect(await one(ns, said)).toMatchObject({
      replayed: true,
      currentChanged: false,
      reason: 'withdrawn',
      issues: [{ path: 'source.turn' }],
    });
    expect(await one(ns, { ...said, source: { session: 's1', turn: 't2' } })).toMatchObject({ outcome: 'inserted', reason: null });
  });

  it('makes repeated statements without a turn new claims', async () => {
    const ns = on.fresh();
    const said = { ...ada, source: { session: 's1' } };
    expect((await one(ns, said)).outcome).toBe('inserted');
    expect((await one(ns, said)).outcome).toBe('duplicate');
  });

  it('answers a repeated key with what it did, and refuses it for another body', async () => {
    const ns = on.fresh();
    const options = { idempotencyKey: 'k-1' };
    const body = [ada, { ...ada, validFrom: '2015', value: 'Initech' }];
    const first = await on.store.remember(ns, body, options);
    const again = await on.store.remember(ns, body, options);
    expect(again.map((r) => [r.claimId, r.factId, r.replayed])).toEqual(first.map((r) => [r.claimId, r.factId, true]));
    await expect(on.store.remember(ns, [ada], options)).rejects.toMatchObject({ code: 'key_reused', status: 422 });
    expect(await on.store.remember(on.fresh(), [ada], options)).toMatchObject([{ replayed: false }]);
  });

  it('knows a statement of a turn again under another key, and a conditional one once it was written', async () => {
    const ns = on.fresh();
    const rows = [
      { ...ada, source: TURN, expectedCurrent: null },
      { ...ada, predicate: 'likes', value: 'tea' },
    ];
    const [first] = await on.store.remember(ns, rows, { idempotencyKey: 'k-5' });
    expect(first).toMatchObject({ outcome: 'inserted' });
    const [again, other] = await on.store.remember(ns, rows, { idempotencyKey: 'k-6' });
    expect(again).toMatchObject({ claimId: first?.claimId, replayed: true });
    expect(other).toMatchObject({ outcome: 'duplicate', replayed: false });
    expect(await one(ns, rows[0] as Candidate)).toMatchObject({ claimId: first?.claimId, replayed: true });
    expect(await claims(ns)).toBe(1);
  });

  it('has one effect for one key that comes several times at once, among others', async () => {
    const ns = on.fresh();
    const options = { idempotencyKey: 'k-7' };
    const others = [1, 2, 3].map((i) => on.store.remember(ns, { ...ada, subject: `user:${i}` }, { idempotencyKey: `k-7-${i}` }));
    const same = await Promise.all(Array.from({ length: 6 }, () => on.store.remember(ns, ada, options)));
    expect(new Set(same.map(([r]) => r?.claimId)).size).toBe(1);
    expect(same.filter(([r]) => r?.replayed === false)).toHaveLength(1);
    expect(await claims(ns)).toBe(1);
    const body = await Promise.allSettled(
      [0, 1, 2].map((i) => on.store.remember(ns, { ...ada, value: `Globex ${i}` }, { idempotencyKey: 'k-8' })),
    );
    expect(body.map((b) => (b.status === 'fulfilled' ? 'done' : b.reason.code)).sort()).toEqual(['done', 'key_reused', 'key_reused']);
    expect((await Promise.all(others)).flat().map((r) => r.outcome)).toEqual(['inserted', 'inserted', 'inserted']);
  });

  it('frees a key after seven days', async () => {
    const ns = on.fresh();
    on.at('2026-06-01T00:00:00Z');
    await on.store.remember(ns, [ada], { idempotencyKey: 'k-2' });
    on.at('2026-06-09T00:00:00Z');
    const [r] = await on.store.remember(ns, [{ ...ada, value: 'Globex', observedAt: '2026-02-01T00:00:00Z' }], { idempotencyKey: 'k-2' });
    expect(r).toMatchObject({ outcome: 'superseded', replayed: false });
  });

  it('tells statements of one turn apart by their values, entities too, and knows one under another name of its predicate', async () => {
    const ns = on.fresh();
    const said = { subject: 'user:ada', source: TURN, observedAt: '2026-01-05T10:00:00Z' };
    const first = await tell(
      ns,
      { ...said, predicate: 'manages', value: 'user:bob' },
      { ...said, predicate: 'manages', value: 'user:eve' },
    );
    expect(first.map((r) => r.replayed)).toEqual([false, false]);
    await on.store.definePredicate(ns, 'knows_of', { cardinality: 'multi', valueType: 'entity', aliases: ['has heard of'] });
    const known = await tell(
      ns,
      { ...said, predicate: 'knows_of', value: 'Acme' },
      { ...said, predicate: 'knows_of', value: 'Globex' },
      { ...said, predicate: 'has heard of', value: 'Globex' },
    );
    expect(known.map((r) => [r.outcome, r.replayed])).toEqual([
      ['inserted', false],
      ['inserted', false],
      ['inserted', true],
    ]);
    expect(known[1]?.factId).not.toBe(known[0]?.factId);
    expect(await claims(ns, { subject: 'user:ada', predicate: 'knows_of' })).toBe(2);
  });

  it('answers a refused row of a keyed request as it did, whatever holds by then', async () => {
    const ns = on.fresh();
    await tell(ns, ada);
    const options = { idempotencyKey: 'k-3' };
    const rows = [
      { ...JOB, value: 'Globex', observedAt: '2026-02-01T00:00:00Z', expectedCurrent: null },
      { ...JOB, value: 'Globex', observedAt: '2026-02-01T00:00:00Z', confidence: 7 },
      { ...JOB, predicate: 'likes', value: 'tea' },
    ];
    const first = await on.store.remember(ns, rows, options);
    expect(first.map((r) => r.outcome)).toEqual(['rejected', 'rejected', 'inserted']);
    await on.store.retract(ns, { ...JOB, at: '2026-01-20' });
    const again = await on.store.remember(ns, rows, options);
    expect(again.map((r) => [r.outcome, r.reason, r.replayed])).toEqual([
      ['rejected', 'conflict', true],
      ['rejected', 'invalid_input', true],
      ['inserted', null, true],
    ]);
    expect((await on.store.current(ns, JOB)).facts).toEqual([]);
  });

  it('refuses a keyed body that is not JSON', async () => {
    const ns = on.fresh();
    const odd = { ...ada, value: 10n as unknown as string };
    await expect(on.store.remember(ns, [odd], { idempotencyKey: 'k' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'facts' }],
    });
    // a client has nothing to send then
    if (on.door === 'store') expect(await tell(ns, odd)).toMatchObject([{ outcome: 'rejected' }]);
  });

  it('retracts once for one session and turn, or one key', async () => {
    const ns = on.fresh();
    await tell(ns, { ...ada, confidence: 1 });
    const first = await on.store.retract(ns, { ...JOB, at: '2026-02-01', source: TURN });
    expect(await on.store.retract(ns, { ...JOB, at: '2026-02-01', source: TURN })).toEqual(first);
    expect(await claims(ns)).toBe(2);
    await tell(ns, { ...JOB, value: 'Globex', observedAt: '2026-03-01T00:00:00Z' });
    const options = { idempotencyKey: 'r-1' };
    const second = await on.store.retract(ns, JOB, options);
    expect(second.outcome).toBe('ended');
    expect(await on.store.retract(ns, JOB, options)).toEqual(second);
    await expect(on.store.retract(ns, { ...JOB, at: '2026-04-01' }, options)).rejects.toMatchObject({ code: 'key_reused' });
    expect(await claims(ns)).toBe(4);
  });

  it('corrects and withdraws once for one key, and corrects once for one turn', async () => {
    const ns = on.fresh();
    const wrong = await one(ns, ada);
    const fix = { factId: wrong.factId as string, value: 'Globex', source: TURN };
    const first = await on.store.correct(ns, fix);
    expect(await on.store.correct(ns, fix)).toEqual(first);
    expect((await on.store.current(ns, JOB)).facts.map((f) => f.text)).toEqual(['Globex']);
    const { facts } = await on.store.current(ns, JOB);
    const options = { idempotencyKey: 'c-1' };
    const again = { factId: facts[0]?.id as string, value: 'Initech' };
    const second = await on.store.correct(ns, again, options);
    expect(await on.store.correct(ns, again, options)).toEqual(second);
    const gone = { claimId: second.claimId as string };
    const third = await on.store.withdraw(ns, gone, options);
    expect(await on.store.withdraw(ns, gone, options)).toEqual(third);
    await expect(on.store.withdraw(ns, gone)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('corrects within the turn that said it', async () => {
    const ns = on.fresh();
    const said = { ...ada, value: 'Globex', source: TURN };
    await tell(ns, said);
    const b = await one(ns, { ...ada, value: 'Acme', validFrom: '2026-02-01' });
    await on.store.correct(ns, { factId: b.factId as string, value: 'Globex', source: TURN });
    expect((await on.store.current(ns, JOB)).facts.map((f) => f.text)).toEqual(['Globex']);
  });

  it('answers a key as it did though who or what was meant has become unclear since', async () => {
    const ns = on.fresh();
    const plan = { subject: 'user:a', predicate: 'plan' };
    const end = { ...plan, kind: 'end' as const };
    await tell(ns, { ...plan, value: 'pro', validFrom: '2024' });
    const first = await on.store.remember(ns, end, { idempotencyKey: 'e' });
    expect(first).toMatchObject([{ outcome: 'ended' }]);
    await on.store.definePredicate(ns, 'plan', { cardinality: 'multi' }, { resolve: 'fold' });
    for (let i = 0; i < 2; i++)
      expect(await on.store.remember(ns, end, { idempotencyKey: 'e' })).toMatchObject([
        { outcome: 'ended', replayed: true, claimId: first[0]?.claimId, factId: first[0]?.factId },
      ]);
    const took = { ...plan, predicate: 'motto', validFrom: '2025', origin: 'stated' as const, confidence: 1 };
    await on.store.definePredicate(ns, 'motto', { cardinality: 'single' });
    await tell(ns, { ...took, value: 'x', validFrom: '2024' });
    const [late] = await on.store.remember(ns, { ...took, value: 'y' }, { idempotencyKey: 'l' });
    expect(late?.supersededIds).toHaveLength(1);
    expect(await on.store.remember(ns, { ...took, value: 'y' }, { idempotencyKey: 'l' })).toMatchObject([
      { supersededIds: late?.supersededIds, replayed: true },
    ]);
  });

  it('holds a key to all of the body, in whatever order it is written', async () => {
    const ns = on.fresh();
    const said = await one(ns, { ...ada, qualifiers: { context: 'w', repo: 'r' } });
    const options = { idempotencyKey: 'b-1' };
    const act = { factId: said.factId as string, confidence: 0.1 };
    await on.store.retract(ns, act, options);
    await expect(on.store.retract(ns, { ...act, confidence: 1 }, options)).rejects.toMatchObject({ code: 'key_reused' });
    const by = (qualifiers: Record<string, string>) => on.store.retract(ns, { ...JOB, qualifiers }, { idempotencyKey: 'b-2' });
    expect(await by({ context: 'w', repo: 'r' })).toEqual(await by({ repo: 'r', context: 'w' }));
  });
});
