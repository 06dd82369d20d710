import { expect, it } from 'vitest';
import type { Candidate } from '../../src/palimpsest.ts';
import { describeWithData } from '../support/data.ts';
import {
  BABI_PREDICATES,
  type BabiQuestion,
  type BabiStory,
  type BabiTold,
  loadBabiCarrying,
  loadBabiPlaces,
} from '../support/datasets/babi.ts';
import { askAll, definePredicates, Stopwatch, textsAt, textsOf } from '../support/replay.ts';
import { describeInProcess, type StoreCase } from '../support/stores.ts';

const TASKS = [
  { task: 1, predicate: 'at_place', file: 'qa1_single-supporting-fact_test.txt', load: loadBabiPlaces },
  { task: 8, predicate: 'carrying', file: 'qa8_lists-sets_test.txt', load: loadBabiCarrying },
];
const AT_ONCE = 8;

for (const { task, predicate, file, load } of TASKS) {
  describeWithData(`bAbI task ${task}`, [`data/babi/${file}`], () => {
    const stories = load();

    describeInProcess('told to a store', (on) => {
      it('is answered by store queries only: after each question asks, and later as of that time', async () => {
        const watch = new Stopwatch();
        const answered: Answered[] = [];
        for (let i = 0; i < stories.length; i += AT_ONCE)
          answered.push(...(await Promise.all(stories.slice(i, i + AT_ONCE).map((story) => play(on, story, predicate)))).flat());
        const wrong = answered.filter(({ right, atOnce, later }) => atOnce !== right || later !== right);
        console.info(
          `${on.engine.name}: babi task ${task}: ${answered.length - wrong.length}/${answered.length} questions of ${stories.length} stories; ${watch}`,
        );
        expect(wrong).toEqual([]);
        expect(answered).toHaveLength(1_000);
      });
    });
  });
}

interface Answered {
  readonly question: string;
  readonly right: string;
  /** Asked after the steps before it, and as of that time when the story is over. */
  readonly atOnce: string;
  readonly later: string;
}

/** Tells a story in a world of its own. */
async function play(on: StoreCase, { namespace: name, steps }: BabiStory<BabiTold>, predicate: string): Promise<Answered[]> {
  const namespace = on.fresh();
  await definePredicates(
    on.store,
    namespace,
    BABI_PREDICATES.filter((p) => p.name === predicate),
  );
  const known = new Set<string>();
  let heard: Candidate[] = [];
  const asked: (BabiQuestion & { readonly atOnce: string; readonly heardOf: boolean })[] = [];
  for (const step of steps) {
    if (step.kind === 'told') {
      heard.push(step.candidate);
      known.add(step.candidate.subject);
      continue;
    }
    await on.store.remember(namespace, heard);
    heard = [];
    // who never took anything is nobody the store could have heard of
    const heardOf = known.has(step.subject);
    const atOnce = heardOf ? textsOf(await on.store.current(namespace, { subject: step.subject, predicate })) : [];
    asked.push({ ...step, atOnce: atOnce.join(), heardOf });
  }
  return askAll(asked, async ({ subject, at, text, answers, atOnce, heardOf }) => ({
    question: `${name}: ${text}`,
    right: answers.join(),
    atOnce,
    later: heardOf ? (await textsAt(on.store, namespace, { subject, predicate, asOf: at })).join() : '',
  }));
}
