/** Every kind of question. How a decision of each is carried out stands in `review/kinds`. */
export const REVIEW_KINDS = [
  'ambiguous-entity',
  'near-entity',
  'unresolved-entity',
  'ambiguous-value',
  'merge-clash',
  'split-rest',
  'retired-fact',
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** `moot`: what was asked has an answer meanwhile, which was carried out. */
export const REVIEW_STATES = ['open', 'deferred', 'accepted', 'rejected', 'moot'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const DECISIONS = ['accept', 'reject', 'defer'] as const;

/** Kinds of candidates that wait for whom or what they mean. */
export const PARKED_KINDS: readonly ReviewKind[] = ['ambiguous-entity', 'near-entity', 'unresolved-entity', 'ambiguous-value'];
