import { isPalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
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

interface Waiting {
  readonly rows: readonly Row[];
  readonly resolve: (answers: readonly Asserted[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls of more rows than this are batches already, and go beside the group. */
const ALONE = 100;
/** Rows of one statement. */
const MOST = 500;

/**
 * Group commit. While one statement runs, calls gather; the next one writes them all, in the order in which they came, each with its own
 * answer. A call that meets no other waits for nobody.
 */
export class Commits {
  readonly #graph: Graph;
  readonly #waiting: Waiting[] = [];
  #running = false;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  assert(rows: readonly Row[]): Promise<readonly Asserted[]> {
    if (rows.length > ALONE) return this.#graph.turns.take(rows.flatMap(lockKeys), () => this.#write(rows));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ rows, resolve, reject });
      this.#graph.observer?.waiting(this.#waiting.length);
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let group = this.#next(); group.length > 0; group = this.#next()) await this.#together(group);
    this.#running = false;
  }

  #next(): Waiting[] {
    let rows = 0;
    const full = this.#waiting.findIndex((w) => {
      rows += w.rows.length;
      return rows > MOST;
    });
    const group = this.#waiting.splice(0, full < 0 ? this.#waiting.length : full);
    this.#graph.observer?.waiting(this.#waiting.length);
    return group;
  }

  async #together(group: readonly Waiting[]): Promise<void> {
    const all = group.flatMap((w) => w.rows).map((row, seq) => ({ ...row, seq }));
    try {
      const answers = new Map((await this.#write(all)).map((a) => [a.seq, a]));
      let from = 0;
      for (const { rows, resolve } of group) {
        const offset = from;
        resolve(
          rows.flatMap((row, i) => {
            const answer = answers.get(offset + i);
            return answer === undefined ? [] : [{ ...answer, seq: row.seq }];
          }),
        );
        from += rows.length;
      }
    } catch (error) {
      // one call's fault must not be the others'; where the store can't be reached, trying each alone helps nobody
      if (group.length === 1 || (isPalimpsestError(error) && error.retryable)) for (const { reject } of group) reject(error);
      else for (const { rows, resolve, reject } of group) await this.#write(rows).then(resolve, reject);
    }
  }

  #write(rows: readonly Row[]): Promise<Asserted[]> {
    return this.#graph.call<Asserted>('truth/assert', assertParams(rows));
  }
}
