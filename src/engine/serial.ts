/** Runs tasks one after another, in the order they were given; one that fails doesn't stop the next. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything given so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
