import { expect, it } from 'vitest';
import { NAME_PAIRS, type NamePair } from '../support/name-pairs.ts';
import { TYPE_OF } from '../support/score-names.ts';
import { describeInProcess } from '../support/stores.ts';

describeInProcess('names of a store', (on) => {
  /** Whom each name means, the second told after the first; null: nobody, until somebody decides. */
  const told = async ({ kind, a, b }: NamePair) => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'met', { cardinality: 'multi', valueType: 'entity', range: TYPE_OF[kind] });
    const meet = async (value: string) => {
      const [r] = await on.store.remember(ns, { subject: 'user:ada', predicate: 'met', value });
      return r?.resolved.value?.entity ?? null;
    };
    return [await meet(a), await meet(b)] as const;
  };

  it('never make one of the labelled pairs that are two', { timeout: 120_000 }, async () => {
    const wrong: NamePair[] = [];
    for (const pair of NAME_PAIRS.filter((p) => p.label === 'different')) {
      const [one, other] = await told(pair);
      if (one !== null && one === other) wrong.push(pair);
    }
    expect(wrong).toEqual([]);
  });

  it('make one of nearly all that are one', { timeout: 120_000 }, async () => {
    const same = NAME_PAIRS.filter((p) => p.label === 'same');
    const missed: string[] = [];
    for (const pair of same) {
      const [one, other] = await told(pair);
      if (one === null || one !== other) missed.push(`${pair.a} | ${pair.b}`);
    }
    expect(missed).toEqual(['Smith, John | John Smith', 'Der Spiegel | Spiegel']);
  });
});
