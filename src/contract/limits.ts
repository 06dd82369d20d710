/** Longest accepted texts, in UTF-16 units, and other bounds; stated in docs/limits. */
export const LIMITS = {
  namespace: 100,
  id: 200,
  predicate: 100,
  value: 8_000,
  qualifiers: 16,
  qualifierName: 60,
  qualifierValue: 200,
  source: 200,
  quote: 2_000,
  reason: 500,
  key: 200,
  batch: 10_000,
  mentions: 1_000,
  /** Entities that a merge may make one without `force`. */
  cluster: 100,
  /** Facts that one transaction retires; more go in batches of so many, while writes that name the entity are refused. */
  retired: 10_000,
  retireBatch: 1_000,
  /** Rows of a plan that a reply names. */
  retireRows: 500,
} as const;
