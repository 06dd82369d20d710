import { expect, it } from 'vitest';
import { snapshot } from '../support/snapshot.ts';
import { describeInProcess } from '../support/stores.ts';

type Told = readonly [subject: string, predicate: string, value: string, from?: string, kind?: 'assert' | 'end'];

describeInProcess('merges that are taken back in another order than the last first', (on) => {
  const lives: readonly (readonly [what: string, told: readonly Told[], merged: readonly string[], undone: string])[] = [
    [
      'a fact each way between two that were one',
      [
        ['user:1', 'superior', 'user:3'],
        ['user:3', 'superior', 'user:1'],
      ],
      ['1>2', '3>2'],
      '13',
    ],
    [
      'one value of two, the first with the claim that goes',
      [
        ['user:4', 'hue', 'green', '2025-01-31'],
        ['user:3', 'hue', 'green', '2025-01-09'],
      ],
      ['1>4', '3>1'],
      '13',
    ],
    [
      'a fact that the first merge withdrew, and the second had moved',
      [
        ['user:4', 'superior', 'user:2', '2025-01-24'],
        ['user:2', 'superior', 'user:4', '2025-02-27'],
        ['user:1', 'superior', 'user:4', '2025-01-09'],
      ],
      ['1>2', '1>4'],
      '12',
    ],
    [
      'a chain of three',
      [
        ['user:4', 'hue', 'red', '2025-01-10'],
        ['user:3', 'hue', 'red', '2025-01-03'],
        ['user:2', 'hue', 'red', '2025-02-18'],
      ],
      ['1>3', '3>4', '4>2'],
      '341',
    ],
    [
      'pairs that all came to one, with an end',
      [
        ['user:3', 'pals', 'user:2', '2025-02-08'],
        ['user:1', 'pals', 'user:2', '2025-02-22', 'end'],
        ['user:2', 'pals', 'user:1', '2025-01-09'],
      ],
      ['1>3', '1>2', '1>4'],
      '123',
    ],
    [
      'slots of the value',
      [
        ['user:1', 'steers', 'user:4', '2025-01-16'],
        ['user:1', 'steers', 'user:1', '2025-02-04'],
      ],
      ['3>2', '2>1', '4>3'],
      '324',
    ],
  ];

  it.each(lives)('leave no trace: %s', async (_, told, merged, undone) => {
    const ns = on.fresh();
    const { store } = on;
    const ids = ['user:1', 'user:2', 'user:3', 'user:4'];
    await store.definePredicate(ns, 'hue', { cardinality: 'single' });
    await store.definePredicate(ns, 'superior', { cardinality: 'single', valueType: 'entity', range: 'user' });
    await store.definePredicate(ns, 'pals', { cardinality: 'multi', valueType: 'entity', range: 'user' });
    await store.definePredicate(ns, 'steers', { cardinality: 'single', slotBy: 'value', valueType: 'entity', range: 'user' });
    for (const id of ids) await store.putEntity(ns, id, { name: `The ${id}` });
    for (const [subject, predicate, value, validFrom = '2025-01-01', kind = 'assert'] of told)
      await store.remember(ns, { subject, predicate, value, validFrom, kind });
    const before = await snapshot(store, ns, ids);
    for (const step of merged) {
      const [from, into] = step.split('>');
      await store.merge(ns, { from: `user:${from}`, into: `user:${into}` });
    }
    for (const id of undone) {
      await store.unmerge(ns, { entity: `user:${id}` });
      expect((await store.doctor(ns)).findings).toEqual([]);
    }
    expect(await snapshot(store, ns, ids)).toEqual(before);
  });
});
