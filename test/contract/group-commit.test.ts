import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import type { Candidate, Palimpsest } from '../../src/palimpsest.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';

const plan = (subject: string, value: string, more: Partial<Candidate> = {}): Candidate => ({
  subject,
  predicate: 'plan',
  value,
  origin: 'stated',
  ...more,
});
const CALLERS = Array.from({ length: 40 }, (_, i) => `user:${i}`);

describe.each(ENGINES)('group commit on $name', (engine) => {
  let graph: Graph;
  let store: Palimpsest;
  let statements = 0;
  let opens = 0;

  beforeAll(async () => {
    graph = await openGraph({ store: engine.url, ...(engine.shared && LOGIN) });
    const counting: Graph = {
      ...graph,
      call: (name, params, runner) => {
        if (name === 'truth/assert') statements++;
        if (name === 'idempotency/open') opens++;
        return graph.call(name, params, runner);
      },
    };
    store = palimpsestOn(counting);
  });
  afterAll(() => store.close());

  const settled = async (ns: string): Promise<void> => {
    await store.remember(
      ns,
      CALLERS.map((subject) => plan(subject, 'free')),
    );
    statements = 0;
  };

  it('writes what waits together, each call with its own answer', async () => {
    const ns = freshNamespace();
    await settled(ns);
    const results = await Promise.all(CALLERS.map((subject, i) => store.remember(ns, plan(subject, i % 2 ? 'pro' : 'free'))));
    expect(results.map(([r]) => r?.outcome)).toEqual(CALLERS.map((_, i) => (i % 2 ? 'superseded' : 'duplicate')));
    expect(new Set(results.map(([r]) => r?.claimId)).size).toBe(CALLERS.length);
    expect(statements).toBeLessThan(CALLERS.length / 4);
    for (const [i, subject] of CALLERS.entries())
      expect((await store.current(ns, { subject, predicate: 'plan' })).facts).toMatchObject([{ value: i % 2 ? 'pro' : 'free' }]);
    expect((await store.doctor(ns)).findings).toEqual([]);
  });

  it('takes the keys of what waits together', async () => {
    const ns = freshNamespace();
    await settled(ns);
    opens = 0;
    const tell = () => Promise.all(CALLERS.map((subject, i) => store.remember(ns, plan(subject, 'pro'), { idempotencyKey: `k${i}` })));
    const results = await tell();
    expect(results.map(([r]) => r?.outcome)).toEqual(CALLERS.map(() => 'superseded'));
    expect(opens).toBeLessThan(CALLERS.length / 4);
    expect((await tell()).map(([r]) => [r?.claimId, r?.replayed])).toEqual(results.map(([r]) => [r?.claimId, true]));
  });

  it('keeps the order in which calls about one subject came', async () => {
    const ns = freshNamespace();
    await settled(ns);
    const values = Array.from({ length: 20 }, (_, i) => `plan ${i}`);
    const results = await Promise.all(values.map((value) => store.remember(ns, plan('user:0', value, { confidence: 1 }))));
    expect(results.map(([r]) => r?.outcome)).not.toContain('contested');
    const { claims } = await store.history(ns, { subject: 'user:0', predicate: 'plan' });
    expect(claims.map((c) => c.value)).toEqual(['free', ...values]);
    expect((await store.current(ns, { subject: 'user:0' })).facts).toMatchObject([{ value: 'plan 19' }]);
  });

  it('takes no call down with another', async () => {
    const ns = freshNamespace();
    await settled(ns);
    const broken = plan('user:0', 'basic', { source: { session: 's', turn: 't' } });
    const [told] = await store.remember(ns, broken);
    const reply = (to: string | number) =>
      graph.engine.run(
        { name: 'test/reply', mode: 'write', text: 'MATCH (c:Claim {key: $key}) SET c.reply = $to' },
        { key: `${ns}|${told?.claimId}`, to },
      );
    await reply(7);
    const results = await Promise.allSettled(
      CALLERS.map((subject) => store.remember(ns, subject === 'user:0' ? broken : plan(subject, 'pro'))),
    );
    expect(results.filter((r) => r.status === 'rejected')).toHaveLength(1);
    expect(results[0]).toMatchObject({ status: 'rejected', reason: { code: 'internal' } });
    const { facts } = await store.list(ns, { predicate: 'plan', value: 'pro', limit: 500 });
    expect(facts).toHaveLength(CALLERS.length - 1);
    await reply('superseded');
  });
});
