import { readFileSync } from 'node:fs';
import { dataFile } from '../data.ts';
import { beginningOf, type Candidate, days, iso, type PredicateDef, slug } from './shape.ts';

/**
 * Currencies of territories with the days of use (Unicode CLDR 48.2, Unicode-3.0): `data/cldr-48.2/currencyData.json`.
 * Entries that were never legal tender are left out. `_to` is the last day of use, inclusive (the kuna of Croatia: 2023-01-14; the rouble
 * of Russia ends on 1998-12-31 and its successor starts on 1999-01-01), as the end of a partial date is; where a successor starts on that
 * same day, both were in use on it.
 *
 * Right answer: at the first and the last millisecond of the day before, of and after every boundary, exactly the set `expected`.
 */
export interface Currencies {
  predicates: PredicateDef[];
  candidates: Candidate[];
  questions: CurrencyQuestion[];
}

export interface CurrencyQuestion {
  subject: string;
  predicate: string;
  at: string;
  /** Codes, sorted. */
  expected: string[];
}

interface Use {
  code: string;
  from: string;
  to: string | undefined;
}

interface CurrencyFile {
  supplemental: { currencyData: { region: Record<string, Record<string, { _from?: string; _to?: string; _tender?: string }>[]> } };
}

export const LEGAL_TENDER = 'legal_tender';

export function loadCurrencies(): Currencies {
  const file = JSON.parse(readFileSync(dataFile('data', 'cldr-48.2', 'currencyData.json'), 'utf8')) as CurrencyFile;
  const regions = Object.entries(file.supplemental.currencyData.region).map(([region, entries]) => ({
    subject: `region:${slug(region)}`,
    uses: entries.flatMap((entry) =>
      Object.entries(entry).flatMap(([code, { _from, _to, _tender }]): Use[] =>
        _from === undefined || _tender === 'false' ? [] : [{ code, from: _from, to: _to }],
      ),
    ),
  }));
  return {
    predicates: [{ name: LEGAL_TENDER, cardinality: 'multi', valueType: 'text' }],
    candidates: regions.flatMap(({ subject, uses }) => uses.map((use) => candidateOf(subject, use))),
    questions: regions.flatMap(({ subject, uses }) => questionsOf(subject, uses)),
  };
}

function candidateOf(subject: string, { code, from, to }: Use): Candidate {
  return {
    subject,
    predicate: LEGAL_TENDER,
    value: code,
    confidence: 1,
    origin: 'import',
    validFrom: from,
    ...(to === undefined ? {} : { validTo: to }),
    source: { session: 'currencyData.json' },
  };
}

function questionsOf(subject: string, uses: Use[]): CurrencyQuestion[] {
  const boundaries = uses.flatMap(({ from, to }) => (to === undefined ? [from] : [from, to]));
  const dates = new Set(boundaries.flatMap((date) => [-1, 0, 1].map((shift) => dayOf(beginningOf(date) + days(shift)))));
  return [...dates].sort().flatMap((date) => {
    const expected = uses.filter(({ from, to }) => from <= date && (to === undefined || date <= to)).map(({ code }) => code);
    const at = [beginningOf(date), beginningOf(date) + days(1) - 1];
    return at.map((t) => ({ subject, predicate: LEGAL_TENDER, at: iso(t), expected: expected.sort() }));
  });
}

const dayOf = (ms: number): string => iso(ms).slice(0, 10);
