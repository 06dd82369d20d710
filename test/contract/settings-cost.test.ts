import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import type { Candidate, Palimpsest } from '../../src/palimpsest.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';

const AT = '2026-05-10T09:00:00Z';

describe.each(ENGINES.map((engine) => [engine.name, engine] as const))('settings on %s', (_, engine) => {
  let graph: Graph;
  let store: Palimpsest;
  let calls: string[] = [];
  beforeAll(async () => {
    graph = await openGraph({ store: engine.url, ...(engine.shared && LOGIN) });
    store = palimpsestOn({
      ...graph,
      call: (name, ...rest) => {
        calls.push(name);
        return graph.call(name, ...rest);
      },
    });
  });
  afterAll(() => graph.engine.close());

  const cost = async (ns: string, ...rows: Candidate[]) => {
    calls = [];
    await store.remember(ns, rows);
    return calls;
  };
  const tea: Candidate = { subject: 'user:ada', predicate: 'likes', value: 'tea' };
  const job: Candidate = { subject: 'user:ada', predicate: 'works_at', value: 'org:acme' };

  it('cost a write by ids nothing, nor one of a value that is clear', async () => {
    const ns = freshNamespace();
    await store.remember(ns, [tea, job]);
    expect(await cost(ns, tea, job, { subject: 'user:ada', predicate: 'timezone', value: 'Europe/Berlin' })).not.toContain(
      'registry/settings',
    );
    expect(await cost(ns, tea, job)).toEqual(['truth/assert']);
  });

  it('are seen with the names that a write or question looks up', async () => {
    const ns = freshNamespace();
    const named: Candidate[] = [...'abc'].map((c) => ({ subject: `user:${c}`, predicate: 'works_at', value: 'VW' }));
    await cost(ns, ...named);
    expect(await cost(ns, ...named)).toEqual(['registry/find-entities', 'truth/assert']);
    calls = [];
    await store.entity(ns, 'VW');
    expect(calls).toEqual(['registry/find-entities', 'registry/entity']);
  });

  it('a claim is tied to the version of the fact that was believed when it was made', async () => {
    const ns = freshNamespace();
    await store.changeSettings(ns, { subject: 'user:ada' });
    const [acme] = await store.remember(ns, { ...job, observedAt: AT });
    const rule = { subject: 'my employer', predicate: 'constraint', value: 'ties are worn', observedAt: AT };
    const [told] = await store.remember(ns, rule);
    const text = 'MATCH (c:Claim {key: $key})-[d:DEPENDS_ON]->(f:Fact) RETURN f.idKey AS idKey, f.version AS version, d.group AS part';
    const edges = await graph.engine.run({ name: 'test/edges', mode: 'read', text }, { key: `${ns}|${told?.claimId}` });
    expect(edges).toEqual([{ idKey: `${ns}|${acme?.factId}`, version: 1, part: 0 }]);
  });
});
