import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';

const JOB = { subject: 'user:ada', predicate: 'works_at' } as const;

/** What a caller meets whose every commit is done, but its answer lost, and who then tries again. */
const twice = (engine: Engine): Engine => ({
  capabilities: engine.capabilities,
  run: async (statement, params) => {
    if (statement.mode === 'write') await engine.run(statement, params);
    return engine.run(statement, params);
  },
  transaction: async (work) => {
    await engine.transaction(work);
    return engine.transaction(work);
  },
  applySchema: (statement) => engine.applySchema(statement),
  inspect: (statement, params) => engine.inspect(statement, params),
  settled: () => engine.settled(),
  now: () => engine.now(),
  close: () => engine.close(),
});

describe.each(ENGINES.map((engine) => [engine.name, engine] as const))('every write that is done twice on %s', (_, engine) => {
  let store: Palimpsest;
  beforeAll(async () => {
    const graph = await openGraph({ store: engine.url, ...(engine.shared && LOGIN) });
    const doubled = twice(graph.engine);
    store = palimpsestOn({ ...graph, engine: doubled, call: (name, params, runner = doubled) => graph.call(name, params, runner) });
  });
  afterAll(() => store.close());

  const sound = async (ns: string) => expect((await store.doctor(ns)).findings).toEqual([]);
  const claims = async (ns: string) => (await store.history(ns, JOB)).claims;
  const told = async (ns: string) => {
    const [first, second] = await store.remember(ns, [
      { ...JOB, value: 'Acme', validFrom: '2020' },
      { ...JOB, value: 'Globex', validFrom: '2024' },
    ]);
    return { first: first?.factId as string, second: second?.factId as string, claim: second?.claimId as string };
  };

  it('is there once: common, late, bounded, ends, and in a batch', async () => {
    const ns = freshNamespace();
    const rows = [
      { ...JOB, value: 'Acme' },
      { ...JOB, value: 'Globex', observedAt: '2020-01-01T00:00:00Z' },
      { ...JOB, value: 'Initech', validFrom: '2021', validTo: '2022' },
      { ...JOB, value: 'Globex', kind: 'end' as const, validFrom: '2023' },
    ];
    for (const row of rows) await store.remember(ns, row);
    expect(await claims(ns)).toHaveLength(4);
    const results = await store.remember(ns, rows);
    expect(new Set(results.map((r) => r.claimId)).size).toBe(4);
    expect(await claims(ns)).toHaveLength(8);
    await sound(ns);
  });

  it('is answered what it was answered first', async () => {
    const ns = freshNamespace();
    await store.remember(ns, { ...JOB, value: 'Acme' });
    const sure = { ...JOB, origin: 'stated' as const, confidence: 1 };
    const outcomes = [];
    for (const row of [
      { ...sure, value: 'Globex' },
      { ...sure, value: 'Globex' },
      { ...JOB, value: 'Acme', confidence: 0.3 },
    ])
      outcomes.push(...(await store.remember(ns, row)).map((r) => r.outcome));
    expect(outcomes).toEqual(['superseded', 'duplicate', 'contested']);
    await sound(ns);
  });

  it('is there once under a key, and its refused rows stay refused', async () => {
    const ns = freshNamespace();
    const rows = [
      { ...JOB, value: 'Acme' },
      { ...JOB, value: 'Acme', confidence: 7 },
      { ...JOB, value: 'Globex', observedAt: '2020-01-01T00:00:00Z' },
    ];
    const first = await store.remember(ns, rows, { idempotencyKey: 'k' });
    expect(first.map((r) => r.claimId === null)).toEqual([false, true, false]);
    const again = await store.remember(ns, rows, { idempotencyKey: 'k' });
    expect(again.map((r) => [r.claimId, r.outcome])).toEqual(first.map((r) => [r.claimId, r.outcome]));
    expect(again.every((r) => r.replayed)).toBe(true);
    expect(await claims(ns)).toHaveLength(2);
    await sound(ns);
  });

  it('is one retraction, one withdrawal, one correction', async () => {
    const ns = freshNamespace();
    const { first, second, claim } = await told(ns);
    expect((await store.retract(ns, { factId: second })).outcome).toBe('ended');
    expect(await claims(ns)).toHaveLength(3);
    await store.withdraw(ns, { claimId: claim });
    const { operationId } = await store.correct(ns, { factId: first, value: 'Initech' });
    const left = await claims(ns);
    expect(left).toHaveLength(4);
    expect(left.filter((c) => c.withdrawnAt !== null)).toHaveLength(2);
    const operations = (await store.why(ns, first)).operations.map((o) => o.id);
    expect(operations.filter((id) => id === operationId)).toHaveLength(1);
    expect(new Set(operations).size).toBe(operations.length);
    await sound(ns);
  });

  it('is one merge, one unmerge and one judgement', async () => {
    const ns = freshNamespace();
    await told(ns);
    await store.remember(ns, { ...JOB, subject: 'user:lovelace', value: 'Acme' });
    const merged = await store.merge(ns, { from: 'user:lovelace', into: 'user:ada' });
    expect(merged).toMatchObject({ already: false, entity: 'user:ada' });
    expect(await claims(ns)).toHaveLength(3);
    expect(await store.unmerge(ns, { entity: 'user:lovelace' })).toMatchObject({ entity: 'user:lovelace' });
    expect(await claims(ns)).toHaveLength(2);
    await store.judge(ns, { a: 'user:ada', b: 'user:lovelace', verdict: 'not_same' });
    const { judgements } = await store.whySame(ns, 'user:ada', 'user:lovelace');
    expect(judgements.map((j) => j.verdict)).toEqual(['not_same']);
    await sound(ns);
  });

  it('is one entity, one name, one predicate and one version of it, and one change of settings', async () => {
    const ns = freshNamespace();
    await store.putEntity(ns, 'entity:org:acme', { name: 'Acme', aliases: ['Acme Corp'] });
    await store.addAlias(ns, 'entity:org:acme', { alias: 'The Company' });
    expect((await store.aliases(ns, 'entity:org:acme')).map((a) => a.alias).sort()).toEqual(['Acme Corp', 'The Company']);
    await store.removeAlias(ns, 'entity:org:acme', 'The Company');
    expect((await store.aliases(ns, 'entity:org:acme')).map((a) => a.alias)).toEqual(['Acme Corp']);
    await store.definePredicate(ns, 'mentors', { cardinality: 'single' });
    expect((await store.definePredicate(ns, 'mentors', { margin: 0.4 })).predicate).toMatchObject({ margin: 0.4, version: 2 });
    const before = await store.settings(ns);
    const after = await store.changeSettings(ns, { locale: 'de' });
    expect(after).toMatchObject({ locale: 'de' });
    expect(await store.settings(ns)).toEqual(after);
    expect(after.version).toBeGreaterThan(before.version);
    await sound(ns);
  });

  it('is one question, decided once', async () => {
    const ns = freshNamespace();
    await store.putEntity(ns, 'entity:org:acme-ag', { type: 'org', name: 'Acme AG' });
    await store.putEntity(ns, 'entity:org:acme-gmbh', { type: 'org', name: 'Acme GmbH' });
    const [waits] = await store.remember(ns, { ...JOB, value: 'Acme' });
    expect(waits).toMatchObject({ outcome: 'ambiguous' });
    const { reviews } = await store.reviews(ns, { state: 'open' });
    expect(reviews.map((r) => r.id)).toEqual([waits?.reviewId]);
    await store.decideReview(ns, waits?.reviewId as string, {
      decision: 'accept',
      value: { entity: 'entity:org:acme-ag' },
    });
    expect(await claims(ns)).toHaveLength(1);
    await sound(ns);
  });
});
