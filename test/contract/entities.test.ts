import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

describeStores('entities', (on) => {
  it('are known by id, exact name and alias, whatever the case and spacing', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:vw', { type: 'org', name: 'Volkswagen', aliases: ['VW', 'Volkswagen AG'] });
    expect(await on.store.entity(ns, 'vw')).toMatchObject({
      id: 'org:vw',
      name: 'Volkswagen',
      type: 'org',
      aliases: ['VW', 'Volkswagen AG'],
    });
    const [r] = await on.store.remember(ns, [{ subject: 'user:ada', predicate: 'works_at', value: ' volkswagen  AG ' }]);
    expect(r?.resolved.value).toMatchObject({ entity: 'org:vw', band: 'accept' });
    const { facts } = await on.store.current(ns, { subject: 'VOLKSWAGEN', predicate: 'employs' });
    expect(facts.map((f) => f.subject)).toEqual(['user:ada']);
  });

  it('made from a name keep apart what differs by more than case', async () => {
    const ns = on.fresh();
    const values = ['C', 'c', 'C++', 'C#', '北京', 'İstanbul'];
    const results = await on.store.remember(
      ns,
      values.map((value) => ({ subject: 'user:ada', predicate: 'works_at', value, qualifiers: { context: value } })),
    );
    const ids = results.map((r) => r.resolved.value?.entity);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(5);
  });

  const employer = async (ns: string, value: string) => {
    const [r] = await on.store.remember(ns, { subject: 'user:ada', predicate: 'works_at', value, qualifiers: { context: value } });
    return r?.resolved.value;
  };

  it('are one where names differ in legal form, marks, dots or spacing only, and two where legal forms clash', async () => {
    for (const names of [
      ['Acme Corp', 'acme corp.', 'ACME Corporation', 'The Acme Corp.'],
      ['トヨタ', '株式会社トヨタ', 'トヨタ㈱'],
      ['Škoda Auto a.s.', 'SKODA AUTO'],
      ['U.S.A.', 'USA', 'U.S.A'],
      ['Straßenbau GmbH', 'STRASSENBAU'],
      ['김 민수', '김민수'],
      ['Acme 🚀', 'Ａｃｍｅ'],
    ]) {
      const ns = on.fresh();
      const first = await employer(ns, names[0] as string);
      for (const name of names.slice(1)) expect(await employer(ns, name), name).toMatchObject({ entity: first?.entity, band: 'accept' });
    }
    const ns = on.fresh();
    const one = await employer(ns, 'Acme GmbH');
    expect((await employer(ns, 'Acme AG'))?.entity).not.toBe(one?.entity);
    expect(await on.store.remember(ns, { subject: 'user:ada', predicate: 'works_at', value: 'Acme' })).toMatchObject([
      { outcome: 'ambiguous' },
    ]);
  });

  it('keep the first legal form that is heard of them, also where they were known without one', async () => {
    const names = ['Zorg', 'Zorg GmbH', 'Zorg AG', 'Zorg Aktiengesellschaft', 'Zorg', 'zorg gmbh'];
    const rows = names.map((value) => ({ subject: 'user:ada', predicate: 'member_of', value }));
    const [one, several] = [on.fresh(), on.fresh()];
    const together = await on.store.remember(one, rows);
    const apart = [];
    for (const row of rows) apart.push(...(await on.store.remember(several, row)));
    for (const results of [together, apart]) {
      const [bare, , other, again, ...first] = results.map((r) => r.resolved.value?.entity);
      expect(results[1]?.resolved.value).toMatchObject({ entity: bare, band: 'accept', rule: 'joined' });
      expect([bare, other, again, ...first]).toEqual([bare, 'entity:org:zorg-ag', 'entity:org:zorg-ag', bare, bare]);
    }
    const others = (await on.store.aliases(several, 'Zorg')).map((a) => `${a.alias} ${a.source}`);
    expect(others).toEqual(['Zorg GmbH mention']);
  });

  it('are one within a batch as they are in several', async () => {
    const ns = on.fresh();
    const names = ['Acme Corp', 'ACME Corporation', 'Globex Inc', 'Globex', 'Globex LLC'];
    const rows = names.map((value) => ({ subject: 'user:ada', predicate: 'works_at', value, qualifiers: { context: value } }));
    const [a, b, c, d, e] = (await on.store.remember(ns, rows)).map((r) => r.resolved.value?.entity);
    expect([b, d]).toEqual([a, c]);
    expect(new Set([a, c, e]).size).toBe(3);
    expect((await on.store.current(ns, { subject: 'Globex Incorporated', predicate: 'employs' })).facts).toHaveLength(2);
  });

  it('are not linked by an acronym or another order of words, but asked', async () => {
    const ns = on.fresh();
    const city = await employer(ns, 'New York City');
    const asked = { entity: null, band: 'review', rule: null, evidence: null };
    const evidence = { entity: city?.entity, name: 'New York City', type: 'org', evidence: 'New York City' };
    expect(await employer(ns, 'NYC')).toMatchObject({ ...asked, score: 0.7, candidates: [{ ...evidence, rule: 'acronym', score: 0.7 }] });
    expect(await employer(ns, 'City, New York')).toMatchObject({ ...asked, candidates: [{ ...evidence, rule: 'sorted' }] });
    const room = await employer(ns, 'Room 101');
    expect(await employer(ns, 'Room 102')).toMatchObject({ band: 'new', candidates: [] });
    expect(await employer(ns, 'room 101')).toMatchObject({ entity: room?.entity, rule: 'name' });
  });

  it('refuse an alias that is the name of another, naming it', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:vw', { name: 'Volkswagen' });
    await expect(on.store.putEntity(ns, 'org:other', { name: 'Other', aliases: ['volkswagen'] })).rejects.toMatchObject({
      code: 'conflict',
      issues: [{ path: 'entity.aliases[0]', message: 'refers to org:vw already' }],
    });
    await expect(on.store.entity(ns, 'org:other')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of two that are given one name at once, one gets it', async () => {
    const other = await on.another();
    for (let round = 0; round < 8; round++) {
      const ns = on.fresh();
      const put = await Promise.allSettled([
        on.store.putEntity(ns, 'org:a', { name: 'Twin', aliases: ['First'] }),
        other.putEntity(ns, 'org:b', { name: 'Second', aliases: [' TWIN'] }),
      ]);
      expect(put.map((p) => p.status).sort()).toEqual(['fulfilled', 'rejected']);
      const [won, lost] = put[0]?.status === 'fulfilled' ? ['org:a', 'org:b'] : ['org:b', 'org:a'];
      const reason = put.flatMap((p) => (p.status === 'rejected' ? [p.reason] : []));
      const path = lost === 'org:a' ? 'entity.name' : 'entity.aliases[0]';
      expect(reason).toMatchObject([{ code: 'conflict', issues: [{ path, message: `refers to ${won} already` }] }]);
      expect((await on.store.entity(ns, 'twin')).id).toBe(won);
      await expect(on.store.entity(ns, lost)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('a name that was given away while it was resolved is its owner’s', async () => {
    const other = await on.another();
    for (let round = 0; round < 8; round++) {
      const ns = on.fresh();
      const [put, told] = await Promise.allSettled([
        on.store.putEntity(ns, 'org:a', { name: 'Acme' }),
        other.remember(ns, { subject: 'user:ada', predicate: 'works_at', value: 'acme' }),
      ]);
      const owner = (await on.store.entity(ns, 'ACME')).id;
      expect(owner).toBe(put.status === 'fulfilled' ? 'org:a' : 'entity:org:acme');
      expect(told).toMatchObject({ status: 'fulfilled', value: [{ outcome: 'inserted', resolved: { value: { entity: owner } } }] });
      expect((await on.store.current(ns, { subject: 'Acme', predicate: 'employs' })).facts.map((f) => f.subject)).toEqual(['user:ada']);
    }
  });

  it('of several types may share a name that nobody gave on purpose; who gives it then is refused', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [
      { subject: 'user:ada', predicate: 'likes', value: 'tea' },
      { subject: 'dog:ada', predicate: 'likes', value: 'bones' },
    ]);
    const [r] = await on.store.remember(ns, { subject: 'ada', predicate: 'likes', value: 'x' });
    expect(r).toMatchObject({ outcome: 'ambiguous' });
    await on.store.putEntity(ns, 'cat:ada', {});
    await expect(on.store.putEntity(ns, 'org:x', { aliases: ['Ada'] })).rejects.toMatchObject({
      code: 'conflict',
      issues: [{ path: 'entity.aliases[0]' }],
    });
  });

  it('are not made under an id that is another’s alias', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:vw', { type: 'company', name: 'Volkswagen', aliases: ['org:vag'] });
    await on.store.remember(ns, { subject: 'org:vag', predicate: 'motto', value: 'x' });
    await expect(on.store.putEntity(ns, 'org:vag', {})).rejects.toMatchObject({ code: 'conflict', issues: [{ path: 'id' }] });
    expect((await on.store.current(ns, { subject: 'org:vag' })).facts).toMatchObject([{ subject: 'org:vw', value: 'x' }]);
  });

  it('become no other kind of thing unless that is asked for', async () => {
    const ns = on.fresh();
    const type = async (id: string) => (await on.store.entity(ns, id)).type;
    const refused = { code: 'conflict', operation: 'putEntity', issues: [{ path: 'entity.type' }] };
    await on.store.putEntity(ns, 'org:zenith', { name: 'Zenith' });
    for (const other of ['person', 'service', 'thing'])
      await expect(on.store.putEntity(ns, 'org:zenith', { type: other, name: 'Zenith Two' })).rejects.toMatchObject(refused);
    expect(await on.store.entity(ns, 'org:zenith')).toMatchObject({ type: 'org', name: 'Zenith' });
    // one that was merged into it speaks of it
    await on.store.putEntity(ns, 'company:zenith-2', { name: 'Nadir' });
    await on.store.merge(ns, { from: 'company:zenith-2', into: 'org:zenith', force: true });
    await expect(on.store.putEntity(ns, 'company:zenith-2', { type: 'person' })).rejects.toMatchObject(refused);
    // the same, another word for it, and what nobody has said yet
    await on.store.putEntity(ns, 'org:zenith', { type: 'org' });
    await on.store.putEntity(ns, 'org:zenith', { type: 'company' });
    expect(await type('org:zenith')).toBe('company');
    const [told] = await on.store.remember(ns, { subject: 'Billing Desk', predicate: 'motto', value: 'x' });
    const made = told?.resolved.subject?.entity as string;
    expect(await type(made)).toBe('thing');
    await on.store.putEntity(ns, made, { type: 'service' });
    await on.store.putEntity(ns, made, { type: 'team', retype: true });
    expect(await type(made)).toBe('team');
    await on.store.putEntity(ns, 'org:fresh', { type: 'person' });
    expect(await type('org:fresh')).toBe('person');
  });

  it('are who a predicate means where their own type says the same, and are asked for where two share a name', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'user:ada', { name: 'Ada Lovelace' });
    const [r] = await on.store.remember(ns, { subject: 'user:bob', predicate: 'manager', value: 'Ada Lovelace' });
    expect(r?.resolved.value?.entity).toBe('user:ada');
    const two = ['user:kim', 'dog:kim'].map((subject) => ({ subject, predicate: 'motto', value: 'x' }));
    await on.store.remember(ns, two[0] as never);
    expect(await on.store.remember(ns, { subject: 'kim', predicate: 'motto', value: 'x' })).toMatchObject([{ outcome: 'duplicate' }]);
    await on.store.remember(ns, two[1] as never);
    expect(await on.store.remember(ns, { subject: 'kim', predicate: 'motto', value: 'x' })).toMatchObject([{ outcome: 'ambiguous' }]);
    await expect(on.store.current(ns, { subject: 'kim' })).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'subject' }] });
  });

  it('do not cross namespaces', async () => {
    const [a, b] = [on.fresh(), on.fresh()];
    await on.store.remember(a, [{ subject: 'user:ada', predicate: 'likes', value: 'tea' }]);
    await on.store.remember(b, [{ subject: 'user:bob', predicate: 'likes', value: 'tea' }]);
    await expect(on.store.current(b, { subject: 'user:ada' })).rejects.toMatchObject({ code: 'not_found' });
    expect((await on.store.list(b, {})).facts.map((f) => f.subject)).toEqual(['user:bob']);
    const [r] = await on.store.remember(a, [{ subject: 'user:ada', predicate: 'likes', value: 'coffee' }]);
    await expect(on.store.why(b, r?.factId as string)).rejects.toMatchObject({ code: 'not_found' });
    await expect(on.store.withdraw(b, { factId: r?.factId as string })).rejects.toMatchObject({ code: 'not_found' });
  });
});
