import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import { doctor } from '../../src/health/doctor.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { livedIn } from '../support/lived-in.ts';

// a store of its own: the whole of it is looked at
describe('the doctor', () => {
  let graph: Graph;
  let store: Palimpsest;
  let now = Date.parse('2026-06-01T00:00:00Z');

  beforeAll(async () => {
    graph = await openGraph({ store: 'memory:', clock: () => now++ });
    store = palimpsestOn(graph);
  });
  afterAll(() => store.close());

  const lived = () => livedIn(store);
  const fieldsOf = (label: string) =>
    graph.engine.run({ name: 'proof/fields', mode: 'read', text: `MATCH (n:${label}) UNWIND keys(n) AS field RETURN DISTINCT field` }, {});

  it.each(['Predicate', 'Slot', 'Fact', 'Claim'])('answers whatever a %s has lost', async (label) => {
    await lived();
    for (const { field } of await fieldsOf(label)) {
      const text = `MATCH (n:${label}) WHERE n.namespace = $ns OR n.definedIn = $ns SET n.${field} = null`;
      await graph.engine.run({ name: 'proof/lose', mode: 'write', text }, { ns: await lived() });
    }
    const { findings } = await doctor(graph, null);
    expect(findings).not.toEqual([]);
    expect(findings.filter((f) => typeof f.subject !== 'string')).toEqual([]);
  });
});
