import { keyOf } from '../domain/keys.ts';
import type { ReviewState } from '../domain/review.ts';
import { isPalimpsestError, PalimpsestError } from '../errors.ts';
import { Change } from '../truth/change.ts';
import { randomId } from '../truth/ids.ts';
import { Again, type Carried, type Carry, type Context, type Question } from './kinds/kind.ts';

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
  /** Of one that is deferred: when it is asked again, in epoch ms. */
  readonly until?: number | null;
}

/** How a review stood under its lock. */
export interface Held {
  readonly key: string;
  readonly state: ReviewState;
  readonly decidedAt: number | null;
  readonly by: string | null;
  readonly reason: string | null;
  readonly settledBy: string | null;
  readonly operationId: string | null;
  readonly wakesAt: number | null;
  readonly data: string;
  /** As JSON: how it stood before its last decision, or after one that is undone. */
  readonly before: string | null;
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
  const { kind, state, by, reason, decision, until = null } = act;
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
      return { key, properties: { ...own, before: asBefore(stood) }, claimKeys: [...claimKeys] };
    });
    if (rows.length === 0) throw new Lost();
    await change.call('review/decide', { rows });
    for (const { key, state } of held) if (rows.some((row) => row.key === key)) change.journal.decided(key, { state });
    return { reviews: decided.map((q) => q.id) };
  });
}

const FIELDS = ['state', 'decidedAt', 'by', 'reason', 'settledBy', 'operationId', 'wakesAt', 'data'] as const;
/** How a review stands, as JSON: what a decision is taken back to. */
export const asBefore = (held: Held): string => JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, held[field]])));

/** Nothing is left to be decided. */
class Lost extends Error {}

export const isPending = (state: ReviewState): boolean => state === 'open' || state === 'deferred';
