import type { FactValue } from '../domain/fact.ts';
import type { How } from '../domain/operation.ts';
import type { Params } from '../engine/engine.ts';

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

/** Keys of what an operation is about beside claims. */
export interface Concerned {
  readonly entities?: readonly string[];
  readonly predicates?: readonly string[];
  readonly reviews?: readonly string[];
}

/** Everything that an operation did, so that it can be shown and taken back. */
export class Journal {
  readonly #claims = new Map<string, Entry>();
  readonly #concerned = { entities: new Set<string>(), predicates: new Set<string>(), reviews: new Set<string>() };
  #properties: Params = {};

  note(entries: readonly Entry[]): void {
    for (const entry of entries) this.#claims.set(entry.key, entry);
  }

  concern({ entities = [], predicates = [], reviews = [] }: Concerned): void {
    for (const key of entities) this.#concerned.entities.add(key);
    for (const key of predicates) this.#concerned.predicates.add(key);
    for (const key of reviews) this.#concerned.reviews.add(key);
  }

  /** Kept with the operation, beside what every one has. */
  keep(properties: Params): void {
    this.#properties = { ...this.#properties, ...properties };
  }

  get claims(): Entry[] {
    return [...this.#claims.values()];
  }

  get concerned(): { readonly entities: string[]; readonly predicates: string[]; readonly reviews: string[] } | null {
    const { entities, predicates, reviews } = this.#concerned;
    if (entities.size + predicates.size + reviews.size === 0) return null;
    return { entities: [...entities], predicates: [...predicates], reviews: [...reviews] };
  }

  get properties(): Params {
    return this.#properties;
  }
}
