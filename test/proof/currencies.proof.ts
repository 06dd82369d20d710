import { expect, it } from 'vitest';
import { describeWithData } from '../support/data.ts';
import { loadCurrencies } from '../support/datasets/currencies.ts';
import { askAll, definePredicates, Stopwatch, tell, textsAt } from '../support/replay.ts';
import { describeInProcess } from '../support/stores.ts';

describeWithData('legal tender of regions', ['data/cldr-48.2/currencyData.json'], () => {
  const { predicates, candidates, questions } = loadCurrencies();

  describeInProcess('told to a store', (on) => {
    it('is right in the first and the last millisecond of the day before, of and after every boundary', async () => {
      const watch = new Stopwatch();
      const namespace = on.fresh();
      await definePredicates(on.store, namespace, predicates);
      const results = await tell(on.store, namespace, candidates);
      expect(results.filter((r) => r.claimId === null)).toEqual([]);
      const told = `${watch}`;
      const answers = await askAll(questions, ({ subject, predicate, at }) =>
        textsAt(on.store, namespace, { subject, predicate, asOf: at }),
      );
      for (const [i, { subject, at, expected }] of questions.entries()) expect(answers[i], `${subject} at ${at}`).toEqual(expected);
      expect((await on.store.doctor(namespace)).findings).toEqual([]);
      console.info(
        `${on.engine.name}: currencies: ${candidates.length} uses told in ${told}, ${questions.length} of ${questions.length} dates right; ${watch}`,
      );
    });
  });
});
