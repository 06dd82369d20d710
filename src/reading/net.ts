import { compare } from './fact-view.ts';

/** A current fact between two entities, as met at one of them. Keys are those of the graph. */
export interface EdgeRow {
  readonly key: string;
  readonly otherKey: string;
  readonly otherId: string;
  readonly otherName: string;
  readonly predicate: string;
  readonly direction: 'out' | 'in';
  readonly factId: string;
}
export interface Step {
  readonly to: string;
  readonly predicate: string;
  readonly direction: 'out' | 'in';
  readonly factId: string;
}

/** What has been seen of the graph around two entities, and the walks between them in it. */
export class Net {
  readonly #steps = new Map<string, Map<string, Step>>();
  readonly #start: string;
  readonly #end: string;

  constructor(start: string, end: string) {
    this.#start = start;
    this.#end = end;
  }

  add({ key, otherKey, predicate, direction, factId }: EdgeRow): void {
    this.#addStep(key, { to: otherKey, predicate, direction, factId });
    this.#addStep(otherKey, { to: key, predicate, direction: direction === 'out' ? 'in' : 'out', factId });
  }

  #addStep(from: string, step: Step): void {
    const steps = this.#steps.get(from) ?? new Map<string, Step>();
    this.#steps.set(from, steps.set(`${step.factId} ${step.direction} ${step.to}`, step));
  }

  /** Shortest first, at most `limit`, none passing an entity twice. */
  walks(hops: number, limit: number): Step[][] {
    const distance = this.#distances(hops);
    const found: Step[][] = [];
    const walk = (from: string, left: number, passed: readonly Step[]): void => {
      for (const step of this.#inOrder(from)) {
        if (found.length >= limit) return;
        const { to } = step;
        if ((distance.get(to) ?? hops) > left - 1 || (to === this.#end) !== (left === 1)) continue;
        if (to === this.#start || passed.some((p) => p.to === to)) continue;
        if (left === 1) found.push([...passed, step]);
        else walk(to, left - 1, [...passed, step]);
      }
    };
    for (let length = 1; length <= hops && found.length < limit; length++) walk(this.#start, length, []);
    return found;
  }

  /** Hops from the end: a walk that can't arrive in time isn't begun. */
  #distances(hops: number): Map<string, number> {
    const distance = new Map([[this.#end, 0]]);
    let ring = [this.#end];
    for (let d = 1; d < hops; d++) {
      const next: string[] = [];
      for (const from of ring)
        for (const { to } of this.#steps.get(from)?.values() ?? [])
          if (!distance.has(to)) {
            distance.set(to, d);
            next.push(to);
          }
      ring = next;
    }
    return distance;
  }

  readonly #sorted = new Map<string, Step[]>();

  #inOrder(from: string): Step[] {
    const steps = this.#steps.get(from);
    const known = this.#sorted.get(from);
    if (known?.length === (steps?.size ?? 0)) return known;
    const byName = (a: Step, b: Step) => compare(a.predicate, b.predicate) || compare(a.to, b.to) || compare(a.factId, b.factId);
    const sorted = [...(steps?.values() ?? [])].sort(byName);
    this.#sorted.set(from, sorted);
    return sorted;
  }
}
