import type { Claim, FoldResult, FoldSettings, Support } from '../../domain/claim.ts';
import { needed, noisyOr, strongest } from '../../domain/strength.ts';
import type { ReviewSuggestion } from '../../palimpsest.ts';
import type { Rivalry } from './rivalry.ts';

/** What lacks no more than this much confidence nearly outweighs. */
const NEARLY = 0.1;

/** What to decide where claims of a value are contested: a proposal that follows from the claims alone, never more than that. */
export function suggest(
  { kind, claims, piece }: Rivalry,
  basis: readonly Claim[],
  { timeline }: FoldResult,
  settings: FoldSettings,
): ReviewSuggestion {
  const strength = noisyOr(claims);
  if (kind === 'equal-starts') {
    const more = strength > noisyOr(basis.filter((c) => c.start === piece.from));
    return more ? { decision: 'accept', reason: 'more_sources' } : { decision: 'reject', reason: 'outweighed' };
  }
  const opener = basis.find((c) => c.id === piece.begunBy);
  const stale = (c: Claim) => !c.explicit && opener?.explicit === true && opener.start <= c.start && opener.said > c.start;
  if (claims.every(stale)) return { decision: 'reject', reason: 'told_before_the_change' };
  if (isLaterWordOfAPerson(claims, basis)) return { decision: 'accept', reason: 'later_word_of_a_person' };
  const last = claims.reduce((a, b) => (b.start > a.start ? b : a));
  const shown = timeline.filter((p) => p.layer === piece.layer);
  const supports = shown.flatMap((p) => [p.extracted, p.other]).filter((s): s is Support => s !== null);
  const lacks = needed(supports, last.start, last.origin, settings) - strength;
  return lacks <= NEARLY ? { decision: 'accept', reason: 'nearly_outweighs' } : { decision: 'reject', reason: 'outweighed' };
}

/** A person said it, after everything that a model read. */
function isLaterWordOfAPerson(claims: readonly Claim[], basis: readonly Claim[]): boolean {
  const byPerson = claims.filter((c) => c.origin === 'stated' || c.origin === 'decision');
  if (byPerson.length === 0 || basis.some((c) => c.origin !== 'extracted')) return false;
  const saidLast = Math.max(...byPerson.map((c) => c.said));
  return basis.every((c) => c.said < saidLast);
}

/** What to decide where a claim came late: whether it is as strong as what it displaced. */
export function suggestOfLate(late: Claim, displaced: readonly Claim[], settings: FoldSettings): ReviewSuggestion {
  const supports = displaced.map((c): Support => ({ confidence: c.confidence, given: c.start, extracted: c.origin === 'extracted' }));
  const most = strongest(supports, settings.halfLife);
  return most === null || late.confidence >= most.confidence
    ? { decision: 'accept', reason: 'stronger_than_what_it_displaced' }
    : { decision: 'reject', reason: 'weaker_than_what_it_displaced' };
}
