import { readFileSync } from 'node:fs';
import { dataFile } from '../data.ts';
import { beginningOf, type Candidate, endingOf, groupBy, type PredicateDef } from './shape.ts';

/**
 * Facts of Wikidata with the years in which they held (Wikidata12k as in ATISE, MIT; facts CC0), validation split:
 * `data/wikidata12k/valid.txt`. Both years are inclusive: 1999 to 1999 is the whole of 1999. An unknown end (`####`) leaves the fact open.
 *
 * Right answer: every `inverted` candidate (ends before it starts) is rejected, all `placed` ones are taken. Where a predicate is
 * wrongly declared single, `overlaps` are what the refusal has to list. An unknown start can't be placed in time: those are `startless`.
 */
export interface Wikidata {
  predicates: PredicateDef[];
  facts: WikidataFact[];
  placed: WikidataFact[];
  inverted: WikidataFact[];
  startless: WikidataFact[];
}

export interface WikidataFact {
  line: number;
  candidate: Candidate;
  inverted: boolean;
}

export function loadWikidata(): Wikidata {
  const relations = new Map(lines('relation2id.txt').map((line) => line.split('\t').reverse() as [id: string, name: string]));
  const facts = lines('valid.txt').map((line, i): WikidataFact => {
    const [subject, relation = '', object, start = '', end = ''] = line.split('\t');
    const [validFrom, validTo] = [year(start), year(end)];
    const candidate: Candidate = {
      subject: `item:${subject}`,
      predicate: relations.get(relation) ?? `relation ${relation}`,
      value: `item ${object}`,
      confidence: 1,
      origin: 'import',
      ...(validFrom === undefined ? {} : { validFrom }),
      ...(validTo === undefined ? {} : { validTo }),
      source: { session: 'valid.txt' },
    };
    return { line: i + 1, candidate, inverted: validFrom !== undefined && validTo !== undefined && validTo < validFrom };
  });
  return {
    predicates: [...relations.values()].map((name) => ({ name, cardinality: 'multi', valueType: 'text' })),
    facts,
    placed: facts.filter(({ candidate, inverted }) => candidate.validFrom !== undefined && !inverted),
    inverted: facts.filter(({ inverted }) => inverted),
    startless: facts.filter(({ candidate }) => candidate.validFrom === undefined),
  };
}

/** Pairs of facts of one subject and predicate that hold different values at some common instant. */
export function overlaps(facts: WikidataFact[], predicate: string): [WikidataFact, WikidataFact][] {
  const slots = groupBy(
    facts.filter(({ candidate }) => candidate.predicate === predicate),
    ({ candidate }) => candidate.subject,
  );
  return [...slots.values()].flatMap((slot) =>
    slot.flatMap((a, i) =>
      slot
        .slice(i + 1)
        .filter((b) => a.candidate.value !== b.candidate.value && starts(a) < ends(b) && starts(b) < ends(a))
        .map((b): [WikidataFact, WikidataFact] => [a, b]),
    ),
  );
}

const starts = ({ candidate: { validFrom } }: WikidataFact): number => (validFrom === undefined ? -Infinity : beginningOf(validFrom));
const ends = ({ candidate: { validTo } }: WikidataFact): number => (validTo === undefined ? Infinity : endingOf(validTo));

/** '864-##-##' → '0864' */
const year = (date: string): string | undefined => date.match(/^(\d+)-/)?.[1]?.padStart(4, '0');

const lines = (name: string): string[] =>
  readFileSync(dataFile('data', 'wikidata12k', name), 'utf8')
    .split('\n')
    .filter(hasTab);
const hasTab = (line: string): boolean => line.includes('\t');
