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
