import { check, parse } from '../contract/check.ts';
import { type DecisionInput, decisionRowSchema, decisionSchema } from '../contract/review.ts';
import { sortedJson } from '../domain/json.ts';
import type { ReviewState } from '../domain/review.ts';
import { invalidInput, isPalimpsestError, PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { Review, ReviewDecided, ReviewDecision, UndoInput } from '../palimpsest.ts';
import { instant } from '../truth/prepare.ts';
import type { Desk } from '../truth/remember.ts';
import { conclude } from './conclude.ts';
import { type Context, nothingToDo } from './kinds/kind.ts';
import { KINDS } from './kinds/kinds.ts';
import type { DecidedData } from './parked-data.ts';
import { type ReviewRow, rowOf, shown } from './read.ts';
import { settleReviews } from './settle.ts';
import { isPending } from './standing.ts';

type Answer = Exclude<DecisionInput['decision'], 'undo'>;
const STATES: Readonly<Record<Answer, ReviewState>> = { accept: 'accepted', reject: 'rejected', defer: 'deferred' };

/** What deciding needs; `undo`: takes an operation back. */
export interface Decider {
  readonly graph: Graph;
  readonly desk: Desk;
  readonly undo: (namespace: string, operationId: string, act: UndoInput) => Promise<unknown>;
}

/** Decides one question; what it settles beside is settled too. */
export async function decideReview(decider: Decider, namespace: string, id: string, decision: ReviewDecision): Promise<Review> {
  const { graph, desk } = decider;
  const context = { ...decider, namespace, operation: 'decideReview' };
  const { settled, review } = await decideOne(context, id, parse(decisionSchema, decision, 'decideReview', 'decision'));
  if (settled.length > 0) await settleReviews(graph, desk, namespace, settled, review.operationId);
  return review;
}

/** In order, each for itself. */
export async function decideReviews(decider: Decider, namespace: string, decisions: readonly unknown[]): Promise<ReviewDecided[]> {
  const { graph, desk } = decider;
  const context = { ...decider, namespace, operation: 'decideReviews' };
  const answers: ReviewDecided[] = [];
  const clear: { names: readonly string[]; cause: string | null }[] = [];
  for (const [i, row] of decisions.entries()) {
    const named = (row as { readonly id?: unknown } | null)?.id;
    const id = typeof named === 'string' ? named : '';
    try {
      const checked = check(decisionRowSchema, row, `decisions[${i}]`);
      if ('issues' in checked) throw invalidInput('decideReviews', checked.issues);
      const { id: _, ...decision } = checked.value;
      const { settled, review } = await decideOne(context, checked.value.id, decision);
      if (settled.length > 0) clear.push({ names: settled, cause: review.operationId });
      answers.push({ id, review, error: null });
    } catch (error) {
      if (!isPalimpsestError(error) || error.status >= 500) throw error;
      answers.push({ id, review: null, error: { code: error.code, message: error.message, issues: error.issues ?? [] } });
    }
  }
  for (const { names, cause } of clear) await settleReviews(graph, desk, namespace, names, cause);
  return answers;
}

async function decideOne(
  context: Context & Decider,
  id: string,
  input: DecisionInput,
): Promise<{ review: Review; settled: readonly string[] }> {
  const { graph, namespace, operation } = context;
  if (input.decision === 'undo') return { review: await takeBack(context, id, input), settled: [] };
  const { by = null, reason = null, until: given, ...rest } = input;
  const decision = { ...rest, decision: input.decision };
  const until = given === undefined ? null : instant(given, operation, 'until').from;
  const found = await rowOf(graph, namespace, id, operation);
  if (isPending(found.state)) {
    const state = STATES[decision.decision];
    const answer = async (row: ReviewRow, settled: readonly string[] = []) => ({ review: await shown(graph, row), settled });
    if (state === 'deferred' && found.state === 'deferred' && found.wakesAt === until) return answer(found);
    if (until !== null && until <= graph.clock())
      throw invalidInput(operation, [{ path: 'until', message: 'is over already', next: 'give a time to come, or leave it out' }]);
    const kind = KINDS[found.kind];
    const make = async () => {
      if (state === 'accepted') return kind.accept({ ...context, by }, found, decision);
      return state === 'rejected' ? ((await kind.reject?.({ ...context, by }, found)) ?? nothingToDo) : nothingToDo;
    };
    const act = { kind: 'decide', state, by, reason, decision: state === 'deferred' ? null : decision, until } as const;
    const first = await conclude(context, found, make, act);
    const review = await rowOf(graph, namespace, id, operation);
    if (first) return answer(review, state === 'accepted' ? kind.settles(found.data, decision) : []);
    return answer(same(review, decision, operation));
  }
  return { review: await shown(graph, same(found, decision, operation)), settled: [] };
}

/** One that was taken back already is as it is asked to be. */
async function takeBack(
  { graph, namespace, operation, undo }: Context & Decider,
  id: string,
  { by, reason }: DecisionInput,
): Promise<Review> {
  const row = await rowOf(graph, namespace, id, operation);
  if (row.operationId !== null && row.state !== 'moot' && row.state !== 'open') {
    await undo(namespace, row.operationId, { ...(by !== undefined && { by }), ...(reason !== undefined && { reason }) });
    return shown(graph, await rowOf(graph, namespace, id, operation));
  }
  if (isPending(row.state) && row.undone) return shown(graph, row);
  const settled = row.settledBy === null ? 'see the review' : `undo what settled it (${row.settledBy})`;
  const [message, next] = row.state === 'moot' ? ['is moot: nobody decided it', settled] : ['is not decided', 'decide it'];
  throw new PalimpsestError('conflict', `${operation}: id ${message}; ${next}`, { operation, issues: [{ path: 'id', message, next }] });
}

/** What is decided already may be decided again the same way. */
function same(row: ReviewRow, decision: DecisionInput, operation: string): ReviewRow {
  const before = (JSON.parse(row.data) as DecidedData).decision;
  if (sortedJson(before) === sortedJson(decision) || (row.state === 'moot' && KINDS[row.kind].agrees(row.data, decision))) return row;
  const by = row.settledBy === null ? '' : ` by ${row.settledBy}`;
  const message = row.state === 'moot' ? `is moot: what it asked has been settled meanwhile${by}` : `is ${row.state} already`;
  const next = row.operationId === null ? 'see the review' : 'undo that, if it was wrong';
  throw new PalimpsestError('conflict', `${operation}: id ${message}; ${next}`, { operation, issues: [{ path: 'id', message, next }] });
}
