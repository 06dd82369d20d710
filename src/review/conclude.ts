import { keyOf } from '../domain/keys.ts';
import type { ReviewState } from '../domain/review.ts';
import { isPalimpsestError, PalimpsestError } from '../errors.ts';
import { Change } from '../truth/change.ts';
import { randomId } from '../truth/ids.ts';
import { Again, type Carry, type Context, type Question } from './kinds/kind.ts';

/** Made anew this often when what it rests on changes meanwhile. */
const REDO = 3;

export interface Act {
  /** What the operation is recorded as. */
  readonly kind: 'decide' | 'settle';
  readonly state: ReviewState;
  readonly by: string | null;
  readonly reason: string | null;
  /** Null: nobody decided, or not yet. */
  readonly decision: object | null;
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
  for (let round = 0; round <= REDO; round++) {
    const carry = await make();
    try {
      await write(context, questions, carry, act);
      return true;
    } catch (error) {
      if (error instanceof Lost) return false;
      // an entity that it speaks of is gone
      const gone = isPalimpsestError(error) && error.code === 'not_found' && error.operation === undefined;
      if (!gone && !(error instanceof Again)) throw error;
      desk.registry.predicates.forget(namespace);
      desk.registry.entities.forget();
    }
  }
  throw new PalimpsestError('busy', `${operation}: predicates or entities kept changing meanwhile; try again`, { operation });
}

async function write({ graph, namespace }: Context, questions: readonly Question[], carry: Carry, act: Act): Promise<void> {
  const { kind, state, by, reason, decision } = act;
  const about = { id: `o_${randomId()}`, namespace, kind, reason, request: null };
  await Change.operate(graph, about, carry.locks, async (change) => {
    const held = await change.call<{ key: string; state: ReviewState }>('review/hold', {
      keys: questions.map((q) => keyOf(namespace, q.id)),
    });
    const pending = new Set(held.filter((h) => isPending(h.state)).map((h) => h.key));
    const open = questions.filter((q) => pending.has(keyOf(namespace, q.id)));
    const carried = open.length === 0 ? new Map<string, never>() : await carry.work(change, new Set(open.map((q) => q.id)));
    const decidedAt = state === 'deferred' ? null : change.at;
    const rows = open.flatMap(({ id, data }) => {
      const came = carried.get(id);
      if (came === undefined) return [];
      const { claimKeys, result } = came;
      const kept = { ...(JSON.parse(data) as object), ...(decision !== null && { decision }), ...(result !== null && { result }) };
      const properties = { state, decidedAt, by, reason, data: JSON.stringify(kept) };
      return [{ key: keyOf(namespace, id), properties, claimKeys: [...claimKeys] }];
    });
    if (rows.length === 0) throw new Lost();
    await change.call('review/decide', { rows });
    for (const { key, state } of held) if (rows.some((row) => row.key === key)) change.journal.decided(key, { state });
    return { reviews: rows.length };
  });
}

/** Nothing is left to be decided. */
class Lost extends Error {}

export const isPending = (state: ReviewState): boolean => state === 'open' || state === 'deferred';
