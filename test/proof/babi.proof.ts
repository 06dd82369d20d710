import { expect, it } from 'vitest';
import type { Fact } from '../../src/domain/fact.ts';
import type { Candidate } from '../../src/palimpsest.ts';
import { describeWithData } from '../support/data.ts';
import {
  BABI_PREDICATES,
  type BabiEvent,
  type BabiQuestion,
  type BabiStory,
  type BabiTold,
  loadBabiCarriers,
  loadBabiCarrying,
  loadBabiPlaces,
} from '../support/datasets/babi.ts';
import { askAll, definePredicates, Stopwatch, textsAt, textsOf } from '../support/replay.ts';
import { sized } from '../support/size.ts';
import { describeInProcess, type StoreCase } from '../support/stores.ts';

const TASKS = [
  { task: 1, predicate: 'at_place', file: 'qa1_single-supporting-fact_test.txt', stories: loadBabiPlaces, play: playTold },
  { task: 2, predicate: 'at_place', file: 'qa2_two-supporting-facts_test.txt', stories: loadBabiCarriers, play: playCarried },
  { task: 8, predicate: 'carrying', file: 'qa8_lists-sets_test.txt', stories: loadBabiCarrying, play: playTold },
] as const;
const AT_ONCE = 8;

type Play = (on: StoreCase, story: BabiStory<never>, predicate: string) => Promise<Answered[]>;

for (const { task, predicate, file, stories: load, play } of TASKS) {
  describeWithData(`bAbI task ${task}`, [`data/babi/${file}`], () => {
    const stories = load() as BabiStory<never>[];

    describeInProcess('told to a store', (on) => {
      it('is answered by store queries only: after each question asks, and later as of that time', async () => {
        const watch = new Stopwatch();
        // a server takes its time for what depends on other facts
        const told = task === 2 && on.engine.shared ? stories.slice(0, sized(20, stories.length)) : stories;
        const answered: Answered[] = [];
        for (let i = 0; i < told.length; i += AT_ONCE)
          answered.push(...(await Promise.all(told.slice(i, i + AT_ONCE).map((story) => (play as Play)(on, story, predicate)))).flat());
        const wrong = answered.filter(({ right, atOnce, later }) => atOnce !== right || later !== right);
        console.info(
          `${on.engine.name}: babi task ${task}: ${answered.length - wrong.length}/${answered.length} questions of ${told.length} stories; ${watch}`,
        );
        expect(wrong).toEqual([]);
        expect(answered).toHaveLength(told.length === stories.length ? 1_000 : 5 * told.length);
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
async function playTold(on: StoreCase, { namespace: name, steps }: BabiStory<BabiTold>, predicate: string): Promise<Answered[]> {
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

/**
 * A thing that is carried is where its carrier is: told of its place is that it holds by who has it and by where that one is, so it ends when
 * either does. What is put down stays there.
 */
async function playCarried(on: StoreCase, { namespace: name, steps }: BabiStory<BabiEvent>, predicate: string): Promise<Answered[]> {
  const namespace = on.fresh();
  await definePredicates(
    on.store,
    namespace,
    BABI_PREDICATES.filter((p) => p.name === predicate),
  );
  await on.store.definePredicate(namespace, 'had_by', { cardinality: 'single', valueType: 'entity', inverse: 'has' });
  const asked: (BabiQuestion & { readonly atOnce: string })[] = [];
  for (const step of steps) {
    if (step.kind === 'event') await happen(on, namespace, step);
    else asked.push({ ...step, atOnce: textsOf(await on.store.current(namespace, { subject: step.subject, predicate })).join() });
  }
  return askAll(asked, async ({ subject, at, text, answers, atOnce }) => ({
    question: `${name}: ${text}`,
    right: answers.join(),
    atOnce,
    later: (await textsAt(on.store, namespace, { subject, predicate, asOf: at })).join(),
  }));
}

async function happen(on: StoreCase, namespace: string, { at, action, person, place, object }: BabiEvent): Promise<void> {
  const tell = (candidate: Pick<Candidate, 'subject' | 'predicate'> & Partial<Candidate>) =>
    on.store.remember(namespace, { confidence: 1, origin: 'stated', observedAt: at, source: { session: 'story' }, ...candidate });
  const thing = `thing:${object}`;
  if (action === 'move') await tell({ subject: person, predicate: 'at_place', value: place as string });
  if (action === 'take') await tell({ subject: thing, predicate: 'had_by', value: person });
  const [where] = (await on.store.current(namespace, { subject: person, predicate: 'at_place' })).facts;
  if (action === 'drop') {
    await tell({ subject: thing, predicate: 'had_by', value: person, kind: 'end', validFrom: at });
    if (where !== undefined) await tell({ subject: thing, predicate: 'at_place', value: where.value });
    return;
  }
  const carried = (await on.store.current(namespace, { subject: person, predicate: 'has' })).facts;
  for (const { id, subject } of where === undefined ? [] : carried)
    await tell({ subject, predicate: 'at_place', value: (where as Fact).value, dependsOn: [[id, (where as Fact).id]] });
}
