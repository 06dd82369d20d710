import type { SuggestionReason } from '../../domain/review.ts';
import type { ReviewSide, ReviewSides, ReviewSuggestion } from '../../palimpsest.ts';
import { type Paint, table } from '../output.ts';
import { count, joined, plain, shorten } from '../text.ts';
import { outcomeLabel } from '../words.ts';
import { confidenceText, valueText } from './facts.ts';
import { saidBy } from './history.ts';

/** What is right if it is accepted, and what if it is rejected. */
export const rivalsText = ({ challenger, incumbent }: ReviewSides): string => `${sideText(challenger)}, or ${sideText(incumbent)}`;

/** Both with what was said for them. */
export function sidesText(paint: Paint, { challenger, incumbent }: ReviewSides): string[] {
  return [
    `  accept: ${paint.bold(sideText(challenger))}`,
    ...claimLines(paint, challenger),
    `  reject: ${paint.bold(sideText(incumbent))}`,
    ...claimLines(paint, incumbent),
  ];
}

function sideText({ kind, text, value, claims }: ReviewSide): string {
  if (claims.length === 0) return 'nothing';
  const said = shorten(text === '' ? String(value ?? '') : text, 40);
  return kind === 'end' ? `end of ${said === '' ? 'what held' : said}` : said;
}

function claimLines(paint: Paint, { claims }: ReviewSide): string[] {
  if (claims.length === 0) return [];
  const rows = claims.map((claim) => [
    claim.outcome === null ? `withdrawn ${paint.when(claim.withdrawnAt)}` : outcomeLabel(claim.outcome),
    claim.kind === 'end' ? `end of ${valueText(claim)}` : valueText(claim),
    confidenceText(claim.confidence),
    paint.when(claim.start),
    paint.when(claim.validTo),
    paint.when(claim.observedAt),
    plain(saidBy(claim)),
    paint.id(claim.id),
  ]);
  return table(paint, ['outcome', 'said', 'conf.', 'from', 'to', 'told', 'by', 'claim'], rows)
    .split('\n')
    .map((line) => `    ${line}`);
}

const REASONS: Readonly<Record<SuggestionReason, string>> = {
  nearly_outweighs: 'it is nearly as strong as it takes',
  later_word_of_a_person: 'a person said so, after all that was read elsewhere',
  more_sources: 'more speaks for it from that start',
  told_before_the_change: 'it was said before it was told that this had changed',
  outweighed: 'what holds is as strong or stronger',
  stronger_than_what_it_displaced: 'it is as strong as what it displaced, or stronger',
  weaker_than_what_it_displaced: 'it is weaker than what it displaced',
};
export const suggestionText = ({ decision, reason }: ReviewSuggestion): string => joined(`suggested: ${decision}`, REASONS[reason]);

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago. */
export function ageText(at: string, now: number = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(at));
  for (const [unit, ms] of UNITS) if (passed >= ms) return count(Math.floor(passed / ms), unit);
  return 'a moment';
}
