import type { ReviewKind } from '../../domain/review.ts';
import type { Kind } from './kind.ts';
import { noted } from './noted.ts';
import { retiredFact } from './retired-fact.ts';
import { rivals } from './rivals.ts';
import { statement } from './statement.ts';

/** How a decision of each kind is carried out. */
export const KINDS: Readonly<Record<ReviewKind, Kind>> = {
  // a name that several have stays the name of all: only what was said is decided
  'ambiguous-entity': statement,
  // what is the same becomes a name, what is another gets the name for itself
  'near-entity': statement,
  'unresolved-entity': statement,
  'ambiguous-value': statement,
  'merge-clash': noted,
  'split-rest': noted,
  'contested-value': rivals,
  'equal-starts': rivals,
  'late-change': rivals,
  'retired-fact': retiredFact,
};
