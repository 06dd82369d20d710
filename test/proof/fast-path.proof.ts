import { expect, it } from 'vitest';
import { Chance } from '../support/chance.ts';
import { Mirror } from '../support/mirror.ts';
import { candidateOf, linesOfHistory, type Said } from '../support/model.ts';
import { SEED, sized } from '../support/size.ts';
import { describeInProcess } from '../support/stores.ts';

const SETTINGS = [
  { margin: 0.2, halfLifeDays: null },
  { margin: 0.2, halfLifeDays: 10 },
  { margin: 0, halfLifeDays: 40 },
] as const;

/** Mostly in order of time, as an assistant hears things, so that most are decided by the database alone. */
function next(chance: Chance, day: number): Said {
  const start = day + chance.int(chance.chance(0.05) ? -8 : 1, 6);
  const kind = chance.chance(0.15) ? 'end' : 'assert';
  const explicit = kind === 'end' || chance.chance(0.4);
  return {
    kind,
    value: chance.of(['a', 'b', 'c']),
    start: Math.max(0, start),
    said: explicit ? Math.max(0, start + chance.int(-3, 3)) : Math.max(0, start),
    explicit,
    to: kind === 'assert' && chance.chance(0.05) ? start + 40 : null,
    confidence: chance.of([0, 0.2, 0.5, 0.6, 0.65, 0.78, 0.9, 1]),
    source: chance.of(['s1', 's2', null]),
    origin: chance.chance(0.5) ? 'stated' : 'extracted',
  };
}

describeInProcess('the common write', (on) => {
  it('decides as the fold does, row by row and in batches', async () => {
    const chance = new Chance(SEED);
    const inputs = sized(10_000, 20_000);
    let told = 0;
    let fast = 0;
    while (told < inputs) {
      const namespace = on.fresh();
      const cardinality = chance.chance(0.8) ? 'single' : 'multi';
      const settings = chance.of(SETTINGS);
      await on.store.definePredicate(namespace, 'p', { cardinality, ...settings });
      const mirror = new Mirror({ cardinality, ...settings });
      let day = 0;
      for (let i = 0; i < 24; ) {
        const batch = Array.from({ length: chance.of([1, 1, 1, 2, 6]) }, () => {
          const said = next(chance, day);
          day = Math.max(day, said.start, said.explicit ? said.said : 0);
          return said;
        });
        const results = await on.store.remember(
          namespace,
          batch.map((s) => candidateOf(s, 'user:u', 'p')),
        );
        for (const [n, r] of results.entries()) {
          mirror.add(r.claimId as string, batch[n] as Said);
          if (!r.late) {
            fast += 1;
            expect(r.outcome, `seed ${SEED}`).toBe(mirror.outcomeOf(r.claimId as string));
          }
        }
        i += batch.length;
        told += batch.length;
      }
      const history = await on.store.history(namespace, { subject: 'user:u', predicate: 'p' });
      expect(linesOfHistory(history).sort(), `seed ${SEED}`).toEqual(mirror.lines());
      expect(Object.fromEntries(history.claims.map((c) => [c.id, c.outcome]))).toEqual(mirror.outcomes());
    }
    console.info(`${on.engine.name}: ${told} inputs, ${fast} decided by the database alone, seed ${SEED}`);
    expect(fast).toBeGreaterThan(told / 3);
  });
});
