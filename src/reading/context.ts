import type { Qualifiers } from '../domain/fact.ts';
import { qualifierPart } from '../domain/keys.ts';
import { COMMON_SEPARATORS, type Predicate } from '../domain/predicate.ts';

/** The asked qualifiers as the key of a slot that they split would hold them; which ones split is the slot's word, as that changes. */
export const contextOf = (qualifiers: Qualifiers): Set<string> =>
  new Set(Object.entries(qualifiers).map(([key, value]) => qualifierPart(key, value)));

/** How many of the asked qualifiers split the slots of a predicate. */
export function splitting(qualifiers: Qualifiers, predicate: Pick<Predicate, 'separators'>): number {
  const splits = new Set<string>([...COMMON_SEPARATORS, ...predicate.separators]);
  return Object.keys(qualifiers).filter((key) => splits.has(key)).length;
}

export const partsOf = (separators: string): string[] => separators.split('&').filter((part) => part !== '');

/** A slot speaks in a context when it asks for nothing that the context doesn't have. */
export const fits = (separators: string, context: ReadonlySet<string>): boolean => partsOf(separators).every((part) => context.has(part));

/** Every asked pair is among the fact's own. */
export function hasAll(own: string, asked: Qualifiers): boolean {
  const qualifiers = JSON.parse(own) as Qualifiers;
  return Object.entries(asked).every(([key, value]) => qualifiers[key] === value);
}
