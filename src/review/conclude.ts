import { idOfKey, keyOf } from '../domain/keys.ts';
import type { ReviewState } from '../domain/review.ts';
import type { Params } from '../engine/engine.ts';
import { untilItHolds } from '../truth/again.ts';
import { Change } from '../truth/change.ts';
import { randomId } from '../truth/ids.ts';
import type { Carried, Carry, Context, Question } from './kinds/kind.ts';
import { asItStood, isDecided, isPending, readStanding, readUndone, type Standing, standingAsJson, undoneAsJson } from './standing.ts';

export interface Act {
  /** What the operation is recorded as. */
  readonly kind: 'decide' | 'settle';
  readonly state: ReviewState;
  readonly by: string | null;
  readonly reason: string | null;
  /** Null: nobody decided, or not yet. */
  readonly decision: object | null;
  /** Of one that is deferred: when it is asked again, in epoch ms. */
  readonly until?: number | null;
  /** Of what settles by itself: the operation that made it clear, and takes this along when it is taken back. */
  readonly cause?: string | null;
}

/** How a review stood under its lock. */
export interface Held extends Standing {
  readonly key: string;
  /** As JSON: how it stood before each of what was taken back. */
  readonly after: string | null;
}

/** Carries out and writes down in one transaction. Says whether it did: false where somebody was first. */
export const conclude = (context: Context, question: Question, make: () => Promise<Carry>, act: Act): Promise<boolean> =>
  concludeAll(context, [question], make, act);

/** The same for several; those that somebody decided meanwhile, and those that can't be carried out, stay as they are. */
export async function concludeAll(
  context: Context,
  questions: readonly Question[],
  make: () => Promise<Carry>,
  act: Act,
): Promise<boolean> {
  const { desk, namespace, operation } = context;
  try {
    await untilItHolds(desk.registry, namespace, operation, async () => write(context, questions, await make(), act));
    return true;
  } catch (error) {
    if (error instanceof Lost) return false;
    throw error;
  }
}

async function write({ graph, namespace }: Context, questions: readonly Question[], carry: Carry, act: Act): Promise<void> {
  const { kind, state, by, reason, decision, until = null, cause = null } = act;
  const about = { id: `o_${randomId()}`, namespace, kind, reason, by, request: null };
  await Change.operate(graph, about, carry.locks, async (change) => {
    const held = await change.call<Held>('review/hold', { keys: questions.map((q) => keyOf(namespace, q.id)) });
    const pending = new Map(held.filter((h) => isPending(h.state)).map((h) => [h.key, h]));
    const open = questions.filter((q) => pending.has(keyOf(namespace, q.id)));
    const carried = open.length === 0 ? new Map<string, never>() : await carry.work(change, new Set(open.map((q) => q.id)), about.id);
    const decidedAt = state === 'deferred' ? null : change.at;
    const decided = open.filter(({ id }) => carried.has(id));
    const rows = decided.map(({ id }) => {
      const { claimKeys, result } = carried.get(id) as Carried;
      const key = keyOf(namespace, id);
      const stood = pending.get(key) as Held;
      const kept = { ...(JSON.parse(stood.data) as object), ...(decision !== null && { decision }), ...(result !== null && { result }) };
      const settledBy = state === 'moot' ? about.id : null;
      const own = { state, decidedAt, by, reason, settledBy, operationId: about.id, wakesAt: until, data: JSON.stringify(kept) };
      return { key, properties: { ...own, before: standingAsJson(stood) }, claimKeys: [...claimKeys] };
    });
    if (rows.length === 0) throw new Lost();
    await change.call('review/decide', { rows });
    if (cause !== null) await settledBy(change, keyOf(namespace, cause), about.id);
    for (const { key, state } of held) if (rows.some((row) => row.key === key)) change.journal.decided(key, { state });
    return { reviews: decided.map((q) => q.id) };
  });
}

/** What was made clear by what is taken back by now is not clear: it goes on waiting. */
async function settledBy(change: Change, key: string, id: string): Promise<void> {
  const [made] = await change.call<{ undoneBy: string | null }>('operations/settled', { key, id });
  if (made !== undefined && made.undoneBy !== null) throw new Lost();
}

/** Nothing is left to be decided, by what an operation does. */
export async function makeMoot(change: Change, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const held = (await change.call<Held>('review/hold', { keys: [...keys] })).filter((h) => isPending(h.state));
  const by = { settledBy: change.operationId, operationId: change.operationId };
  const rows = held.map((stood) => ({
    key: stood.key,
    properties: { state: 'moot', decidedAt: change.at, ...by, before: standingAsJson(stood) },
    claimKeys: [],
  }));
  for (const { key, state } of held) change.journal.decided(key, { state });
  if (rows.length > 0) await change.call('review/decide', { rows });
}

/**
 * Puts the reviews that an operation decided back to how they stood before it, those that it asked are moot; done again, they stand as they
 * did after. Before the claims of the operation are folded anew, so that what they ask then finds its question open. What was decided
 * otherwise since stays. `operationIds`: the act first, then what goes with it. Answers the keys of those that wait again.
 */
export async function turnBack(
  change: Change,
  keys: readonly string[],
  operationIds: readonly string[],
  way: 'back' | 'again',
): Promise<string[]> {
  if (keys.length === 0) return [];
  const held = await change.call<Held>('review/hold', { keys: [...keys] });
  const [act] = operationIds as [string];
  const rows = held.flatMap((stood) => {
    const before = readStanding(stood.before);
    const undone = readUndone(stood.after);
    const its = (of: Standing | null) => of?.operationId != null && operationIds.includes(of.operationId);
    const to = (properties: Params) => [
      { key: stood.key, state: (properties.state ?? stood.state) as ReviewState, properties, claimKeys: [] },
    ];
    const then = way === 'again' ? undone.find((u) => u.takenBack === act) : undefined;
    if (then !== undefined) return to({ ...asItStood(then), after: undoneAsJson(undone.filter((u) => u !== then)) });
    // it was opened again since: that it had been decided is what is taken back
    if (before?.reopenedBy !== undefined) return its(before) ? to({ before: before.before }) : [];
    // what the undo itself made moot is as before it, too
    const isIts = before !== null && (its(stood) || (way === 'back' && its(before)));
    return isIts ? to({ ...asItStood(before), after: undoneAsJson([{ ...stood, takenBack: act }, ...undone]) }) : [];
  });
  if (rows.length > 0) await change.call('review/decide', { rows: rows.map(({ state: _, ...row }) => row) });
  change.decidesAgain = rows.filter((row) => isDecided(row.state)).map((row) => idOfKey(row.key));
  return rows.filter((row) => isPending(row.state)).map((row) => row.key);
}

/** Nothing is left to be decided. */
class Lost extends Error {}
