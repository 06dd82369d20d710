import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

describeStores('a row that has become clear by the rows beside it', (on) => {
  const rows = [
    { subject: 'nova labs', predicate: 'note', value: 'x' },
    { subject: 'org:nova-labs', predicate: 'note', value: 'y' },
    { subject: 'user:u', predicate: 'works_at', value: 'Nova Labs' },
  ];

  it('is answered with what became of it, as it would be told after them', async () => {
    const [ns, one] = [on.fresh(), on.fresh()];
    const apart = [];
    for (const row of rows) apart.push(...(await on.store.remember(one, row)));
    const [, , told] = await on.store.remember(ns, rows);
    const [, , after] = apart;
    expect(after).toMatchObject({ outcome: 'inserted', resolved: { value: { entity: 'org:nova-labs', band: 'accept' } } });
    expect(told).toMatchObject({ outcome: 'inserted', replayed: false, currentChanged: true, issues: [], reason: null });
    expect(told?.resolved).toEqual(after?.resolved);
    expect((await on.store.current(ns, { subject: 'user:u', predicate: 'works_at' })).facts).toMatchObject([{ id: told?.factId }]);
    expect((await on.store.review(ns, told?.reviewId as string)).state).toBe('moot');
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('is the same when it is sent again, and when it stands in the call twice', async () => {
    const ns = on.fresh();
    const source = { session: 's', turn: 't1' };
    const call = [...rows, rows[2] as (typeof rows)[number]].map((row) => ({ ...row, source }));
    const first = await on.store.remember(ns, call, { idempotencyKey: 'k' });
    const again = await on.store.remember(ns, call, { idempotencyKey: 'k' });
    const keyless = await on.store.remember(ns, call);
    const [, , told, twin] = first;
    expect(twin).toEqual({ ...told, replayed: true, currentChanged: false });
    for (const sent of [again, keyless])
      expect(sent.map(({ outcome, factId, claimId, replayed }) => ({ outcome, factId, claimId, replayed }))).toEqual(
        first.map(({ outcome, factId, claimId }) => ({ outcome, factId, claimId, replayed: true })),
      );
    expect((await on.store.list(ns, { predicate: 'works_at' })).facts).toHaveLength(1);
  });

  it('goes on waiting where it is not clear', async () => {
    const ns = on.fresh();
    const told = await on.store.remember(ns, [
      { subject: 'org:a', predicate: 'note', value: 'x' },
      { subject: 'user:u', predicate: 'works_at', value: 'entity:org:nobody-at-all' },
    ]);
    expect(told.map((r) => r.outcome)).toEqual(['inserted', 'unresolved']);
  });
});
