import { expect, it } from 'vitest';
import type { Row } from '../../src/engine/engine.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { loadProcedures } from '../../src/procedures/load.ts';
import { describeEngines } from '../support/engines.ts';
import { SEED, sized } from '../support/size.ts';
import { describeInProcess } from '../support/stores.ts';
import { giveDegree, SLOT, writeAtOnce } from '../support/writers.ts';

describeInProcess(
  '32 writers on one slot',
  (on) => {
    it.each([10, 200])('on a subject of degree %i: one current fact, every claim kept, nothing lost or doubled', async (degree) => {
      const ns = on.fresh();
      const each = sized(15, 90);
      await giveDegree(on.store, ns, degree);
      const stores = await Promise.all([1, 2, 3, 4].map(() => on.another()));
      const results = await writeAtOnce(stores, ns, 32, each, SEED);
      expect(results.every((r) => r.claimId !== null && !r.replayed)).toBe(true);
      const { claims } = await on.store.history(ns, SLOT);
      expect(claims).toHaveLength(32 * each);
      expect(new Set(claims.map((c) => c.id)).size).toBe(32 * each);
      expect((await on.store.current(ns, SLOT)).facts).toHaveLength(1);
      expect((await on.store.doctor(ns)).findings, `seed ${SEED}`).toEqual([]);
    });

    it('one fact for the same statement by 50 parallel calls, each acknowledged', async () => {
      const ns = on.fresh();
      const statement = { ...SLOT, value: 'a', source: { session: 's', turn: '1' } };
      const stores = await Promise.all([1, 2, 3, 4].map(() => on.another()));
      const results = (
        await Promise.all(Array.from({ length: 50 }, (_, i) => (stores[i % 4] as Palimpsest).remember(ns, statement)))
      ).flat();
      expect(new Set(results.map((r) => r.factId)).size).toBe(1);
      expect(results.filter((r) => !r.replayed)).toHaveLength(1);
      expect((await on.store.history(ns, SLOT)).claims).toHaveLength(1);
    });

    it('distinct subjects naming one entity', async () => {
      const ns = on.fresh();
      const stores = await Promise.all([1, 2, 3, 4].map(() => on.another()));
      const write = (w: number) =>
        (stores[w % 4] as Palimpsest).remember(
          ns,
          Array.from({ length: 20 }, (_, i) => ({ subject: `user:${w}`, predicate: 'works_at', value: i % 2 === 0 ? 'Acme' : 'Globex' })),
        );
      const results = (await Promise.all(Array.from({ length: 32 }, (_, w) => write(w)))).flat();
      expect(results).toHaveLength(640);
      expect(results.every((r) => r.claimId !== null)).toBe(true);
      const { facts } = await on.store.list(ns, { predicate: 'works_at', limit: 500 });
      expect(facts).toHaveLength(32);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    });

    it('an alias that another process gave is known at once', async () => {
      const ns = on.fresh();
      const other = await on.another();
      await on.store.remember(ns, { subject: 'user:0', predicate: 'wohnt', value: 'Berlin' });
      await other.definePredicate(ns, 'wohnt', { cardinality: 'single', aliases: ['lebt_in'] });
      const [r] = await on.store.remember(ns, { subject: 'user:0', predicate: 'lebt_in', value: 'Paris', origin: 'stated' });
      expect(r?.outcome).toBe('superseded');
      expect((await other.current(ns, { subject: 'user:0', predicate: 'lebt_in' })).facts.map((f) => f.text)).toEqual(['Paris']);
    });

    it.each([50, 400])('a predicate changed %i ms after another process began a batch by the old settings', async (wait) => {
      const ns = on.fresh();
      const other = await on.another();
      await on.store.definePredicate(ns, 'hot', { cardinality: 'multi' });
      await on.store.remember(ns, { subject: 'user:0', predicate: 'hot', value: 'x' });
      const batch = other.remember(
        ns,
        Array.from({ length: 400 }, (_, i) => ({ subject: `user:${i}`, predicate: 'hot', value: 'old' })),
      );
      await new Promise((resolve) => setTimeout(resolve, wait));
      await on.store.definePredicate(ns, 'hot', { cardinality: 'single' }, { resolve: 'fold' });
      expect((await batch).every((r) => r.claimId !== null)).toBe(true);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
      await other.remember(ns, { subject: 'user:7', predicate: 'hot', value: 'new', origin: 'stated' });
      expect((await on.store.current(ns, { subject: 'user:7', predicate: 'hot' })).facts.map((f) => f.text)).toEqual(['new']);
    });
  },
  { ownClock: true },
);

