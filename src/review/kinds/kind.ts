import type { DecisionInput } from '../../contract/review.ts';
import type { Graph } from '../../graph.ts';
import type { RememberResult, Review } from '../../palimpsest.ts';
import type { Change } from '../../truth/change.ts';
import type { Desk } from '../../truth/remember.ts';

/** What carrying a decision out needs. */
export interface Context {
  readonly graph: Graph;
  readonly desk: Desk;
  readonly namespace: string;
  /** Named in errors. */
  readonly operation: string;
  /** Who decides. */
  readonly by?: string | null;
}
/** A question as the graph has it; `at` in epoch ms, `data` as JSON. */
export interface Question {
  readonly id: string;
  readonly at: number;
  readonly data: string;
}
/** Everything that must happen with the decision, in its transaction. */
export interface Carry {
  /** Keys of the entities to lock first. */
  readonly locks: readonly string[];
  /**
   * What came of the questions of these ids, those that could be carried out; `by` is the operation. May run more than once; throws
   * `Again` where what it was made from has changed meanwhile.
   */
  work(change: Change, ids: ReadonlySet<string>, by: string): Promise<ReadonlyMap<string, Carried>>;
}
export interface Carried {
  readonly claimKeys: readonly string[];
  readonly result: RememberResult | null;
}
/** For a decision that only has to be written down. */
export const nothingToDo: Carry = {
  locks: [],
  work: async (_, ids) => new Map([...ids].map((id) => [id, { claimKeys: [], result: null }])),
};
/** How a kind of question is shown, and what accepting it means. */
export interface Kind {
  view(context: Pick<Context, 'graph'>, data: string): Pick<Review, 'candidate' | 'questions' | 'details'>;
  /** Throws what is wrong with the decision. */
  accept(context: Context, question: Question, decision: DecisionInput): Promise<Carry>;
  /** Absent: rejecting writes nothing. */
  reject?(context: Context, question: Question): Promise<Carry>;
  /** Whether a decision says what was done when the question became moot. */
  agrees(data: string, decision: DecisionInput): boolean;
  /** Names whose meaning may have become clear by accepting it. */
  settles(data: string, decision: DecisionInput): readonly string[];
}
