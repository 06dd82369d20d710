/** What hangs on an entity ends with it. */
import type { FactValue } from '../domain/fact.ts';
import type { RetirePolicy, RetireSide, RetireVia } from '../domain/retire.ts';

export interface RetireInput {
  /** When it stopped; default now. May lie ahead: the clock alone ends it then. */
  readonly at?: string;
  readonly reason?: string;
  /** Who takes its place: id, exact name or alias. What names the entity as value goes on with it. */
  readonly replacement?: string;
  /** By predicate, before what the predicate says itself (`onRetire`). */
  readonly policies?: Readonly<Record<string, { readonly [S in RetireSide]?: RetirePolicy }>>;
  /** Answers what would be done, and does nothing. */
  readonly dryRun?: boolean;
  /** Goes on with a retirement that was cut off; `doctor` names it. */
  readonly operationId?: string;
  /** Who decided it. */
  readonly by?: string;
}

export interface RetireReply {
  /** `planned`: a dry run; `nothing`: nothing was left to be done. */
  readonly outcome: 'planned' | 'retired' | 'nothing';
  /** Null where nothing was done. */
  readonly operationId: string | null;
  readonly entity: string;
  readonly replacement: string | null;
  readonly at: string;
  /** How many facts there are of each. */
  readonly counts: Readonly<Record<RetirePolicy, number>>;
  /** Causes before what they cause; at most 500. */
  readonly facts: readonly RetiredFact[];
  /** How many more there are. */
  readonly more: number;
  readonly recordedAt: string;
}

/** A fact that hangs on the entity. */
export interface RetiredFact {
  readonly factId: string;
  readonly subject: string;
  readonly predicate: string;
  readonly value: FactValue;
  readonly via: RetireVia;
  readonly policy: RetirePolicy;
  /** 1: it names the entity; each cause in between adds one. */
  readonly depth: number;
  /** Facts that end and that it held by. */
  readonly causedBy: readonly string[];
}
