/** What a caller may say of where a claim comes from. */
export const ORIGINS = ['extracted', 'stated', 'import', 'default', 'decision'] as const;
export type Origin = (typeof ORIGINS)[number];
/** `derived`: the store drew it from other facts. */
export type ClaimOrigin = Origin | 'derived';

/** What one source said at one time, as the fold sees it. Times are UTC epoch milliseconds. */
export interface Claim {
  readonly id: string;
  /** Order of arrival within the slot. */
  readonly seq: number;
  readonly kind: 'assert' | 'end';
  /** Key of the canonical value; in a slot turned round (`slotBy: value`), of the subject. */
  readonly value: string;
  readonly start: number;
  readonly to: number | null;
  readonly confidence: number;
  /** The start was given (`validFrom`), not taken from when it was said. */
  readonly explicit: boolean;
  readonly said: number;
  /** Session it came from; null: unsourced. */
  readonly source: string | null;
  readonly origin: ClaimOrigin;
  /**
   * Claim that it follows. An end: over its interval that claim has no justification. An assertion: the fallback that takes its place then.
   */
  readonly of?: string | null;
}

export const FOLD_OUTCOMES = [
  'inserted',
  'duplicate',
  'superseded',
  'corroborated',
  'contested',
  'replaced',
  'slot_occupied',
  'ended',
  'no_effect',
] as const;
export type FoldOutcome = (typeof FOLD_OUTCOMES)[number];

/** The predicate's part in the fold; `halfLife` in milliseconds, null: confidence doesn't fade. */
export interface FoldSettings {
  readonly margin: number;
  readonly halfLife: number | null;
}

/** One interval `[from, to)` of a timeline; `to` null: open. */
export interface Piece {
  readonly value: string;
  readonly from: number;
  to: number | null;
  /** Strongest support, 0..1. */
  readonly confidence: number;
  /** The claims it is based on, each with the confidence it lends. */
  readonly basis: ReadonlyMap<string, number>;
  /** A later piece of a layer that was hidden for a while. */
  readonly resumed: boolean;
  /** Claim that gave it its end; null while open or when its own stated end ran out. */
  endedBy: string | null;
  /** Claim whose acceptance made it begin. */
  readonly begunBy: string;
  /** Groups the pieces of one layer. */
  readonly layer: number;
  /** Strongest supports that were extracted, and others: what a challenger of an open piece must beat. */
  readonly extracted: Support | null;
  readonly other: Support | null;
}

/** A confidence and when it was given. */
export interface Support {
  readonly confidence: number;
  readonly given: number;
  readonly extracted: boolean;
}

export interface FoldResult {
  /** In order, without overlap. */
  readonly timeline: readonly Piece[];
  readonly outcomes: ReadonlyMap<string, FoldOutcome>;
  /** Piece a claim supports, ended or contests. */
  readonly pieceOf: ReadonlyMap<string, Piece>;
  /** Contested claims that no later support made forgotten. */
  readonly challengers: ReadonlySet<string>;
  /** Strongest challenger of the open piece; -1: none. */
  readonly challenge: number;
  /** Latest start, end or told time of any claim; beyond it only the open piece matters. */
  readonly tail: number;
}
