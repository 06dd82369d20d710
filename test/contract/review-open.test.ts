import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openReviews } from '../../src/review/open.ts';
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
