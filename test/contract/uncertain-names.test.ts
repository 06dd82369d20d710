import { expect, it } from 'vitest';
import type { Resolved } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

describeStores('a name that somebody may have', (on) => {
  const meet = async (ns: string, value: string, type = 'org'): Promise<Resolved | null> => {
    await on.store.definePredicate(ns, `met_${type}`, { cardinality: 'multi', valueType: 'entity', range: type });
    const [r] = await on.store.remember(ns, { subject: 'user:ada', predicate: `met_${type}`, value });
    return r?.resolved.value ?? null;
  };

  it.each([
    ['Volkswerken', 'Volkswerkn', 'a letter missing'],
    ['Volkswerken', 'Volkswerkken', 'a letter too many'],
    ['Volkswerken', 'Volkswarken', 'another letter'],
    ['Volkswerken', 'Voklswerken', 'two exchanged at the beginning'],
    ['Volkswerken', 'Volkwserken', 'two exchanged where its halves meet'],
    ['Volkswerken', 'Volkswerkne', 'two exchanged at its end'],
    ['Volkswerken AG', 'Volkswerkn', 'a legal form left out as well'],
    ['Golden Sachs Union', 'Golden Sacchs Union', 'in one of several words'],
    ['Петровский завод', 'Петравский завод', 'in Cyrillic'],
  ])('%s is asked for where %s is said: %s', async (name, said) => {
    const ns = on.fresh();
    const known = await meet(ns, name);
    const meant = await meet(ns, said);
    expect(meant).toMatchObject({ mention: said, entity: null, band: 'review', rule: null, evidence: null });
    expect(meant?.candidates).toEqual([{ entity: known?.entity, name, type: 'org', rule: 'similar', score: meant?.score, evidence: name }]);
    expect(meant?.score).toBeGreaterThan(0.7);
    expect(meant?.score).toBeLessThan(0.9);
  });

  it.each([
    ['person', 'Anna Schmidt', 'Anne Schmidt'],
    ['person', 'Anna Schmidt', 'Hanna Schmidt'],
    ['person', 'Maria Rossi', 'Mario Rossi'],
    ['person', 'Иван Петров', 'Иван Петрова'],
    ['person', 'Tim Berger', 'Tom Berger'],
    ['person', 'Christian X of Denmark', 'Christian V of Denmark'],
    ['org', 'Room 101', 'Room 102'],
    ['org', 'Rev A Systems', 'Rev B Systems'],
    ['org', 'Northwestern University', 'Northeastern University'],
    ['org', 'Acmeworks GmbH', 'Acmewarks AG'],
    ['org', 'Bank of Austria', 'Bank of Australia'],
    ['org', '삼성전자삼성전자', '삼성전기삼성전자'],
    ['place', 'Slovakia', 'Slovenia'],
  ])('is not asked for of a %s: %s, %s are two', async (type, one, other) => {
    const ns = on.fresh();
    await meet(ns, one, type);
    expect(await meet(ns, other, type)).toMatchObject({ band: 'new', score: 0, candidates: [] });
  });

  it('waits: nothing is written, nobody comes in, and what is said by id goes through', async () => {
    const ns = on.fresh();
    const known = await meet(ns, 'Volkswerken');
    const said = { subject: 'user:bob', predicate: 'works_at', value: 'Volkswerkn' };
    expect(await on.store.remember(ns, said)).toMatchObject([
      {
        outcome: 'ambiguous',
        factId: null,
        reviewId: expect.any(String),
        issues: [{ path: 'facts[0].value', message: `may be ${known?.entity}` }],
      },
    ]);
    await expect(on.store.entity(ns, 'entity:org:volkswerkn')).rejects.toMatchObject({ code: 'not_found' });
    const next = expect.stringContaining(`did you mean ${known?.entity}?`);
    await expect(on.store.entity(ns, 'Volkswerkn')).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'id', next }] });
    await on.store.putEntity(ns, 'org:volkswerkn', { name: 'Volkswerkn' });
    // what waited is believed now that it is clear
    expect((await on.store.current(ns, { subject: 'user:bob', predicate: 'works_at' })).facts).toMatchObject([{ value: 'org:volkswerkn' }]);
    expect(await on.store.remember(ns, said)).toMatchObject([{ outcome: 'duplicate', resolved: { value: { entity: 'org:volkswerkn' } } }]);
  });

  it('is asked for within a batch as in several, of the type that is meant, and as a subject', async () => {
    const ns = on.fresh();
    const works = (value: string) => ({ subject: 'user:ada', predicate: 'works_at', value, qualifiers: { context: value } });
    const [first, typo] = await on.store.remember(ns, [works('Volkswerken'), works('Volkswerkn')]);
    expect(typo?.resolved.value).toMatchObject({ band: 'review', candidates: [{ entity: first?.resolved.value?.entity }] });
    expect(await meet(ns, 'Volkswerkn', 'place')).toMatchObject({ band: 'new' });
    const [about] = await on.store.remember(ns, { subject: 'Volkswerkken', predicate: 'motto', value: 'x' });
    expect(about).toMatchObject({ outcome: 'ambiguous', resolved: { subject: { band: 'review' }, predicate: { predicate: 'motto' } } });
  });

  it('is somebody new at once where the namespace wants it so, with those it may be', async () => {
    const ns = on.fresh();
    const known = await meet(ns, 'Volkswerken');
    await on.store.changeSettings(ns, { uncertainNames: 'new' });
    const works = (value: string) => ({ subject: 'user:ada', predicate: 'works_at', value, qualifiers: { context: value } });
    const told = await on.store.remember(ns, ['Volkswerkn', 'Globexon', 'Globeexon'].map(works));
    expect(told.map((r) => [r.outcome, r.resolved.value?.band])).toEqual(new Array(3).fill(['inserted', 'new']));
    expect(told[0]?.resolved.value?.candidates).toMatchObject([{ entity: known?.entity, rule: 'similar' }]);
    expect(told[2]?.resolved.value?.candidates).toMatchObject([{ entity: told[1]?.resolved.value?.entity, rule: 'similar' }]);
    await on.store.changeSettings(ns, { uncertainNames: 'wait' });
    expect(await meet(ns, 'Volkswerkn')).toMatchObject({ entity: told[0]?.resolved.value?.entity, band: 'accept', rule: 'name' });
    expect(await meet(ns, 'Volkswerkken')).toMatchObject({ band: 'review' });
  });

  it('is nobody’s where an acronym would be many’s', async () => {
    const ns = on.fresh();
    for (const name of ['Alpha Beta Gamma', 'Arctic Bird Guild', 'Atlas Brick Group']) await meet(ns, name);
    expect(await meet(ns, 'ABG')).toMatchObject({ band: 'review', candidates: [{ rule: 'acronym' }, {}, {}] });
    await meet(ns, 'Amber Boat Garage');
    expect(await meet(ns, 'ABG')).toMatchObject({ band: 'new', candidates: [] });
  });

  it('known by any of its names says which', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:vw', { name: 'Volkswerken', aliases: ['Peoples Works Union'] });
    expect(await meet(ns, 'peoples works union')).toMatchObject({ rule: 'name', score: 1, evidence: 'Peoples Works Union' });
    expect(await meet(ns, 'Peoples Works Union Inc')).toMatchObject({ rule: 'joined', score: 0.95, evidence: 'Peoples Works Union' });
    expect(await meet(ns, 'Poeples Works Union')).toMatchObject({
      band: 'review',
      candidates: [{ entity: 'org:vw', name: 'Volkswerken', evidence: 'Peoples Works Union' }],
    });
    expect(await meet(ns, 'org:vw')).toMatchObject({ rule: 'id', score: 1, evidence: 'org:vw' });
  });
});
