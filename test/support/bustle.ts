import { expect } from 'vitest';
import { iso } from '../../src/domain/time.ts';
import type { Candidate, Palimpsest } from '../../src/palimpsest.ts';
import { type Act, Acts, type Ledger, perform } from './acts.ts';
import type { Chance } from './chance.ts';
import { DAY } from './model.ts';
import { askAll } from './replay.ts';

/** Of whom, and of how many slots each, callers speak. */
export interface World {
  readonly namespace: string;
  readonly subjects: readonly string[];
  /** Each splits every slot. */
  readonly contexts: number;
  /** The entity that `works_at` names. */
  readonly hub: string;
  /** Entities that are merged and parted meanwhile. */
  readonly twins: readonly string[];
}

/** `lives`: everything is done to it. `motto`: what is told stays told, corrected at most. `tally`: compare and set. */
const PREDICATES = ['lives', 'motto', 'works_at', 'likes', 'knows_of', 'tally'];
const COUNTED = 'user:tally';
const NOW = Date.parse('2026-01-01T00:00:00Z');
const PLACES = ['Berlin', 'Paris', 'Rome', 'Oslo'];

export async function furnish(store: Palimpsest, { namespace, hub, twins }: World, degree: number): Promise<void> {
  for (const name of ['lives', 'motto', 'tally']) await store.definePredicate(namespace, name, { cardinality: 'single' });
  await store.definePredicate(namespace, 'works_at', { cardinality: 'single', valueType: 'entity' });
  await store.definePredicate(namespace, 'likes', { cardinality: 'multi' });
  await store.definePredicate(namespace, 'knows_of', { cardinality: 'multi', valueType: 'entity' });
  for (const id of [hub, 'entity:org:other', ...twins]) await store.putEntity(namespace, id, {});
  const first = Array.from({ length: degree }, (_, i) => ({ subject: `user:before${i}`, predicate: 'works_at', value: hub }));
  await store.remember(namespace, first);
}

export class Caller {
  readonly #world: World;
  readonly #chance: Chance;
  readonly #acts: Acts;
  readonly #source: { readonly session: string };
  readonly #own: string[] = [];
  readonly #merges: boolean;
  won = 0;

  constructor(world: World, name: string, chance: Chance, merges: boolean) {
    this.#world = world;
    this.#chance = chance;
    this.#acts = new Acts(world.namespace, name);
    this.#merges = merges;
    this.#source = { session: name };
  }

  /** Does one thing and notes how it ended. */
  async go(store: Palimpsest, ledger: Ledger): Promise<void> {
    const act = await this.next(store);
    const ended = await perform(store, act);
    ledger.note(act, ended);
    if (ended.end !== 'ok') return;
    if (act.what === 'add one') this.won += ended.effect.claims.length;
    else this.#own.push(...ended.effect.claims);
  }

