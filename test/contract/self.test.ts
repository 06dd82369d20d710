import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

const ADA = 'user:ada';

describeStores('whoever speaks', (on) => {
  const say = async (ns: string, subject: string, predicate = 'likes', value = 'tea', more: object = {}) => {
    const [result] = await on.store.remember(ns, { subject, predicate, value, ...more });
    if (result === undefined) throw new Error('no result');
    return result;
  };
  const withSubject = async () => {
    const ns = on.fresh();
    await on.store.changeSettings(ns, { subject: ADA });
    return ns;
  };

  it.each(['I', 'me', 'Myself', 'the user', 'User', 'ich', 'Mich', 'mir', 'der Nutzer', 'die Nutzerin', 'THE  USER'])(
    '%s is the subject of the namespace, in writes, questions and acts',
    async (phrase) => {
      const ns = await withSubject();
      const told = await say(ns, phrase);
      expect(told).toMatchObject({
        outcome: 'inserted',
        resolved: { subject: { mention: phrase, entity: ADA, band: 'accept', rule: 'self', evidence: null } },
      });
      expect(await say(ns, 'user:bob', 'knows', phrase)).toMatchObject({ resolved: { value: { entity: ADA, rule: 'self' } } });
      const texts = async (page: Promise<{ facts: readonly { text: string }[] }>) => (await page).facts.map((f) => f.text);
      const likes = { subject: phrase, predicate: 'likes' };
      expect(await texts(on.store.current(ns, likes))).toEqual(['tea']);
      expect(await texts(on.store.asOf(ns, { ...likes, asOf: '2027-01-01' }))).toEqual(['tea']);
      expect(await texts(on.store.list(ns, likes))).toEqual(['tea']);
      expect((await on.store.list(ns, { predicate: 'knows', value: phrase })).facts.map((f) => f.subject)).toEqual(['user:bob']);
      expect((await on.store.history(ns, likes)).facts).toHaveLength(1);
      expect((await on.store.neighbours(ns, { entity: phrase })).map((n) => n.entity.id)).toEqual(['user:bob']);
      expect(await on.store.paths(ns, { from: 'user:bob', to: phrase })).toHaveLength(1);
      expect(await on.store.entity(ns, phrase)).toMatchObject({ id: ADA });
      await on.store.retract(ns, { ...likes, value: 'tea' });
      expect(await texts(on.store.current(ns, likes))).toEqual([]);
    },
  );

  it('is nobody until a subject is set, and the answer says what to do', async () => {
    const ns = on.fresh();
    const told = await say(ns, 'I');
    expect(told).toMatchObject({ outcome: 'unresolved', reason: 'unresolved', claimId: null, factId: null });
    expect(told.issues).toMatchObject([{ path: 'facts[0].subject', next: expect.stringContaining('changeSettings') }]);
    expect(told.resolved.subject).toMatchObject({ mention: 'I', entity: null, band: 'unresolved', rule: null });
    await expect(on.store.current(ns, { subject: 'me' })).rejects.toMatchObject({
      code: 'not_found',
      issues: [{ path: 'subject', next: expect.stringContaining('changeSettings') }],
    });
    expect((await on.store.list(ns)).facts).toEqual([]);
    await say(ns, 'user:bob', 'knows', 'the user');
    const other = await on.another();
    await other.changeSettings(ns, { subject: ADA });
    // what waited is folded in
    expect((await on.store.list(ns)).facts.map((f) => [f.subject, f.value]).sort()).toEqual([
      [ADA, 'tea'],
      ['user:bob', ADA],
    ]);
    expect((await on.store.reviews(ns, { subject: 'I' })).reviews).toEqual([]);
    expect((await say(ns, 'I')).resolved.subject?.entity).toBe(ADA);
  });

  it.each([
    'he',
    'She',
    'they',
    'her',
    'er',
    'her employer',
    'their manager',
    'his company',
    'sein Chef',
    'ihr Arbeitgeber',
    'my former employer',
  ])('%s is never', async (phrase) => {
    const ns = await withSubject();
    await say(ns, 'I', 'works_at', 'Acme');
    const told = await say(ns, phrase);
    expect(told).toMatchObject({ outcome: 'unresolved', claimId: null, resolved: { subject: { entity: null, band: 'unresolved' } } });
    expect(told.issues[0]?.path).toBe('facts[0].subject');
    await expect(on.store.current(ns, { subject: phrase })).rejects.toMatchObject({ code: 'not_found' });
    expect((await on.store.list(ns)).facts).toHaveLength(1);
  });

  it('has no such phrase as a name, nor has anybody else', async () => {
    const ns = await withSubject();
    for (const phrase of ['me', 'I', 'The User', 'he', 'my employer', 'mein Chef']) {
      const refused = { code: 'invalid_input', operation: 'putEntity' };
      await expect(on.store.putEntity(ns, 'user:eve', { name: phrase })).rejects.toMatchObject({
        ...refused,
        issues: [{ path: 'entity.name' }],
      });
      await expect(on.store.addAlias(ns, ADA, { alias: phrase })).rejects.toMatchObject({
        code: 'invalid_input',
        operation: 'addAlias',
        issues: [{ path: 'alias.alias' }],
      });
      await expect(on.store.putEntity(ns, ADA, { aliases: ['Ada', phrase] })).rejects.toMatchObject({
        ...refused,
        issues: [{ path: 'entity.aliases[1]' }],
      });
    }
    await expect(on.store.entity(ns, 'user:eve')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is a name where it can be no person: ME is Maine', async () => {
    const ns = await withSubject();
    const told = await say(ns, 'I', 'lives_in', 'ME');
    expect(told.resolved.value).toMatchObject({ mention: 'ME', band: 'new', rule: null });
    expect((await say(ns, 'user:bob', 'manager', 'ME')).resolved.value).toMatchObject({ entity: ADA, rule: 'self' });
  });

  it('said again in the same turn is one claim, by phrase or by id', async () => {
    const ns = await withSubject();
    const source = { source: { session: 's', turn: '1' }, observedAt: '2026-01-01T00:00:00Z' };
    const first = await say(ns, 'I', 'likes', 'tea', source);
    expect(await say(ns, 'me', 'likes', 'tea', source)).toMatchObject({ replayed: true, claimId: first.claimId });
    expect(await say(ns, ADA, 'likes', 'tea', source)).toMatchObject({ replayed: true, claimId: first.claimId });
  });

  it('is who the subject was merged into', async () => {
    const ns = await withSubject();
    await say(ns, 'I');
    await on.store.remember(ns, { subject: 'customer:42', predicate: 'likes', value: 'cake' });
    await on.store.merge(ns, { from: ADA, into: 'customer:42' });
    expect((await on.store.current(ns, { subject: 'I' })).facts.map((f) => f.text).sort()).toEqual(['cake', 'tea']);
    expect((await say(ns, 'I', 'likes', 'jam')).resolved.subject).toMatchObject({ entity: 'customer:42', rule: 'self' });
    for (const subject of [ADA, 'customer:42'])
      expect(await on.store.changeSettings(ns, { subject })).toMatchObject({ subject: ADA, version: 1 });
    await expect(on.store.changeSettings(ns, { subject: 'user:bob' })).rejects.toMatchObject({ code: 'conflict' });
  });
});
