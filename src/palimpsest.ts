/**
 * What the store does, one method a verb. The in-process store implements it; so will every client.
 * The namespace comes first in every call and nothing crosses it. Instants are ISO 8601 with offset;
 * dates are in UTC and may be partial ("2021", "2021-05"): a start is the beginning of it, an end its end, a moment to ask about its
 * first instant.
 */
import type { FoldOutcome, Origin } from './domain/claim.ts';
import type { Entity } from './domain/entity.ts';
import type { ClaimSource, ClaimView, DependsOn, Fact, FactStatus, FactValue, Qualifiers } from './domain/fact.ts';
import type { Predicate, PredicateInput, Tier } from './domain/predicate.ts';
import type { NamespaceSettings, RoleDefinition } from './domain/settings.ts';
import type { Issue } from './errors.ts';
import type {
  HowReport,
  JudgeInput,
  Judgement,
  MergeInput,
  MergeReply,
  SameReport,
  SplitInput,
  SplitReply,
  UnmergeInput,
  UnmergeReply,
} from './interface/identity.ts';
import type {
  AliasInput,
  AliasReply,
  EntityAlias,
  EntityInput,
  RemoveAliasInput,
  Resolved,
  ResolvedPredicate,
  ResolveMention,
} from './interface/names.ts';
import type {
  OperationDetail,
  OperationPage,
  OperationQuery,
  OperationView,
  RememberOptions,
  UndoInput,
  UndoReply,
} from './interface/operations.ts';
import type { RetireInput, RetireReply } from './interface/retire.ts';
import type { Review, ReviewDecided, ReviewDecision, ReviewPage, ReviewQuery } from './interface/review.ts';

export type * from './interface/identity.ts';
export type * from './interface/names.ts';
export type * from './interface/operations.ts';
export type * from './interface/retire.ts';
export type * from './interface/review.ts';

/** One thing somebody said. Only subject, predicate and (unless `kind: end`) value are needed. */
export interface Candidate {
  /** Entity id (`user:ada`; made on first use) or the exact name or alias of a known entity. */
  readonly subject: string;
  readonly predicate: string;
  readonly value?: FactValue;
  /** `end`: it stopped being so at `validFrom` (default: `observedAt`). Without a value it ends whatever holds then. */
  readonly kind?: 'assert' | 'end';
  /** 0..1; default 0.8. */
  readonly confidence?: number;
  readonly qualifiers?: Qualifiers;
  readonly validFrom?: string;
  /** Exclusive for instants; for a partial date its last moment. */
  readonly validTo?: string;
  /** When it was said; default: now. */
  readonly observedAt?: string;
  readonly source?: ClaimSource;
  readonly origin?: Origin;
  readonly tier?: Tier;
  readonly pinned?: boolean;
  /** Ids of facts that it holds by: all of one group are needed, and any group is enough. What a role in it means is added. */
  readonly dependsOn?: DependsOn;
  /** What takes its place when the facts that it holds by end; of a single-valued predicate. */
  readonly fallback?: FactValue;
  /** Compare-and-set: the id of the fact that must hold now, or null for none. */
  readonly expectedCurrent?: string | null;
}

/** `superseded`: it took over from another value. */
export type Outcome = FoldOutcome | 'rejected' | 'unresolved' | 'ambiguous' | 'restricted';

export interface RememberResult {
  readonly outcome: Outcome;
  /** The fact it made, supports, ended or challenges. */
  readonly factId: string | null;
  readonly claimId: string | null;
  readonly supersededIds: readonly string[];
  /** What holds now in its slot is another fact, or another value, than before. */
  readonly currentChanged: boolean;
  /** Sent before (same key, or same session, turn and statement): nothing was written this time. */
  readonly replayed: boolean;
  /**
   * Folded into the timeline instead of appended in one step: told out of order, or with times of its own (an end, or a start before other
   * claims of the slot were told). It says nothing of being wrong.
   */
  readonly late: boolean;
  /** Its text is nearly one that was there and went under that value, in its own words; left out where it isn't. */
  readonly near?: true;
  readonly recordedAt: string | null;
  /** Of `ambiguous` and `unresolved`: the question that it waits for; kept when that is decided. */
  readonly reviewId: string | null;
  /** For `rejected`: an error code, or `not_believed` where a review was decided so; for a replay of a claim that was withdrawn since: `withdrawn`. Issues name the fields. */
  readonly reason: string | null;
  readonly issues: readonly Issue[];
  readonly resolved: {
    readonly subject: Resolved | null;
    readonly predicate: ResolvedPredicate | null;
    readonly value: Resolved | null;
  };
  /** Qualifiers that annotate but don't split the slot. */
  readonly annotations: readonly string[];
}

