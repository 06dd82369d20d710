/** What was done on purpose, and taking it back. */
import type { How, OperationKind } from '../domain/operation.ts';
import type { OperationReply, WriteOptions } from '../palimpsest.ts';

export interface OperationQuery {
  /** Absent: all. */
  readonly kind?: OperationKind | readonly OperationKind[];
  /** Entity (id, name or alias) or id of a fact: what changed its claims, or itself. */
  readonly about?: string;
  /** Only what was done at or after this instant. */
  readonly since?: string;
  /** 1..500, default 100. */
  readonly limit?: number;
  readonly cursor?: string;
}
export interface OperationPage {
  /** The newest first. */
  readonly operations: readonly OperationView[];
  readonly cursor: string | null;
}
/** Who did what, when and why. */
export interface OperationView {
  readonly id: string;
  readonly kind: OperationKind;
  readonly at: string;
  readonly by: string | null;
  readonly reason: string | null;
  /** Of an `undo`: the operation that it took back. */
  readonly undoes: string | null;
  /** The `undo` that took it back; null: it is in effect. */
  readonly undoneBy: string | null;
}
/** An operation with what it changed: at most 1,000 claims and as many facts; `counts` says how many there are. */
export interface OperationDetail extends OperationView {
  readonly claims: readonly { readonly id: string; readonly how: How }[];
  /** `changed`: rewritten, or ended. */
  readonly facts: readonly { readonly id: string; readonly how: 'made' | 'changed' | 'withdrawn' }[];
  /** Ids of those that it was about itself, beside their claims. */
  readonly entities: readonly string[];
  readonly predicates: readonly string[];
  readonly reviews: readonly string[];
  readonly counts: { readonly claims: number; readonly facts: number };
}
export interface UndoInput {
  readonly by?: string;
  readonly reason?: string;
  /** Answers what would change and what stands on it, and changes nothing. */
  readonly dryRun?: boolean;
}
export interface UndoReply extends Omit<OperationReply, 'operationId' | 'claimId'> {
  /** Of the undo, which can be undone too; null for a dry run. */
  readonly operationId: string | null;
  readonly undoes: string;
  /** False for a dry run. */
  readonly applied: boolean;
  /** At most 1,000. */
  readonly claims: readonly { readonly id: string; readonly how: How }[];
  /** Ids of what stands on it: a dry run lists them, an undo is `refused`. */
  readonly standing: { readonly operations: readonly string[]; readonly claims: readonly string[] };
}
/** The import that a call of `remember` is part of: one operation for all of them. */
export interface ImportAct {
  /** Id of the operation, as the caller chooses it: `o_` and something that no other has. */
  readonly id: string;
  readonly by?: string;
  readonly reason?: string;
}
export interface RememberOptions extends WriteOptions {
  readonly import?: ImportAct;
}
