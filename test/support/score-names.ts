import { Catalogue } from '../../src/registry/catalogue/catalogue.ts';
import { compareKnown } from '../../src/registry/catalogue/compare.ts';
import type { Verdict } from '../../src/registry/names/match.ts';
import { type Label, NAME_PAIRS, type NamePair } from './name-pairs.ts';

export interface Scored {
  readonly pair: NamePair;
  readonly verdict: Verdict;
}

/** Type that an entity of a kind has. */
export const TYPE_OF = { person: 'person', org: 'org', product: 'tool', place: 'place' } as const;
const BANDS = ['accept', 'review', 'new'] as const;
const LABELS: readonly Label[] = ['same', 'ask', 'different'];

export function scoreNames(catalogue = Catalogue.open()): Scored[] {
  return NAME_PAIRS.map((pair) => ({ pair, verdict: compareKnown(catalogue, TYPE_OF[pair.kind], pair.a, pair.b) }));
}

/** Label by band, in numbers. */
export function scoreTable(scored: readonly Scored[]): string {
  const count = (label: Label, band: Verdict['band']) => scored.filter((s) => s.pair.label === label && s.verdict.band === band).length;
  const rows = LABELS.map((label) => [label, ...BANDS.map((band) => String(count(label, band)))]);
  return [['label', ...BANDS], ...rows]
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(10) : cell.padStart(7))).join(''))
    .join('\n');
}
