import { expect, it } from 'vitest';
import type { Candidate, Palimpsest } from '../../src/palimpsest.ts';
import { Chance } from '../support/chance.ts';
import { SEED, sized } from '../support/size.ts';
import { describeInProcess } from '../support/stores.ts';

const IDS = ['user:a', 'user:b', 'user:c'];

describeInProcess(
  'merging while others write',
  (on) => {
    it('loses nothing, doubles nothing, and ends with claims where they belong', async () => {
      const ns = on.fresh();
      const rounds = sized(6, 20);
      const stores = await Promise.all([1, 2, 3, 4].map(() => on.another()));
      for (const id of IDS) await on.store.putEntity(ns, id, {});
      await on.store.definePredicate(ns, 'pals', { cardinality: 'multi', valueType: 'entity', range: 'user' });
      await on.store.definePredicate(ns, 'superior', { cardinality: 'single', valueType: 'entity', range: 'user' });
      let going = true;
      const writer = async (w: number): Promise<number> => {
        const chance = new Chance(SEED + w);
        let told = 0;
        for (; going; told++) {
          const candidate: Candidate = {
            subject: chance.of([...IDS, `user:w${w}`]),
            predicate: chance.of(['plan', 'pals', 'superior']),
            value: chance.of(IDS),
            origin: 'stated',
            source: { session: `writer ${w}`, turn: String(told) },
          };
          const [r] = await (stores[w % stores.length] as Palimpsest).remember(ns, candidate);
          expect(r?.claimId).not.toBeNull();
        }
        return told;
      };
      const writers = Array.from({ length: 12 }, (_, w) => writer(w));
      const chance = new Chance(SEED);
      let [merged, undone] = [0, 0];
      for (let i = 0; i < rounds; i++) {
        const [from, into] = chance.shuffle(IDS) as [string, string];
        // crosswise, by two processes
        const [one, other] = await Promise.all([
          (stores[0] as Palimpsest).merge(ns, { from, into }),
          (stores[1] as Palimpsest).merge(ns, { from: into, into: from }),
        ]);
        expect(one.entity).toBe(other.entity);
        merged += [one, other].filter((r) => !r.already).length;
        const { merged: parts } = await on.store.entity(ns, from);
        if (chance.chance(0.7)) {
          await (stores[2] as Palimpsest).unmerge(ns, { entity: chance.of(parts) });
          undone += 1;
        }
      }
      going = false;
      const told = (await Promise.all(writers)).reduce((sum, n) => sum + n, 0);
      expect((await on.store.doctor(ns)).findings, `seed ${SEED}`).toEqual([]);
      for (const id of IDS) for (const part of (await on.store.entity(ns, id)).merged) await on.store.unmerge(ns, { entity: part });
      const subjects = [...IDS, ...writers.map((_, w) => `user:w${w}`)];
      let kept = 0;
      for (const subject of subjects)
        for (const predicate of ['plan', 'pals', 'superior']) {
          const { claims } = await on.store.history(ns, { subject, predicate }).catch(() => ({ claims: [] }));
          kept += claims.length;
        }
      expect(kept).toBe(told);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
      console.log(`${on.engine.name}: ${told} claims told by 12 writers, ${merged} merges, ${undone} unmerges; seed ${SEED}`);
    });
  },
  { ownClock: true },
);