export interface FactQuery {
  readonly subject: string;
  /** One, several, or (absent) all. Aliases and inverses work. */
  readonly predicate?: string | readonly string[];
  /** Absent: in every context, each fact with its own. Given: the most specific that fits it, a more general one marked `fallback`; `{}`: the general one. */
  readonly qualifiers?: Qualifiers;
}
export interface AsOfQuery extends FactQuery {
  /** Valid time: when it held in the world; default now. */
  readonly asOf?: string;
  /** Recorded time: what the store knew then; default the latest. */
  readonly knownAt?: string;
}
export interface ListQuery {
  readonly subject?: string;
  readonly predicate?: string | readonly string[];
  readonly value?: FactValue;
  readonly category?: string;
  readonly status?: FactStatus | readonly FactStatus[];
  readonly qualifiers?: Qualifiers;
  /** `live` (default), `archived` or `all`; a question about another time has all. */
  readonly visibility?: 'live' | 'archived' | 'all';
  readonly asOf?: string;
  readonly knownAt?: string;
  /** 1..500, default 100. */
  readonly limit?: number;
  readonly cursor?: string;
}
export interface FactPage {
  readonly facts: readonly Fact[];
  /** What was left out of the answer, by why. `superseded` counts all that is over: superseded, ended, lapsed; `archived` what would be shown. */
  readonly hidden: { readonly superseded: number; readonly scheduled: number; readonly contested: number; readonly archived: number };
  readonly cursor: string | null;
}

export interface History {
  /** Every version of every fact of the slots, in order of valid time, then of recorded time. */
  readonly facts: readonly HistoryFact[];
  readonly claims: readonly ClaimView[];
}
export interface HistoryFact extends Fact {
  /** Ids of the claims it is based on. */
  readonly basedOn: readonly string[];
}

export interface Why {
  readonly fact: Fact;
  readonly versions: readonly Fact[];
  readonly claims: readonly ClaimView[];
  readonly supersedes: readonly SupersedesLink[];
  readonly supersededBy: readonly SupersedesLink[];
  readonly challengers: readonly ClaimView[];
  readonly operations: readonly OperationView[];
}
export interface SupersedesLink {
  readonly fact: Fact;
  /** The claim or operation that made the link. */
  readonly by: string;
  readonly at: string;
}

export interface Neighbour {
  readonly entity: { readonly id: string; readonly type: string; readonly name: string };
  readonly predicate: string;
  readonly direction: 'out' | 'in';
  readonly factId: string;
  readonly validFrom: string;
  readonly validTo: string | null;
}
export interface NeighbourQuery {
  readonly entity: string;
  readonly predicate?: string | readonly string[];
  readonly direction?: 'out' | 'in' | 'both';
  /** 1..500, default 100. */
  readonly limit?: number;
}
export interface PathQuery {
  readonly from: string;
  readonly to: string;
  /** 1..4, default 3. */
  readonly maxHops?: number;
  readonly predicate?: string | readonly string[];
  /** 1..100, default 10; shortest first. */
  readonly limit?: number;
}
/** Entities along the way and the current facts between them, one fewer. */
export interface Path {
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  readonly steps: readonly { readonly predicate: string; readonly factId: string; readonly direction: 'out' | 'in' }[];
}

