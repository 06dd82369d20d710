/** A phrase that means what a fact about the namespace's subject says: "my employer" is the value of its `works_at`. */
export interface RoleDefinition {
  /** Name or alias of a predicate whose values are entities; an inverse asks from the other side. */
  readonly predicate: string;
  /** Nouns that are said with my, our or the user's, in English and German. */
  readonly nouns: readonly string[];
  /** Other phrases, as they stand. */
  readonly phrases: readonly string[];
}

/** What is decided once for a namespace, by whatever process it is used. */
export interface NamespaceSettings {
  /** Counts the changes; 0: nothing was ever set. */
  readonly version: number;
  /** BCP 47, such as `de-AT`: decides what the text of a value leaves open; null: nothing does. */
  readonly locale: string | null;
  /** Id of the entity that I, me and the user mean; set once. */
  readonly subject: string | null;
  /** What becomes of a name that is much like one that is known: `wait` asks somebody first, `new` makes a new entity. */
  readonly uncertainNames: 'wait' | 'new';
  /** Roles beside the shipped ones or, of the same name, instead of them; null turns a shipped one off. */
  readonly roles: Readonly<Record<string, RoleDefinition | null>>;
}

export const UNSET: NamespaceSettings = { version: 0, locale: null, subject: null, uncertainNames: 'wait', roles: {} };
