import type { Qualifiers } from '../domain/fact.ts';
import { qualifierPart } from '../domain/keys.ts';
import { COMMON_SEPARATORS, type Predicate } from '../domain/predicate.ts';

/** The asked qualifiers that split the slots of a predicate, as the slot's key holds them. */
export function splittingParts(qualifiers: Qualifiers, predicate: Pick<Predicate, 'separators'>): Set<string> {
  const splits = new Set<string>([...COMMON_SEPARATORS, ...predicate.separators]);
  const pairs = Object.entries(qualifiers).filter(([key]) => splits.has(key));
  return new Set(pairs.map(([key, value]) => qualifierPart(key, value)));
}

export const partsOf = (separators: string): string[] => separators.split('&').filter((part) => part !== '');

/** A slot speaks in a context when it asks for nothing that the context doesn't have. */
export const fits = (separators: string, context: ReadonlySet<string>): boolean => partsOf(separators).every((part) => context.has(part));

/** Every asked pair is among the fact's own. */
export function hasAll(own: string, asked: Qualifiers): boolean {
  const qualifiers = JSON.parse(own) as Qualifiers;
  return Object.entries(asked).every(([key, value]) => qualifiers[key] === value);
}
