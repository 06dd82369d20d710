import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../src/client/index.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openPalimpsest } from '../../src/store.ts';
import { Chance } from '../support/chance.ts';
import { CUTS, type Cut, CuttingProxy } from '../support/cutting-proxy.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';
import { serving } from '../support/serving.ts';

const JOB = { subject: 'user:ada', predicate: 'works_at' };
const PLANS: readonly (readonly Cut[])[] = [
  ['answered', 'unsent', 'halfway', 'sent'],
  ['sent', 'sent', 'sent'],
  ...CUTS.map((cut) => [cut]),
];

describe.each(ENGINES.map((engine) => [engine.name, engine] as const))('a write whose connection is cut, on %s', (_, engine) => {
  let store: Palimpsest;
  let url: string;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    store = await openPalimpsest({ store: engine.url, ...(engine.shared && LOGIN) });
    const server = await serving(store);
    url = server.url;
    closing.push(() => store.close(), server.stop);
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const behindAProxy = async () => {
    const proxy = await CuttingProxy.before(url);
    const client = connect({ url: proxy.url });
    closing.push(
      () => proxy.close(),
      () => client.close(),
    );
    return { proxy, client };
  };
  const story = (ns: string) => store.history(ns, JOB);
  const sane = async (ns: string) => {
    // on a server the doctor would read what other tests left there
    if (!engine.shared) expect((await store.doctor(ns)).findings).toEqual([]);
  };

  // a client waits before it tries again: the plans do so at the same time
  describe.concurrent.each(PLANS.map((plan) => [plan.join(', '), plan] as const))('%s', (_, plan) => {
    let proxy: CuttingProxy;
    let client: Palimpsest;
    beforeAll(async () => {
      ({ proxy, client } = await behindAProxy());
    });

    /** The next call meets the plan, and is sent once more than it has cuts. */
    const cutting = async <T>(call: () => Promise<T>): Promise<T> => {
      const before = proxy.requests;
      proxy.cuts.push(...plan);
      const result = await call();
      expect(proxy.requests - before).toBe(plan.length + 1);
      return result;
    };

    it.sequential('remember', async () => {
      const ns = freshNamespace();
      const rows = [
        { ...JOB, value: 'Acme', observedAt: '2026-01-01T00:00:00Z', expectedCurrent: null },
        { ...JOB, value: 'Acme', confidence: 7 },
        { ...JOB, value: 'Globex', observedAt: '2026-02-01T00:00:00Z' },
      ];
      const results = await cutting(() => client.remember(ns, rows));
      expect(results.map((r) => r.outcome)).toEqual(['inserted', 'rejected', 'superseded']);
      const { claims } = await story(ns);
      expect(claims.map((c) => c.id)).toEqual([results[0]?.claimId, results[2]?.claimId]);
      await sane(ns);
    });

    it.sequential('remember, in a turn', async () => {
      const ns = freshNamespace();
      const said = { ...JOB, value: 'Acme', source: { session: 's', turn: '1' }, expectedCurrent: null };
      const [result] = await cutting(() => client.remember(ns, said));
      expect(result).toMatchObject({ outcome: 'inserted', issues: [] });
      expect((await story(ns)).claims.map((c) => c.id)).toEqual([result?.claimId]);
    });

    it.sequential('retract', async () => {
      const ns = freshNamespace();
      await store.remember(ns, { ...JOB, value: 'Acme', validFrom: '2020' });
      const reply = await cutting(() => client.retract(ns, JOB));
      expect(reply.outcome).toBe('ended');
      const { facts, claims } = await story(ns);
      expect(claims.map((c) => c.kind)).toEqual(['assert', 'end']);
      expect(facts.filter((f) => f.status !== 'withdrawn').map((f) => f.validTo)).toEqual([claims[1]?.start]);
      expect(claims[1]?.id).toBe(reply.claimId);
      await sane(ns);
    });

    it.sequential('withdraw', async () => {
      const ns = freshNamespace();
      const [first, second] = await store.remember(ns, [
        { ...JOB, value: 'Acme', observedAt: '2026-01-01T00:00:00Z' },
        { ...JOB, value: 'Globex', observedAt: '2026-02-01T00:00:00Z' },
      ]);
      const reply = await cutting(() => client.withdraw(ns, { factId: second?.factId as string }));
      expect(reply.currentChanged).toBe(true);
      expect((await store.current(ns, JOB)).facts.map((f) => f.text)).toEqual(['Acme']);
      const { operations } = await store.why(ns, first?.factId as string);
      expect(operations.map((o) => o.id)).toEqual([reply.operationId]);
      await sane(ns);
    });

    it.sequential('correct', async () => {
      const ns = freshNamespace();
      const [wrong] = await store.remember(ns, { ...JOB, value: 'Acme', validFrom: '2020' });
      const reply = await cutting(() => client.correct(ns, { factId: wrong?.factId as string, value: 'Globex' }));
      const { claims } = await story(ns);
      expect(claims.map((c) => [c.text, c.withdrawnAt !== null])).toEqual([
        ['Acme', true],
        ['Globex', false],
      ]);
      expect(claims[1]?.id).toBe(reply.claimId);
      await sane(ns);
    });

    it.sequential('definePredicate and putEntity', async () => {
      const ns = freshNamespace();
      await store.definePredicate(ns, 'mentors', { cardinality: 'single', valueType: 'entity' });
      const { predicate } = await cutting(() => client.definePredicate(ns, 'mentors', { margin: 0.4 }));
      expect(predicate).toMatchObject({ margin: 0.4, version: 2 });
      expect((await store.predicates(ns)).find((p) => p.name === 'mentors')).toEqual(predicate);
      const made = await cutting(() => client.putEntity(ns, 'entity:org:acme', { name: 'Acme', aliases: ['Acme Corp'] }));
      expect(await store.entity(ns, 'Acme Corp')).toEqual(made);
      await sane(ns);
    });
  });

  it('one of many at once, cut at random: each is done once', async () => {
    const ns = freshNamespace();
    const { proxy, client } = await behindAProxy();
    const chance = new Chance(Number(process.env.PALIMPSEST_SEED ?? 7));
    const cuts = Array.from({ length: 200 }, () => (chance.chance(0.5) ? chance.of(CUTS) : null));
    proxy.cuts.push(...cuts);
    const write = (w: number, i: number) => client.remember(ns, { subject: `user:${i % 3}`, predicate: 'motto', value: `${w}/${i}` });
    const results = await Promise.all(
      Array.from({ length: 16 }, async (_, w) => {
        const own: string[] = [];
        for (let i = 0; i < 6; i++) own.push(...(await write(w, i)).map((r) => String(r.claimId)));
        return own;
      }),
    );
    proxy.cuts.length = 0;
    const stories = await Promise.all([0, 1, 2].map((i) => store.history(ns, { subject: `user:${i}`, predicate: 'motto' })));
    const claims = stories.flatMap((s) => s.claims.map((c) => c.id));
    expect(claims.sort()).toEqual(results.flat().sort());
    await sane(ns);
  });
});
