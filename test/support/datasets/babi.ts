import { readFileSync } from 'node:fs';
import { dataFile } from '../data.ts';
import { type Candidate, iso, type PredicateDef } from './shape.ts';

/**
 * bAbI tasks 1, 2 and 8, English, test sets (Facebook AI Research, CC BY 3.0): `data/babi`. 200 short stories and 1,000 questions a task.
 * Each story is a world of its own (`namespace`); the number of a sentence is its minute.
 *
 * Right answer: each question's `answers`, asked of the store after the steps before it (or as of its time).
 * Task 1: `at_place` of a person. Task 8: the set of what a person is `carrying`, maybe empty; there is nobody's place in it.
 * Task 2 is the moves and carryings as events: where a thing is follows from who has it, and that is for the reader of the data to express.
 */
export interface BabiStory<Step> {
  namespace: string;
  steps: (Step | BabiQuestion)[];
}

export interface BabiTold {
  kind: 'told';
  text: string;
  candidate: Candidate;
}

/** Task 2. `place` with a move, `object` with the others. */
export interface BabiEvent {
  kind: 'event';
  text: string;
  at: string;
  action: 'move' | 'take' | 'drop';
  person: string;
  place?: string;
  object?: string;
}

export interface BabiQuestion {
  kind: 'question';
  text: string;
  at: string;
  subject: string;
  /** Sorted; empty where the right answer is "nothing". */
  answers: string[];
}

export const BABI_PREDICATES: PredicateDef[] = [
  { name: 'at_place', cardinality: 'single', valueType: 'text' },
  { name: 'carrying', cardinality: 'multi', valueType: 'text' },
];

const FILES = { 1: 'qa1_single-supporting-fact_test.txt', 2: 'qa2_two-supporting-facts_test.txt', 8: 'qa8_lists-sets_test.txt' } as const;
const START = Date.parse('2000-01-01T00:00:00.000Z');
const PATTERNS = [
  ['move', /^(\w+) (?:went back|went|moved|journeyed|travelled) to the (\w+)\.$/],
  ['take', /^(\w+) (?:got|grabbed|took|picked up) the (\w+) there\.$/],
  ['drop', /^(\w+) (?:dropped|discarded|left|put down) the (\w+)(?: there)?\.$/],
] as const;
const QUESTION = /^(?:Where is (?:the )?(\w+)|What is (\w+) carrying)\? *\t([\w,]+)\t/;

/** Where each person is: one value at a time. */
export function loadBabiPlaces(): BabiStory<BabiTold>[] {
  return load(1, (event) => [told(event, { predicate: 'at_place', value: event.place ?? '' })]);
}

/** What each person carries: many values, each ending when it is put down. Moves say nothing about it. */
export function loadBabiCarrying(): BabiStory<BabiTold>[] {
  return load(8, (event) => {
    if (event.action === 'move') return [];
    const end = event.action === 'drop' ? { kind: 'end' as const, validFrom: event.at } : {};
    return [told(event, { predicate: 'carrying', value: event.object ?? '', ...end })];
  });
}

/** Moves, takings and droppings as they are told; the questions ask where a thing is. */
export function loadBabiCarriers(): BabiStory<BabiEvent>[] {
  return load(2, (event) => [event]);
}

function load<Step>(task: keyof typeof FILES, stepsOf: (event: BabiEvent) => Step[]): BabiStory<Step>[] {
  const stories: BabiStory<Step>[] = [];
  for (const line of readFileSync(dataFile('data', 'babi', FILES[task]), 'utf8')
    .split('\n')
    .filter(Boolean)) {
    const [, number = '', text = ''] = line.match(/^(\d+) (.*)$/) ?? [];
    if (number === '1') stories.push({ namespace: `babi-${task}-${stories.length + 1}`, steps: [] });
    const at = iso(START + Number(number) * 60_000);
    const question = questionOf(text, at, task === 2 ? 'thing' : 'person');
    stories.at(-1)?.steps.push(...(question ? [question] : stepsOf(eventOf(text, at))));
  }
  return stories;
}

function eventOf(text: string, at: string): BabiEvent {
  for (const [action, pattern] of PATTERNS) {
    const [, person, what] = pattern.exec(text) ?? [];
    const about = action === 'move' ? { place: what ?? '' } : { object: what ?? '' };
    if (person && what) return { kind: 'event', text, at, action, person: idOf('person', person), ...about };
  }
  throw new Error(`babi: no pattern fits '${text}'`);
}

function questionOf(text: string, at: string, type: string): BabiQuestion | undefined {
  const found = QUESTION.exec(text);
  if (!found) return undefined;
  const answers = found[3] === 'nothing' ? [] : (found[3] ?? '').split(',').sort();
  return { kind: 'question', text: text.split('\t')[0]?.trim() ?? '', at, subject: idOf(type, found[1] ?? found[2] ?? ''), answers };
}

function told(event: BabiEvent, claim: Pick<Candidate, 'predicate' | 'value' | 'kind' | 'validFrom'>): BabiTold {
  const common = { subject: event.person, confidence: 1, origin: 'stated', observedAt: event.at, source: { session: 'story' } } as const;
  return { kind: 'told', text: event.text, candidate: { ...common, ...claim } };
}

const idOf = (type: string, name: string): string => `${type}:${name.toLowerCase()}`;
