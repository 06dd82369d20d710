/** Questions for a person, and their answers. */
import type { ClaimView, FactValue } from '../domain/fact.ts';
import type { ANSWERS, DECISIONS, ReviewKind, ReviewState, SuggestionReason } from '../domain/review.ts';
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
  readonly counts: readonly ReviewCount[];
  readonly cursor: string | null;
}
export interface ReviewCount {
  readonly kind: ReviewKind;
  readonly state: ReviewState;
  readonly count: number;
  /** When the oldest of them was asked. */
  readonly oldest: string;
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
  /** Of claims that stand against one another: who says what. */
  readonly sides: ReviewSides | null;
  /** Of the same, as long as nobody decided: made of the claims as they are now. */
  readonly suggestion: ReviewSuggestion | null;
  readonly decision: ReviewAnswer | null;
  readonly decidedAt: string | null;
  readonly by: string | null;
  readonly reason: string | null;
  /** Of one that is deferred: when it is asked again; null: when somebody comes back to it. */
  readonly deferredUntil: string | null;
  /** Id of the operation that the decision is. */
  readonly operationId: string | null;
  /** Of one that is moot: id of the claim or operation that settled it; null: the clock did. */
  readonly settledBy: string | null;
  /** What came of the candidate, or of the decision, when it was written. */
  readonly result: RememberResult | null;
}
export interface ReviewSides {
  /** What is right if it is accepted. */
  readonly challenger: ReviewSide;
  /** What is right if it is rejected. */
  readonly incumbent: ReviewSide;
}
export interface ReviewSide {
  /** Id of whom it is said of. */
  readonly subject: string;
  /** `end`: that it has ended. */
  readonly kind: 'assert' | 'end';
  /** Null: no value is named, or nothing of it is left. */
  readonly value: FactValue | null;
  readonly text: string;
  /** Ids. */
  readonly facts: readonly string[];
  /** In order of arrival. */
  readonly claims: readonly ClaimView[];
}
export interface ReviewSuggestion {
  readonly decision: 'accept' | 'reject';
  readonly reason: SuggestionReason;
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
  /** `accept`: it is believed; `reject`: it is not, and a claim that stands against something is withdrawn; `defer`: not now. */
  readonly decision: (typeof DECISIONS)[number];
  /** With `accept`: what the fields mean that are asked for. One that is left out must be clear by now. */
  readonly subject?: ReviewMeaning;
  readonly value?: ReviewMeaning;
}
export interface ReviewDecision extends Omit<ReviewAnswer, 'decision'> {
  /** As answers have it; or `undo`: the decision is taken back, exactly, and the question is as it was before it. */
  readonly decision: (typeof ANSWERS)[number];
  /** Who decided. */
  readonly by?: string;
  readonly reason?: string;
  /** With `defer`: an instant, or a date; it is open again from then on. */
  readonly until?: string;
}
/** The review as decided, or why that wasn't possible. */
export interface ReviewDecided {
  readonly id: string;
  readonly review: Review | null;
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly issues: readonly Issue[] } | null;
}
