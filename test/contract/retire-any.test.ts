import { expect, it } from 'vitest';
import type { Fact } from '../../src/domain/fact.ts';
import type { Candidate, RetireInput } from '../../src/palimpsest.ts';
import { Chance } from '../support/chance.ts';
import { sized } from '../support/size.ts';
import { snapshot } from '../support/snapshot.ts';
import { describeInProcess } from '../support/stores.ts';

const ORG = 'org:a';
const HEIR = 'org:b';
const ORGS = [ORG, HEIR, 'org:c'];
const PEOPLE = ['user:p', 'user:q', 'user:r'];
const PREDICATES = [
  ['works_at', PEOPLE, ORGS],
  ['supplier', PEOPLE, ORGS],
  ['chairs', PEOPLE, ORGS],
  ['partner', ORGS, ORGS],
  ['motto', ORGS, ['onwards', 'upwards']],
] as const;
const POLICIES = ['end', 'keep', 'repoint', 'review'] as const;
/** The clock stands in the middle of it. */
const day = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 86_400_000).toISOString();
const DAYS = 600;

describeInProcess(
  'any story in which an entity is retired',
  (on) => {
    /** Holds by any facts told before, also round about by itself. */
    const oneSaid = (chance: Chance, told: readonly string[]): Candidate => {
      const from = chance.int(0, DAYS);
      const times = chance.of<Partial<Candidate>>([
        { observedAt: day(Math.min(from, 300)) },
        { validFrom: day(from) },
        { validFrom: day(from), validTo: day(from + chance.int(1, 120)) },
      ]);
      const [predicate, subjects, values] = chance.of(PREDICATES);
      const said = { subject: chance.of(subjects), predicate, value: chance.of(values), ...times };
      if (chance.chance(0.1)) return { ...said, kind: 'end' };
      const groups = () => Array.from({ length: chance.int(1, 2) }, () => Array.from({ length: chance.int(1, 2) }, () => chance.of(told)));
      const origin = chance.of(['stated', 'extracted', 'decision', 'default'] as const);
      return {
        ...said,
        confidence: chance.of([0.5, 0.8, 1]),
        origin,
        ...(told.length > 0 && chance.chance(0.4) && { dependsOn: groups() }),
      };
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
    /** What was derived is derived anew, as another claim. In a slot of a value each of those who were in it finds the claims of all. */
    const believed = async (ns: string) => {
      const { facts, entities } = await snapshot(on.store, ns, ORGS);
      const claims = new Set<string>();
      for (const [predicate, subjects] of PREDICATES)
        for (const subject of subjects)
          for (const c of await claimsOf(ns, subject, predicate))
            if (c.withdrawnAt === null) claims.add(JSON.stringify(c.origin === 'derived' ? { ...c, id: '', recordedAt: '' } : c));
      return { facts, entities, claims: [...claims].sort() };
    };
    const claimsOf = (ns: string, subject: string, predicate: string) =>
      on.store.history(ns, { subject, predicate }).then(
        (h) => h.claims,
        () => [],
      );
    const holding = async (ns: string): Promise<Fact[]> => [
      ...(await on.store.list(ns, { status: ['current', 'scheduled', 'superseded', 'ended'], limit: 500 })).facts,
    ];

    it.each(Array.from({ length: sized(15, 300) }, (_, seed) => seed))('%i', async (seed) => {
      const chance = new Chance(seed * 7919 + 1);
      const ns = await begin();
      const told: string[] = [];
      for (let i = 0; i < 16; i++) {
        const said = oneSaid(chance, told);
        const [reply] = await on.store.remember(ns, said);
        const factId = reply?.factId ?? null;
        if (factId !== null) told.push(factId);
      }
      const replacement = chance.chance(0.4) ? HEIR : undefined;
      const policy = () => chance.of(POLICIES.filter((p) => p !== 'repoint' || replacement !== undefined));
      const some = ['works_at', 'supplier', 'chairs', 'motto', 'partner'].filter(() => chance.chance(0.4));
      const input: RetireInput = {
        ...(chance.chance(0.7) && { at: day(chance.int(0, DAYS)) }),
        ...(replacement !== undefined && { replacement }),
        policies: Object.fromEntries(some.map((name) => [name, { subject: policy(), value: policy() }])),
      };
      const policyOf = (predicate: string, side: 'subject' | 'value') =>
        input.policies?.[predicate]?.[side] ?? (side === 'subject' ? 'keep' : replacement === undefined ? 'end' : 'repoint');
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
        // what stood behind something that ends may show by it
        if (names !== null && planned === undefined)
          expect([policyOf(fact.predicate, names), fact.id]).toEqual([expect.stringMatching(/keep|review/), fact.id]);
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
