import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

describeStores('what is done to an entity while it is merged', (on) => {
  const plans = async (ns: string, subject: string) =>
    (await on.store.current(ns, { subject, predicate: 'plan' })).facts.map((f) => f.value);

  /** Both have a plan; the customer's is the later one. Answers with its fact. */
  const merged = async (ns: string): Promise<string> => {
    const [, told] = await on.store.remember(ns, [
      { subject: 'user:42', predicate: 'plan', value: 'free', observedAt: '2026-01-01T00:00:00Z' },
      { subject: 'customer:42', predicate: 'plan', value: 'pro', observedAt: '2026-02-01T00:00:00Z' },
    ]);
    await on.store.merge(ns, { from: 'customer:42', into: 'user:42' });
    return told?.factId as string;
  };
  const parted = async (ns: string) => {
    await on.store.unmerge(ns, { entity: 'customer:42' });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
    return { user: await plans(ns, 'user:42'), customer: await plans(ns, 'customer:42') };
  };

  it('an end goes with whom it was said of, by id', async () => {
    const ns = on.fresh();
    await merged(ns);
    expect(await on.store.retract(ns, { subject: 'customer:42', predicate: 'plan' })).toMatchObject({ outcome: 'ended' });
    expect(await parted(ns)).toEqual({ user: ['free'], customer: [] });
  });

  it('an end of a fact goes with that fact', async () => {
    const ns = on.fresh();
    const factId = await merged(ns);
    expect(await on.store.retract(ns, { factId })).toMatchObject({ outcome: 'ended' });
    expect(await parted(ns)).toEqual({ user: ['free'], customer: [] });
  });

  it('an end of the one that stays stays', async () => {
    const ns = on.fresh();
    await merged(ns);
    await on.store.retract(ns, { subject: 'user:42', predicate: 'plan' });
    expect(await parted(ns)).toMatchObject({ customer: ['pro'] });
  });

  it('an end that names a merged value goes with that value', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'shops_at', { valueType: 'entity', cardinality: 'multi' });
    for (const value of ['shop:a', 'shop:b'])
      await on.store.remember(ns, { subject: 'user:ada', predicate: 'shops_at', value, observedAt: '2026-01-01T00:00:00Z' });
    const visited = async () =>
      (await on.store.current(ns, { subject: 'user:ada', predicate: 'shops_at' })).facts.map((f) => f.value).sort();
    await on.store.merge(ns, { from: 'shop:b', into: 'shop:a' });
    await on.store.retract(ns, { subject: 'user:ada', predicate: 'shops_at', value: 'shop:b' });
    expect(await visited()).toEqual([]);
    await on.store.unmerge(ns, { entity: 'shop:b' });
    expect(await visited()).toEqual(['shop:a']);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('a correction goes with what it corrects', async () => {
    const ns = on.fresh();
    const factId = await merged(ns);
    await on.store.correct(ns, { factId, value: 'enterprise' });
    expect(await plans(ns, 'user:42')).toEqual(['enterprise']);
    expect(await parted(ns)).toEqual({ user: ['free'], customer: ['enterprise'] });
  });

  it('a name that it is given by its id is its own', async () => {
    const ns = on.fresh();
    await merged(ns);
    await on.store.addAlias(ns, 'customer:42', { alias: 'Countess Lovelace' });
    expect(await on.store.entity(ns, 'Countess Lovelace')).toMatchObject({ id: 'user:42' });
    await on.store.remember(ns, { subject: 'Countess Lovelace', predicate: 'plan', value: 'enterprise', validFrom: '2026-03-01' });
    expect(await parted(ns)).toEqual({ user: ['free'], customer: ['enterprise'] });
    expect(await on.store.entity(ns, 'Countess Lovelace')).toMatchObject({ id: 'customer:42' });
  });

  it('a name that a review decides to be its is its own', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'person:cory', { name: 'Cory Booker' });
    await on.store.putEntity(ns, 'person:xy', { name: 'Xavier Yon' });
    const [told] = await on.store.remember(ns, { subject: 'Cory A. Booker', predicate: 'plan', value: 'pro' });
    await on.store.merge(ns, { from: 'person:cory', into: 'person:xy' });
    const decision = { decision: 'accept', subject: { entity: 'person:cory' } } as const;
    await on.store.decideReview(ns, told?.reviewId as string, decision);
    expect(await plans(ns, 'person:xy')).toEqual(['pro']);
    await on.store.unmerge(ns, { entity: 'person:cory' });
    expect(await plans(ns, 'person:cory')).toEqual(['pro']);
    expect(await on.store.entity(ns, 'Cory A. Booker')).toMatchObject({ id: 'person:cory' });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('the one that stays may be called what the other is called', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:a', { name: 'Globexon Works' });
    await on.store.putEntity(ns, 'org:b', { name: 'Initrode Works' });
    await on.store.merge(ns, { from: 'org:a', into: 'org:b' });
    const renamed = { name: 'Globexon Works', aliases: ['Glo Ini'] };
    for (let i = 0; i < 2; i++)
      expect(await on.store.putEntity(ns, 'org:b', renamed)).toMatchObject({ id: 'org:b', name: 'Globexon Works' });
    expect(await on.store.entity(ns, 'Glo Ini')).toMatchObject({ id: 'org:b', aliases: ['Glo Ini', 'Initrode Works'] });
    await on.store.putEntity(ns, 'org:c', { name: 'Umbrella Works' });
    await expect(on.store.putEntity(ns, 'org:c', { name: 'Globexon Works' })).rejects.toMatchObject({ code: 'conflict' });
    await on.store.unmerge(ns, { entity: 'org:a' });
    expect((await on.store.resolve(ns, ['Globexon Works']))[0]).toMatchObject({ band: 'ambiguous' });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('a name that nobody has any more is no finding', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'person:ada', { name: 'Ada', aliases: ['Countess'] });
    await on.store.removeAlias(ns, 'person:ada', 'Countess');
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });
});
