import type { FactValue } from '../domain/fact.ts';
import type { How } from '../domain/operation.ts';
import type { Params } from '../engine/engine.ts';
import { type NameState, ownersOf } from '../registry/name-states.ts';

/** Whom and what a claim speaks of. */
export interface Says {
  readonly subject: string;
  readonly value: FactValue | null;
  readonly valueKey: string;
  readonly valueEntity: string | null;
  readonly saidSubject: string | null;
  readonly saidValue: string | null;
}
export const saysOf = ({ subject, value, valueKey, valueEntity, saidSubject, saidValue }: Says): Says => ({
  subject,
  value,
  valueKey,
  valueEntity,
  saidSubject,
  saidValue,
});

/** What became of one claim; `was`, as JSON: what one that moved said before. */
export type Entry = { readonly key: string; readonly how: How; readonly was: string | null };

/** Something beside claims: `turned`: an entity that became or stopped being another's; `set`: a predicate; `decided`: a review, `was` what it was. */
export type Concern = { readonly key: string; readonly how: 'about' | 'turned' | 'set' | 'decided'; readonly was: string | null };
export type Concerns = { readonly entities: Concern[]; readonly predicates: Concern[]; readonly reviews: Concern[] };

/** Everything that an operation did, so that it can be shown and taken back. */
export class Journal {
  readonly #claims = new Map<string, Entry>();
  readonly #concerns = {
    entities: new Map<string, Concern>(),
    predicates: new Map<string, Concern>(),
    reviews: new Map<string, Concern>(),
  };
  #properties: Params = {};
  #before: readonly NameState[] = [];
  #after: readonly NameState[] = [];

  note(entries: readonly Entry[]): void {
    for (const entry of entries) this.#claims.set(entry.key, entry);
  }

  /** It is about these entities, beside their claims. */
  about(keys: readonly string[]): void {
    for (const key of keys) if (!this.#concerns.entities.has(key)) this.#concerns.entities.set(key, { key, how: 'about', was: null });
  }

  turned(key: string): void {
    this.#concerns.entities.set(key, { key, how: 'turned', was: null });
  }

  set(predicateKey: string): void {
    this.#concerns.predicates.set(predicateKey, { key: predicateKey, how: 'set', was: null });
  }

  /** `was`: how the review stood. */
  decided(reviewKey: string, was: object): void {
    const { reviews } = this.#concerns;
    // how it stood before the first of several changes
    if (!reviews.has(reviewKey)) reviews.set(reviewKey, { key: reviewKey, how: 'decided', was: JSON.stringify(was) });
  }

  /** Names mean others than before; `made`: an entity that came with it, and whose names it has. */
  renamed(before: readonly NameState[], after: readonly NameState[], made: { id: string; of: string } | null = null): void {
    this.about(ownersOf([...before, ...after]));
    // how each stood before the first of several changes
    this.#before = [...this.#before, ...before.filter((b) => !this.#before.some((s) => s.key === b.key))];
    this.#after = [...this.#after.filter((s) => !after.some((a) => a.key === s.key)), ...after];
    this.keep({ before: JSON.stringify({ names: this.#before, made }), after: JSON.stringify({ names: this.#after, made }) });
  }

  /** Kept with the operation, beside what every one has. */
  keep(properties: Params): void {
    this.#properties = { ...this.#properties, ...properties };
  }

  get claims(): Entry[] {
    return [...this.#claims.values()];
  }

  get concerns(): Concerns | null {
    const { entities, predicates, reviews } = this.#concerns;
    if (entities.size + predicates.size + reviews.size === 0) return null;
    return { entities: [...entities.values()], predicates: [...predicates.values()], reviews: [...reviews.values()] };
  }

  get properties(): Params {
    return this.#properties;
  }
}
