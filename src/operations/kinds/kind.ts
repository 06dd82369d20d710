import type { Call, Graph } from '../../graph.ts';
import type { Change, Operation } from '../../truth/change.ts';
import type { Registry } from '../../truth/prepare.ts';
import type { FindSlots, SlotRow } from '../../truth/slots.ts';
import type { Chain } from '../chain.ts';
import type { Outcomes } from '../standing.ts';

export interface Context {
  readonly graph: Graph;
  readonly registry: Registry;
  readonly namespace: string;
  /** The undo. */
  readonly about: Operation;
  /** Told when names mean others than before. */
  readonly named: () => Promise<void>;
}

/** How operations of a kind are taken back. */
export interface Kind {
  /** The ways of changing something in which a later operation stands on one of these. */
  readonly hows: readonly string[];
  /** Ids of operations that stand on it beside those, sorted or not. */
  readonly later?: (call: Call, chain: Chain) => Promise<string[]>;
  /** Whom a name means may be another by it. */
  readonly names?: true;
  readonly invert: (context: Context, chain: Chain) => Promise<Inversion>;
}

/** How the effect of an operation is inverted. */
export interface Inversion {
  /** The slots that it concerns. */
  readonly find: FindSlots;
  /** Keys of entities to lock besides. */
  readonly others: readonly string[];
  /** Folds anew, and writes nothing of the slots yet. */
  work(change: Change, rows: readonly SlotRow[], chain: Chain): Promise<Inverted>;
  /** After it was done, outside the transaction: what writers that read the state before have written. */
  readonly after?: () => Promise<void>;
}
export interface Inverted {
  /** What the fold said before of the claims that it concerns. */
  readonly before: Outcomes;
  /** Ids of claims of which it may say anything. */
  readonly except?: ReadonlySet<string>;
  /** Ids of claims told since that stand on it, beside those of which the fold says something else. */
  readonly standing?: readonly string[];
  /** What the facts name as the reason, if not the undo. */
  readonly by?: string;
}
