import { readFileSync } from 'node:fs';
import { dataFile } from '../data.ts';
import { beginningOf, type Candidate, endingOf, entityIds, iso, lookUp, type PredicateDef } from './shape.ts';

/**
 * Office holders, clubs of athletes and chief executives with start and end (DyKnow, MIT; facts of Wikidata, CC0, late 2023):
 * `data/dyknow/qa_half.json`. A month or day of 00 is unknown: such a date is a partial date. Holders may overlap, so all is multi-valued.
 *
 * Right answer: at the midpoint of each interval exactly the set `expected`, whatever the order of insertion. An answer without a start
 * can't be placed in time: it is in `withoutStart` and in no expectation.
 */
export interface DyKnow {
  predicates: PredicateDef[];
  candidates: Candidate[];
  questions: DyKnowQuestion[];
  withoutStart: { subject: string; value: string }[];
}

export interface DyKnowQuestion {
  subject: string;
  predicate: string;
  at: string;
  /** Distinct values, sorted. */
  expected: string[];
}

interface Answers {
  questions: string[];
  answers: string[];
}

interface Holding {
  value: string;
  from: string;
  to: string | undefined;
}

/** Midpoints of what was still going on are taken up to here. */
const SNAPSHOT = '2023-12-01';
const PREDICATES: Record<string, [type: string, predicate: string]> = {
  countries_byGDP: ['office', 'office_holder'],
  organizations: ['office', 'office_holder'],
  athletes_byPayment: ['athlete', 'plays_for'],
  companies_byRevenue: ['company', 'company_head'],
};

export function loadDyKnow(): DyKnow {
  const file = JSON.parse(readFileSync(dataFile('data', 'dyknow', 'qa_half.json'), 'utf8')) as Record<
    string,
    Record<string, Answers | Record<string, Answers>>
  >;
  const loaded: DyKnow = { predicates: [], candidates: [], questions: [], withoutStart: [] };
  for (const [category, entries] of Object.entries(file)) {
    const [type, predicate] = PREDICATES[category] ?? fail(`unknown category ${category}`);
    const rows = Object.entries(entries).flatMap(([name, entry]) =>
      isAnswers(entry) ? [{ name, answers: entry.answers }] : offices(entry),
    );
    const ids = entityIds(
      type,
      rows.map(({ name }) => name),
    );
    for (const { name, answers } of rows) addTo(loaded, lookUp(ids, name), predicate, answers.map(holdingOf));
  }
  const names = new Set(loaded.candidates.map(({ predicate }) => predicate));
  loaded.predicates = [...names].map((name) => ({ name, cardinality: 'multi', valueType: 'text' }));
  return loaded;
}

function addTo(loaded: DyKnow, subject: string, predicate: string, all: (Holding | { value: string; from: undefined })[]): void {
  loaded.withoutStart.push(...all.filter(({ from }) => from === undefined).map(({ value }) => ({ subject, value })));
  const holdings = all.filter((holding): holding is Holding => holding.from !== undefined);
  for (const { value, from, to } of holdings) {
    const end = to === undefined ? {} : { validTo: to };
    const source = { session: 'qa_half.json' };
    loaded.candidates.push({ subject, predicate, value, confidence: 1, origin: 'import', validFrom: from, ...end, source });
    const middle = Math.floor((beginningOf(from) + endingOf(to ?? SNAPSHOT)) / 2);
    const expected = holdings.filter(
      (other) => beginningOf(other.from) <= middle && (other.to === undefined || middle < endingOf(other.to)),
    );
    loaded.questions.push({ subject, predicate, at: iso(middle), expected: [...new Set(expected.map((other) => other.value))].sort() });
  }
}

function holdingOf(answer: string): Holding | { value: string; from: undefined } {
  const [value = '', ...times] = answer.split(' |');
  const date = (key: string): string | undefined =>
    times.flatMap((time) => partial(time.match(`^${key}:? \\+(\\d{4}-\\d\\d-\\d\\d)T`)?.[1]))[0];
  return { value, from: date('S'), to: date('E') } as Holding | { value: string; from: undefined };
}

function partial(date: string | undefined): string[] {
  return date === undefined ? [] : [date.replace(/(-00)+$/, '')];
}

const isAnswers = (entry: Answers | Record<string, Answers>): entry is Answers => Array.isArray(entry.answers);
const offices = (entry: Record<string, Answers>) => Object.entries(entry).map(([name, { answers }]) => ({ name, answers }));

function fail(message: string): never {
  throw new Error(`dyknow: ${message}`);
}
