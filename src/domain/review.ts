/** Every kind of question. How a decision of each is carried out stands in `review/kinds`. */
export const REVIEW_KINDS = [
  'ambiguous-entity',
  'near-entity',
  'unresolved-entity',
  'ambiguous-value',
  'merge-clash',
  'split-rest',
  'contested-value',
  'equal-starts',
  'late-change',
  'retired-fact',
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** `moot`: what was asked has an answer meanwhile, by what was said or done since, or by the clock. */
export const REVIEW_STATES = ['open', 'deferred', 'accepted', 'rejected', 'moot'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const DECISIONS = ['accept', 'reject', 'defer'] as const;
/** `undo` takes a decision back. */
export const ANSWERS = [...DECISIONS, 'undo'] as const;

/** Kinds of candidates that wait for whom or what they mean. */
export const PARKED_KINDS: readonly ReviewKind[] = ['ambiguous-entity', 'near-entity', 'unresolved-entity', 'ambiguous-value'];

/** Kinds of claims that stand against one another. Whether they still do, the fold says. */
export const RIVAL_KINDS: readonly ReviewKind[] = ['contested-value', 'equal-starts', 'late-change'];

/** Why accepting or rejecting is suggested. docs/review.md says what each means. */
export const SUGGESTION_REASONS = [
  'nearly_outweighs',
  'later_word_of_a_person',
  'more_sources',
  'told_before_the_change',
  'outweighed',
  'stronger_than_what_it_displaced',
  'weaker_than_what_it_displaced',
] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];
