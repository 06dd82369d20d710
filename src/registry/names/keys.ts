import { boundedPart, encodePart } from '../../domain/keys.ts';
import { type Alternate, alternates } from './alternates.ts';
import { foldName } from './key.ts';
import { exchangedInTheMiddle, halves, halvesNear } from './slip.ts';

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

const pieceKey = (namespace: string, { side, letters, text }: ReturnType<typeof halves>[number]): string =>
  `${namespace}|${side}|${letters}${encodePart(text)}`;

const joinedOf = (name: string): string => (alternates(name)[0] as Alternate).key;

/** What a name is kept under for those that are like it. */
const likeness = (namespace: string, name: string): string[] => halves(joinedOf(name)).map((piece) => pieceKey(namespace, piece));

/** Every key from which a name leads to its entity, with the legal form that it has. */
export const leadsOf = (namespace: string, name: string): { key: string; form: string | null }[] => [
  ...keptUnder(namespace, name).map((k) => ({ key: k.nameKey, form: k.form })),
  ...likeness(namespace, name).map((key) => ({ key, form: null })),
];

/** What names like this one are kept under. */
export function likenessesNear(namespace: string, name: string): string[] {
  const joined = joinedOf(name);
  const other = exchangedInTheMiddle(joined);
  const whole = other === null ? [] : [nameKey(namespace, { rule: 'joined', key: other, form: null, short: false }, false)];
  return [...halvesNear(joined).map((piece) => pieceKey(namespace, piece)), ...whole];
}

/** Under which the entities are kept that a name was taken from: it doesn't mean them any more, whoever else says so. */
export const apartKey = (namespace: string, name: string): string => `${namespace}|apart|${boundedPart(foldName(name))}`;
