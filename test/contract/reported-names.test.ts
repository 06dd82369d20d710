// Reported failures of memory systems with who is meant, R24 to R35: the kind of each, not only its example.
import { expect, it } from 'vitest';
import type { Candidate, RememberResult } from '../../src/palimpsest.ts';
import { snapshot } from '../support/snapshot.ts';
import { describeStores } from '../support/stores.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n, 10)).toISOString();
const said = (subject: string, predicate: string, value: string, n: number, more: Partial<Candidate> = {}): Candidate => ({
  subject,
  predicate,
  value,
  observedAt: day(n),
  confidence: 0.9,
  origin: 'stated',
  source: { session: `document ${n}` },
  ...more,
});

describeStores('reported of who is meant', (on) => {
  const tell = async (ns: string, ...rows: Candidate[]): Promise<RememberResult[]> => [...(await on.store.remember(ns, rows))];
  /** A namespace in which people, things and organisations are mentioned as values. */
  const mentions = async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'read_about', { cardinality: 'multi', valueType: 'entity' });
    return ns;
  };
  /** Who each name is taken for, told one after the other; null: nobody yet. */
  const taken = async (ns: string, names: readonly string[], predicate = 'read_about') => {
    const out: (string | null)[] = [];
    for (const [i, name] of names.entries()) {
      const [r] = await tell(ns, said('user:ada', predicate, name, i + 1));
      out.push(r?.factId === null ? null : (r?.resolved.value?.entity ?? null));
    }
    return out;
  };
  const healthy = async (ns: string) => expect((await on.store.doctor(ns)).findings).toEqual([]);

  it('R24: an acronym in four documents is one entity, and its long form when somebody says so', async () => {
    const ns = await mentions();
    const ids = await taken(ns, ['DGIA', 'DGIA', 'D.G.I.A.', 'dgia']);
    expect(new Set(ids).size).toBe(1);
    await on.store.putEntity(ns, ids[0] as string, { aliases: ['Directorate General for Inland Affairs'] });
    expect(await taken(ns, ['Directorate General for Inland Affairs', 'DGIA'])).toEqual([ids[0], ids[0]]);
    const { facts } = await on.store.current(ns, { subject: 'user:ada', predicate: 'read_about' });
    expect(facts).toHaveLength(1);
    await healthy(ns);
  });

  it('R24: and where the long form came first, by itself, both are one after a merge', async () => {
    const ns = await mentions();
    const [long] = await taken(ns, ['Directorate General for Inland Affairs']);
    await on.store.putEntity(ns, 'org:dgia', { type: 'org', name: 'DGIA' });
    const [short] = await taken(ns, ['DGIA']);
    expect([long === short, short]).toEqual([false, 'org:dgia']);
    await on.store.merge(ns, { from: 'org:dgia', into: long as string });
    expect(await taken(ns, ['DGIA', 'Directorate General for Inland Affairs', 'dgia'])).toEqual([long, long, long]);
    expect((await on.store.current(ns, { subject: 'user:ada', predicate: 'read_about' })).facts).toHaveLength(1);
    await healthy(ns);
  });

  it.each([
    ['SR-2023-052', 'SR-2023-053'],
    ['SR-2023-052', 'SR-2024-052'],
    ['Amendment 16', 'Amendment 17'],
    ['Amendment XVI', 'Amendment XVII'],
    ['Rev A', 'Rev B'],
    ['Drawing 4711 Rev A', 'Drawing 4711 Rev B'],
    ['Building 7', 'Building 17'],
    ['Flight UA123', 'Flight UA132'],
    ['Python 2.7', 'Python 2.71'],
    ['Louis XIV', 'Louis XVI'],
    ['Route 1.10', 'Route 1.1'],
    ['Kapitel drei', 'Kapitel vier'],
    ['First Street Bakery', 'Second Street Bakery'],
  ])('R25: %s and %s are never one', async (a, b) => {
    const ns = await mentions();
    const [one, other] = await taken(ns, [a, b]);
    // not even asked
    expect([one === null, other === null, other === one]).toEqual([false, false, false]);
    await tell(ns, said(a, 'title', 'the first of them', 3));
    expect(await on.store.current(ns, { subject: one as string, predicate: 'title' })).toMatchObject({ facts: [{ subject: one }] });
    expect(await taken(ns, [a])).toEqual([one]);
    await healthy(ns);
  });

  it('R26: a person and a company of one name are two, and the name alone is ambiguous unless the predicate decides', async () => {
    const ns = await mentions();
    const [job, boss] = await tell(ns, said('user:ada', 'works_at', 'Rowan', 1), said('user:ada', 'manager', 'Rowan', 1));
    const [org, person] = [job?.resolved.value?.entity, boss?.resolved.value?.entity];
    expect(org).not.toBe(person);
    const again = await tell(ns, said('user:ben', 'works_at', 'rowan', 2), said('user:ben', 'manager', 'ROWAN', 2));
    expect(again.map((r) => r.resolved.value?.entity)).toEqual([org, person]);
    const [bare, subject] = await tell(ns, said('user:ada', 'read_about', 'Rowan', 3), said('Rowan', 'motto', 'onwards', 3));
    expect(bare).toMatchObject({ outcome: 'ambiguous', factId: null, reviewId: expect.any(String) });
    expect(bare?.resolved.value?.candidates.map((c) => c.entity).sort()).toEqual([org, person].sort());
    expect(subject).toMatchObject({ outcome: 'ambiguous', factId: null, reviewId: expect.any(String) });
    const decided = await on.store.decideReview(ns, subject?.reviewId as string, {
      decision: 'accept',
      subject: { entity: person as string },
    });
    expect(decided.result).toMatchObject({ outcome: 'inserted' });
    expect((await on.store.current(ns, { subject: person as string, predicate: 'motto' })).facts).toHaveLength(1);
    await healthy(ns);
  });

  it('R27: who is said to be somebody’s girlfriend, partner or fiancée is one person, however she is spoken of later', async () => {
    const ns = on.fresh();
    const rows = await tell(
      ns,
      said('user:ada', 'girlfriend', 'Maolin', 1),
      said('user:ada', 'partner', 'maolin', 2),
      said('maolin', 'partner', 'user:ada', 3),
      said('Maolin', 'likes', 'tea', 4),
      said('user:ada', 'fiancee', 'MAOLIN', 5),
    );
    const ids = rows.map((r) => r.resolved.value?.entity ?? r.resolved.subject?.entity).filter((id) => id !== 'user:ada');
    expect([rows.map((r) => r.factId === null), new Set(ids).size]).toEqual([rows.map(() => false), 1]);
    expect((await on.store.current(ns, { subject: 'user:ada', predicate: 'partner' })).facts.map((f) => f.value)).toContain(ids[0]);
    await healthy(ns);
  });

  it('R27: “my girlfriend” is she, with her name and without', async () => {
    const ns = on.fresh();
    await on.store.changeSettings(ns, { subject: 'user:ada' });
    const rows = await tell(
      ns,
      said('I', 'partner', 'Maolin', 1),
      said('my girlfriend', 'likes', 'tea', 2),
      said('my girlfriend Maolin', 'likes', 'jazz', 3),
      said('meine Partnerin Maolin', 'likes', 'walks', 4),
      said('Ben', 'knows', 'my girlfriend Maolin', 5),
    );
    const she = rows[0]?.resolved.value?.entity;
    expect(rows.slice(1, 4).map((r) => r.resolved.subject?.entity)).toEqual([she, she, she]);
    expect(rows[4]?.resolved.value).toMatchObject({ entity: she, mention: 'my girlfriend Maolin' });
    expect((await on.store.current(ns, { subject: 'my girlfriend Maolin', predicate: 'likes' })).facts).toHaveLength(3);
    const [stranger] = await tell(ns, said('He Jiankui', 'likes', 'tea', 6));
    expect(stranger).toMatchObject({ outcome: 'inserted', resolved: { subject: { mention: 'He Jiankui', band: 'new' } } });
    await healthy(ns);
  });

  it.each([
    ['Tigran', 'Iran'],
    ['Iran', 'Tigran'],
    ['Romania', 'Oman'],
    ['Annabel', 'Anna'],
    ['Newark', 'New'],
    ['Norvel Systems Research', 'Norvel'],
    ['Sandra', 'And'],
  ])('R28: %s is not %s, though the one holds the other', async (a, b) => {
    const ns = await mentions();
    const [one, other] = await taken(ns, [a, b]);
    expect([one === null, other === null, other === one]).toEqual([false, false, false]);
    const [row] = await tell(ns, said('user:ben', 'read_about', a, 5));
    expect(row?.resolved.value?.entity).toBe(one);
    await healthy(ns);
  });

  it.each([
    [['Norvel Corp', 'norvel corp.', 'NORVEL Corporation']],
    [['Norvel GmbH', 'norvel gmbh', 'Norvel G.m.b.H.']],
    [['U.S.A.', 'USA', 'U.S.A']],
    [['The Norvel Company', 'Norvel Company']],
    [['Norvel & Sons', 'Norvel and Sons', 'NORVEL AND SONS']],
    [['New York City', 'NYC', 'new york city']],
  ])('R29: one organisation or place however it is written: %s', async (names) => {
    const ns = on.fresh();
    const place = names.some((n) => /USA|New York/.test(n));
    const ids = await taken(ns, names, place ? 'lives_in' : 'works_at');
    expect([ids[0] === null, new Set(ids).size]).toEqual([false, 1]);
    await healthy(ns);
  });

  it('R29: an abbreviation that nobody has explained links to nobody by itself', async () => {
    const ns = await mentions();
    const [long] = await taken(ns, ['Norvel Valley Council']);
    const [short] = await tell(ns, said('user:ada', 'read_about', 'NVC', 2));
    expect(short).toMatchObject({ outcome: 'ambiguous', factId: null, reviewId: expect.any(String) });
    expect(short?.resolved.value).toMatchObject({ entity: null, band: 'review', candidates: [{ entity: long, rule: 'acronym' }] });
    await on.store.addAlias(ns, long as string, { alias: 'NVC', kind: 'acronym' });
    expect(await taken(ns, ['NVC', 'nvc', 'Norvel Valley Council'])).toEqual([long, long, long]);
    await healthy(ns);
  });

  it.each([
    [['김민수', '김 민수']],
    [['İstanbul Kulübü', 'istanbul kulübü', 'ISTANBUL KULÜBÜ']],
    [['Ｎｏｒｖｅｌ', 'Norvel', 'norvel']],
    [['Norvel 🚀', 'Norvel', '🚀 norvel']],
    [['ΟΔΥΣΣΕΥΣ', 'Οδυσσευς']],
    [['Straße des Friedens', 'STRASSE DES FRIEDENS']],
    [['🚀🚀']],
    [['...']],
    [['東京タワー', '東京タワー']],
    [['محمد علي', 'محمد  علي']],
  ])('R30: names of any script keep a key, and are one where the script says so: %s', async (names) => {
    const ns = await mentions();
    const ids = await taken(ns, names);
    expect([ids.includes(null), new Set(ids).size]).toEqual([false, 1]);
    const other = await taken(ns, ['Somebody Else', '北京', '🎈']);
    expect(other.some((id) => id !== null && ids.includes(id))).toBe(false);
    await healthy(ns);
  });

  it('R31: an alias that is another’s name is refused with that entity named, and nothing of the call is kept', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:norvel', { type: 'org', name: 'Norvel', aliases: ['Norvel Works'] });
    for (const [alias, path] of [
      ['norvel', 'entity.aliases[1]'],
      ['NORVEL  works', 'entity.aliases[1]'],
    ] as const) {
      await expect(on.store.putEntity(ns, 'org:other', { name: 'Other', aliases: ['Fine', alias] })).rejects.toMatchObject({
        code: 'conflict',
        issues: [{ path, message: 'refers to org:norvel already' }],
      });
      await expect(on.store.entity(ns, 'org:other')).rejects.toMatchObject({ code: 'not_found' });
    }
    await on.store.putEntity(ns, 'org:other', { name: 'Other' });
    await expect(on.store.addAlias(ns, 'org:other', { alias: 'NORVEL works' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await on.store.entity(ns, 'Norvel')).id).toBe('org:norvel');
  });

  it('R31: an alias can be removed, which is recorded and frees the name', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:norvel', { type: 'org', name: 'Norvel', aliases: ['The Works'] });
    await on.store.putEntity(ns, 'org:other', { type: 'org', name: 'Other' });
    await tell(ns, said('The Works', 'motto', 'onwards', 1));
    const removed = await on.store.removeAlias(ns, 'org:norvel', 'The Works', { by: 'ada', reason: 'it is the other' });
    expect(removed).toMatchObject({ operationId: expect.any(String) });
    await on.store.addAlias(ns, 'org:other', { alias: 'The Works' });
    const [row] = await tell(ns, said('The Works', 'motto', 'upwards', 2));
    expect(row?.resolved.subject?.entity).toBe('org:other');
    expect((await on.store.current(ns, { subject: 'org:norvel', predicate: 'motto' })).facts.map((f) => f.value)).toEqual(['onwards']);
    await healthy(ns);
  });

  it('R32: a name that comes as an organisation, then as an institution, does not fork', async () => {
    const ns = await mentions();
    await on.store.definePredicate(ns, 'studied_under', { cardinality: 'multi', valueType: 'entity', range: 'institution' });
    const names = ['Norvel Institute', 'norvel institute', 'The Norvel Institute'];
    const ids = [
      ...(await taken(ns, names, 'works_at')),
      ...(await taken(ns, names, 'studied_under')),
      ...(await taken(ns, names, 'read_about')),
    ];
    expect([ids.includes(null), new Set(ids).size]).toEqual([false, 1]);
    await expect(on.store.putEntity(ns, 'institution:norvel', { name: 'Norvel Institute' })).rejects.toMatchObject({ code: 'conflict' });
    await healthy(ns);
  });

  it('R33: no fact hangs on an entity that is not there', async () => {
    const ns = on.fresh();
    const rows = await tell(
      ns,
      said('entity:org:nobody', 'motto', 'onwards', 1),
      said('user:ada', 'works_at', 'entity:org:nobody', 1),
      said('user:new', 'motto', 'made on purpose', 1),
    );
    for (const row of rows.slice(0, 2)) {
      expect(row).toMatchObject({ outcome: 'unresolved', factId: null, claimId: null, reviewId: expect.any(String) });
      expect(row.issues[0]?.path).toMatch(/^facts\[\d\]\.(subject|value)$/);
    }
    expect(rows[2]).toMatchObject({ outcome: 'inserted', resolved: { subject: { entity: 'user:new', band: 'new' } } });
    await expect(on.store.entity(ns, 'entity:org:nobody')).rejects.toMatchObject({ code: 'not_found' });
    for (const act of [
      () => on.store.retract(ns, { subject: 'entity:org:nobody', predicate: 'motto', value: 'onwards' }),
      () => on.store.current(ns, { subject: 'entity:org:nobody' }),
      () => on.store.merge(ns, { from: 'entity:org:nobody', into: 'user:new' }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'not_found' });
    expect((await on.store.list(ns)).facts.map((f) => f.subject)).toEqual(['user:new']);
    await healthy(ns);
  });

  it('R34: of two that are merged nothing is wiped, clashes follow the rule of the slot, and unmerge restores', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'person:a', { name: 'Robin Tamm', aliases: ['Robin'] });
    await on.store.putEntity(ns, 'person:b', { name: 'R. Tamm', aliases: ['Tamm'] });
    await tell(
      ns,
      said('person:a', 'works_at', 'Acme', 1),
      said('person:a', 'likes', 'tea', 1),
      said('person:a', 'phone', '+49 30 901820', 1),
      said('person:a', 'prefers_editor', 'Vim', 1, { qualifiers: { project: 'alpha' } }),
      said('person:b', 'works_at', 'Globex', 9),
      said('person:b', 'likes', 'coffee', 2),
      said('person:b', 'birthday', '1990-05-01', 2),
      said('person:b', 'prefers_editor', 'Emacs', 2),
      said('user:cy', 'manager', 'person:b', 3),
    );
    const all = ['person:a', 'person:b', 'user:cy'];
    const before = await snapshot(on.store, ns, all);
    const merged = await on.store.merge(ns, { from: 'person:b', into: 'person:a' });
    const { facts } = await on.store.list(ns, { subject: 'person:a', status: ['current', 'superseded'] });
    const shown = facts.map((f) => `${f.predicate} ${f.text} ${f.status}`).sort();
    expect(shown).toEqual([
      'birthday 1990-05-01 current',
      'likes coffee current',
      'likes tea current',
      'phone +49 30 901820 current',
      'prefers_editor Emacs current',
      'prefers_editor Vim current',
      'works_at Acme superseded',
      'works_at Globex current',
    ]);
    expect(merged.clashes.map((c) => c.predicate)).toEqual(['works_at']);
    for (const name of ['Robin Tamm', 'Robin', 'R. Tamm', 'Tamm', 'person:b'])
      expect((await on.store.entity(ns, name)).id).toBe('person:a');
    await healthy(ns);
    await on.store.unmerge(ns, { operationId: merged.operationId as string });
    expect(await snapshot(on.store, ns, all)).toEqual(before);
    expect((await on.store.entity(ns, 'Tamm')).id).toBe('person:b');
    await healthy(ns);
  });

  it.each([
    ['ABV', 'Alpine Bridge Valley', 'Amber Bay Vista'],
    ['AV', 'Alpine Valley', 'Amber Vista'],
    ['Norvel', 'Norvel GmbH', 'Norvel AG'],
    ['Robin', 'person:robin-tamm', 'dog:robin'],
  ])('R35: %s may be two: whoever asks gets both, whoever writes a question', async (mention, a, b) => {
    const ns = await mentions();
    if (a.includes(':')) {
      for (const id of [a, b]) await tell(ns, said(id, 'motto', 'x', 1));
      await tell(ns, said('person:robin', 'motto', 'x', 1));
    } else {
      await on.store.putEntity(ns, 'org:a', { type: 'org', name: a });
      await on.store.putEntity(ns, 'org:b', { type: 'org', name: b });
    }
    const before = (await on.store.list(ns)).facts.length;
    const [asked] = await on.store.resolve(ns, [mention]);
    expect(asked?.entity).toBeNull();
    expect(asked?.candidates.length).toBeGreaterThanOrEqual(2);
    const [row] = await tell(ns, said('user:ada', 'read_about', mention, 2));
    expect(row).toMatchObject({ outcome: 'ambiguous', factId: null, reviewId: expect.any(String) });
    expect((await on.store.list(ns)).facts).toHaveLength(before);
    const chosen = asked?.candidates[0]?.entity as string;
    const { result } = await on.store.decideReview(ns, row?.reviewId as string, { decision: 'accept', value: { entity: chosen } });
    expect(result).toMatchObject({ outcome: 'inserted', resolved: { value: { entity: chosen } } });
    await healthy(ns);
  });

  it('R35: what may be two things links to neither: candidates come back, and a question', async () => {
    const ns = await mentions();
    await on.store.putEntity(ns, 'org:av-1', { type: 'org', name: 'Alte Vorstadt GmbH' });
    await on.store.putEntity(ns, 'org:av-2', { type: 'org', name: 'Alte Vorstadt AG' });
    for (const row of [said('user:ada', 'read_about', 'Alte Vorstadt', 1), said('Alte Vorstadt', 'motto', 'x', 1)]) {
      const [result] = await tell(ns, row);
      expect(result).toMatchObject({
        outcome: 'ambiguous',
        factId: null,
        claimId: null,
        currentChanged: false,
        reviewId: expect.any(String),
      });
      const resolved = row.subject === 'user:ada' ? result?.resolved.value : result?.resolved.subject;
      expect(resolved).toMatchObject({ entity: null, band: 'ambiguous' });
      expect(resolved?.candidates.map((c) => c.entity).sort()).toEqual(['org:av-1', 'org:av-2']);
    }
    expect((await on.store.list(ns)).facts).toEqual([]);
    expect((await on.store.reviews(ns)).reviews).toHaveLength(2);
    await healthy(ns);
  });
});