/** A fact by id, or what holds of subject and predicate (value needed where several may hold). */
export interface FactTarget {
  readonly factId?: string;
  readonly subject?: string;
  readonly predicate?: string;
  readonly value?: FactValue;
  readonly qualifiers?: Qualifiers;
}
export interface RetractInput extends FactTarget {
  /** When it ended; default now. At or before its start the fact is withdrawn instead. */
  readonly at?: string;
  readonly confidence?: number;
  readonly by?: string;
  readonly reason?: string;
  readonly source?: ClaimSource;
}
export interface RetractReply {
  readonly outcome: 'ended' | 'contested' | 'no_effect' | 'withdrawn' | 'corroborated';
  readonly claimId: string | null;
  readonly factId: string;
  readonly operationId: string;
  readonly currentChanged: boolean;
  readonly recordedAt: string;
}
export interface WithdrawInput {
  /** One claim, or every claim that supports the fact. */
  readonly claimId?: string;
  readonly factId?: string;
  readonly by?: string;
  readonly reason?: string;
}
export interface ArchiveInput {
  readonly factId: string;
  readonly by?: string;
  readonly reason?: string;
}
export interface CorrectInput extends FactTarget {
  readonly factId: string;
  readonly value: FactValue;
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly by?: string;
  readonly reason?: string;
  readonly source?: ClaimSource;
}
export interface OperationReply {
  readonly operationId: string;
  /** Ids of the facts whose timeline changed. */
  readonly changed: readonly string[];
  readonly claimId: string | null;
  readonly currentChanged: boolean;
  /** Ids of claims that hold again by what they depend on, and don't come back, as another value was told meanwhile. */
  readonly movedOn: readonly string[];
  readonly recordedAt: string;
}

export interface PredicateChange {
  /** Must be `fold` for a change that would take facts from the present. */
  readonly resolve?: 'fold';
  readonly dryRun?: boolean;
  readonly by?: string;
  readonly reason?: string;
}
/** What the fold would make (dry run) or made of the slots that change. */
export interface PredicateReply {
  readonly predicate: Predicate;
  readonly applied: boolean;
  readonly operationId: string | null;
  readonly slots: readonly {
    readonly subject: string;
    readonly before: readonly { readonly value: string; readonly validFrom: string; readonly validTo: string | null }[];
    readonly after: readonly { readonly value: string; readonly validFrom: string; readonly validTo: string | null }[];
  }[];
}

/** Fields that are left out stay as they are. */
export interface SettingsChange {
  readonly locale?: string | null;
  /** Set once; another one is a `conflict`. */
  readonly subject?: string | null;
  readonly uncertainNames?: NamespaceSettings['uncertainNames'];
  /** All of them, by name. */
  readonly roles?: Readonly<Record<string, (Pick<RoleDefinition, 'predicate'> & Partial<RoleDefinition>) | null>>;
}

export interface Finding {
  readonly invariant: string;
  readonly namespace: string;
  /** Ids or keys concerned; never a value. */
  readonly subject: string;
  readonly problem: string;
}
export interface DoctorReport {
  readonly checks: readonly { readonly invariant: string; readonly means: string; readonly findings: number }[];
  readonly findings: readonly Finding[];
  readonly ok: boolean;
}

export interface WriteOptions {
  /** The same key with the same body has one effect and one answer; kept at least seven days, each verb for itself. */
  readonly idempotencyKey?: string;
}

