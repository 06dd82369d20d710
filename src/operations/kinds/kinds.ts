import type { OperationKind } from '../../domain/operation.ts';
import { ofClaims } from './claims.ts';
import type { Kind } from './kind.ts';
import { ofMerge } from './merge.ts';
import { ofPredicate } from './predicate.ts';
import { ofRetirement } from './retire.ts';

const claims: Kind = { hows: ['added', 'withdrawn', 'restored', 'moved', 'decided'], invert: ofClaims };
const merge: Kind = { hows: ['turned'], invert: ofMerge };

/** How each kind is taken back; null: not at all. */
export const KINDS: Readonly<Record<OperationKind, Kind | null>> = {
  import: claims,
  correct: claims,
  retract: claims,
  withdraw: claims,
  merge,
  unmerge: merge,
  split: null,
  // the ledger keeps all; the latest judgement of a pair counts
  judge: null,
  'add-alias': null,
  'remove-alias': null,
  'define-predicate': { hows: ['set'], invert: ofPredicate },
  decide: claims,
  settle: claims,
  retire: { ...claims, invert: ofRetirement },
  // its act is what is looked at
  undo: null,
};
