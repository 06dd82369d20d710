import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

describeStores('reviews of a name that becomes clear, or does not', (on) => {
  const twoAcmes = async (ns: string) => {
    await on.store.putEntity(ns, 'org:gmbh', { name: 'Acmewo GmbH' });
    await on.store.putEntity(ns, 'org:ag', { name: 'Acmewo AG' });
  };
  const at = (subject: string) => ({ subject, predicate: 'works_at', value: 'Acmewo' });

  it('one more of an ambiguous name leaves the name to all', async () => {
    const ns = on.fresh();
    await twoAcmes(ns);
    const [first, second] = await on.store.remember(ns, [at('user:ada'), at('user:ben')]);
    const decided = await on.store.decideReview(ns, first?.reviewId as string, { decision: 'accept', value: { new: true } });
    const made = decided.result?.resolved.value?.entity as string;
    const [resolved] = await on.store.resolve(ns, [{ mention: 'Acmewo', predicate: 'works_at' }]);
    expect(resolved?.band).toBe('ambiguous');
    expect(resolved?.candidates.map((c) => c.entity).sort()).toEqual([made, 'org:ag', 'org:gmbh'].sort());
    // what becomes clear is looked for
    await on.store.changeSettings(ns, { locale: 'de-AT' });
    expect((await on.store.review(ns, second?.reviewId as string)).state).toBe('open');
    expect((await on.store.remember(ns, at('user:cy')))[0]).toMatchObject({ outcome: 'ambiguous' });
    expect((await on.store.resolve(ns, ['Acmewo AG']))[0]).toMatchObject({ entity: 'org:ag', rule: 'name' });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('a plan of a retirement leaves what waits as it is', async () => {
    const ns = on.fresh();
    await on.store.changeSettings(ns, { subject: 'user:ada' });
    const [waits] = await on.store.remember(ns, { subject: 'my employer', predicate: 'requires', value: 'review', origin: 'stated' });
    const works = { predicate: 'works_at', validFrom: '2026-01-01', origin: 'stated' } as const;
    await on.store.remember(ns, [
      { ...works, subject: 'user:ada', value: 'Acmewo GmbH' },
      { ...works, subject: 'user:ben', value: 'Globexo' },
    ]);
    const kinds = async () => (await on.store.operations(ns)).operations.map((o) => o.kind);
    const before = await kinds();
    await on.store.retire(ns, 'Globexo', { dryRun: true });
    expect(await kinds()).toEqual(before);
    expect((await on.store.review(ns, waits?.reviewId as string)).state).toBe('open');
    await on.store.retire(ns, 'Globexo');
    expect((await on.store.review(ns, waits?.reviewId as string)).state).toBe('moot');
  });

  it('what is put aside while the name is given does not wait for it', async () => {
    const other = await on.another();
    const told = [...Array(8).keys()].map(async (n) => {
      const ns = on.fresh();
      await twoAcmes(ns);
      const given = on.store.addAlias(ns, 'org:ag', { alias: 'Acmewo' });
      for (let i = 0; i < n; i++) await Promise.resolve();
      await Promise.all([given, other.remember(ns, at('user:ada')), other.remember(ns, at('user:ben'))]);
      const { facts } = await on.store.list(ns, { predicate: 'works_at' });
      expect(facts.map((f) => f.value)).toEqual(['org:ag', 'org:ag']);
      expect((await on.store.reviews(ns)).reviews).toEqual([]);
    });
    await Promise.all(told);
  });
});
