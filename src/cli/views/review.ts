import type { Review, ReviewPage } from '../../palimpsest.ts';
import { type Paint, table } from '../output.ts';
import { count, joined, plain, shorten } from '../text.ts';
import { OUTCOME_WORDS, outcomeLabel } from '../words.ts';
import { shellWord } from './facts.ts';
import { ageText, rivalsText, sidesText, suggestionText } from './rivals.ts';

export function reviewsText(paint: Paint, { reviews, counts, cursor }: ReviewPage): string {
  const waiting = counts.filter((c) => c.state === 'open').reduce((sum, c) => sum + c.count, 0);
  const others = counts.filter((c) => c.state !== 'open').map((c) => `${c.count} ${c.kind} ${c.state}`);
  const sum = joined(count(waiting, 'open question'), ...others);
  if (reviews.length === 0) return `Nothing to decide.\n${paint.dim(sum)}`;
  const rows = reviews.map((r) => [
    paint.when(r.at),
    ageText(r.at),
    r.state,
    r.kind,
    saidText(r),
    r.sides === null ? r.questions.map((q) => `${q.field}: ${meantText(q.candidates)}`).join('; ') : rivalsText(r.sides),
    paint.id(r.id),
  ]);
  const more = cursor === null ? '' : `\n${paint.dim(`more: --cursor ${cursor}`)}`;
  return `${table(paint, ['asked', 'age', 'state', 'kind', 'said', 'may mean', 'review'], rows)}\n${paint.dim(sum)}${more}`;
}

/** What was said, what it may mean, and how to answer. */
export function reviewText(paint: Paint, review: Review): string {
  const { id, kind, state, at, questions, result } = review;
  const lines = [`${paint.bold(saidText(review))} — ${kind}, ${state}, asked ${paint.when(at)}`];
  for (const q of questions) {
    lines.push(`  who or what is the ${q.field} ${paint.bold(plain(q.mention))}?`);
    lines.push(...q.candidates.map((c) => `    ${plain(c.means)}${c.name === null ? '' : paint.dim(` ${plain(c.name)}`)}`));
  }
  if (review.sides !== null) lines.push(...sidesText(paint, review.sides));
  if (review.suggestion !== null) lines.push(`  ${suggestionText(review.suggestion)}`);
  if (review.details !== null && review.sides === null) lines.push(`  ${shorten(JSON.stringify(review.details), 200)}`);
  const until = review.deferredUntil !== null && `until ${paint.when(review.deferredUntil)}`;
  const by = joined(until, review.by !== null && `by ${plain(review.by)}`, review.reason !== null && plain(review.reason));
  if (review.decidedAt !== null || by !== '') lines.push(paint.dim(`  ${state} ${paint.when(review.decidedAt)} ${by}`.trimEnd()));
  if (review.settledBy !== null) lines.push(paint.dim(`  settled by ${plain(review.settledBy)}`));
  if (review.operationId !== null && state !== 'moot')
    lines.push(paint.dim(`  take it back: palimpsest undo ${plain(review.operationId)}`));
  if (result !== null) lines.push(`  ${paint.green(outcomeLabel(result.outcome))} — ${OUTCOME_WORDS[result.outcome]}`);
  const ids = joined(result?.factId != null && `fact ${result.factId}`, result?.claimId != null && `claim ${result.claimId}`);
  if (ids !== '') lines.push(paint.dim(`  ${ids}`));
  if (state !== 'open' && state !== 'deferred') return lines.join('\n');
  const meant = questions.map((q) => `--${q.field} ${shellWord(q.candidates[0]?.means ?? 'ID')}`).join(' ');
  const decide = `palimpsest decide ${plain(id)}`;
  const made = questions.filter((q) => q.asks === 'entity').map((q) => `--new ${q.field}`);
  const others = [...(made.length === 0 ? [] : [`accept ${made.join(' ')}`]), 'reject', 'defer'];
  return [...lines, paint.dim(`  ${decide} accept ${meant}`.trimEnd()), paint.dim(`  or: ${others.join(', ')}`)].join('\n');
}

function saidText({ candidate, kind, details, about, sides }: Review): string {
  if (sides !== null) return plain(`${sides.challenger.subject} ${details?.predicate ?? ''}`);
  if (candidate === null) {
    const whose = about.entities.map(plain).join(', ');
    return details !== null && 'predicate' in details ? `${plain(String(details.predicate))} of ${whose}` : whose || kind;
  }
  const { subject, predicate, value, kind: says } = candidate;
  const said = value === undefined ? '' : shorten(String(value), 60);
  return plain(`${says === 'end' ? 'end of ' : ''}${subject} ${predicate} ${said}`).trim();
}

function meantText(candidates: Review['questions'][number]['candidates']): string {
  if (candidates.length === 0) return 'nobody known';
  const shown = candidates.slice(0, 3).map((c) => plain(c.means));
  return `${shown.join(' or ')}${candidates.length > 3 ? ' …' : ''}`;
}