  async next(store: Palimpsest): Promise<Act> {
    const dice = this.#chance.int(0, 99);
    const { subjects, twins } = this.#world;
    if (this.#merges && dice < 4) {
      const [a, b] = this.#chance.shuffle(twins) as [string, string];
      return this.#chance.chance(0.6) ? this.#acts.merge(a, b) : this.#acts.unmerge(a);
    }
    if (dice < 44) return this.#acts.remember('fast', [this.#told()]);
    if (dice < 54) return this.#acts.remember('late', [{ ...this.#told(), observedAt: this.#past() }]);
    if (dice < 60) return this.#acts.remember('bounded', [this.#bounded()]);
    if (dice < 66) return this.#acts.remember('end', [this.#ended()]);
    if (dice < 71) return this.#acts.remember('several', [this.#told(), this.#told(), { ...this.#told(), observedAt: this.#past() }]);
    if (dice < 76) return this.#addOne(store);
    if (dice < 84 && this.#own.length > 0) return this.#acts.withdraw(this.#chance.of(this.#own));
    const isMotto = dice >= 95;
    const predicate = isMotto ? 'motto' : 'lives';
    const query = { subject: this.#chance.of(subjects), predicate };
    const { facts } = await store.current(this.#world.namespace, query).catch(() => ({ facts: [] }));
    if (facts.length === 0) return this.#acts.remember('fast', [this.#told()]);
    const { id } = this.#chance.of(facts);
    if (isMotto || dice < 90) return this.#acts.correct(id, this.#chance.of(PLACES));
    return this.#acts.retract(id, this.#chance.chance(0.3) ? this.#past() : undefined);
  }

  /** Adds one to what all count, if nobody else does meanwhile. */
  async #addOne(store: Palimpsest): Promise<Act> {
    const subject = COUNTED;
    const { facts } = await store
      .current(this.#world.namespace, { subject, predicate: 'tally' })
      .catch(() => ({ facts: [] as { readonly id: string; readonly value: unknown }[] }));
    const fact = facts[0];
    const value = String(Number(fact?.value ?? 0) + 1);
    return this.#acts.remember('add one', [
      { subject, predicate: 'tally', value, origin: 'stated', source: this.#source, confidence: 1, expectedCurrent: fact?.id ?? null },
    ]);
  }

  #told(): Candidate {
    const { subjects, hub, twins } = this.#world;
    const subject = this.#chance.of(subjects);
    const about = {
      subject,
      origin: 'stated' as const,
      source: this.#source,
      confidence: this.#chance.of([0.6, 0.8, 1]),
      ...this.#context(),
    };
    switch (this.#chance.int(0, 9)) {
      case 0:
      case 1:
        return { ...about, predicate: 'works_at', value: this.#chance.chance(0.8) ? hub : 'entity:org:other' };
      case 2:
        return { ...about, predicate: 'likes', value: this.#chance.of(PLACES) };
      case 3:
        return { ...about, predicate: 'knows_of', value: this.#chance.of(twins) };
      case 4:
        return { ...about, predicate: 'lives', subject: this.#chance.of(twins), value: this.#chance.of(PLACES) };
      case 5:
      case 6:
        return { ...about, predicate: 'motto', value: this.#chance.of(PLACES) };
      default:
        return { ...about, predicate: 'lives', value: this.#chance.of(PLACES) };
    }
  }

  #bounded(): Candidate {
    const from = NOW - this.#chance.int(0, 400) * DAY;
    return { ...this.#slot(), validFrom: iso(from), validTo: iso(from + this.#chance.int(1, 90) * DAY) };
  }

  #ended(): Candidate {
    return { ...this.#slot(), kind: 'end', validFrom: this.#past() };
  }

  #slot(): Candidate {
    const { subjects } = this.#world;
    return {
      subject: this.#chance.of(subjects),
      predicate: 'lives',
      value: this.#chance.of(PLACES),
      origin: 'stated',
      source: this.#source,
      ...this.#context(),
    };
  }

  #context(): Pick<Candidate, 'qualifiers'> {
    const { contexts } = this.#world;
    return contexts === 1 ? {} : { qualifiers: { context: `c${this.#chance.int(1, contexts)}` } };
  }

  #past(): string {
    return iso(NOW - this.#chance.int(0, 400) * DAY - this.#chance.int(0, 1_000));
  }
}

/** Nothing acknowledged is missing, nothing is there that wasn't acknowledged, and no slot that holds one thing holds two. */
export async function inspect(store: Palimpsest, world: World, ledger: Ledger): Promise<void> {
  const { namespace, subjects, twins } = world;
  const questions = [...subjects, ...twins, COUNTED].flatMap((subject) => PREDICATES.map((predicate) => ({ subject, predicate })));
  const found = new Map<string, boolean>();
  const extra: string[] = [];
  await askAll(questions, async (query) => {
    // who was never spoken of is nobody
    const { claims, facts } = await store.history(namespace, query).catch(() => ({ claims: [], facts: [] }));
    for (const c of claims) {
      found.set(c.id, c.withdrawnAt !== null);
      // a correction of a fact in pieces makes several claims and names one; what was told says who told it
      if (c.source !== null && !ledger.claims.has(c.id)) extra.push(c.id);
    }
    if (query.predicate === 'likes' || query.predicate === 'knows_of') return;
    const current = facts.filter((f) => f.status === 'current').map((f) => JSON.stringify(f.qualifiers));
    expect(new Set(current).size, `current facts of ${query.predicate}`).toBe(current.length);
    const contexts = facts.filter((f) => f.status !== 'withdrawn').map((f) => JSON.stringify(f.qualifiers));
    if (query.predicate === 'motto') expect(current).toHaveLength(new Set(contexts).size);
  });
  const missing = [...ledger.claims].filter((id) => !found.has(id));
  expect({ missing, extra }).toEqual({ missing: [], extra: [] });
  expect([...ledger.withdrawn].filter((id) => found.get(id) !== true)).toEqual([]);
}
