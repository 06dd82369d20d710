import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';
import { write } from '../support/raw.ts';

/** Longer than what is done takes when nobody is waited for. */
const heldMs = (took: number) => Math.min(2_500, Math.max(500, 10 * took));
const NOTE = write('WITH $key AS k MERGE (n:Namespace {key: k}) SET n.seen = true');

describe.each(ENGINES.map((engine) => [engine.name, engine] as const))('what must see every writer, on %s', (_, engine) => {
  let graph: Graph;
  let store: Palimpsest;
  beforeAll(async () => {
    graph = await openGraph({ store: engine.url, ...(engine.shared && LOGIN) });
    store = palimpsestOn(graph);
  });
  afterAll(() => store.close());

  const work: Record<string, (ns: string) => Promise<unknown>> = {
    merge: (ns) => store.merge(ns, { from: 'user:a', into: 'user:b' }),
    unmerge: (ns) => store.unmerge(ns, { entity: 'user:c' }),
    definePredicate: (ns) => store.definePredicate(ns, 'lives', { margin: 0.4 }),
  };

  const peopled = async (): Promise<string> => {
    const ns = freshNamespace();
    for (const id of ['user:a', 'user:b', 'user:c']) await store.putEntity(ns, id, {});
    await store.remember(ns, { subject: 'user:a', predicate: 'lives', value: 'Berlin' });
    await store.merge(ns, { from: 'user:c', into: 'user:b' });
    return ns;
  };

  it.each(Object.keys(work))('%s is not over while one is under way who began before', async (verb) => {
    const act = work[verb] as (namespace: string) => Promise<unknown>;
    const ns = await peopled();
    const free = await peopled();
    const began = performance.now();
    await act(free);
    const took = performance.now() - began;
    let waiting: Promise<unknown> = Promise.resolve();
    let isOver = false;
    await graph.engine.transaction(async (tx) => {
      await tx.run(NOTE, { key: freshNamespace() });
      waiting = act(ns).finally(() => {
        isOver = true;
      });
      waiting.catch(() => undefined);
      await sleep(heldMs(took));
      expect(isOver).toBe(false);
    });
    await waiting;
  });
});
