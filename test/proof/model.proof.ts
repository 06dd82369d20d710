import { expect, it } from 'vitest';
import type { HistoryFact } from '../../src/palimpsest.ts';
import { Chance } from '../support/chance.ts';
import { Mirror } from '../support/mirror.ts';
import { candidateOf, DAY, linesOfHistory, type Said } from '../support/model.ts';
import { SEED, sized } from '../support/size.ts';
import { describeInProcess, type StoreCase } from '../support/stores.ts';

const SUBJECTS = ['user:u', 'user:v'] as const;
const PREDICATES = { single: 'lives', multi: 'likes' } as const;

function anySaid(chance: Chance): Said {
  const kind = chance.chance(0.15) ? 'end' : 'assert';
  const start = chance.int(0, 60);
  const explicit = kind === 'end' || chance.chance(0.5);
  return {
    kind,
    value: chance.of(['a', 'b', 'c']),
    start,
    said: explicit ? Math.max(0, start + chance.int(-10, 20)) : start,
    explicit,
    to: kind === 'assert' && chance.chance(0.2) ? start + chance.int(1, 15) : null,
    confidence: chance.of([0.2, 0.35, 0.5, 0.65, 0.78, 0.9, 1]),
    source: chance.of(['s1', 's2', 's3', null]),
    origin: kind === 'assert' && chance.chance(0.1) ? 'default' : chance.chance(0.5) ? 'stated' : 'extracted',
  };
}

/** One random history of a namespace, each step done to the store and to the model. */
class Walk {
  readonly namespace: string;
  readonly #on: StoreCase;
  readonly #chance: Chance;
  readonly #mirrors = new Map<string, Mirror>();
  constructor(on: StoreCase, chance: Chance) {
    this.#on = on;
    this.#chance = chance;
    this.namespace = on.fresh();
  }

  async begin(): Promise<void> {
    for (const cardinality of ['single', 'multi'] as const) {
      const settings = { margin: 0.2, halfLifeDays: this.#chance.of([null, 10, 40]) };
      await this.#on.store.definePredicate(this.namespace, PREDICATES[cardinality], { cardinality, ...settings });
      for (const s of SUBJECTS) this.#mirrors.set(`${s} ${cardinality}`, new Mirror({ cardinality, ...settings }));
    }
  }

  async step(): Promise<void> {
    const subject = this.#chance.of(SUBJECTS);
    const cardinality = this.#chance.of(['single', 'multi'] as const);
    const mirror = this.#mirrors.get(`${subject} ${cardinality}`) as Mirror;
    const predicate = PREDICATES[cardinality];
    const dice = this.#chance.next();
    if (dice < 0.75 || mirror.ids.length === 0) await this.#tell(subject, predicate, mirror);
    else if (dice < 0.85) await this.#withdrawClaim(mirror);
    else if (dice < 0.93) await this.#correct(subject, predicate, mirror);
    else await this.#retract(subject, predicate, mirror);
  }

  async #tell(subject: string, predicate: string, mirror: Mirror): Promise<void> {
    const said = Array.from({ length: this.#chance.of([1, 1, 3]) }, () => anySaid(this.#chance));
    const results = await this.#on.store.remember(
      this.namespace,
      said.map((s) => candidateOf(s, subject, predicate)),
    );
    for (const [i, r] of results.entries()) mirror.add(r.claimId as string, said[i] as Said);
  }

  async #withdrawClaim(mirror: Mirror): Promise<void> {
    const claimId = this.#chance.of(mirror.ids);
    await this.#on.store.withdraw(this.namespace, { claimId });
    mirror.withdraw([claimId]);
  }

  async #believed(subject: string, predicate: string): Promise<HistoryFact[]> {
    const { facts } = await this.#on.store.history(this.namespace, { subject, predicate });
    return facts.filter((f) => f.status !== 'withdrawn');
  }

  async #correct(subject: string, predicate: string, mirror: Mirror): Promise<void> {
    const facts = await this.#believed(subject, predicate);
    if (facts.length === 0) return;
    const fact = this.#chance.of(facts);
    const value = this.#chance.of(['a', 'b', 'd']);
    const first = fact.resumes ?? fact.id;
    const pieces = facts.filter((f) => f.id === first || f.resumes === first);
    const { recordedAt } = await this.#on.store.correct(this.namespace, { factId: fact.id, value });
    mirror.withdraw(fact.basedOn);
    const { claims } = await this.#on.store.history(this.namespace, { subject, predicate });
    const made = claims.filter((c) => c.recordedAt === recordedAt).sort((x, y) => Date.parse(x.start) - Date.parse(y.start));
    expect(made).toHaveLength(pieces.length);
    for (const [i, { validFrom, validTo }] of pieces.entries()) {
      const times = { start: Date.parse(validFrom), said: Date.parse(recordedAt), to: validTo === null ? null : Date.parse(validTo) };
      mirror.add(made[i]?.id as string, { ...PLAIN, value, confidence: 1, origin: 'decision' }, times);
    }
  }

  async #retract(subject: string, predicate: string, mirror: Mirror): Promise<void> {
    const facts = await this.#believed(subject, predicate);
    if (facts.length === 0) return;
    const fact = this.#chance.of(facts);
    const at = Date.parse(fact.validFrom) + this.#chance.int(-1, 10) * DAY;
    const reply = await this.#on.store.retract(this.namespace, { factId: fact.id, at: new Date(at).toISOString(), confidence: 0.7 });
    if (reply.outcome === 'withdrawn') mirror.withdraw(fact.basedOn);
    else
      mirror.add(
        reply.claimId as string,
        { ...PLAIN, kind: 'end', value: String(fact.value), confidence: 0.7 },
        { start: at, said: Date.parse(reply.recordedAt), to: null },
      );
  }

  async check(where: string): Promise<void> {
    for (const [name, mirror] of this.#mirrors) {
      const [subject, cardinality] = name.split(' ') as [string, 'single' | 'multi'];
      const known = mirror.ids.length > 0;
      const history = await this.#on.store
        .history(this.namespace, { subject, predicate: PREDICATES[cardinality] })
        .catch((error: unknown) => {
          if (known) throw error;
          return { facts: [], claims: [] };
        });
      expect(linesOfHistory(history).sort(), `${where} ${name}`).toEqual(mirror.lines());
      const live = history.claims.filter((c) => c.withdrawnAt === null);
      expect(Object.fromEntries(live.map((c) => [c.id, c.outcome])), `${where} ${name}`).toEqual(mirror.outcomes());
    }
  }
}
const PLAIN: Said = {
  kind: 'assert',
  value: '',
  start: 0,
  said: 0,
  explicit: true,
  to: null,
  confidence: 1,
  source: null,
  origin: 'stated',
};

describeInProcess('a store and the model, through random histories', (on) => {
  it('agree after every step, and the doctor finds nothing', async () => {
    const walks = sized(100, 200);
    for (let w = 0; w < walks; w++) {
      const walk = new Walk(on, new Chance(SEED + w));
      await walk.begin();
      for (let s = 0; s < 40; s++) {
        await walk.step();
        if (s % 4 === 3) await walk.check(`seed ${SEED + w} step ${s}`);
      }
      const report = await on.store.doctor(walk.namespace);
      expect(report.findings, `seed ${SEED + w}`).toEqual([]);
    }
    console.info(`${on.engine.name}: ${walks} histories of 40 steps, seeds from ${SEED}`);
  });
});
