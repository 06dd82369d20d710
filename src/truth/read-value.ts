import type { CandidateInput } from '../contract/candidate.ts';
import type { FactValue } from '../domain/fact.ts';
import type { CanonicalValue } from '../domain/value.ts';
import type { Issue } from '../errors.ts';
import type { Used } from '../registry/predicates.ts';
import { describeProblem } from '../values/canonical.ts';
import type { ReadTyped } from '../values/in-locale.ts';
import { type Doubt, valueDoubt } from './doubt.ts';
import type { Refused } from './prepare.ts';

export const rejected = (issues: readonly Issue[]): Refused => ({ outcome: 'rejected', reason: 'invalid_input', issues });

/** What can be said of the value before anybody is resolved: a row that fails brings nobody into the namespace. */
export async function readValue(
  c: CandidateInput,
  { predicate, inverse }: Used,
  meant: FactValue | undefined,
  typed: ReadTyped,
  path: string,
): Promise<CanonicalValue | null | Doubt | Refused> {
  const fail = (field: string, message: string, next: string) => rejected([{ path: `${path}.${field}`, message, next }]);
  if (inverse && predicate.valueType !== 'entity')
    return fail('predicate', 'is the inverse of a predicate without entity values', `use ${predicate.name}`);
  if (c.value === undefined && (inverse || predicate.cardinality === 'multi' || predicate.slotBy === 'value'))
    return fail('value', 'is missing: several may hold at once', 'say which one ended');
  if (c.value === undefined || predicate.valueType === 'entity') return null;
  const mention = String(c.value).normalize('NFC').trim();
  const value = await typed(meant ?? c.value, predicate.valueType);
  if (!('problem' in value)) return meant === undefined ? value : { ...value, text: mention };
  if (value.problem === 'ambiguous') return valueDoubt(mention, value.candidates);
  return rejected([{ path: `${path}.value`, next: `${predicate.name} takes a ${predicate.valueType}`, ...describeProblem(value) }]);
}

/** Only where at most one value holds can another one take its place. */
export async function readFallback(
  c: CandidateInput,
  { predicate, inverse }: Used,
  typed: ReadTyped,
  path: string,
): Promise<CanonicalValue | null | Refused> {
  if (c.fallback === undefined) return null;
  if (inverse || predicate.cardinality === 'multi' || predicate.slotBy === 'value')
    return rejected([{ path: `${path}.fallback`, message: 'needs a predicate that holds one value of its subject', next: 'leave it out' }]);
  if (predicate.valueType === 'entity') return null;
  const value = await typed(c.fallback, predicate.valueType);
  if (!('problem' in value)) return value;
  const { message, next } = { next: `${predicate.name} takes a ${predicate.valueType}`, ...describeProblem(value) };
  return rejected([{ path: `${path}.fallback`, message, next }]);
}
