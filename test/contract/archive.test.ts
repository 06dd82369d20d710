import { expect, it } from 'vitest';
import { isPalimpsestError } from '../../src/errors.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';
import { whole } from '../support/whole.ts';

const ADA = 'user:ada';
const BEN = 'user:ben';

describeStores('what is archived', (on) => {
  const lived = async () => {
    const ns = on.fresh();
    const [first, job] = await on.store.remember(ns, [
      { subject: ADA, predicate: 'works_at', value: 'Acme', validFrom: '2024-01-01' },
      { subject: ADA, predicate: 'works_at', value: 'Globex', validFrom: '2025-01-01' },
      { subject: ADA, predicate: 'likes', value: 'tea' },
    ]);
    return { ns, first: first?.factId as string, job: job?.factId as string };
  };
  const texts = (page: { facts: readonly { text: string }[] }) => page.facts.map((f) => f.text);
  const seen = async (store: Palimpsest, ns: string) => ({
    current: texts(await store.current(ns, { subject: ADA, predicate: 'works_at' })),
    list: texts(await store.list(ns, { predicate: 'works_at' })),
    neighbours: (await store.neighbours(ns, { entity: ADA })).map((n) => n.entity.name),
  });
  const all = (ns: string) => whole(on.store, ns, [ADA]);

  it('is out of sight, counted, and there for who asks for it or for the past', async () => {
    const { ns, job } = await lived();
    expect(await seen(on.store, ns)).toEqual({ current: ['Globex'], list: ['Globex'], neighbours: ['Globex'] });
    const done = await on.store.archive(ns, { factId: job, by: 'user:boss', reason: 'unused' });
    expect(done).toMatchObject({ changed: [job], claimId: null, currentChanged: false });
    expect(await seen(on.store, ns)).toEqual({ current: [], list: [], neighbours: [] });
    expect((await on.store.current(ns, { subject: ADA })).hidden).toMatchObject({ archived: 1, superseded: 1 });
    expect((await on.store.list(ns)).hidden).toMatchObject({ archived: 1, superseded: 1 });
    expect(texts(await on.store.list(ns, { visibility: 'archived' }))).toEqual(['Globex']);
    expect(texts(await on.store.list(ns, { visibility: 'all', predicate: 'works_at' }))).toEqual(['Globex']);
    expect((await on.store.list(ns, { visibility: 'all' })).hidden.archived).toBe(0);
    const then = await on.store.asOf(ns, { subject: ADA, predicate: 'works_at', asOf: '2025-06-01' });
    expect(then.facts.map((f) => [f.text, f.visibility])).toEqual([['Globex', 'archived']]);
    expect(texts(await on.store.list(ns, { asOf: '2025-06-01', predicate: 'works_at' }))).toEqual(['Globex']);
    expect((await on.store.history(ns, { subject: ADA, predicate: 'works_at' })).facts.map((f) => f.visibility)).toEqual([
      'live',
      'archived',
    ]);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
    const detail = await on.store.operation(ns, done.operationId);
    expect(detail).toMatchObject({ kind: 'archive', by: 'user:boss', reason: 'unused', claims: [{ how: 'archived' }] });
  });

  it('goes and comes with every stretch of its claims, and says which', async () => {
    const ns = on.fresh();
    const lives = { subject: ADA, predicate: 'lives_in' };
    await on.store.remember(ns, { ...lives, value: 'Berlin', validFrom: '2025-01-01', origin: 'stated' });
    await on.store.remember(ns, { ...lives, value: 'Paris', validFrom: '2025-03-01', validTo: '2025-03-08', origin: 'stated' });
    const { facts } = await on.store.history(ns, lives);
    const berlin = facts.filter((f) => f.text === 'Berlin').map((f) => f.id);
    expect(berlin).toHaveLength(2);
    for (const verb of ['archive', 'restore'] as const) {
      const { changed } = await on.store[verb](ns, { factId: berlin[0] as string });
      expect([...changed].sort()).toEqual([...berlin].sort());
      expect(texts(await on.store.current(ns, lives))).toEqual(verb === 'archive' ? [] : ['Berlin']);
    }
  });

  it('comes back by restore, and each is taken back exactly', async () => {
    const { ns, job } = await lived();
    const before = await all(ns);
    const archived = await on.store.archive(ns, { factId: job });
    const out = await all(ns);
    const restored = await on.store.restore(ns, { factId: job });
    expect(await all(ns)).toEqual(before);
    await expect(on.store.undo(ns, archived.operationId)).rejects.toMatchObject({
      code: 'refused',
      details: { operations: [restored.operationId] },
    });
    const back = await on.store.undo(ns, restored.operationId);
    expect(await all(ns)).toEqual(out);
    await on.store.undo(ns, back.operationId as string);
    expect(await all(ns)).toEqual(before);
    await on.store.undo(ns, (await on.store.archive(ns, { factId: job })).operationId);
    expect(await all(ns)).toEqual(before);
    expect(await seen(on.store, ns)).toEqual({ current: ['Globex'], list: ['Globex'], neighbours: ['Globex'] });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('comes back when it is told anew, and goes again with that claim', async () => {
    const { ns, job } = await lived();
    await on.store.archive(ns, { factId: job });
    const [again] = await on.store.remember(ns, { subject: ADA, predicate: 'works_at', value: 'Globex' });
    expect(again).toMatchObject({ outcome: 'duplicate', factId: job });
    expect(await seen(on.store, ns)).toEqual({ current: ['Globex'], list: ['Globex'], neighbours: ['Globex'] });
    await on.store.withdraw(ns, { claimId: again?.claimId as string });
    expect(await seen(on.store, ns)).toEqual({ current: [], list: [], neighbours: [] });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('is still true: what comes later takes over from it, and it goes on in who it becomes', async () => {
    const { ns, job } = await lived();
    await on.store.archive(ns, { factId: job });
    await on.store.putEntity(ns, BEN, { name: 'Ben' });
    const { operationId } = await on.store.merge(ns, { from: ADA, into: BEN });
    expect((await on.store.history(ns, { subject: BEN, predicate: 'works_at' })).facts.at(-1)).toMatchObject({ visibility: 'archived' });
    await on.store.undo(ns, operationId as string);
    expect((await on.store.history(ns, { subject: ADA, predicate: 'works_at' })).facts.at(-1)).toMatchObject({
      id: job,
      visibility: 'archived',
    });
    const [next] = await on.store.remember(ns, { subject: ADA, predicate: 'works_at', value: 'Initech' });
    expect(next).toMatchObject({ outcome: 'superseded', supersededIds: [job] });
    expect(await seen(on.store, ns)).toEqual({ current: ['Initech'], list: ['Initech'], neighbours: ['Initech'] });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('still bears what depends on it', async () => {
    const { ns, job } = await lived();
    await on.store.remember(ns, { subject: ADA, predicate: 'likes', value: 'its canteen', dependsOn: [[job]] });
    await on.store.archive(ns, { factId: job });
    expect(texts(await on.store.current(ns, { subject: ADA, predicate: 'likes' }))).toContain('its canteen');
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('is done once for one key; twice, of nobody, or of what is in sight it is refused', async () => {
    const { ns, job } = await lived();
    const once = await on.store.archive(ns, { factId: job }, { idempotencyKey: 'k' });
    expect(await on.store.archive(ns, { factId: job }, { idempotencyKey: 'k' })).toEqual(once);
    await expect(on.store.archive(ns, { factId: job })).rejects.toMatchObject({ code: 'conflict' });
    await on.store.restore(ns, { factId: job });
    await expect(on.store.restore(ns, { factId: job })).rejects.toMatchObject({ code: 'conflict' });
    await expect(on.store.archive(ns, { factId: 'f_none' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(on.store.archive(on.fresh(), { factId: job })).rejects.toMatchObject({ code: 'not_found' });
    await expect(on.store.archive(ns, {} as never)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('by many at once is done by one', async () => {
    const { ns, job } = await lived();
    const ends = await Promise.all(
      Array.from({ length: 8 }, () =>
        on.store.archive(ns, { factId: job }).then(
          () => 'ok',
          (e: unknown) => (isPalimpsestError(e) ? e.code : 'other'),
        ),
      ),
    );
    expect(ends.sort()).toEqual([...Array.from({ length: 7 }, () => 'conflict'), 'ok']);
  });
});