describeEngines('the procedures called directly, as anybody with a driver can', (on) => {
  const statement = (name: string) => loadProcedures().find((p) => p.name === name) as ReturnType<typeof loadProcedures>[number];
  const currents = async (slotKey: string): Promise<Row[]> => {
    const text = 'MATCH (:Slot {key: $k})-[:VERSION]->(f:Fact) WHERE f.withdrawnAt IS NULL AND f.validTo IS NULL RETURN f.id AS id';
    return on.engine.run({ name: 'test/currents', mode: 'read', text }, { k: slotKey });
  };
  const raw = (ns: string, id: string, value: string, start: number) => ({
    rows: [
      {
        form: 0,
        seq: 0,
        subjectKey: `${ns}|user:x`,
        claimId: `c_${id}`,
        factId: `f_${id}`,
        value,
        valueKey: `t:${value}`,
        start,
        said: start,
      },
    ],
    forms: [
      { namespace: ns, predicate: 'p', qualifiers: [], kind: 'assert', origin: 'stated', explicit: true, confidence: 0.9, settings: 1 },
    ],
  });
  const seedNamespace = async (ns: string) => {
    const key = `${ns}|p`;
    const properties = {
      namespace: ns,
      name: 'p',
      version: 1,
      source: 'defined',
      cardinality: 'single',
      slotBy: 'subject',
      margin: 0.2,
      halfLife: null,
      separators: ['context'],
      definition: '{}',
    };
    await on.engine.run(statement('registry/register-predicates'), { rows: [{ key, properties }] });
    await on.engine.run(statement('registry/register-entities'), {
      rows: [{ namespace: ns, key: `${ns}|user:x`, properties: { namespace: ns, id: 'user:x', type: 'user', name: 'x' }, aliases: [] }],
    });
  };

  it('cannot make two currents by asserting at once', async () => {
    const ns = on.freshNamespace();
    await seedNamespace(ns);
    const calls = Array.from({ length: 64 }, (_, i) => raw(ns, `${i}`, `v${i}`, 1_000 + i));
    await Promise.all(calls.map((call) => on.engine.run(statement('truth/assert'), call)));
    expect(await currents(`${ns}|user:x|p|`)).toHaveLength(1);
  });

  it('cannot make two currents by a rewrite that overlaps: all of it is undone', async () => {
    const ns = on.freshNamespace();
    await seedNamespace(ns);
    await on.engine.run(statement('truth/assert'), raw(ns, 'a', 'a', 1_000));
    const slotKey = `${ns}|user:x|p|`;
    const fact = {
      id: 'f_z',
      idKey: `${ns}|f_z`,
      version: 1,
      namespace: ns,
      subject: 'user:x',
      predicate: 'p',
      value: 'z',
      valueKey: 't:z',
      valueEntity: null,
      validFrom: 2_000,
      recordedAt: 5_000,
      seq: 0,
    };
    const slot = {
      slotKey,
      ownerKey: `${ns}|user:x`,
      group: slotKey,
      predicateKey: `${ns}|p`,
      namespace: ns,
      owner: 'user:x',
      predicate: 'p',
      separators: '',
      subjects: [`${ns}|user:x`],
      at: 5_000,
      tail: 2_000,
      challenge: 0,
      defaults: false,
      settings: 1,
      contested: 0,
    };
    const none = {
      claims: [],
      movedClaims: [],
      withdrawnClaims: [],
      withdrawn: [],
      extended: [],
      links: [],
      supersedes: [],
      challenges: [],
      operations: [],
    };
    const rewrite = (created: object[], more: object = {}) =>
      on.engine.run(statement('truth/rewrite'), { slots: [slot], created, ...none, ...more } as Parameters<typeof on.engine.run>[1]);
    await expect(rewrite([{ slotKey, key: `${ns}|f_z#1`, properties: fact }])).rejects.toMatchObject({ code: 'conflict' });
    await expect(rewrite([{ slotKey, key: `${ns}|f_z#1`, properties: { ...fact, validTo: 2_000 } }])).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await currents(slotKey)).map((r) => r.id)).toEqual(['f_a']);
    // rows for a slot that the call doesn't name are left out
    const other = { slotKey: `${ns}|user:x|other|`, key: `${ns}|f_a#1`, properties: { validTo: null } };
    await rewrite([], { extended: [other] });
    expect((await currents(slotKey)).map((r) => r.id)).toEqual(['f_a']);
  });
});
