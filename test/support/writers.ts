import type { Candidate, Palimpsest, RememberResult } from '../../src/palimpsest.ts';
import { Chance } from './chance.ts';
import { DAY } from './model.ts';

export const SLOT = { subject: 'user:hub', predicate: 'lives' } as const;

/** Gives the subject other facts first: creating a relationship locks a node only while it has few. */
export async function giveDegree(store: Palimpsest, namespace: string, degree: number): Promise<void> {
  const others = Array.from({ length: degree }, (_, i) => ({ subject: SLOT.subject, predicate: 'knows_of', value: `thing ${i}` }));
  await store.definePredicate(namespace, SLOT.predicate, { cardinality: 'single' });
  await store.remember(namespace, others);
}

/** `writers` callers at once, spread over the stores, each telling `each` claims of one slot one after the other. */
export async function writeAtOnce(
  stores: readonly Palimpsest[],
  namespace: string,
  writers: number,
  each: number,
  seed: number,
): Promise<RememberResult[]> {
  const base = Date.parse('2026-01-01T00:00:00Z');
  const writer = async (w: number): Promise<RememberResult[]> => {
    const chance = new Chance(seed + w);
    const store = stores[w % stores.length] as Palimpsest;
    const results: RememberResult[] = [];
    for (let i = 0; i < each; i++) {
      const candidate: Candidate = {
        ...SLOT,
        value: chance.of(['a', 'b', 'c', 'd']),
        confidence: chance.of([0.5, 0.7, 0.9]),
        origin: 'stated',
        source: { session: `writer ${w}`, turn: String(i) },
        ...(chance.chance(0.8) && { observedAt: new Date(base + (i * writers + w) * 60_000 + chance.int(0, 5) * DAY).toISOString() }),
      };
      results.push(...(await store.remember(namespace, candidate)));
    }
    return results;
  };
  return (await Promise.all(Array.from({ length: writers }, (_, w) => writer(w)))).flat();
}
