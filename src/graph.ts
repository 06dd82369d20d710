import type { Engine, Params, Runner } from './engine/engine.ts';
import type { Turns } from './engine/turns.ts';
import { type ErrorCode, isPalimpsestError } from './errors.ts';
import type { Catalogue } from './registry/catalogue/catalogue.ts';

/** Runs the procedure of that name of `cypher/`. Row types are the caller's word, checked against the header. */
export type Call = <T extends object>(name: string, params: Params) => Promise<T[]>;

/** What every feature gets: the procedures by name, and the clock that statuses are computed by. */
export interface Graph {
  readonly engine: Engine;
  /** As `Call`; in the transaction of `runner` if given. */
  readonly call: <T extends object>(name: string, params: Params, runner?: Runner) => Promise<T[]>;
  /** Entities that every namespace may meet. */
  readonly catalogue: Catalogue;
  /** Turns of this process's writers, by entity key. */
  readonly turns: Pick<Turns, 'take'>;
  readonly observer?: Observer;
  /** Epoch milliseconds. */
  clock(): number;
}

/** Told of what a graph does, for metrics. It sees names of procedures and codes of errors, never what is stored; it must not throw. */
export interface Observer {
  /** A call of a procedure begins; what is returned is called when it ends, with the code of its failure or null. */
  procedure(name: string): (failure: ErrorCode | null) => void;
  /** A failure that is tried again. */
  retry(code: ErrorCode): void;
  /** How many writes wait now for the next group. */
  waiting(writes: number): void;
}

/** The graph, with every call of a procedure told to the observer. */
export function observed(call: Graph['call'], observer: Observer): Graph['call'] {
  return async <T extends object>(name: string, params: Params, runner?: Runner): Promise<T[]> => {
    const ended = observer.procedure(name);
    try {
      const rows = await call<T>(name, params, runner);
      ended(null);
      return rows;
    } catch (error) {
      ended(isPalimpsestError(error) ? error.code : 'internal');
      throw error;
    }
  };
}
