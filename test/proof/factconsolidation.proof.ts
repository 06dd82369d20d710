import { expect, it } from 'vitest';
import type { History } from '../../src/palimpsest.ts';
import { describeWithData } from '../support/data.ts';
import { isAnswer, loadFactConsolidation } from '../support/datasets/factconsolidation.ts';
import { askAll, definePredicates, everythingCurrent, Stopwatch, tell, textsAt, textsOf } from '../support/replay.ts';
import { describeInProcess } from '../support/stores.ts';

const FILES = ['data/factconsolidation/Conflict_Resolution_6k.json', 'data/factconsolidation/mquake_cloze_templates.json'];

describeWithData('455 sentences that contradict one another', FILES, () => {
  const { predicates, candidates, slots, singleHop } = loadFactConsolidation();

  describeInProcess('told to a store', (on) => {
    it('leave one value a slot, the last one told, the earlier ones in the past, and are the same told twice', async () => {
      const watch = new Stopwatch();
      const namespace = on.fresh();
      await definePredicates(on.store, namespace, predicates);
      const first = await tell(on.store, namespace, candidates);
      expect(first.filter((r) => r.claimId === null || r.replayed)).toEqual([]);

      const answers = await askAll(singleHop, ({ subject, predicate }) => on.store.current(namespace, { subject, predicate }));
      const right = singleHop.filter(({ goldAnswers }, i) => {
        const [text, ...others] = textsOf(answers[i] ?? { facts: [] });
        return text !== undefined && others.length === 0 && isAnswer(text, goldAnswers);
      });
      expect(right).toHaveLength(singleHop.length);

      const current = await everythingCurrent(on.store, namespace);
      const held = current.map((f) => `${f.subject} ${f.predicate}`);
      expect(new Set(held).size, 'contradictions').toBe(held.length);
      expect(held.sort()).toEqual(slots.map((s) => `${s.subject} ${s.predicate}`).sort());

      const versions = slots.flatMap(({ versions: all, ...slot }) => all.map((v) => ({ ...slot, ...v })));
      const then = await askAll(versions, ({ subject, predicate, at }) => textsAt(on.store, namespace, { subject, predicate, asOf: at }));
      expect(then).toEqual(versions.map((v) => [v.value]));

      const histories = (): Promise<History[]> =>
        askAll(slots, ({ subject, predicate }) => on.store.history(namespace, { subject, predicate }));
      const before = await histories();
      const again = await tell(on.store, namespace, candidates);
      expect(again.every((r) => r.replayed)).toBe(true);
      expect(again.map((r) => [r.claimId, r.factId])).toEqual(first.map((r) => [r.claimId, r.factId]));
      expect(await histories()).toEqual(before);
      expect((await on.store.doctor(namespace)).findings).toEqual([]);
      console.info(
        `${on.engine.name}: factconsolidation: ${candidates.length} sentences, ${right.length}/${singleHop.length} questions, ${held.length - new Set(held).size} contradictions in ${held.length} slots, ${versions.length} versions right in their time, replay changed nothing; ${watch}`,
      );
    });
  });
});
