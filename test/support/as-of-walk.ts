import { expect } from 'vitest';
import { iso } from '../../src/domain/time.ts';
import type { AsOfQuery, Candidate, FactPage } from '../../src/palimpsest.ts';
import { Chance } from './chance.ts';
import { DAY } from './model.ts';
import type { StoreCase } from './stores.ts';

/** Slots of every kind, changed at random; answers are kept and asked for again in the end. */
export class AsOfWalk {
  readonly #on: StoreCase;
  readonly #seed: number;
  readonly #chance: Chance;
  readonly #ns: string;
  readonly #claims: string[] = [];
  readonly #facts: string[] = [];
  readonly #kept: { readonly query: AsOfQuery; readonly then: string; readonly page: FactPage }[] = [];

  constructor(on: StoreCase, seed: number) {
    this.#on = on;
    this.#seed = seed;
    this.#chance = new Chance(seed);
    this.#ns = on.fresh();
  }

  async run(): Promise<void> {
    const { store } = this.#on;
    await store.definePredicate(this.#ns, 'lives', { cardinality: 'single', halfLifeDays: this.#chance.of([null, 20]) });
    for (let i = 0; i < 16; i++) {
      const then = await this.#change();
      if (then === null) continue;
      for (const query of this.#questions()) this.#kept.push({ query, then, page: await store.asOf(this.#ns, query) });
    }
    for (const { query, then, page } of this.#kept) {
      const again = await store.asOf(this.#ns, { ...query, knownAt: then });
      expect(again, `seed ${this.#seed}, ${JSON.stringify({ ...query, knownAt: then })}`).toEqual(page);
    }
  }

  #questions(): AsOfQuery[] {
    const asOf = iso(this.#chance.int(0, 50) * DAY + this.#chance.int(-1, 1));
    return [
      { subject: 'user:u', asOf },
      { subject: 'user:u', predicate: 'lives', asOf, qualifiers: this.#chance.of([{}, { context: 'x' }]) },
      { subject: 'team:a', predicate: 'team_lead', asOf },
      { subject: 'user:v', predicate: ['leads_team', 'likes'], asOf },
    ];
  }

  /** Recorded time of a change; null where there was nothing to change. */
  async #change(): Promise<string | null> {
    const { store } = this.#on;
    const dice = this.#chance.next();
    try {
      if (dice < 0.15 && this.#claims.length > 0)
        return (await store.withdraw(this.#ns, { claimId: this.#chance.of(this.#claims) })).recordedAt;
      if (dice < 0.25 && this.#facts.length > 0)
        return (await store.correct(this.#ns, { factId: this.#chance.of(this.#facts), value: this.#chance.of(['a', 'b']) })).recordedAt;
      if (dice < 0.35 && this.#facts.length > 0)
        return (
          await store.retract(this.#ns, {
            factId: this.#chance.of(this.#facts),
            at: iso(this.#chance.int(0, 50) * DAY),
            confidence: this.#chance.of([0.3, 0.9]),
          })
        ).recordedAt;
    } catch (error) {
      if ((error as { code?: string }).code === 'not_found') return null;
      throw error;
    }
    const told = await store.remember(this.#ns, [...FIRST, this.#candidate(), this.#candidate()]);
    for (const { claimId, factId } of told) {
      if (claimId !== null) this.#claims.push(claimId);
      if (factId !== null) this.#facts.push(factId);
    }
    return told
      .map((r) => r.recordedAt as string)
      .sort()
      .at(-1) as string;
  }

  #candidate(): Candidate {
    const start = this.#chance.int(0, 45);
    const predicate = this.#chance.of(['lives', 'lives', 'likes', 'leads_team']);
    const to = this.#chance.chance(0.2) ? { validTo: iso((start + this.#chance.int(1, 9)) * DAY) } : {};
    return {
      subject: predicate === 'leads_team' ? this.#chance.of(['user:u', 'user:v']) : 'user:u',
      predicate,
      value: predicate === 'leads_team' ? 'team:a' : this.#chance.of(['a', 'b', 'c']),
      confidence: this.#chance.of([0.3, 0.6, 0.9]),
      origin: this.#chance.of(['stated', 'extracted', 'default']),
      observedAt: iso((start + this.#chance.int(0, 5)) * DAY),
      ...(this.#chance.chance(0.6) && { validFrom: iso(start * DAY), ...to }),
      ...(predicate === 'lives' && this.#chance.chance(0.3) && { qualifiers: { context: 'x' } }),
      ...(this.#chance.chance(0.5) && { source: { session: this.#chance.of(['s1', 's2']) } }),
    };
  }
}

/** Told every time, so that everybody who is asked about is there. */
const FIRST: readonly Candidate[] = ['user:u', 'user:v', 'team:a'].map((subject) => ({
  subject,
  predicate: 'name',
  value: subject,
  validFrom: '2060',
  source: { session: 'first', turn: '1' },
}));
