import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

describeStores('the aliases of an entity', (on) => {
  const VW = 'org:vw';
  const made = async (): Promise<string> => {
    const ns = on.fresh();
    await on.store.putEntity(ns, VW, { name: 'Volkswerken', aliases: ['Volkswerken AG'] });
    return ns;
  };
  const works = (value: string, more: object = {}) => ({ subject: 'user:ada', predicate: 'works_at', value, ...more });
  const meant = async (ns: string, value: string) =>
    (await on.store.remember(ns, works(value, { qualifiers: { context: value } })))[0]?.resolved.value;
  const names = async (ns: string, id = VW) => (await on.store.aliases(ns, id)).map((a) => a.alias);

  it('are listed with their kind, where they come from and since when', async () => {
    const ns = await made();
    on.at('2026-07-01T00:00:00Z');
    const added = await on.store.addAlias(ns, VW, { alias: 'VWK', kind: 'acronym', source: 'the annual report', reason: 'r', by: 'ada' });
    await on.store.addAlias(ns, 'volkswerken', { alias: 'Peoples Works' });
    expect(await on.store.aliases(ns, 'VWK')).toEqual([
      { alias: 'Peoples Works', kind: 'name', source: 'put', since: expect.any(String) },
      { alias: 'VWK', kind: 'acronym', source: 'the annual report', since: expect.any(String) },
      { alias: 'Volkswerken AG', kind: 'name', source: 'put', since: (await on.store.entity(ns, VW)).createdAt },
    ]);
    expect(added).toMatchObject({ entity: VW, operationId: expect.stringMatching(/^o_/) });
    expect(added.aliases.map((a) => a.alias)).toEqual(['VWK', 'Volkswerken AG']);
    expect((await on.store.entity(ns, VW)).aliases).toEqual(['Peoples Works', 'VWK', 'Volkswerken AG']);
    if (!on.engine.shared) expect(added.aliases[0]?.since).toMatch(/^2026-07-01/);
    await on.store.addAlias(ns, VW, { alias: 'VWK', kind: 'ticker' });
    expect(await on.store.aliases(ns, VW)).toContainEqual({ alias: 'VWK', kind: 'ticker', source: 'put', since: added.aliases[0]?.since });
  });

  it('that came from the catalogue or by being said say so', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [works('VW'), works('Globexo Inc', { predicate: 'client_of' })]);
    await on.store.putEntity(ns, 'entity:org:globexo-inc', { name: 'Globexo' });
    const shipped = await on.store.aliases(ns, 'entity:org:volkswagen');
    expect(shipped.find((a) => a.alias === 'VW')).toMatchObject({ kind: 'acronym', source: 'catalogue' });
    expect(shipped.every((a) => a.source === 'catalogue')).toBe(true);
  });

  it('make one subject of two ids, with one history, also where one looks like an id', async () => {
    const ns = on.fresh();
    const plan = (subject: string, value: string) => ({ subject, predicate: 'plan', value, origin: 'stated' as const });
    await on.store.remember(ns, plan('user:42', 'free'));
    for (const alias of ['customer_42', 'customer:42']) await on.store.addAlias(ns, 'user:42', { alias });
    await on.store.remember(ns, [plan('customer_42', 'pro'), plan('customer:42', 'team')]);
    for (const subject of ['user:42', 'customer_42', 'customer:42']) {
      expect((await on.store.current(ns, { subject, predicate: 'plan' })).facts).toMatchObject([{ subject: 'user:42', value: 'team' }]);
      expect((await on.store.history(ns, { subject, predicate: 'plan' })).facts).toHaveLength(3);
    }
    await on.store.remember(ns, plan('customer:43', 'x'));
    await expect(on.store.addAlias(ns, 'user:42', { alias: 'customer:43' })).rejects.toMatchObject({
      code: 'conflict',
      issues: [{ path: 'alias.alias', message: 'refers to customer:43 already' }],
    });
  });

  it('are refused where they mean another entity, by itself, by legal form or spacing; the owner is named and nothing changes', async () => {
    const ns = await made();
    await on.store.putEntity(ns, 'org:globex', { name: 'Globexon Corp', aliases: ['Glo Bexo'] });
    for (const alias of ['globexon corp', 'Globexon', 'Globexon Corporation', 'GloBexo', 'org:globex'])
      await expect(on.store.addAlias(ns, VW, { alias }), alias).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('take it from that entity first'),
        issues: [{ path: 'alias.alias', message: 'refers to org:globex already' }],
      });
    expect(await names(ns)).toEqual(['Volkswerken AG']);
    // of two whom a bare name may mean, either may have it; a third may not
    await on.store.putEntity(ns, 'org:acme-ag', { name: 'Acmewo AG' });
    await on.store.putEntity(ns, 'org:acme-gmbh', { name: 'Acmewo GmbH' });
    await expect(on.store.addAlias(ns, VW, { alias: 'Acmewo' })).rejects.toMatchObject({ code: 'conflict' });
    await on.store.addAlias(ns, 'org:acme-ag', { alias: 'Acmewo' });
    expect(await meant(ns, 'acmewo')).toMatchObject({ entity: 'org:acme-ag', rule: 'name' });
  });

  it('go before the catalogue', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:wines', { name: 'Vintage Wines' });
    await on.store.addAlias(ns, 'org:wines', { alias: 'VW', kind: 'acronym' });
    expect(await meant(ns, 'VW')).toMatchObject({ entity: 'org:wines', rule: 'name', evidence: 'VW' });
    expect(await meant(ns, 'Volkswagen')).toMatchObject({ entity: 'entity:org:volkswagen' });
  });

  it('can be removed: the name is free, what was told under it stays', async () => {
    const ns = await made();
    await on.store.addAlias(ns, VW, { alias: 'Peoples Works Corp' });
    await on.store.remember(ns, works('Peoples Works'));
    const gone = await on.store.removeAlias(ns, VW, 'peoples works corp.', { reason: 'a mistake', by: 'ada' });
    expect(gone).toMatchObject({ entity: VW, operationId: expect.stringMatching(/^o_/), aliases: [{ alias: 'Volkswerken AG' }] });
    expect((await on.store.current(ns, { subject: 'user:ada', predicate: 'works_at' })).facts).toMatchObject([{ value: VW }]);
    for (const name of ['Peoples Works Corp', 'Peoples Works', 'Poeples Works'])
      await expect(on.store.entity(ns, name), name).rejects.toMatchObject({ code: 'not_found' });
    await on.store.putEntity(ns, 'org:pw', { name: 'PEOPLES WORKS CORP' });
    expect(await meant(ns, 'Peoples Works')).toMatchObject({ entity: 'org:pw' });
    expect((await on.store.entity(ns, 'org:pw')).name).toBe('PEOPLES WORKS CORP');
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('once removed mean their entity no more, not by the catalogue, another key or the id made of them; they can be given back', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, works('VW'));
    await on.store.removeAlias(ns, 'entity:org:volkswagen', 'VW');
    expect(await meant(ns, 'VW')).toMatchObject({ entity: 'entity:org:vw', band: 'new', candidates: [] });
    expect(await meant(ns, 'Volkswagen')).toMatchObject({ entity: 'entity:org:volkswagen' });
    await on.store.remember(ns, works('Globexon'));
    await on.store.putEntity(ns, 'entity:org:globexon', { name: 'Initechno' });
    await on.store.removeAlias(ns, 'entity:org:globexon', 'Globexon');
    const other = await meant(ns, 'Globexon');
    expect(other).toMatchObject({ band: 'new' });
    expect(other?.entity).not.toBe('entity:org:globexon');
    await on.store.putEntity(ns, 'org:acmewo', { name: 'Acmewo', aliases: ['Acmewo Corp'] });
    await on.store.removeAlias(ns, 'org:acmewo', 'Acmewo Corp');
    expect(await meant(ns, 'Acmewo Corp')).toMatchObject({ band: 'new' });
    // the form went with the name, so that another one is no clash
    expect(await meant(ns, 'Acmewo AG')).toMatchObject({ entity: 'org:acmewo', rule: 'joined' });
    await on.store.putEntity(ns, 'org:initrode', { name: 'Initrode', aliases: ['Initrode Corp'] });
    await on.store.removeAlias(ns, 'org:initrode', 'Initrode Corp');
    await on.store.addAlias(ns, 'org:initrode', { alias: 'Initrode Corp' });
    expect(await meant(ns, 'initrode corp')).toMatchObject({ entity: 'org:initrode', rule: 'name' });
  });

  it('of what it is called itself none can be removed, nor one that it hasn’t', async () => {
    const ns = await made();
    await expect(on.store.removeAlias(ns, VW, 'VOLKSWERKEN')).rejects.toMatchObject({
      code: 'conflict',
      issues: [{ path: 'alias', next: 'give it another name with putEntity first' }],
    });
    await expect(on.store.removeAlias(ns, VW, 'Globex')).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'alias' }] });
    await expect(on.store.removeAlias(ns, 'org:nobody', 'x')).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'id' }] });
    await expect(on.store.addAlias(ns, 'org:nobody', { alias: 'x' })).rejects.toMatchObject({
      code: 'not_found',
      issues: [{ path: 'id' }],
    });
    await expect(on.store.aliases(ns, 'org:nobody')).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'id' }] });
    await on.store.putEntity(ns, VW, { name: 'Volks' });
    expect((await on.store.removeAlias(ns, VW, 'Volkswerken')).aliases.map((a) => a.alias)).toEqual(['Volkswerken AG']);
  });

  it('are given and taken once for one key', async () => {
    const ns = await made();
    const key = { idempotencyKey: 'a' };
    const first = await on.store.addAlias(ns, VW, { alias: 'VWK' }, key);
    expect(await on.store.addAlias(ns, VW, { alias: 'VWK' }, key)).toEqual(first);
    await expect(on.store.addAlias(ns, VW, { alias: 'other' }, key)).rejects.toMatchObject({ code: 'key_reused' });
    const gone = await on.store.removeAlias(ns, VW, 'VWK', {}, key);
    expect(await on.store.removeAlias(ns, VW, 'VWK', {}, key)).toEqual(gone);
    await expect(on.store.addAlias(ns, VW, { alias: ' ' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(on.store.addAlias(ns, VW, { alias: 'x', kind: 'y' as never })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('removed by another process are not remembered here', async () => {
    const ns = await made();
    const other = await on.another();
    await on.store.addAlias(ns, VW, { alias: 'customer:42' });
    for (const store of [on.store, other])
      await store.remember(ns, { subject: 'customer:42', predicate: 'motto', value: 'x', source: { session: 's', turn: '1' } });
    await other.removeAlias(ns, VW, 'customer:42');
    const [r] = await on.store.remember(ns, { subject: 'customer:42', predicate: 'motto', value: 'y' });
    expect(r?.resolved.subject).toMatchObject({ entity: 'customer:42', band: 'new' });
    expect((await on.store.current(ns, { subject: VW, predicate: 'motto' })).facts).toMatchObject([{ value: 'x' }]);
  });

  it('of two processes that give one name to two entities at once, one has it', async () => {
    const other = await on.another();
    for (let round = 0; round < 6; round++) {
      const ns = on.fresh();
      await on.store.putEntity(ns, 'org:a', { name: 'Alphawerken' });
      await on.store.putEntity(ns, 'org:b', { name: 'Betawerken' });
      const given = await Promise.allSettled([
        on.store.addAlias(ns, 'org:a', { alias: 'Twin' }),
        other.addAlias(ns, 'org:b', { alias: ' TWIN' }),
      ]);
      expect(given.map((g) => g.status).sort()).toEqual(['fulfilled', 'rejected']);
      const won = given[0]?.status === 'fulfilled' ? 'org:a' : 'org:b';
      expect(given.find((g) => g.status === 'rejected')).toMatchObject({
        reason: { code: 'conflict', issues: [{ path: 'alias.alias', message: `refers to ${won} already` }] },
      });
      expect((await on.store.entity(ns, 'twin')).id).toBe(won);
      expect((await on.store.aliases(ns, won === 'org:a' ? 'org:b' : 'org:a')).length).toBe(0);
    }
  });
});
