import type { Challenger, Fact, Qualifiers } from '../../domain/fact.ts';
import type { Precision } from '../../domain/time.ts';
import type { FactPage } from '../../palimpsest.ts';
import { type Paint, table } from '../output.ts';
import { joined, plain, shorten } from '../text.ts';

const VALUE_WIDTH = 60;

export const valueText = (said: { readonly text: string }): string => shorten(said.text, VALUE_WIDTH);
export const confidenceText = (confidence: number): string => confidence.toFixed(2);
export const qualifiersText = (qualifiers: Qualifiers): string =>
  joined(...Object.entries(qualifiers).map(([name, value]) => `${plain(name)}=${shorten(value, 30)}`));

/** Two entities of one name are told apart by their ids. */
export function valueAmong(fact: Fact, facts: readonly Fact[]): string {
  const name = fact.text.toLowerCase();
  const isShared = facts.some((other) => other.value !== fact.value && other.text.toLowerCase() === name);
  return fact.valueType === 'entity' && isShared ? `${valueText(fact)} (${shorten(String(fact.value), VALUE_WIDTH)})` : valueText(fact);
}

const INSIDE: Readonly<Record<Exclude<Precision, 'instant'>, number>> = { year: 4, month: 7, day: 10 };

/** An end that was told as a date is shown as that date, which is its last; any other is the first moment after. */
export function endText(paint: Paint, { validTo, precision }: Pick<Fact, 'validTo' | 'precision'>): string {
  if (validTo === null) return '';
  if (precision.to === 'instant') return paint.when(validTo);
  return `through ${new Date(Date.parse(validTo) - 1).toISOString().slice(0, INSIDE[precision.to])}`;
}

export const untilText = (paint: Paint, fact: Pick<Fact, 'validTo' | 'precision'>): string =>
  fact.precision.to === 'instant' ? `until ${endText(paint, fact)}` : endText(paint, fact);

/** Facts of one moment; `scheduled` tells what is already known to come. Of whom they are is shown where that isn't who was `asked` for. */
export function factsTable(paint: Paint, facts: readonly Fact[], scheduled: readonly Fact[] = [], asked?: string): string {
  const others = asked !== undefined && facts.some((fact) => fact.subject !== asked);
  const rows = facts.map((fact) => [
    others ? plain(fact.subject) : '',
    plain(fact.predicate),
    paint.bold(valueAmong(fact, facts)),
    paint.when(fact.validFrom),
    confidenceText(fact.confidence),
    qualifiersText(fact.qualifiers),
    paint.yellow(noteOn(paint, fact, scheduled)),
    paint.id(fact.id),
  ]);
  return table(paint, ['subject', 'predicate', 'value', 'from', 'confidence', 'qualifiers', 'note', 'fact'], rows);
}

/** What was left out, and how to see it. */
export function hiddenLine(hidden: FactPage['hidden'], subject: string, predicates: readonly string[], isNow: boolean): string {
  const words = { superseded: 'no longer', scheduled: isNow ? 'scheduled' : 'later', contested: 'contested', archived: 'archived' };
  const parts = Object.entries(hidden).flatMap(([why, n]) => (n > 0 ? [`${n} ${words[why as keyof typeof words]}`] : []));
  if (parts.length === 0) return '';
  return `hidden: ${parts.join(', ')} (palimpsest history ${shellWord(subject)} ${predicates.length === 1 ? shellWord(predicates[0] ?? '') : 'PREDICATE'})`;
}

/** Scheduled facts that no row of the table can mention. */
export function comingLines(paint: Paint, facts: readonly Fact[], scheduled: readonly Fact[]): string[] {
  return scheduled
    .filter((next) => !facts.some((fact) => sameSlot(fact, next)))
    .map((next) => `coming: ${plain(next.predicate)} ${valueText(next)} from ${paint.when(next.validFrom)}`);
}

export function shellWord(word: string): string {
  const safe = plain(word);
  return /^[\w:.@/+-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}

function noteOn(paint: Paint, fact: Fact, scheduled: readonly Fact[]): string {
  const next = scheduled.find((other) => sameSlot(fact, other));
  return joined(
    fact.fallback === true && 'general answer',
    fact.visibility !== 'live' && fact.visibility,
    fact.validTo !== null && untilText(paint, fact),
    next !== undefined && `then ${valueText(next)} from ${paint.when(next.validFrom)}`,
    ...fact.challengedBy.map(challengeOf),
    fact.pinned && 'pinned',
  );
}

function challengeOf(by: Challenger): string {
  const strength = confidenceText(by.confidence);
  return by.kind === 'end' ? `said to have ended (${strength})` : `challenged by ${valueText(by)} (${strength})`;
}

function sameSlot(a: Fact, b: Fact): boolean {
  return a.predicate === b.predicate && qualifiersText(a.qualifiers) === qualifiersText(b.qualifiers);
}
