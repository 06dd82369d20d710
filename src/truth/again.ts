import { setTimeout as delay } from 'node:timers/promises';
import { isPalimpsestError, PalimpsestError } from '../errors.ts';
import type { Registry } from './prepare.ts';

/** Rounds after the first: another process may change what was read again and again. */
export const REDO = 8;
const FIRST_PAUSE_MS = 10;

/** The second round begins at once, each later one after a while, up to a second and a quarter, so that who is in the way gets through. */
export async function breathe(round: number): Promise<void> {
  if (round > 1) await delay(Math.random() * FIRST_PAUSE_MS * 2 ** (round - 1));
}

/** Thrown under the lock: what was read before it is no longer so. Rolls back what was begun. */
export class Again extends Error {}

/**
 * Reads and writes until what was read before the lock is still so under it. `work` reads everything anew each time, and says itself what is
 * wrong where that is how things are.
 */
export async function untilItHolds<T>(
  { predicates, entities }: Pick<Registry, 'predicates' | 'entities'>,
  namespace: string,
  operation: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let round = 0; round <= REDO; round++) {
    await breathe(round);
    try {
      return await work();
    } catch (error) {
      // an entity that was to be locked is gone
      const gone = isPalimpsestError(error) && error.code === 'not_found' && error.operation === undefined;
      if (!gone && !(error instanceof Again)) throw error;
      predicates.forget(namespace);
      entities.forget();
    }
  }
  throw new PalimpsestError('busy', `${operation}: predicates or entities kept changing meanwhile; try again`, { operation });
}
