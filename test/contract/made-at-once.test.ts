import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

describeStores('rows of one call whose entity somebody else makes at that moment', (on) => {
  const note = (subject: string) => ({ subject, predicate: 'note', value: 'seen' });
  const employed = (value: string) => ({ subject: 'user:u', predicate: 'works_at', value });
  const turns = async (n: number) => {
    for (let i = 0; i < n; i++) await Promise.resolve();
  };
  const sound = async (ns: string) => {
    expect((await on.store.doctor(ns)).findings).toEqual([]);
    const { facts } = await on.store.list(ns);
    for (const { value } of facts.filter((f) => f.predicate === 'works_at' || f.predicate === 'manager'))
      expect(await on.store.entity(ns, String(value))).toMatchObject({ id: value });
    return facts;
  };

  it('speak of the entity that there is, whichever row brings it up', async () => {
    const other = await on.another();
    for (let round = 0; round < 12; round++) {
      const ns = on.fresh();
      const first = on.store.remember(ns, note('org:nova-labs'));
      await turns(round * 3);
      const told = await other.remember(ns, [note('nova labs'), employed('Nova Labs')]);
      await first;
      const facts = await sound(ns);
      expect(told.map((r) => r.outcome)).not.toContain('rejected');
      expect(facts.filter((f) => f.predicate === 'works_at').length).toBe(1);
    }
  });

  it('do so also out of time order, with one mention in two forms', async () => {
    const other = await on.another();
    for (let round = 0; round < 12; round++) {
      const ns = on.fresh();
      await on.store.putEntity(ns, 'org:n', { name: 'Quite Another' });
      const given =
        round % 2 === 0 ? on.store.putEntity(ns, 'org:nl', { name: 'Nova Labs' }) : on.store.addAlias(ns, 'org:n', { alias: 'Nova Labs' });
      await turns(round * 2);
      const row = { subject: 'nova labs', predicate: 'manager', value: 'Nova-Labs', validFrom: '2020-01-01', validTo: '2021-01-01' };
      await Promise.all([other.remember(ns, row), given.catch(() => null)]);
      await sound(ns);
    }
  });
});
