import { describe, expect, it } from 'vitest';
import { iso } from '../../src/domain/time.ts';
import type { AsOfQuery, Candidate, FactPage } from '../../src/palimpsest.ts';
import { Chance } from '../support/chance.ts';
import { DAY } from '../support/model.ts';
import { SEED, sized } from '../support/size.ts';
import { describeStores, type StoreCase } from '../support/stores.ts';

const JOB = { subject: 'user:ada', predicate: 'works_at' } as const;
const said = (value: string, observedAt: string, more: Partial<Candidate> = {}): Candidate => ({ ...JOB, value, observedAt, ...more });
const texts = (page: FactPage): string[] => page.facts.map((f) => f.text);

describeStores('asOf', (on) => {
  it('takes back the recorded time of a write, also where writes come faster than the clock', async () => {
    const ns = on.fresh();
    on.at('2026-06-01T00:00:00Z');
    for (const value of ['Acme', 'Globex', 'Initech']) {
      on.at('2026-06-01T00:00:00Z');
      const [r] = await on.store.remember(ns, said(value, '2026-01-01T00:00:00Z', { origin: 'stated', confidence: 1 }));
      on.at('2026-06-01T00:00:00Z');
      expect(texts(await on.store.asOf(ns, { ...JOB, knownAt: r?.recordedAt as string }))).toEqual([value]);
    }
  });

  it('answers for an instant in the world, and for what was known at another', async () => {
    const ns = on.fresh();
    const [acme] = await on.store.remember(ns, said('Acme', '2026-01-01T00:00:00Z'));
    const [globex] = await on.store.remember(ns, said('Globex', '2026-03-01T00:00:00Z'));
    const ask = async (q: Omit<AsOfQuery, 'subject'>) => texts(await on.store.asOf(ns, { ...JOB, ...q }));
    expect(await ask({})).toEqual(['Globex']);
    expect(await ask({ asOf: '2026-02-28T23:59:59.999Z' })).toEqual(['Acme']);
    expect(await ask({ asOf: '2026-03-01T00:00:00Z' })).toEqual(['Globex']);
    expect(await ask({ asOf: '2025-12-31' })).toEqual([]);
    expect(await ask({ knownAt: acme?.recordedAt as string })).toEqual(['Acme']);
    expect(await ask({ knownAt: globex?.recordedAt as string })).toEqual(['Globex']);
    expect(await ask({ knownAt: '2026-05-01' })).toEqual([]);
    const [then] = (await on.store.asOf(ns, { ...JOB, knownAt: acme?.recordedAt as string })).facts;
    expect(then).toMatchObject({ validTo: null, endedAt: null, supersededBy: null, status: 'current' });
    const [now] = (await on.store.asOf(ns, { ...JOB, asOf: '2026-02' })).facts;
    expect(now).toMatchObject({ validTo: '2026-03-01T00:00:00.000Z', endedAt: globex?.recordedAt, supersededBy: globex?.factId });
  });

  it('takes a partial date for its beginning, in UTC, and an instant with any offset', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [said('Acme', '2026-01-01T00:00:00Z'), said('Globex', '2026-05-03T00:00:00Z')]);
    const ask = async (asOf: string) => texts(await on.store.asOf(ns, { ...JOB, asOf }));
    expect(await ask('2026-05-03')).toEqual(['Globex']);
    expect(await ask('2026-05')).toEqual(['Acme']);
    expect(await ask('2026')).toEqual(['Acme']);
    expect(await ask('2026-05-03T02:00:00+02:00')).toEqual(['Globex']);
    expect(await ask('2026-05-03T01:59:59.999+02:00')).toEqual(['Acme']);
  });

  it.each([
    ['asOf', '2026-05-03T10:00:00', 'has no offset'],
    ['knownAt', '2026-05-03 10:00', 'has no offset'],
    ['asOf', '2026-02-30', 'names a day that does not exist'],
    ['knownAt', 'yesterday', 'is not an ISO 8601 date or instant'],
    ['asOf', '', 'is not an ISO 8601 date or instant'],
    ['knownAt', '2126-01-01', 'lies in the future'],
  ])('refuses %s %j', async (path, text, message) => {
    const ns = on.fresh();
    await on.store.remember(ns, said('Acme', '2026-01-01T00:00:00Z'));
    for (const ask of [() => on.store.asOf(ns, { ...JOB, [path]: text }), () => on.store.list(ns, { [path]: text })])
      await expect(ask()).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path, message }] });
  });

  it('knows the confidence and the challengers of then', async () => {
    const ns = on.fresh();
    const [first] = await on.store.remember(ns, said('Acme', '2026-01-01T00:00:00Z', { confidence: 0.9, origin: 'stated' }));
    const guess = said('Globex', '2026-01-05T00:00:00Z', { confidence: 0.3, source: { session: 's1' } });
    const [second] = await on.store.remember(ns, guess);
    const [third] = await on.store.remember(ns, said('Acme', '2026-01-06T00:00:00Z', { confidence: 1, origin: 'stated' }));
    const ask = async (knownAt: string | null | undefined, asOf = '2026-02-01') =>
      (await on.store.asOf(ns, { ...JOB, asOf, knownAt: knownAt as string })).facts[0];
    expect(await ask(first?.recordedAt)).toMatchObject({ confidence: 0.9, challengedBy: [] });
    expect(await ask(second?.recordedAt)).toMatchObject({ confidence: 0.9, challengedBy: [{ claimId: second?.claimId, text: 'Globex' }] });
    expect(await ask(second?.recordedAt, '2026-01-04')).toMatchObject({ challengedBy: [] });
    expect(await ask(third?.recordedAt)).toMatchObject({ confidence: 1, challengedBy: [] });
  });

  it('follows a value back, and a slot that belongs to its value', async () => {
    const ns = on.fresh();
    const leads = (subject: string, observedAt: string) => ({ subject, predicate: 'leads_team', value: 'team:core', observedAt });
    await on.store.remember(ns, [
      said('Acme', '2026-01-01T00:00:00Z'),
      said('Globex', '2026-03-01T00:00:00Z'),
      said('Acme', '2026-02-01T00:00:00Z', { subject: 'user:bob' }),
      leads('user:ada', '2026-01-01T00:00:00Z'),
      leads('user:bob', '2026-02-01T00:00:00Z'),
    ]);
    const who = async (subject: string, predicate: string, asOf: string) =>
      (await on.store.asOf(ns, { subject, predicate, asOf })).facts.map((f) => `${f.subject} ${f.predicate}`);
    expect(await who('Acme', 'employs', '2026-01-15')).toEqual(['user:ada works_at']);
    expect(await who('Acme', 'employs', '2026-02-15')).toEqual(['user:ada works_at', 'user:bob works_at']);
    expect(await who('Acme', 'employs', '2026-04-01')).toEqual(['user:bob works_at']);
    expect(await who('team:core', 'team_lead', '2026-01-15')).toEqual(['user:ada leads_team']);
    expect(await who('team:core', 'team_lead', '2026-03-01')).toEqual(['user:bob leads_team']);
    expect(await who('user:ada', 'leads_team', '2026-01-15')).toEqual(['user:ada leads_team']);
    expect(await who('user:ada', 'leads_team', '2026-03-01')).toEqual([]);
    const all = await on.store.asOf(ns, { subject: 'user:ada', asOf: '2026-01-15' });
    expect(all.facts.map((f) => f.predicate)).toEqual(['leads_team', 'works_at']);
  });

  describe('asked later as known then', () => {
    it('gives the answer that was given then, whatever was told, withdrawn, corrected or retracted since', async () => {
      for (let walk = 0; walk < (on.engine.shared ? sized(2, 20) : sized(12, 200)); walk++) await new Walk(on, SEED + walk).run();
    });
  });
});

/** Slots of every kind, changed at random; answers are kept and asked for again in the end. */
class Walk {
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
