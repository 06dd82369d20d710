import { isPalimpsestError, PalimpsestError } from '../errors.ts';
import type { Registry } from './prepare.ts';

const REDO = 3;

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
