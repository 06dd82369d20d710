import type { Engine, Params, Runner } from './engine/engine.ts';
import type { Turns } from './engine/turns.ts';

/** What every feature gets: the procedures by name, and the clock that statuses are computed by. */
export interface Graph {
  readonly engine: Engine;
  /** Runs the procedure `name` of `cypher/`; in the transaction of `runner` if given. Row types are the caller's word, checked against the header. */
  call<T extends object>(name: string, params: Params, runner?: Runner): Promise<T[]>;
  /** Turns of this process's writers, by entity key. */
  readonly turns: Pick<Turns, 'take'>;
  /** Epoch milliseconds. */
  clock(): number;
}
