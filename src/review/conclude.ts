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
export async function conclude(context: Context, question: Question, make: () => Promise<Carry>, act: Act): Promise<boolean> {
  const { desk, namespace, operation } = context;
  for (let round = 0; round <= REDO; round++) {
    const carry = await make();
    try {
      await write(context, question, carry, act);
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

async function write({ graph, namespace }: Context, { id, data }: Question, carry: Carry, act: Act): Promise<void> {
  const { kind, state, by, reason, decision } = act;
  const key = keyOf(namespace, id);
  const about = { id: `o_${randomId()}`, namespace, kind, reason, request: null };
  await Change.operate(graph, about, carry.locks, async (change) => {
    const [held] = await change.call<{ state: ReviewState }>('review/hold', { key });
    if (held === undefined || !isPending(held.state)) throw new Lost();
    const { claimKeys, result } = await carry.work(change);
    const kept = { ...(JSON.parse(data) as object), ...(decision !== null && { decision }), ...(result !== null && { result }) };
    const properties = { state, decidedAt: state === 'deferred' ? null : change.at, by, reason, data: JSON.stringify(kept) };
    await change.call('review/decide', { key, properties, claimKeys: [...claimKeys] });
    return { reviewId: id };
  });
}

/** Somebody else decided first. */
class Lost extends Error {}

export const isPending = (state: ReviewState): boolean => state === 'open' || state === 'deferred';
