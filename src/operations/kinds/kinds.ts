import type { OperationKind } from '../../domain/operation.ts';
import { WAYS } from '../standing.ts';
import { ofClaims } from './claims.ts';
import type { Kind } from './kind.ts';
import { ofMerge } from './merge.ts';
import { ofDecision, ofNames, renamedSince } from './names.ts';
import { ofPredicate } from './predicate.ts';
import { ofRetirement } from './retire.ts';

const claims: Kind = { hows: WAYS, invert: ofClaims };
const merge: Kind = { hows: ['turned'], names: true, invert: ofMerge };
const names: Kind = { hows: [], names: true, invert: ofNames, later: renamedSince };

/** How each kind is taken back; null: not at all. */
export const KINDS: Readonly<Record<OperationKind, Kind | null>> = {
  import: claims,
  correct: claims,
  retract: claims,
  withdraw: claims,
  archive: claims,
  restore: claims,
  merge,
  unmerge: merge,
  split: { hows: [...WAYS, 'turned'], names: true, invert: ofNames, later: renamedSince },
  // the ledger keeps all; the latest judgement of a pair counts
  judge: null,
  'add-alias': names,
  'remove-alias': names,
  'define-predicate': { hows: ['set'], names: true, invert: ofPredicate },
  decide: { ...claims, invert: ofDecision, later: renamedSince },
  settle: claims,
  retire: { ...claims, invert: ofRetirement },
  // its act is what is looked at
  undo: null,
};
