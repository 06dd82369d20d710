import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import { doctor } from '../../src/health/doctor.ts';
import type { Palimpsest, RememberResult } from '../../src/palimpsest.ts';
import { Entities } from '../../src/registry/entities.ts';
import { openReviews } from '../../src/review/open.ts';
import { park } from '../../src/review/park.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';

describe.each(ENGINES)('opening reviews on $name', (engine) => {
  let graph: Graph;
  let store: Palimpsest;
  let now = Date.parse('2026-06-01T00:00:00Z');
  beforeAll(async () => {
    graph = await openGraph({ store: engine.url, clock: () => now++, ...(engine.shared && LOGIN) });
    store = palimpsestOn(graph);
  });
  afterAll(() => store.close());

  const about = async (ns: string): Promise<string[]> => {
    const text = 'MATCH (r:Review {namespace: $ns})-[:ABOUT]->(x) RETURN r.id AS id, x.id AS about ORDER BY about';
    const rows = await graph.engine.run({ name: 'test/about', mode: 'read', text }, { ns });
    return rows.map((r) => `${r.id} ${r.about}`);
  };

  it('opens each once, in order, about what is there', async () => {
    const ns = freshNamespace();
    const [said] = await store.remember(ns, { subject: 'user:ada', predicate: 'works_at', value: 'Globex' });
    const asked = { kind: 'merge-clash', identity: ['o_1'], facts: [said?.factId ?? ''], claims: [said?.claimId ?? ''] } as const;
    const reviews = [
      { ...asked, entities: ['user:ada', 'user:nobody'], data: { n: 1 }, at: 5 },
      { kind: 'split-rest', identity: ['o_1'], data: {} } as const,
      { ...asked, data: { n: 2 } },
    ];
    const first = await openReviews(graph, ns, reviews);
    expect(first.map((r) => r.state)).toEqual(['open', 'open', 'open']);
    expect(first[0]).toEqual(first[2]);
    expect(first[0]?.id).not.toBe(first[1]?.id);
    expect(first[1]?.at).toBeGreaterThan(5);
    const again = await openReviews(graph, ns, [{ ...asked, entities: ['user:ada'], data: { n: 3 } }]);
    expect(again).toEqual([{ ...first[0], made: false }]);
    expect(await about(ns)).toHaveLength(3);
  });

  /** A candidate whose value may be a mistyped Globex. */
  const near = async (ns: string, turn: string): Promise<string> => {
    const candidate = { subject: 'user:ada', predicate: 'works_at', value: 'Globx', source: { session: 's', turn } };
    const [result] = await store.remember(ns, { subject: '', predicate: '' });
    const doubt = {
      field: 'value',
      entity: true,
      mention: 'Globx',
      kind: 'near-entity',
      type: 'org',
      candidates: [{ means: 'org:globex', rule: 'similar', score: 0.9, evidence: 'Globex' }],
    } as const;
    const waits = { identity: ['s', turn], candidate, doubts: [doubt], entities: ['org:globex'], until: null, ids: [], request: null };
    const parked = await park(graph, ns, [{ seq: 0, path: 'facts[0]', waits, result: result as RememberResult }]);
    return parked.get(0)?.reviewId as string;
  };

  it('of a name much like another, the same gets it and is not asked again', async () => {
    const ns = freshNamespace();
    await store.putEntity(ns, 'org:globex', { type: 'org', name: 'Globex' });
    const ids = [await near(ns, '1'), await near(ns, '2')];
    const review = await store.decideReview(ns, ids[0] as string, { decision: 'accept', value: { entity: 'org:globex' } });
    expect(review).toMatchObject({ kind: 'near-entity', state: 'accepted', result: { resolved: { value: { entity: 'org:globex' } } } });
    expect(await store.entity(ns, 'Globx')).toMatchObject({ id: 'org:globex', name: 'Globex' });
    expect(await store.aliases(ns, 'org:globex')).toMatchObject([{ alias: 'Globx', kind: 'typo', source: 'decision' }]);
    // what asked the same is clear now
    expect(await store.review(ns, ids[1] as string)).toMatchObject({ state: 'moot', result: { outcome: 'duplicate' } });
    expect(await doctor(graph, ns)).toMatchObject({ findings: [] });
  });

  it('of a name much like another, a new entity has it for itself and is not asked again', async () => {
    const ns = freshNamespace();
    await store.putEntity(ns, 'org:globex', { type: 'org', name: 'Globex' });
    const ids = [await near(ns, '1'), await near(ns, '2'), await near(ns, '3')];
    const all = ids.map((id) => ({ id, decision: 'accept', value: { new: true } }) as const);
    const made = (await store.decideReviews(ns, all.slice(0, 2))).map((d) => d.review?.result?.resolved.value?.entity);
    expect(made[0]).not.toBe('org:globex');
    expect(made[1]).toBe(made[0]);
    expect(await store.review(ns, ids[2] as string)).toMatchObject({ state: 'moot' });
    expect(await store.decideReviews(ns, all)).toMatchObject([{ error: null }, { error: null }, { error: null }]);
    const said = { subject: 'user:bob', predicate: 'works_at', value: 'Globx' };
    expect(await store.remember(ns, said)).toMatchObject([
      { outcome: 'inserted', resolved: { value: { entity: made[0], band: 'accept' } } },
    ]);
    expect(await doctor(graph, ns)).toMatchObject({ findings: [] });
  });

  it('a name that somebody else has by now is not given away', async () => {
    const ns = freshNamespace();
    await store.putEntity(ns, 'org:globex', { type: 'org', name: 'Globex' });
    const id = await near(ns, '1');
    const others = { ref: { id: 'org:x', type: 'org', name: 'X' }, shared: [], owned: ['Globx'], type: null };
    await new Entities(graph).register(ns, [others]);
    const decided = store.decideReview(ns, id, { decision: 'accept', value: { entity: 'org:globex' } });
    await expect(decided).rejects.toMatchObject({ code: 'conflict' });
    await expect(decided).rejects.toThrow('org:x');
    expect(await store.review(ns, id)).toMatchObject({ state: 'open', result: null });
    expect((await store.list(ns)).facts).toEqual([]);
  });

  it('keeps nothing of a transaction that fails', async () => {
    const ns = freshNamespace();
    const review = { kind: 'split-rest', identity: ['o_1'], data: {} } as const;
    const failed = graph.engine.transaction(async (tx) => {
      await openReviews(graph, ns, [review], tx);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await openReviews(graph, ns, [review])).toMatchObject([{ made: true }]);
  });
});