export interface Palimpsest {
  /** Writes in the given order; every candidate is atomic and answered for itself, in order. */
  remember(namespace: string, candidates: Candidate | readonly Candidate[], options?: RememberOptions): Promise<readonly RememberResult[]>;
  current(namespace: string, query: FactQuery): Promise<FactPage>;
  asOf(namespace: string, query: AsOfQuery): Promise<FactPage>;
  list(namespace: string, query?: ListQuery): Promise<FactPage>;
  history(
    namespace: string,
    query: { readonly subject: string; readonly predicate: string; readonly qualifiers?: Qualifiers },
  ): Promise<History>;
  why(namespace: string, factId: string): Promise<Why>;
  neighbours(namespace: string, query: NeighbourQuery): Promise<readonly Neighbour[]>;
  paths(namespace: string, query: PathQuery): Promise<readonly Path[]>;
  /** It ended. */
  retract(namespace: string, input: RetractInput, options?: WriteOptions): Promise<RetractReply>;
  /** It was never true: restores what the claim had displaced. */
  withdraw(namespace: string, input: WithdrawInput, options?: WriteOptions): Promise<OperationReply>;
  /** It was never true; this was. */
  correct(namespace: string, input: CorrectInput, options?: WriteOptions): Promise<OperationReply>;
  /** It is unused: out of sight until it is told anew or restored; what was true, and what holds by it, is as before. */
  archive(namespace: string, input: ArchiveInput, options?: WriteOptions): Promise<OperationReply>;
  /** Back in sight. */
  restore(namespace: string, input: ArchiveInput, options?: WriteOptions): Promise<OperationReply>;
  /** Everything that was done on purpose, newest first: who, when, why. */
  operations(namespace: string, query?: OperationQuery): Promise<OperationPage>;
  /** One, with everything that it changed. */
  operation(namespace: string, id: string): Promise<OperationDetail>;
  /**
   * Takes one back, exactly, in one transaction; an undo is an operation too. `refused` where later operations or claims stand on it, with their
   * ids in `details`; `conflict` where it was taken back already.
   */
  undo(namespace: string, id: string, input?: UndoInput, options?: WriteOptions): Promise<UndoReply>;
  predicates(namespace: string): Promise<readonly Predicate[]>;
  definePredicate(namespace: string, name: string, definition: PredicateInput, change?: PredicateChange): Promise<PredicateReply>;
  putEntity(namespace: string, id: string, entity: EntityInput): Promise<Entity>;
  entity(namespace: string, idOrAlias: string): Promise<Entity>;
  /**
   * Whom names mean, in their order, at most 1,000 in one round trip: as a write would understand them, but nobody comes in (`new`: nobody
   * has the name, so its `entity` is null).
   */
  resolve(namespace: string, mentions: readonly (string | ResolveMention)[]): Promise<readonly Resolved[]>;
  /** The names of an entity, without what it is called; by id, name or alias. */
  aliases(namespace: string, entity: string): Promise<readonly EntityAlias[]>;
  /** `conflict`, naming the owner, where the name means another entity already, also by legal form or spacing. */
  addAlias(namespace: string, entity: string, alias: AliasInput, options?: WriteOptions): Promise<AliasReply>;
  /** Frees the name; what was told under it stays. What the entity is called stays its name: call it otherwise with `putEntity` first. */
  removeAlias(namespace: string, entity: string, alias: string, act?: RemoveAliasInput, options?: WriteOptions): Promise<AliasReply>;
  /** They are one and the same. */
  merge(namespace: string, input: MergeInput, options?: WriteOptions): Promise<MergeReply>;
  /** They are not: takes a merge back, exactly. */
  unmerge(namespace: string, input: UnmergeInput, options?: WriteOptions): Promise<UnmergeReply>;
  /** Two were taken for one: what was told by some of its names is another's. */
  split(namespace: string, idOrAlias: string, input: SplitInput, options?: WriteOptions): Promise<SplitReply>;
  /** It is no more: what hangs on it ends, goes on with a replacement, stays or is asked about, in one operation. */
  retire(namespace: string, idOrAlias: string, input?: RetireInput, options?: WriteOptions): Promise<RetireReply>;
  /** Writes into the ledger what is held of two entities; merges nothing. */
  judge(namespace: string, input: JudgeInput, options?: WriteOptions): Promise<Judgement>;
  /** Why two entities are one, or not. */
  whySame(namespace: string, a: string, b: string): Promise<SameReport>;
  /** How an entity came to be what it is: names, merges, judgements. */
  how(namespace: string, idOrAlias: string): Promise<HowReport>;
  /** Questions for a person: what waits because nobody can say yet whom or what it means. */
  reviews(namespace: string, query?: ReviewQuery): Promise<ReviewPage>;
  review(namespace: string, id: string): Promise<Review>;
  /** Decided once: the same decision again answers the same, another one is a `conflict`. */
  decideReview(namespace: string, id: string, decision: ReviewDecision): Promise<Review>;
  /** Several at once, in order, each answered for itself. */
  decideReviews(namespace: string, decisions: readonly (ReviewDecision & { readonly id: string })[]): Promise<readonly ReviewDecided[]>;
  /** What is decided for the namespace: its locale, whom I and the user mean, its roles. */
  settings(namespace: string): Promise<NamespaceSettings>;
  changeSettings(namespace: string, change: SettingsChange): Promise<NamespaceSettings>;
  /** Audits the invariants; without a namespace, the whole store. */
  doctor(namespace?: string): Promise<DoctorReport>;
  close(): Promise<void>;
}
