import type { ClaimOrigin, FoldOutcome } from './claim.ts';
import type { Precision } from './time.ts';

/**
 * Computed when read, from the interval and the clock. `superseded`: over, another fact followed; `ended`: over, nothing followed;
 * `withdrawn`: this version is not believed any more, as it was taken back or rewritten as another version.
 */
export type FactStatus = 'current' | 'scheduled' | 'superseded' | 'ended' | 'withdrawn';
export type Visibility = 'live' | 'archived' | 'restricted';

export type FactValue = string | number | boolean;
export type Qualifiers = Readonly<Record<string, string>>;
/** Ids of facts: all of one group are needed, and any group is enough. */
export type DependsOn = readonly (readonly string[])[];

/** As claims and facts keep it, as JSON; nothing where there is no group. */
export const readDependsOn = (json: string | null | undefined): DependsOn => (json == null ? [] : (JSON.parse(json) as DependsOn));

/** One version of a fact. Instants are ISO 8601 in UTC; `validTo` is exclusive, null while open. */
export interface Fact {
  readonly id: string;
  /** Counts the rewrites of this id, from 1; only the last one that isn't withdrawn is believed. */
  readonly version: number;
  readonly subject: string;
  readonly predicate: string;
  /** Canonical: an entity id, a number, a boolean or text. */
  readonly value: FactValue;
  readonly valueType: string;
  /** The value in the words it was said in; for an entity its name. */
  readonly text: string;
  readonly qualifiers: Qualifiers;
  /** Strongest support, 0..1. */
  readonly confidence: number;
  readonly validFrom: string;
  readonly validTo: string | null;
  /** How exactly the ends were told; `instant` where another fact or the clock decided. */
  readonly precision: { readonly from: Precision; readonly to: Precision };
  readonly recordedAt: string;
  /** When the store learnt of `validTo`; not when it ended. */
  readonly endedAt: string | null;
  /** When this version stopped being believed: taken back, or rewritten as another version. */
  readonly withdrawnAt: string | null;
  readonly status: FactStatus;
  readonly visibility: Visibility;
  /** Id of the fact it took over from, and of the one that took over. */
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  /** Id of the fact whose later piece this is, after something hid it for a while. */
  readonly resumes: string | null;
  readonly challengedBy: readonly Challenger[];
  /** Of the claims it is based on, the groups of those that depend on facts. */
  readonly dependsOn: DependsOn;
  readonly pinned: boolean;
  readonly uses: number;
  readonly lastUsedAt: string | null;
  /** Asked in a context, answered by the general fact. */
  readonly fallback?: true;
}

export interface Challenger {
  readonly claimId: string;
  readonly kind: 'assert' | 'end';
  readonly value: FactValue;
  readonly text: string;
  readonly confidence: number;
}

/** A claim as history and why show it. */
export interface ClaimView {
  readonly id: string;
  readonly kind: 'assert' | 'end';
  readonly value: FactValue;
  readonly text: string;
  /** The words are not those of the value, but nearly. */
  readonly near?: true;
  readonly confidence: number;
  /** Instant from which it speaks; `explicit` when the caller gave it as `validFrom`. */
  readonly start: string;
  readonly explicit: boolean;
  readonly validTo: string | null;
  readonly observedAt: string;
  readonly recordedAt: string;
  readonly origin: ClaimOrigin;
  readonly source: ClaimSource | null;
  readonly reason: string | null;
  readonly dependsOn: DependsOn;
  /** Claim that it follows: it ends that one where nothing justifies it (`derived`), or is its fallback then. */
  readonly follows: string | null;
  /** Of a derived end, the facts whose end it follows from. */
  readonly causedBy: readonly string[];
  readonly withdrawnAt: string | null;
  /** The fold's word on it now; null once withdrawn. */
  readonly outcome: FoldOutcome | null;
  readonly factId: string | null;
}

/** The episode a claim came from. A session with a turn makes the claim idempotent. */
export interface ClaimSource {
  readonly session: string;
  readonly turn?: string;
  readonly kind?: string;
  readonly quote?: string;
}
