import { randomUUID } from 'node:crypto';
import type { Engine } from '../src/engine/engine.ts';
import type { Candidate, Palimpsest, RememberResult } from '../src/palimpsest.ts';
import { openGraph, palimpsestOn } from '../src/store.ts';
import { type HttpDoor, throughHttp } from './http.ts';
import { Raw, type RawRow, takeAway } from './raw.ts';

export const PREDICATE = 'motto';
const BATCH = 500;
const CLAIMS_PER_SESSION = 20;
const YEAR = 365 * 86_400_000;

/** One engine holding `facts` facts on either side, and the same step for each of them. */
export class World {
  readonly engine: Engine;
  readonly store: Palimpsest;
  readonly raw: Raw;
  readonly namespace: string;
  readonly facts: number;
  readonly #began = Date.now() - 2 * YEAR;
  readonly #last = new Map<string, number>();
  #http: Promise<HttpDoor> | null = null;
  #told = 0;
  #slot = 0;
  #between = 0;

  private constructor(engine: Engine, store: Palimpsest, namespace: string, facts: number) {
    this.engine = engine;
    this.store = store;
    this.namespace = namespace;
    this.facts = facts;
    this.raw = new Raw(engine, namespace);
  }

  static async open(url: string, facts: number): Promise<World> {
    const login = { user: process.env.PALIMPSEST_NEO4J_USER ?? 'neo4j', password: process.env.PALIMPSEST_NEO4J_PASSWORD ?? 'palimpsest' };
    const graph = await openGraph({ store: url, ...(/^(memory|file):/.test(url) ? {} : login) });
    const namespace = `bench-${randomUUID().slice(0, 8)}`;
    const world = new World(graph.engine, palimpsestOn(graph), namespace, facts);
    await world.store.definePredicate(namespace, PREDICATE, { cardinality: 'single' });
    await world.raw.begin();
    await world.fill(Array.from({ length: facts }, (_, i) => `s${i}`));
    return world;
  }

  /** Gives each slot its first fact, on both sides. */
  async fill(slots: readonly string[]): Promise<void> {
    await this.tell(slots, 'inserted');
    for (const part of portions(slots)) await this.raw.fill(part.map((slot) => this.rawRow(slot)));
  }
  async tell(slots: readonly string[], outcome: 'inserted' | 'superseded'): Promise<void> {
    for (const part of portions(slots)) {
      const candidates = part.map((slot) => this.candidate(slot));
      expectAll(await this.store.remember(this.namespace, candidates), outcome);
    }
  }

  /** Slots in turn, spread over the store, so that none grows long and no cache helps more than it would. */
  next(): string {
    this.#slot = (this.#slot + 7_919) % this.facts;
    return `s${this.#slot}`;
  }
  nextMany(count: number): string[] {
    const distinct = new Set<string>();
    while (distinct.size < Math.min(count, this.facts)) distinct.add(this.next());
    return [...distinct];
  }

  /** A new value for the slot, later than everything told before. */
  candidate(slot: string): Candidate {
    const n = this.#told++;
    this.#last.set(slot, n);
    return this.#claim(slot, n, this.#at(n));
  }
  /** One that comes too late: it speaks of a time between values told in one go, `back` before the last. */
  earlier(slot: string, back: number): Candidate {
    this.#between = (this.#between + 1) % 999;
    return this.#claim(slot, this.#told++, this.#at((this.#last.get(slot) as number) - back) + 1 + this.#between);
  }
  rawRow(slot: string): RawRow {
    const n = this.#told++;
    return this.raw.row(slot, `value ${n}`, this.#at(n));
  }

  /** The same store through HTTP. */
  http(): Promise<HttpDoor> {
    this.#http ??= throughHttp(this.store);
    return this.#http;
  }

  async close(): Promise<void> {
    await (await this.#http)?.close();
    if (this.engine.capabilities.multiProcess) await takeAway(this.engine, this.namespace);
    await this.store.close();
  }

  #claim(slot: string, n: number, at: number): Candidate {
    return {
      subject: `user:${slot}`,
      predicate: PREDICATE,
      value: `value ${n}`,
      origin: 'stated',
      observedAt: new Date(at).toISOString(),
      source: { session: `session ${Math.floor(n / CLAIMS_PER_SESSION)}` },
    };
  }
  #at(n: number): number {
    return this.#began + n * 1_000;
  }
}

function* portions<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < list.length; i += BATCH) yield list.slice(i, i + BATCH);
}

/** A figure counts only if what was timed did what it was timed for. */
export function expectAll(results: readonly RememberResult[], outcome: string, late = false): void {
  const other = results.find((r) => r.outcome !== outcome || r.late !== late);
  if (other !== undefined)
    throw new Error(`expected ${outcome}${late ? ', late' : ''}, got ${other.outcome}${other.late ? ', late' : ''} ${other.reason ?? ''}`);
}
