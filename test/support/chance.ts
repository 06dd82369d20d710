/** Repeatable chance (mulberry32): a test that fails prints its seed. */
export class Chance {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
  /** min ≤ n ≤ max */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }
  of<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)] as T;
  }
  chance(p: number): boolean {
    return this.next() < p;
  }
  shuffle<T>(list: readonly T[]): T[] {
    const out = [...list];
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [out[i], out[j]] = [out[j] as T, out[i] as T];
    }
    return out;
  }
}
