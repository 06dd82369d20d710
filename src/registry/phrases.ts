import { readFileSync } from 'node:fs';
import { type NamespaceSettings, UNSET } from '../domain/settings.ts';
import { legalName } from './names/alternates.ts';
import { foldName } from './names/key.ts';
import { typesMeet } from './types.ts';

/** What a phrase stands for instead of naming it: whoever speaks, what a role of theirs is, or somebody whom only the context knows. */
export type Meaning =
  | { readonly kind: 'self' }
  | { readonly kind: 'other' }
  /** A role and then a name (my girlfriend Maolin): the name. */
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'role'; readonly role: string; readonly predicate: string };

interface Seed {
  readonly self: readonly string[];
  readonly others: readonly string[];
  readonly possessives: readonly {
    readonly whose: 'self' | 'others';
    readonly before: readonly string[];
    readonly after?: readonly string[];
  }[];
  readonly roles: Readonly<
    Record<string, { readonly predicate: string; readonly nouns: readonly string[]; readonly phrases?: readonly string[] }>
  >;
}
interface Possessive {
  readonly whose: 'self' | 'others';
  /** Folded, with the space that parts them from the noun. */
  readonly before: string;
  readonly after: string;
}

const SELF: Meaning = { kind: 'self' };
const OTHER: Meaning = { kind: 'other' };

/** The phrases of a namespace: the shipped ones under its own. */
class Vocabulary {
  readonly #phrases = new Map<string, Meaning>();
  readonly #nouns = new Map<string, Meaning>();
  /** Without settings: the reserved ones alone. */
  constructor({ roles }: Pick<NamespaceSettings, 'roles'>) {
    const { self, others, roles: shipped } = seed();
    const kept = Object.entries(shipped).filter(([name]) => !Object.hasOwn(roles, name));
    for (const [role, definition] of [...kept, ...Object.entries(roles)]) {
      if (definition === null) continue;
      const meaning: Meaning = { kind: 'role', role, predicate: definition.predicate };
      for (const noun of definition.nouns) this.#nouns.set(foldName(noun), meaning);
      for (const phrase of definition.phrases ?? []) this.#phrases.set(foldName(phrase), meaning);
    }
    for (const phrase of others) this.#phrases.set(foldName(phrase), OTHER);
    for (const phrase of self) this.#phrases.set(foldName(phrase), SELF);
  }

  find(folded: string): Meaning | null {
    const phrase = this.#phrases.get(folded);
    if (phrase !== undefined) return phrase;
    if (!folded.includes(' ')) return null;
    for (const { whose, before, after } of possessives()) {
      if (!folded.startsWith(before) || !folded.endsWith(after) || folded.length <= before.length + after.length) continue;
      const role = this.#nouns.get(folded.slice(before.length, folded.length - after.length));
      if (role !== undefined) return whose === 'self' ? role : OTHER;
    }
    return null;
  }

  /** What stands before the name says only who somebody is. */
  named(text: string): Meaning | null {
    for (let at = text.lastIndexOf(' '); at > 0; at = text.lastIndexOf(' ', at - 1)) {
      const [head, name] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      // he alone may be a name: He Jiankui
      if (!head.includes(' ') || !NAME.test(name) || isLegalForm(name)) continue;
      const meaning = this.find(foldName(head));
      if (meaning !== null && meaning.kind !== 'self') return { kind: 'named', name };
    }
    return null;
  }
}

const isLegalForm = (word: string): boolean => legalName(`x ${word}`).stem === 'x';
/** Begins as names do, in scripts that have capitals. */
const NAME = /^[\p{Lu}\p{Lt}\p{Lo}]/u;

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
const seed = once(() => JSON.parse(readFileSync(new URL('../../seeds/roles.json', import.meta.url), 'utf8')) as Seed);
const possessives = once(() =>
  seed().possessives.flatMap(({ whose, before, after = [''] }) =>
    before.flatMap((b) =>
      after.map((a): Possessive => ({ whose, before: b === '' ? '' : `${foldName(b)} `, after: a === '' ? '' : ` ${foldName(a)}` })),
    ),
  ),
);
/** Settings that didn't change are the same object. */
const vocabularies = new WeakMap<object, Vocabulary>();

/** What a mention stands for; null: it is a name or an id. */
export function meaningOf(settings: NamespaceSettings, text: string, type: string | null): Meaning | null {
  let vocabulary = vocabularies.get(settings.roles);
  if (vocabulary === undefined) {
    vocabulary = new Vocabulary(settings);
    vocabularies.set(settings.roles, vocabulary);
  }
  const meaning = vocabulary.find(foldName(text)) ?? vocabulary.named(text);
  return meaning === null || text.includes(' ') || type === null || mayBeSaidOf(type, meaning) ? meaning : null;
}

/** One word may be a name where no person is asked for: ME is a place, Her a film. Others work for me, as for a company. */
const mayBeSaidOf = (type: string, { kind }: Meaning): boolean =>
  kind === 'role' || kind === 'named' || typesMeet(type, 'person') || (kind === 'self' && typesMeet(type, 'org'));

/** Whether nothing but the shipped words says what it is: whoever speaks, or somebody else. */
export function isReserved(text: string): boolean {
  const meaning = meaningOf(UNSET, text, null);
  return meaning !== null && meaning.kind !== 'role' && meaning.kind !== 'named';
}
