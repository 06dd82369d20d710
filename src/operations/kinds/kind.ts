import type { Graph } from '../../graph.ts';
import type { Change, Operation } from '../../truth/change.ts';
import type { Registry } from '../../truth/prepare.ts';
import type { SlotChange } from '../../truth/slot-change.ts';
import type { FindSlots, SlotRow } from '../../truth/slots.ts';
import type { Chain } from '../chain.ts';
import type { Standing } from '../standing.ts';

export interface Context {
  readonly graph: Graph;
  readonly registry: Registry;
  readonly namespace: string;
  /** The undo. */
  readonly about: Operation;
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
  readonly slots: readonly SlotChange[];
  readonly standing: Standing;
  /** Claims that are believed again. */
  readonly restored?: readonly string[];
}
