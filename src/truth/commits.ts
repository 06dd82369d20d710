import type { Graph } from '../graph.ts';
import { Gather } from './gather.ts';
import { lockKeys } from './late.ts';
import { assertParams, type Row } from './row.ts';

/** What `truth/assert` answers for a row. */
export interface Asserted {
  readonly seq: number;
  readonly claimId: string;
  readonly outcome: string;
  readonly factId: string | null;
  readonly supersededId: string | null;
  readonly replayed: boolean;
  readonly withdrawn: boolean;
  readonly recordedAt: number;
}

/** A request that comes under a key. */
export type Keyed = {
  readonly seq: number;
  readonly key: string;
  readonly namespace: string;
  readonly request: string;
};
/** Which request has the key, since when (epoch ms), and the answers of its rows that wrote nothing. */
export interface Opened {
  readonly seq: number;
  readonly request: string;
  readonly openedAt: number;
  readonly refused: string | null;
}

/** Calls of more rows than this are batches already, and go beside the group. */
const ALONE = 100;
const KEEP_KEYS_MS = 7 * 86_400_000;

/** Group commit: the writes that every caller makes, gathered. */
export class Commits {
  readonly #graph: Graph;
  readonly #asserts: Gather<Row, Asserted>;
  readonly #opens: Gather<Keyed, Opened>;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#asserts = new Gather(
      (rows) => this.#assert(rows),
      (calls) => graph.observer?.waiting(calls),
    );
    this.#opens = new Gather((rows) => graph.call<Opened>('idempotency/open', { rows: [...rows], keepMs: KEEP_KEYS_MS }));
  }

  assert(rows: readonly Row[]): Promise<readonly Asserted[]> {
    if (rows.length > ALONE) return this.#graph.turns.take(rows.flatMap(lockKeys), () => this.#assert(rows));
    return this.#asserts.send(rows);
  }

  async open(request: Omit<Keyed, 'seq'>): Promise<Opened> {
    const [opened] = await this.#opens.send([{ ...request, seq: 0 }]);
    return opened as Opened;
  }

  #assert(rows: readonly Row[]): Promise<Asserted[]> {
    return this.#graph.call<Asserted>('truth/assert', assertParams(rows));
  }
}
