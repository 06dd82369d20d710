import type { OperationKind } from '../../domain/operation.ts';
import type { Chain } from '../chain.ts';
import { ofClaims } from './claims.ts';
import type { Context, Inversion } from './kind.ts';
import { ofRetirement } from './retire.ts';

export type { Context, Inversion };

type Kind = (context: Context, chain: Chain) => Promise<Inversion>;

/** How each kind is taken back; null: not at all. */
export const KINDS: Readonly<Record<OperationKind, Kind | null>> = {
  import: ofClaims,
  correct: ofClaims,
  retract: ofClaims,
  withdraw: ofClaims,
  merge: null,
  unmerge: null,
  split: null,
  // the ledger keeps all; the latest judgement of a pair counts
  judge: null,
  'add-alias': null,
  'remove-alias': null,
  'define-predicate': null,
  decide: ofClaims,
  settle: ofClaims,
  retire: ofRetirement,
  // its act is what is looked at
  undo: null,
};
