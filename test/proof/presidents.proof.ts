import { expect, it } from 'vitest';
import { iso } from '../../src/domain/time.ts';
import { Chance } from '../support/chance.ts';
import { describeWithData } from '../support/data.ts';
import { holderAt, loadPresidents, OFFICE_HOLDER, type Office } from '../support/datasets/presidents.ts';
import { beginningOf } from '../support/datasets/shape.ts';
import { askAll, definePredicates, Stopwatch, tell, textsAt } from '../support/replay.ts';
import { SEED, sized } from '../support/size.ts';
import { describeInProcess } from '../support/stores.ts';

const ORDERS = 3;

describeWithData('presidents and vice presidents since 1789', ['data/congress/executive.yaml'], () => {
  const { predicates, candidates, president, vicePresident } = loadPresidents();

  describeInProcess('told in any order', (on) => {
    it('hold office one at a time, on every boundary and on any date, and nobody in a vacancy', async () => {
      const dates = on.engine.shared ? sized(500, 2_000) : 2_000;
      for (let order = 0; order < ORDERS; order++) {
        const chance = new Chance(SEED + order);
        const watch = new Stopwatch();
        const namespace = on.fresh();
        await definePredicates(on.store, namespace, predicates);
        const results = await tell(on.store, namespace, chance.shuffle(candidates));
        expect(results.filter((r) => r.claimId === null)).toEqual([]);
        const holders = (office: Office, at: number) =>
          textsAt(on.store, namespace, { subject: office.subject, predicate: OFFICE_HOLDER, asOf: iso(at) });
        const told = `${watch}`;

        const anyDate = Array.from({ length: dates }, () => chance.int(...reign(president)));
        const boundaries = [president, vicePresident].flatMap((office) => boundariesOf(office).map((at) => ({ office, at })));
        const questions = [...boundaries, ...anyDate.map((at) => ({ office: president, at }))];
        const answers = await askAll(questions, ({ office, at }) => holders(office, at));
        for (const [i, { office, at }] of questions.entries())
          expect(answers[i], `${office.subject} at ${iso(at)}, seed ${SEED + order}`).toEqual(expected(office, at));
        expect(answers.slice(boundaries.length).every((a) => a.length === 1)).toBe(true);

        const vacant = vicePresident.vacancies.flatMap(({ from, to }) => vacancyTimes(beginningOf(from), beginningOf(to)));
        expect(vacant.length).toBeGreaterThan(0);
        expect((await askAll(vacant, (at) => holders(vicePresident, at))).flat()).toEqual([]);
        expect((await on.store.doctor(namespace)).findings).toEqual([]);
        console.info(
          `${on.engine.name}: presidents, order ${order + 1}: ${candidates.length} terms told in ${told}, ${questions.length} dates and ${vacant.length} in ${vicePresident.vacancies.length} vacancies right; ${watch}, seed ${SEED + order}`,
        );
      }
    });
  });
});

/** First and last moment at which the office was held. */
function reign({ terms }: Office): [min: number, max: number] {
  return [Math.min(...terms.map((t) => beginningOf(t.from))), Math.max(...terms.map((t) => beginningOf(t.to))) - 1];
}

function boundariesOf({ terms }: Office): number[] {
  const days = new Set(terms.flatMap((t) => [beginningOf(t.from), beginningOf(t.to)]));
  return [...days].flatMap((t) => [t - 1, t, t + 1]);
}

function expected(office: Office, at: number): string[] {
  const holder = holderAt(office, iso(at));
  return holder === undefined ? [] : [holder];
}

const vacancyTimes = (from: number, to: number): number[] => [from, Math.floor((from + to) / 2), to - 1];
