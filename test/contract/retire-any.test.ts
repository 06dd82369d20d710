import { expect, it } from 'vitest';
import type { Fact } from '../../src/domain/fact.ts';
import type { Candidate, RetireInput } from '../../src/palimpsest.ts';
import { Chance } from '../support/chance.ts';
import { snapshot } from '../support/snapshot.ts';
import { describeInProcess } from '../support/stores.ts';

const ORG = 'org:a';
const HEIR = 'org:b';
const ORGS = [ORG, HEIR, 'org:c'];
const PEOPLE = ['user:p', 'user:q', 'user:r'];
const POLICIES = ['end', 'keep', 'repoint', 'review'] as const;
/** The clock stands in the middle of it. */
const day = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 86_400_000).toISOString();
const DAYS = 600;

describeInProcess(
  'any story in which an entity is retired',
  (on) => {
    const oneSaid = (chance: Chance, facts: readonly string[]): Candidate => {
      const from = chance.int(0, DAYS);
      const times = chance.of<Partial<Candidate>>([
        { observedAt: day(Math.min(from, 300)) },
        { validFrom: day(from) },
        { validFrom: day(from), validTo: day(from + chance.int(1, 120)) },
      ]);
      const holdsBy = facts.length > 0 && chance.chance(0.3);
      const groups = () => Array.from({ length: chance.int(1, 2) }, () => Array.from({ length: chance.int(1, 2) }, () => chance.of(facts)));
      const more = {
        confidence: chance.of([0.5, 0.8, 1]),
        origin: chance.of(['stated', 'extracted', 'decision', 'default'] as const),
        ...times,
        ...(holdsBy && { dependsOn: groups() }),
      };
      const ends = chance.chance(0.1) && { kind: 'end' as const, dependsOn: [] };
      const about = chance.int(0, 4);
      if (about === 0) return { subject: chance.of(PEOPLE), predicate: 'works_at', value: chance.of(ORGS), ...more, ...ends };
      if (about === 1) return { subject: chance.of(PEOPLE), predicate: 'supplier', value: chance.of(ORGS), ...more, ...ends };
      if (about === 2) return { subject: chance.of(PEOPLE), predicate: 'chairs', value: chance.of(ORGS), ...more, ...ends };
      if (about === 3) return { subject: chance.of(ORGS), predicate: 'motto', value: chance.of(['onwards', 'upwards']), ...more, ...ends };
      return { subject: chance.of(ORGS), predicate: 'partner', value: chance.of(ORGS), ...more, ...ends };
    };
    const begin = async () => {
      const ns = on.fresh();
      await on.store.definePredicate(ns, 'supplier', { cardinality: 'multi', valueType: 'entity' });
      await on.store.definePredicate(ns, 'partner', { cardinality: 'multi', valueType: 'entity' });
      await on.store.definePredicate(ns, 'motto', { cardinality: 'single', valueType: 'text' });
      await on.store.definePredicate(ns, 'chairs', { cardinality: 'single', slotBy: 'value', valueType: 'entity' });
      for (const id of ORGS) await on.store.putEntity(ns, id, { name: id, type: 'org' });
      return ns;
    };
    /** What was derived is derived anew, as another claim. */
    const believed = async (ns: string) => {
      const { claims, ...rest } = await snapshot(on.store, ns, ORGS);
      const of = (c: (typeof claims)[number]) => (c.origin === 'derived' ? { ...c, id: '', recordedAt: '' } : c);
      return { ...rest, claims: claims.map((c) => JSON.stringify(of(c))).sort() };
    };
    const holding = async (ns: string): Promise<Fact[]> => [
      ...(await on.store.list(ns, { status: ['current', 'scheduled', 'superseded', 'ended'], limit: 500 })).facts,
    ];

    it.each(Array.from({ length: 30 }, (_, seed) => seed))('%i', async (seed) => {
      const chance = new Chance(seed * 7919 + 1);
      const ns = await begin();
      const facts: string[] = [];
      for (let i = 0; i < 16; i++) {
        const [told] = await on.store.remember(ns, oneSaid(chance, facts));
        if (told?.factId != null) facts.push(told.factId);
      }
      const replacement = chance.chance(0.4) ? HEIR : undefined;
      const policy = () => chance.of(POLICIES.filter((p) => p !== 'repoint' || replacement !== undefined));
      const some = ['works_at', 'supplier', 'chairs', 'motto', 'partner'].filter(() => chance.chance(0.4));
      const input: RetireInput = {
        ...(chance.chance(0.7) && { at: day(chance.int(0, DAYS)) }),
        ...(replacement !== undefined && { replacement }),
        policies: Object.fromEntries(some.map((name) => [name, { subject: policy(), value: policy() }])),
      };
      const before = await believed(ns);
      const plan = await on.store.retire(ns, ORG, { ...input, ...(input.at === undefined && { at: day(310) }), dryRun: true });
      expect(await believed(ns)).toEqual(before);
      const done = await on.store.retire(ns, ORG, { ...input, ...(input.at === undefined && { at: day(310) }) });
      expect([done.counts, done.facts]).toEqual([plan.counts, plan.facts]);
      const becomes = new Map(done.facts.map((f) => [f.factId, f]));
      const left = (await holding(ns)).filter((f) => f.validTo === null || f.validTo > done.at);
      for (const fact of left) {
        const planned = becomes.get(fact.id);
        const names = fact.subject === ORG ? 'subject' : fact.value === ORG ? 'value' : null;
        // whatever is over is so from then on
        if (planned !== undefined) expect([planned.policy, fact.id]).toEqual([expect.stringMatching(/keep|review/), fact.id]);
        if (names !== null && planned === undefined) expect.fail(`${fact.id} names it still, and was not in the plan`);
      }
      expect((await on.store.doctor(ns)).findings).toEqual([]);
      expect((await on.store.retire(ns, ORG, { ...input, at: done.at })).outcome).toBe('nothing');
      if (done.operationId === null) return;
      const undone = await on.store.undo(ns, done.operationId);
      expect(await believed(ns)).toEqual(before);
      await on.store.undo(ns, undone.operationId as string);
      const again = (await holding(ns)).filter((f) => f.validTo === null || f.validTo > done.at);
      expect(again.map((f) => f.id).sort()).toEqual(left.map((f) => f.id).sort());
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    });
  },
  { from: '2026-11-01T00:00:00Z' },
);
