import { boundedPart } from '../../domain/keys.ts';
import { type Alternate, alternates } from './alternates.ts';
import { foldName } from './key.ts';

/** The key of a name in its namespace. */
export const aliasKey = (namespace: string, name: string): string => `${namespace}|${boundedPart(foldName(name))}`;

/** An alternate of a name with its key in the graph. */
export interface KeyedAlternate extends Alternate {
  readonly nameKey: string;
}

/** What a name is kept under. */
export const keptUnder = (namespace: string, name: string): KeyedAlternate[] =>
  alternates(name).map((a) => ({ ...a, nameKey: nameKey(namespace, a, a.short) }));

/** What a name is looked for under: an acronym among the names that have it, a name among the acronyms. */
export const lookedFor = (namespace: string, name: string): KeyedAlternate[] =>
  alternates(name).map((a) => ({ ...a, nameKey: nameKey(namespace, a, a.rule === 'acronym' ? !a.short : a.short) }));

const nameKey = (namespace: string, { rule, key }: Alternate, short: boolean): string =>
  `${namespace}|${short ? 'short' : rule}|${boundedPart(key)}`;
