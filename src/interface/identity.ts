/** What the verbs that say who is one with whom take and answer. */
import type { Entity } from '../domain/entity.ts';
import type { OperationReply } from '../palimpsest.ts';

/** What is held of two entities. `suggested` is somebody's or some rule's idea that nobody has judged. */
export type Verdict = 'same' | 'not_same' | 'unsure' | 'suggested';
/** A row of the ledger; none is ever changed, the latest of a pair counts. */
export interface Judgement {
  readonly id: string;
  readonly a: string;
  readonly b: string;
  readonly verdict: Verdict;
  readonly at: string;
  readonly by: string | null;
  /** 0..1 */
  readonly score: number | null;
  readonly rule: string | null;
  readonly reason: string | null;
  /** Of the merge, unmerge or split that it came with. */
  readonly operationId: string | null;
}
export interface JudgeInput {
  readonly a: string;
  readonly b: string;
  readonly verdict: Verdict;
  readonly score?: number;
  readonly rule?: string;
  readonly by?: string;
  readonly reason?: string;
}
export interface MergeInput {
  /** Becomes a redirect, for ever: its id and names answer for `into`. */
  readonly from: string;
  readonly into: string;
  readonly by?: string;
  readonly reason?: string;
  /** Although the types differ, the cluster is large, or both are entries of the catalogue. Never against a `not_same`. */
  readonly force?: boolean;
}
export interface MergeReply extends Omit<OperationReply, 'operationId'> {
  /** Null: they were one by other means than a merge, such as an alias. */
  readonly operationId: string | null;
  /** The entity that both are now. */
  readonly entity: string;
  readonly merged: string;
  /** They were one before; nothing was done. */
  readonly already: boolean;
  /** Where both had something at that moment, and not the same: the fold has decided, somebody may look. */
  readonly clashes: readonly { readonly predicate: string; readonly factIds: readonly string[]; readonly reviewId: string | null }[];
}
export interface UnmergeInput {
  /** The entity that was merged into another, or the operation that did it. */
  readonly entity?: string;
  readonly operationId?: string;
  /** Goes into the ledger; default `unsure`. */
  readonly verdict?: 'unsure' | 'not_same';
  readonly by?: string;
  readonly reason?: string;
}
export interface UnmergeReply extends OperationReply {
  /** The entity that stands for itself again. */
  readonly entity: string;
  /** The one it was merged into. */
  readonly from: string;
}
export interface SplitInput {
  /** Names under which the other one was meant. */
  readonly mentions: readonly string[];
  readonly id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly by?: string;
  readonly reason?: string;
}
export interface SplitReply extends OperationReply {
  /** The new entity. */
  readonly entity: string;
  /** Claims that went to it. */
  readonly moved: number;
  /** Claims that don't say by which name they came, and stayed. */
  readonly left: readonly string[];
  /** Where somebody decides on those. */
  readonly reviewId: string | null;
}
export interface EntityBrief {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}
export interface MergeStep {
  readonly from: string;
  readonly into: string;
  readonly at: string;
  readonly operationId: string;
}
/** Why two entities are one, or not. */
export interface SameReport {
  readonly a: EntityBrief;
  readonly b: EntityBrief;
  readonly same: boolean;
  /** The steps that made them one. */
  readonly merges: readonly MergeStep[];
  readonly judgements: readonly Judgement[];
  /** Of all their names the two that say most. */
  readonly names: {
    readonly a: string;
    readonly b: string;
    readonly band: 'accept' | 'review' | 'new';
    readonly rule: string | null;
    readonly score: number;
    readonly veto: string | null;
  };
  /** Why a merge would be refused. */
  readonly objections: readonly string[];
}
/** How an entity came to be what it is. */
export interface HowReport {
  readonly entity: Entity;
  /** All that were merged into it. */
  readonly merges: readonly MergeStep[];
  readonly names: readonly { readonly name: string; readonly of: string }[];
  readonly judgements: readonly Judgement[];
}
