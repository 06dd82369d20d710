import { Turns } from '../engine/turns.ts';

/** Keys that are remembered; of the others it is as if somebody had come in by them when they were forgotten. */
const KEPT = 50_000;

/** Who comes into namespaces through this process: names alike come one after another, so that of two the second is met by the first. */
export class Entries {
  readonly #turns = new Turns();
  readonly #last = new Map<string, number>();
  #count = 0;
  #keptFrom = 0;

  /** To be asked for before what is there is read. */
  get count(): number {
    return this.#count;
  }

  /** Somebody came in, and is found by these keys. */
  note(keys: readonly string[]): void {
    this.#count++;
    if (this.#last.size >= KEPT) {
      this.#last.clear();
      this.#keptFrom = this.#count;
    }
    for (const key of keys) this.#last.set(key, this.#count);
  }

  /** In turn with others who share a key; `work` is told whether somebody came in by one of them after `count` was `before`. */
  take<T>(keys: readonly string[], before: number, work: (met: boolean) => Promise<T>): Promise<T> {
    return this.#turns.take(keys, () => work(keys.some((key) => (this.#last.get(key) ?? this.#keptFrom) > before)));
  }
}
