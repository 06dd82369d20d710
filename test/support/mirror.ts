import type { Claim, FoldResult, Piece } from '../../src/domain/claim.ts';
import { groupBy } from './datasets/shape.ts';
import { claimOf, foldOf, linesOfPieces, type Said } from './model.ts';

export interface MirrorSettings {
  readonly cardinality: 'single' | 'multi';
  readonly margin: number;
  readonly halfLifeDays: number | null;
}

/** The model a store is held against: the claims of one subject and predicate, and nothing but the fold. */
export class Mirror {
  readonly settings: MirrorSettings;
  readonly #claims = new Map<string, Claim>();
  #seq = 0;

  constructor(settings: MirrorSettings) {
    this.settings = settings;
  }

  add(id: string, said: Said, times?: { readonly start: number; readonly said: number; readonly to: number | null }): void {
    const claim = claimOf(said, id, this.#seq++);
    this.#claims.set(id, times === undefined ? claim : { ...claim, ...times });
  }
  withdraw(ids: Iterable<string>): void {
    for (const id of ids) this.#claims.delete(id);
  }
  get ids(): string[] {
    return [...this.#claims.keys()];
  }

  /** One fold a slot. */
  folds(): FoldResult[] {
    const { cardinality, margin, halfLifeDays } = this.settings;
    const slots = groupBy(this.#claims.values(), (c) => (cardinality === 'multi' ? c.value : ''));
    return [...slots.values()].map((claims) => foldOf(claims, margin, halfLifeDays));
  }
  pieces(): Piece[] {
    return this.folds().flatMap((f) => f.timeline);
  }
  lines(): string[] {
    return linesOfPieces(this.pieces()).sort();
  }
  outcomes(): Record<string, string> {
    return Object.fromEntries(this.folds().flatMap((f) => [...f.outcomes]));
  }
  outcomeOf(id: string): string | undefined {
    return this.outcomes()[id];
  }
}
