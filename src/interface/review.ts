/** Questions for a person, and their answers. */
import type { FactValue } from '../domain/fact.ts';
import type { DECISIONS, ReviewKind, ReviewState } from '../domain/review.ts';
import type { ErrorCode, Issue } from '../errors.ts';
import type { Candidate, RememberResult, ResolvedCandidate } from '../palimpsest.ts';

export interface ReviewQuery {
  /** Default `open`. */
  readonly state?: ReviewState | readonly ReviewState[];
  readonly kind?: ReviewKind | readonly ReviewKind[];
  /** Entity id, exact name or alias: reviews that are about it, or may be. */
  readonly subject?: string;
  /** 1..500, default 100. */
  readonly limit?: number;
  readonly cursor?: string;
}
export interface ReviewPage {
  /** The oldest first. */
  readonly reviews: readonly Review[];
  /** How many there are in the namespace, whatever was asked for. */
  readonly counts: readonly { readonly kind: ReviewKind; readonly state: ReviewState; readonly count: number }[];
  readonly cursor: string | null;
}
/** A question for a person, and what became of it. */
export interface Review {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly state: ReviewState;
  /** When it was asked. */
  readonly at: string;
  /** What was said and waits for the answer; null where the question is about something else. */
  readonly candidate: Candidate | null;
  readonly questions: readonly ReviewQuestion[];
  /** What kinds without a candidate say of their question. */
  readonly details: Readonly<Record<string, unknown>> | null;
  /** Ids of what it is about, or may be. */
  readonly about: { readonly entities: readonly string[]; readonly facts: readonly string[]; readonly claims: readonly string[] };
  readonly decision: ReviewAnswer | null;
  readonly decidedAt: string | null;
  readonly by: string | null;
  readonly reason: string | null;
  /** What came of the candidate when it was written. */
  readonly result: RememberResult | null;
}
export interface ReviewQuestion {
  /** Field of the candidate. */
  readonly field: 'subject' | 'value';
  readonly asks: 'entity' | 'value';
  readonly mention: string;
  /** The best first. */
  readonly candidates: readonly ReviewCandidate[];
}
/** What a field may mean. */
export interface ReviewCandidate {
  /** Id of an entity, or a value of the type of the predicate; for that the rest is null. */
  readonly means: string;
  readonly type: string | null;
  readonly name: string | null;
  /** What speaks for it, how much (0..1), and the name of the entity that does. */
  readonly rule: ResolvedCandidate['rule'] | null;
  readonly score: number | null;
  readonly evidence: string | null;
}
/** What a field means: an entity by its id, a new one of that name, or a value. Exactly one. */
export interface ReviewMeaning {
  readonly entity?: string;
  readonly new?: true;
  readonly value?: FactValue;
}
export interface ReviewAnswer {
  /** `accept`: it is believed; `reject`: it is not, and nothing is written; `defer`: not now. */
  readonly decision: (typeof DECISIONS)[number];
  /** With `accept`: what the fields mean that are asked for. One that is left out must be clear by now. */
  readonly subject?: ReviewMeaning;
  readonly value?: ReviewMeaning;
}
export interface ReviewDecision extends ReviewAnswer {
  /** Who decided. */
  readonly by?: string;
  readonly reason?: string;
}
/** The review as decided, or why that wasn't possible. */
export interface ReviewDecided {
  readonly id: string;
  readonly review: Review | null;
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly issues: readonly Issue[] } | null;
}
