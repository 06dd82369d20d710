import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { dataFile } from '../data.ts';
import { beginningOf, type Candidate, groupBy, iso, type PredicateDef } from './shape.ts';

/**
 * Presidents and vice presidents of the United States since 1789 (unitedstates/congress-legislators, CC0 1.0):
 * `data/congress/executive.yaml`. The end of a term is the day its successor begins, so it is exclusive: terms are given as instants.
 *
 * Right answer: exactly one president on any date from 1789-04-30 to the end of the last term; one vice president, except in the
 * vacancies, when nothing is returned. `holderAt` computes it from the terms.
 */
export interface Presidents {
  predicates: PredicateDef[];
  candidates: Candidate[];
  president: Office;
  vicePresident: Office;
}

export interface Office {
  subject: string;
  /** Sorted by start; no two overlap. */
  terms: Term[];
  /** Days from which and to which (exclusive) nobody held the office, between its first and its last term. */
  vacancies: { from: string; to: string }[];
}

export interface Term {
  holder: string;
  from: string;
  to: string;
}

interface ExecutiveRecord {
  id: { govtrack: number };
  name: { first: string; middle?: string; last: string; suffix?: string };
  terms: { type: 'prez' | 'viceprez'; start: string; end: string }[];
}

export const OFFICE_HOLDER = 'holder';

export function loadPresidents(): Presidents {
  const records = parse(readFileSync(dataFile('data', 'congress', 'executive.yaml'), 'utf8')) as ExecutiveRecord[];
  const names = nameOf(records);
  const office = (subject: string, type: 'prez' | 'viceprez'): Office => {
    const terms = records
      .flatMap((record) => record.terms.filter((term) => term.type === type).map((term) => ({ ...term, holder: names(record) })))
      .map(({ holder, start, end }) => ({ holder, from: start, to: end }))
      .sort((a, b) => a.from.localeCompare(b.from));
    return { subject, terms, vacancies: gaps(terms) };
  };
  const president = office('office:president', 'prez');
  const vicePresident = office('office:vice_president', 'viceprez');
  return {
    predicates: [{ name: OFFICE_HOLDER, cardinality: 'single', valueType: 'text' }],
    candidates: [president, vicePresident].flatMap(({ subject, terms }) => terms.map((term) => candidateOf(subject, term))),
    president,
    vicePresident,
  };
}

/** Who held the office at an instant (or at the first moment of a day), by the data. */
export function holderAt(office: Office, at: string): string | undefined {
  const t = beginningOf(at);
  return office.terms.find((term) => beginningOf(term.from) <= t && t < beginningOf(term.to))?.holder;
}

function candidateOf(subject: string, term: Term): Candidate {
  return {
    subject,
    predicate: OFFICE_HOLDER,
    value: term.holder,
    confidence: 1,
    origin: 'import',
    validFrom: iso(beginningOf(term.from)),
    validTo: iso(beginningOf(term.to)),
    source: { session: 'executive.yaml' },
  };
}

function gaps(terms: Term[]): { from: string; to: string }[] {
  return terms.flatMap((term, i) => {
    const next = terms[i + 1];
    return next && term.to < next.from ? [{ from: term.to, to: next.from }] : [];
  });
}

/** First, middle and last name; two people who still share one are told apart by their number in the data. */
function nameOf(records: ExecutiveRecord[]): (record: ExecutiveRecord) => string {
  const full = ({ name }: ExecutiveRecord): string => [name.first, name.middle, name.last, name.suffix].filter(Boolean).join(' ');
  const sharing = groupBy(records, full);
  return (record) => (sharing.get(full(record))?.length === 1 ? full(record) : `${full(record)} (${record.id.govtrack})`);
}
