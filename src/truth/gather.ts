import { isPalimpsestError } from '../errors.ts';

/** Rows of one statement. */
const MOST = 500;

interface Waiting<R, A> {
  readonly rows: readonly R[];
  readonly resolve: (answers: readonly A[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * While one statement runs, calls gather; the next one takes them all, in the order in which they came, and each gets the answers of its own
 * rows. A call that meets no other waits for nobody.
 */
export class Gather<R extends { readonly seq: number }, A extends { readonly seq: number }> {
  readonly #write: (rows: readonly R[]) => Promise<readonly A[]>;
  readonly #waiting: Waiting<R, A>[] = [];
  #running = false;

  readonly #watch: (calls: number) => void;

  /** `watch` learns how many calls wait whenever that changes. */
  constructor(write: (rows: readonly R[]) => Promise<readonly A[]>, watch: (calls: number) => void = () => {}) {
    this.#write = write;
    this.#watch = watch;
  }

  send(rows: readonly R[]): Promise<readonly A[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ rows, resolve, reject });
      this.#watch(this.#waiting.length);
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let group = this.#next(); group.length > 0; group = this.#next()) await this.#together(group);
    this.#running = false;
  }

  #next(): Waiting<R, A>[] {
    let rows = 0;
    const full = this.#waiting.findIndex((w) => {
      rows += w.rows.length;
      return rows > MOST;
    });
    const group = this.#waiting.splice(0, full < 0 ? this.#waiting.length : full);
    this.#watch(this.#waiting.length);
    return group;
  }

  async #together(group: readonly Waiting<R, A>[]): Promise<void> {
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
}
