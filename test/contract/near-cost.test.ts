import { expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import { palimpsestOn } from '../../src/store.ts';
import { describeCounted } from '../support/counted.ts';
import { freshNamespace } from '../support/engines.ts';

describeCounted('the cost of near-duplicates', (on) => {
  const note = (value: string | number, predicate = 'note') => ({ subject: 'user:ada', predicate, value });
  const calls = (ns: string, rows: ReturnType<typeof note>[]) => on.callsOf(() => on.store.remember(ns, rows));

  it('is one read for all long texts of a call, and nothing for what can’t be near', async () => {
    const ns = freshNamespace();
    await on.store.definePredicate(ns, 'stayed_at', { valueType: 'entity' });
    await on.store.remember(ns, [note('tea'), note('x', 'plan'), note(1, 'age'), note('The house at the long river', 'stayed_at')]);
    const long = Array.from({ length: 50 }, (_, i) => note(`keeps the receipts of month ${i} in a box`, i % 2 === 0 ? 'note' : 'plan'));
    const called = await calls(ns, long);
    expect(called.filter((name) => name !== 'truth/assert').slice(0, 1)).toEqual(['read/near-values']);
    expect(called.filter((name) => name === 'read/near-values')).toHaveLength(1);
    expect(await calls(ns, [note('coffee'), note(7, 'age'), note('y z', 'note')])).toEqual(['truth/assert']);
    expect(await calls(ns, [note('The house at the long river', 'stayed_at')])).not.toContain('read/near-values');
  });

  it('brings back only values that may be near', async () => {
    const ns = freshNamespace();
    const many = Array.from({ length: 300 }, (_, i) => note(`keeps the receipts of month ${i} in a box`));
    await on.store.remember(ns, [...many, note('is responsible for the receipts')]);
    let rows: object[] = [];
    const looking = palimpsestOn({
      ...on.graph,
      call: async <T extends object>(name: string, params: Parameters<Graph['call']>[1]) => {
        const found = await on.graph.call<T>(name, params);
        if (name === 'read/near-values') rows = found;
        return found;
      },
    });
    const [result] = await looking.remember(ns, note('is responsable for the receipts'));
    expect(result).toMatchObject({ outcome: 'duplicate', near: true });
    expect(rows).toHaveLength(1);
  });
});
