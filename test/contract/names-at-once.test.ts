import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

describeStores('names alike that are told at the same moment', (on) => {
  const FORMS = ['Initechno Labs', 'Initechno Labs GmbH', 'Initechno-Labs', 'InitechnoLabs', 'The Initechno Labs', 'Initechno Labs'];

  it('through one process are one entity', async () => {
    for (let round = 0; round < 5; round++) {
      const ns = on.fresh();
      const forms = [...FORMS.slice(round), ...FORMS.slice(0, round)];
      const told = await Promise.all(
        forms.map((value, n) => on.store.remember(ns, { subject: `user:u${n}`, predicate: 'works_at', value })),
      );
      expect(told.flat().filter((r) => r.resolved.value?.band === 'new')).toHaveLength(1);
      const { facts } = await on.store.list(ns, { predicate: 'works_at' });
      expect(facts).toHaveLength(forms.length);
      expect(new Set(facts.map((f) => f.value)).size).toBe(1);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    }
  });

  it('through several processes are one entity', async () => {
    const stores = [on.store, await on.another(), await on.another(), await on.another()];
    for (let round = 0; round < 5; round++) {
      const ns = on.fresh();
      const forms = [...FORMS.slice(round), ...FORMS.slice(0, round)];
      const told = await Promise.all(
        forms.map((value, n) => (stores[n % 4] as typeof on.store).remember(ns, { subject: `user:u${n}`, predicate: 'works_at', value })),
      );
      expect(told.flat().every((r) => r.factId !== null)).toBe(true);
      const { facts } = await on.store.list(ns, { predicate: 'works_at' });
      expect(new Set(facts.map((f) => f.value)).size).toBe(1);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    }
  });

  it('of two types at once are two, and so are two legal forms', async () => {
    const ns = on.fresh();
    const rows = await on.store.remember(ns, [
      { subject: 'user:a', predicate: 'manager', value: 'Zenithal' },
      { subject: 'user:a', predicate: 'works_at', value: 'Zenithal' },
      { subject: 'user:b', predicate: 'works_at', value: 'Nordal Works GmbH' },
      { subject: 'user:c', predicate: 'works_at', value: 'Nordal Works AG' },
    ]);
    expect(new Set(rows.map((r) => r.resolved.value?.entity)).size).toBe(4);
  });

  it('through one process are asked for where one is a slip of the pen', async () => {
    for (let round = 0; round < 5; round++) {
      const ns = on.fresh();
      const names = round % 2 === 0 ? ['Initechno Labs', 'Initehcno Labs'] : ['Initehcno Labs', 'Initechno Labs'];
      const told = await Promise.all(
        names.map((value, n) => on.store.remember(ns, { subject: `user:u${n}`, predicate: 'works_at', value })),
      );
      expect(
        told
          .flat()
          .map((r) => r.resolved.value?.band)
          .sort(),
      ).toEqual(['new', 'review']);
    }
  });
});
