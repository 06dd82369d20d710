import { expect, it } from 'vitest';
import { describeStores, type StoreCase } from '../support/stores.ts';

describeStores('the catalogue', (on) => {
  const employer = async (ns: string, value: string) => {
    const [r] = await on.store.remember(ns, { subject: 'user:ada', predicate: 'works_at', value, qualifiers: { context: value } });
    return r?.resolved.value;
  };

  it('makes one of "I work for VW" in January and "a meeting at Volkswagen" in March', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'met_at', { cardinality: 'multi', valueType: 'entity', range: 'org' });
    const [job, meeting] = [
      await on.store.remember(ns, { subject: 'user:ada', predicate: 'works_at', value: 'VW', observedAt: '2026-01-10' }),
      await on.store.remember(ns, { subject: 'user:ada', predicate: 'met_at', value: 'Volkswagen', observedAt: '2026-03-02' }),
    ];
    expect(job[0]?.resolved.value).toMatchObject({ entity: 'entity:org:volkswagen', band: 'accept', rule: 'catalogue' });
    expect(meeting[0]?.resolved.value).toMatchObject({ entity: 'entity:org:volkswagen', band: 'accept', rule: 'name' });
    expect(await on.store.entity(ns, 'Volkswagen AG')).toMatchObject({ id: 'entity:org:volkswagen', type: 'org', name: 'Volkswagen' });
    const { facts } = await on.store.current(ns, { subject: '大众汽车', predicate: 'employs' });
    expect(facts.map((f) => f.subject)).toEqual(['user:ada']);
  });

  it('knows acronyms, tickers, former names and other languages, and what differs in legal form or spacing', async () => {
    for (const [id, ...names] of [
      ['entity:org:microsoft', 'MSFT', 'Microsoft', 'microsoft corp.', 'Microsoft Incorporated', '微软'],
      ['entity:org:jetbrains', 'Jet Brains', 'JetBrains'],
      ['entity:org:accenture', 'Andersen Consulting', 'ACCENTURE'],
    ] as const) {
      for (const name of names) expect(await employer(on.fresh(), name), name).toMatchObject({ entity: id, band: 'accept' });
      const ns = on.fresh();
      const rows = names.map((value) => ({ subject: 'user:ada', predicate: 'works_at', value, qualifiers: { context: value } }));
      const results = await on.store.remember(ns, rows);
      expect(results.map((r) => r.resolved.value?.entity)).toEqual(names.map(() => id));
    }
  });

  it('gives way to a name that somebody gave: the rest of its names still lead to its entity', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:wines', { name: 'Vintage Wines', aliases: ['VW'] });
    expect(await employer(ns, 'vw')).toMatchObject({ entity: 'org:wines', rule: 'name' });
    expect(await employer(ns, 'Volkswagen')).toMatchObject({ entity: 'entity:org:volkswagen', rule: 'catalogue' });
    expect((await on.store.entity(ns, 'entity:org:volkswagen')).aliases).not.toContain('VW');
    expect(await employer(ns, 'VW')).toMatchObject({ entity: 'org:wines' });
  });

  it('means the entity that somebody made under its name', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:vw', { type: 'org', name: 'Volkswagen' });
    expect(await employer(ns, 'VW')).toMatchObject({ entity: 'org:vw', rule: 'catalogue' });
    expect(await on.store.entity(ns, 'vw')).toMatchObject({ id: 'org:vw', aliases: ['VW'] });
  });

  it('asks where two have a name, and brings neither in', async () => {
    const ns = on.fresh();
    const [r] = await on.store.remember(ns, { subject: 'user:ada', predicate: 'works_at', value: 'MS' });
    expect(r).toMatchObject({ outcome: 'ambiguous' });
    for (const id of ['entity:org:microsoft', 'entity:org:morgan-stanley'])
      await expect(on.store.entity(ns, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('only proposes the long tail; by its id it comes in', async () => {
    const ns = on.fresh();
    const said = await employer(ns, 'ユニクロ');
    expect(said).toMatchObject({ band: 'new', candidates: [{ entity: 'entity:org:uniqlo' }] });
    expect(said?.entity).not.toBe('entity:org:uniqlo');
    await expect(on.store.entity(ns, 'entity:org:uniqlo')).rejects.toMatchObject({ code: 'not_found' });
    expect(await employer(ns, 'entity:org:uniqlo')).toMatchObject({ entity: 'entity:org:uniqlo', band: 'accept', rule: 'catalogue' });
    expect(await on.store.entity(ns, 'Uniqlo')).toMatchObject({ id: 'entity:org:uniqlo' });
    // its other name was somebody's by then
    expect(await employer(ns, 'ユニクロ')).toMatchObject({ entity: said?.entity });
  });

  it('does not link what it does not know, nor by a legal form that an entry does not have', async () => {
    const ns = on.fresh();
    expect(await employer(ns, 'Acme')).toMatchObject({ entity: 'entity:org:acme', band: 'new', candidates: [] });
    expect(await employer(ns, 'Microsoft GmbH')).toMatchObject({ band: 'new', candidates: [{ entity: 'entity:org:microsoft' }] });
    expect((await employer(ns, 'entity:org:nobody'))?.entity ?? null).toBeNull();
  });

  it('of two legal forms believes the first, within a batch as in several', async () => {
    const rows = ['トヨタ株式会社', 'トヨタ', 'トヨタ合同会社'].map((value) => ({ subject: 'user:ada', predicate: 'member_of', value }));
    const [one, several] = [on.fresh(), on.fresh()];
    const together = await on.store.remember(one, rows);
    const apart = [];
    for (const row of rows) apart.push(...(await on.store.remember(several, row)));
    for (const results of [together, apart])
      expect(results.map((r) => r.resolved.value?.entity === 'entity:org:toyota')).toEqual([true, true, false]);
  });

  it('takes types into account: a person is no company, and a word only means what is asked for', async () => {
    const ns = on.fresh();
    const [boss, home] = await on.store.remember(ns, [
      { subject: 'user:ada', predicate: 'manager', value: 'Ford' },
      { subject: 'Julia', predicate: 'lives_in', value: 'München' },
    ]);
    expect(boss?.resolved.value).toMatchObject({ entity: 'entity:person:ford', band: 'new' });
    expect(home?.resolved.subject).toMatchObject({
      entity: 'entity:thing:julia',
      band: 'new',
      candidates: [{ entity: 'entity:tool:julia' }],
    });
    expect(home?.resolved.value).toMatchObject({ entity: 'entity:place:munich', rule: 'catalogue' });
    expect(await employer(ns, 'Ford')).toMatchObject({ entity: 'entity:org:ford', rule: 'catalogue' });
  });

  it('is not asked by a read into bringing anything in', async () => {
    const ns = on.fresh();
    await employer(ns, 'Acme');
    await expect(on.store.current(ns, { subject: 'VW' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(on.store.entity(ns, 'entity:org:volkswagen')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps one entity and one owner for each name when several write at once', async () => {
    const other = await on.another();
    for (let round = 0; round < 8; round++) {
      const ns = on.fresh();
      const told = (store: StoreCase['store'], subject: string, value: string) =>
        store.remember(ns, { subject, predicate: 'works_at', value });
      const [put, one, two] = await Promise.allSettled([
        other.putEntity(ns, 'org:wines', { name: 'Vintage Wines', aliases: ['VW'] }),
        told(on.store, 'user:ada', 'Volkswagen'),
        told(other, 'user:bob', 'Volkswagen Group'),
      ]);
      expect([one, two].map((s) => s?.status)).toEqual(['fulfilled', 'fulfilled']);
      const { id } = await on.store.entity(ns, 'VW');
      expect(id).toBe(put?.status === 'fulfilled' ? 'org:wines' : 'entity:org:volkswagen');
      const { facts } = await on.store.current(ns, { subject: 'volkswagen', predicate: 'employs' });
      expect(facts).toHaveLength(2);
    }
  });
});
