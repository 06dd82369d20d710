/**
 * First come, first served among the callers of this process, key by key. The database's locks are what keeps writers apart; but they
 * are not fair, and with many waiters some would wait until they time out. All keys of a call are taken at once, so turns can't deadlock.
 */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  async take<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const mine = [...new Set(keys)];
    const before = mine.map((key) => this.#last.get(key));
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    for (const key of mine) this.#last.set(key, finished);
    try {
      await Promise.all(before);
      return await work();
    } finally {
      for (const key of mine) if (this.#last.get(key) === finished) this.#last.delete(key);
      finish();
    }
  }
}
