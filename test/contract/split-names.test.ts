import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

describeStores('whom a split makes', (on) => {
  const made = async (ns: string) => {
    await on.store.putEntity(ns, 'user:42', { name: 'Anna Zed', aliases: ['Queenie Bee'] });
    await on.store.addAlias(ns, 'user:42', { alias: 'customer:42' });
    await on.store.putEntity(ns, 'user:x', { name: 'Xena Yon' });
    await on.store.addAlias(ns, 'user:x', { alias: 'customer:9' });
    await on.store.remember(ns, [
      { subject: 'customer:42', predicate: 'plan', value: 'pro' },
      { subject: 'customer:9', predicate: 'plan', value: 'free' },
    ]);
  };

  it('has no id that means somebody else, nor a name that does, nor a phrase', async () => {
    const ns = on.fresh();
    await made(ns);
    const split = (rest: object) => on.store.split(ns, 'user:42', { mentions: ['Queenie Bee'], ...rest });
    for (const id of ['customer:9', 'customer:42', 'user:x']) await expect(split({ id }), id).rejects.toMatchObject({ code: 'conflict' });
    await expect(split({ name: 'Xena Yon' })).rejects.toMatchObject({
      code: 'conflict',
      issues: [{ path: 'split.name', message: 'refers to user:x already' }],
    });
    await expect(split({ name: 'me' })).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'split.name' }] });
    expect((await on.store.current(ns, { subject: 'customer:9', predicate: 'plan' })).facts).toMatchObject([{ subject: 'user:x' }]);
    expect((await on.store.entity(ns, 'Queenie Bee')).id).toBe('user:42');
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('may have the id that goes to it as a name', async () => {
    const ns = on.fresh();
    await made(ns);
    const { entity, moved } = await on.store.split(ns, 'user:42', { mentions: ['customer:42'], id: 'customer:42', name: 'Berta Zed' });
    expect({ entity, moved }).toEqual({ entity: 'customer:42', moved: 1 });
    expect((await on.store.current(ns, { subject: 'customer:42', predicate: 'plan' })).facts).toMatchObject([{ subject: 'customer:42' }]);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('a role that two had is clear once they are one', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'trains_at', { cardinality: 'multi', valueType: 'entity' });
    const roles = { club: { predicate: 'trains_at', nouns: ['club'] } };
    await on.store.changeSettings(ns, { subject: 'user:me', roles });
    const told = await on.store.remember(ns, [
      { subject: 'I', predicate: 'trains_at', value: 'org:alpha' },
      { subject: 'I', predicate: 'trains_at', value: 'org:beta' },
      { subject: 'my club', predicate: 'headquarters', value: 'Graz' },
    ]);
    expect(told[2]).toMatchObject({ outcome: 'ambiguous' });
    await on.store.merge(ns, { from: 'org:alpha', into: 'org:beta' });
    expect(await on.store.review(ns, told[2]?.reviewId as string)).toMatchObject({ state: 'moot' });
    expect((await on.store.current(ns, { subject: 'org:beta', predicate: 'headquarters' })).facts).toHaveLength(1);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });
});
