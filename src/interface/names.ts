/** How names are understood, and what the verbs about names take and answer. */
import type { AliasKind } from '../contract/catalogue.ts';

/** How a name was understood. */
export interface Resolved {
  readonly mention: string;
  /** Null unless known, or made by this write. */
  readonly entity: string | null;
  /**
   * `review`: nobody for sure, and somebody of the namespace perhaps; `ambiguous`: one of several; `unresolved`: an id or role that means
   * nobody. It waits in a review until somebody says who is meant.
   */
  readonly band: 'accept' | 'new' | 'review' | 'ambiguous' | 'unresolved';
  /**
   * By what it was understood: `joined` where names differ in legal form, spacing or an article only, `catalogue` by a well-known name;
   * `self`: a phrase for the namespace's subject; `role`: one for what a fact about that subject said then.
   */
  readonly rule: 'id' | 'name' | 'catalogue' | 'joined' | 'self' | 'role' | null;
  /** 0..1: of the entity, or of the best candidate; 1 by id or name, 0 where nobody is like it. */
  readonly score: number;
  /** The name of the entity by which it was understood; of a role the id of the fact. */
  readonly evidence: string | null;
  /** Who it may be, the best first, at most five. Of a new entity: who it might be after all; they are not linked. */
  readonly candidates: readonly ResolvedCandidate[];
}
/** A mention with the type that is meant, where that is known: of itself, or as a value of a predicate. One of the two. */
export interface ResolveMention {
  readonly mention: string;
  readonly type?: string;
  readonly predicate?: string;
}
/** Somebody who may be meant. */
export interface ResolvedCandidate {
  readonly entity: string;
  readonly name: string;
  readonly type: string;
  /** `sorted`: another order of words; `similar`: one slip of the pen; `catalogue`: a well-known name. */
  readonly rule: 'name' | 'catalogue' | 'joined' | 'sorted' | 'acronym' | 'similar' | 'role';
  /** 0..1. */
  readonly score: number;
  /** The name of that entity which speaks for it; of a role the id of the fact. */
  readonly evidence: string;
}
/** How the name of the predicate was understood. */
export interface ResolvedPredicate {
  readonly mention: string;
  /** Its canonical name. */
  readonly predicate: string;
  /** `new`: nobody had defined it, so this write registered it as `multi`. */
  readonly band: 'accept' | 'new';
  /** Where it is new: names much like it, the nearest first, at most three. */
  readonly candidates: readonly string[];
}
export interface EntityInput {
  readonly type?: string;
  readonly name?: string;
  readonly aliases?: readonly string[];
  /** `true`: `type` may make another kind of thing of one that is there. */
  readonly retype?: boolean;
}
/** A name of an entity beside what it is called. */
export interface EntityAlias {
  readonly alias: string;
  readonly kind: AliasKind;
  /** Where it is known from: `mention` (it was said), `put`, `catalogue`, `decision`, or as given. */
  readonly source: string;
  readonly since: string;
}
export interface AliasInput {
  /** May look like an id (`customer_42`). */
  readonly alias: string;
  /** Default: `name`. */
  readonly kind?: AliasKind;
  /** Default: `put`. */
  readonly source?: string;
  readonly reason?: string;
  readonly by?: string;
}
export interface RemoveAliasInput {
  readonly reason?: string;
  readonly by?: string;
}
export interface AliasReply {
  readonly operationId: string;
  readonly entity: string;
  /** Those it has now. */
  readonly aliases: readonly EntityAlias[];
}
