import { expect, it } from 'vitest';
import { Chance } from '../support/chance.ts';
import { describeWithData } from '../support/data.ts';
import { loadDyKnow } from '../support/datasets/dyknow.ts';
import { askAll, definePredicates, Stopwatch, tell, textsAt } from '../support/replay.ts';
import { SEED } from '../support/size.ts';
import { describeInProcess } from '../support/stores.ts';

const ORDERS = 3;

describeWithData('office holders, clubs and chief executives', ['data/dyknow/qa_half.json'], () => {
  const { predicates, candidates, questions, withoutStart } = loadDyKnow();

  describeInProcess('told in any order', (on) => {
    it('are exactly those of the midpoint of each interval', async () => {
      for (let order = 0; order < ORDERS; order++) {
        const watch = new Stopwatch();
        const namespace = on.fresh();
        await definePredicates(on.store, namespace, predicates);
        const results = await tell(on.store, namespace, new Chance(SEED + order).shuffle(candidates));
        expect(results.filter((r) => r.claimId === null)).toEqual([]);
        const told = `${watch}`;
        const answers = await askAll(questions, ({ subject, predicate, at }) =>
          textsAt(on.store, namespace, { subject, predicate, asOf: at }),
        );
        for (const [i, { subject, at, expected }] of questions.entries())
          expect(answers[i], `${subject} at ${at}, seed ${SEED + order}`).toEqual(expected);
        expect((await on.store.doctor(namespace)).findings).toEqual([]);
        console.info(
          `${on.engine.name}: dyknow, order ${order + 1}: ${candidates.length} intervals told in ${told} (${withoutStart.length} without a start left out), ${questions.length} of ${questions.length} midpoints right; ${watch}, seed ${SEED + order}`,
        );
      }
    });
  });
});
