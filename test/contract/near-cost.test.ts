import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';

describe.each(ENGINES)('the cost of near-duplicates on $name', (engine) => {
  let graph: Graph;
  let store: Palimpsest;
  let called: string[] = [];

  beforeAll(async () => {
    graph = await openGraph({ store: engine.url, ...(engine.shared && LOGIN) });
    store = palimpsestOn({
      ...graph,
      call: (name, params, runner) => {
        called.push(name);
        return graph.call(name, params, runner);
      },
    });
  });
  afterAll(async () => graph?.engine.close());

  const note = (value: string | number, predicate = 'note') => ({ subject: 'user:ada', predicate, value });
  const calls = async (ns: string, rows: ReturnType<typeof note>[]): Promise<string[]> => {
    called = [];
    await store.remember(ns, rows);
    return called;
  };

  it('is one read for all long texts of a call, and nothing for what can’t be near', async () => {
    const ns = freshNamespace();
    await store.definePredicate(ns, 'stayed_at', { valueType: 'entity' });
    await store.remember(ns, [note('tea'), note('x', 'plan'), note(1, 'age'), note('The house at the long river', 'stayed_at')]);
    const long = Array.from({ length: 50 }, (_, i) => note(`keeps the receipts of month ${i} in a box`, i % 2 === 0 ? 'note' : 'plan'));
    expect((await calls(ns, long)).filter((name) => name !== 'truth/assert').slice(0, 1)).toEqual(['read/near-values']);
    expect(called.filter((name) => name === 'read/near-values')).toHaveLength(1);
    expect(await calls(ns, [note('coffee'), note(7, 'age'), note('y z', 'note')])).toEqual(['truth/assert']);
    expect(await calls(ns, [note('The house at the long river', 'stayed_at')])).not.toContain('read/near-values');
  });

  it('brings back only values that may be near', async () => {
    const ns = freshNamespace();
    const many = Array.from({ length: 300 }, (_, i) => note(`keeps the receipts of month ${i} in a box`));
    await store.remember(ns, [...many, note('is responsible for the receipts')]);
    let rows: object[] = [];
    const looking = palimpsestOn({
      ...graph,
      call: async <T extends object>(name: string, params: Parameters<Graph['call']>[1]) => {
        const found = await graph.call<T>(name, params);
        if (name === 'read/near-values') rows = found;
        return found;
      },
    });
    const [result] = await looking.remember(ns, note('is responsable for the receipts'));
    expect(result).toMatchObject({ outcome: 'duplicate', near: true });
    expect(rows).toHaveLength(1);
  });
});
