import { expect, it } from 'vitest';
import { snapshot } from '../support/snapshot.ts';
import { describeInProcess } from '../support/stores.ts';

/** A number is a user; a claim holds from a day of 2025 on. */
const LIVES = [
  { what: 'a fact each way between two that were one', told: '1 superior 3, 3 superior 1', merged: '1>2, 3>2', undone: '13' },
  {
    what: 'one value of two, the first with the claim that goes',
    told: '4 hue green 01-31, 3 hue green 01-09',
    merged: '1>4, 3>1',
    undone: '13',
  },
  {
    what: 'a fact that the first merge withdrew, and the second had moved',
    told: '4 superior 2 01-24, 2 superior 4 02-27, 1 superior 4 01-09',
    merged: '1>2, 1>4',
    undone: '12',
  },
  { what: 'a chain of three', told: '4 hue red 01-10, 3 hue red 01-03, 2 hue red 02-18', merged: '1>3, 3>4, 4>2', undone: '341' },
  {
    what: 'pairs that all came to one, with an end',
    told: '3 pals 2 02-08, 1 pals 2 02-22 end, 2 pals 1 01-09',
    merged: '1>3, 1>2, 1>4',
    undone: '123',
  },
  { what: 'slots of the value', told: '1 steers 4 01-16, 1 steers 1 02-04', merged: '3>2, 2>1, 4>3', undone: '324' },
];

const user = (name: string): string => (/^\d$/.test(name) ? `user:${name}` : name);
function candidateOf(words: string) {
  const [subject = '', predicate = '', value = '', day = '01-01', kind = 'assert'] = words.split(' ');
  return { subject: user(subject), predicate, value: user(value), validFrom: `2025-${day}`, kind: kind as 'assert' | 'end' };
}

describeInProcess('merges that are taken back in another order than the last first', (on) => {
  it.each(LIVES)('leave no trace: $what', async ({ told, merged, undone }) => {
    const ns = on.fresh();
    const { store } = on;
    const ids = ['user:1', 'user:2', 'user:3', 'user:4'];
    await store.definePredicate(ns, 'hue', { cardinality: 'single' });
    await store.definePredicate(ns, 'superior', { cardinality: 'single', valueType: 'entity', range: 'user' });
    await store.definePredicate(ns, 'pals', { cardinality: 'multi', valueType: 'entity', range: 'user' });
    await store.definePredicate(ns, 'steers', { cardinality: 'single', slotBy: 'value', valueType: 'entity', range: 'user' });
    for (const id of ids) await store.putEntity(ns, id, { name: `The ${id}` });
    for (const words of told.split(', ')) await store.remember(ns, candidateOf(words));
    const before = await snapshot(store, ns, ids);
    for (const step of merged.split(', ')) {
      const [from = '', into = ''] = step.split('>');
      await store.merge(ns, { from: user(from), into: user(into) });
    }
    for (const id of undone) {
      await store.unmerge(ns, { entity: user(id) });
      expect((await store.doctor(ns)).findings).toEqual([]);
    }
    expect(await snapshot(store, ns, ids)).toEqual(before);
  });
});
