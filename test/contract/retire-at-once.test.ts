import { expect, it } from 'vitest';
import { describeInProcess } from '../support/stores.ts';

const WRITERS = 8;
const EACH = 8;

describeInProcess(
  'retiring an entity while others tell of it',
  (on) => {
    it('leaves nothing of it that was told before, and all that was told after', async () => {
      const ns = on.fresh();
      const stores = [on.store, await on.another()];
      await on.store.putEntity(ns, 'org:big', { name: 'Big', type: 'org' });
      const told: { readonly subject: string; readonly from: number; readonly to: number; readonly outcome: string | undefined }[] = [];
      const writer = async (w: number) => {
        for (let i = 0; i < EACH; i++) {
          const said = { subject: `user:w${w}-${i % 3}`, predicate: 'works_at', value: 'org:big' };
          const from = performance.now();
          const [result] = (await stores[w % 2]?.remember(ns, said)) ?? [];
          told.push({ subject: said.subject, from, to: performance.now(), outcome: result?.outcome });
        }
      };
      const writers = Array.from({ length: WRITERS }, (_, w) => writer(w));
      await new Promise((done) => setTimeout(done, 30));
      const from = performance.now();
      await on.store.retire(ns, 'org:big');
      const to = performance.now();
      await Promise.all(writers);
      expect(told.filter((t) => !['inserted', 'duplicate'].includes(t.outcome ?? ''))).toEqual([]);
      const { facts } = await on.store.list(ns, { predicate: 'works_at', limit: 500 });
      const holding = new Set(facts.map((f) => f.subject));
      const may = new Set(told.filter((t) => t.to > from).map((t) => t.subject));
      const must = new Set(told.filter((t) => t.from > to).map((t) => t.subject));
      for (const subject of holding) expect(may, subject).toContain(subject);
      for (const subject of must) expect(holding, subject).toContain(subject);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    });

    it('is done once where several retire it at once', async () => {
      const ns = on.fresh();
      const stores = [on.store, await on.another()];
      await on.store.remember(
        ns,
        Array.from({ length: 20 }, (_, i) => ({ subject: `user:u${i}`, predicate: 'works_at', value: 'org:big' })),
      );
      const all = await Promise.all(Array.from({ length: 4 }, (_, i) => stores[i % 2]?.retire(ns, 'org:big')));
      expect(all.map((r) => r?.outcome).sort()).toEqual(['nothing', 'nothing', 'nothing', 'retired']);
      const { claims } = await on.store.history(ns, { subject: 'user:u7', predicate: 'works_at' });
      expect(claims.map((c) => c.kind)).toEqual(['assert', 'end']);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    });
  },
  { ownClock: true },
);
