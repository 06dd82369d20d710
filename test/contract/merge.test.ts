import { expect, it } from 'vitest';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { snapshot } from '../support/snapshot.ts';
import { describeStores } from '../support/stores.ts';

describeStores('merging two entities', (on) => {
  const told = async (ns: string) => {
    await on.store.remember(ns, [
      { subject: 'user:42', predicate: 'works_at', value: 'Acme', observedAt: '2026-01-01T00:00:00Z' },
      { subject: 'user:42', predicate: 'likes', value: 'tea', observedAt: '2026-01-01T00:00:00Z' },
      { subject: 'customer:42', predicate: 'works_at', value: 'Globex', observedAt: '2026-03-01T00:00:00Z' },
      { subject: 'customer:42', predicate: 'plan', value: 'pro', observedAt: '2026-02-01T00:00:00Z' },
      { subject: 'user:bo', predicate: 'manager', value: 'customer:42', observedAt: '2026-02-01T00:00:00Z' },
    ]);
  };
  const now = async (subject: string, predicate: string, ns: string, from: Palimpsest = on.store) =>
    (await from.current(ns, { subject, predicate })).facts.map((f) => f.value);

  it('asks about clashes no more once it is taken back, but about those of another merge', async () => {
    const ns = on.fresh();
    await told(ns);
    await on.store.remember(ns, { subject: 'customer:7', predicate: 'plan', value: 'free', observedAt: '2026-01-01T00:00:00Z' });
    await on.store.merge(ns, { from: 'customer:42', into: 'user:42' });
    await on.store.merge(ns, { from: 'customer:7', into: 'user:42' });
    const open = async () => (await on.store.reviews(ns)).reviews.map((r) => r.details?.predicate);
    expect(await open()).toEqual(['works_at', 'plan']);
    await on.store.unmerge(ns, { entity: 'customer:42' });
    expect(await open()).toEqual(['plan']);
    const [moot] = (await on.store.reviews(ns, { state: 'moot' })).reviews;
    expect(moot).toMatchObject({ kind: 'merge-clash', decidedAt: expect.any(String), decision: null });
    await expect(on.store.decideReview(ns, moot?.id ?? '', { decision: 'accept' })).rejects.toMatchObject({ code: 'conflict' });
    // merged again, it is asked again
    await on.store.judge(ns, { a: 'customer:42', b: 'user:42', verdict: 'same' });
    await on.store.merge(ns, { from: 'customer:42', into: 'user:42' });
    expect((await open()).sort()).toContain('works_at');
    expect(await on.store.doctor(ns)).toMatchObject({ findings: [] });
  });

  it('makes one history of both, which either id asks for', async () => {
    const ns = on.fresh();
    await told(ns);
    const reply = await on.store.merge(ns, { from: 'customer:42', into: 'user:42', by: 'support', reason: 'same mail address' });
    expect(reply).toMatchObject({ entity: 'user:42', merged: 'customer:42', already: false, currentChanged: true });
    expect(reply.clashes).toMatchObject([{ predicate: 'works_at', factIds: [expect.any(String), expect.any(String)] }]);
    for (const id of ['user:42', 'customer:42']) {
      expect(await now(id, 'works_at', ns)).toEqual(['entity:org:globex']);
      expect(await now(id, 'plan', ns)).toEqual(['pro']);
      expect(await now(id, 'likes', ns)).toEqual(['tea']);
      const { facts } = await on.store.history(ns, { subject: id, predicate: 'works_at' });
      const believed = facts.filter((f) => f.status !== 'withdrawn');
      expect(believed.map((f) => [f.subject, f.value, f.status])).toEqual([
        ['user:42', 'entity:org:acme', 'superseded'],
        ['user:42', 'entity:org:globex', 'current'],
      ]);
      expect(await on.store.entity(ns, id)).toMatchObject({ id: 'user:42', merged: ['customer:42'] });
    }
    expect(await now('user:bo', 'manager', ns)).toEqual(['user:42']);
    expect((await on.store.neighbours(ns, { entity: 'customer:42', direction: 'in' })).map((n) => n.entity.id)).toEqual(['user:bo']);
    expect((await on.store.list(ns, { subject: 'customer:42' })).facts).toHaveLength(3);
    expect((await on.store.list(ns, { value: 'customer:42' })).facts).toHaveLength(1);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('keeps the ids of facts, and is once however often it is asked for', async () => {
    const ns = on.fresh();
    await told(ns);
    const before = await on.store.list(ns);
    const first = await on.store.merge(ns, { from: 'customer:42', into: 'user:42' }, { idempotencyKey: 'k' });
    expect(await on.store.merge(ns, { from: 'customer:42', into: 'user:42' }, { idempotencyKey: 'k' })).toEqual(first);
    expect(await on.store.merge(ns, { from: 'user:42', into: 'customer:42' })).toMatchObject({
      already: true,
      changed: [],
      operationId: first.operationId,
      entity: 'user:42',
    });
    const ids = (of: typeof before) => of.facts.map((f) => f.id).sort();
    const after = await on.store.list(ns, { status: ['current', 'superseded'] });
    expect(ids(after)).toEqual(ids(before));
  });

  it('takes what is told of either from then on, also by another process', async () => {
    const ns = on.fresh();
    await told(ns);
    const other = await on.another();
    expect(await now('customer:42', 'plan', ns, other)).toEqual(['pro']);
    await on.store.merge(ns, { from: 'customer:42', into: 'user:42' });
    expect(await now('customer:42', 'likes', ns, other)).toEqual(['tea']);
    const [late, named] = await other.remember(ns, [
      { subject: 'customer:42', predicate: 'plan', value: 'free' },
      { subject: 'user:cy', predicate: 'manager', value: 'customer:42' },
    ]);
    expect(late).toMatchObject({ outcome: 'superseded', resolved: { subject: { mention: 'customer:42', entity: 'user:42' } } });
    expect(named).toMatchObject({ outcome: 'inserted', resolved: { value: { entity: 'user:42' } } });
    expect(await now('user:42', 'plan', ns)).toEqual(['free']);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('is taken back exactly, with what was told since', async () => {
    const ns = on.fresh();
    await told(ns);
    const before = await snapshot(on.store, ns, ['user:42', 'customer:42', 'user:bo']);
    const { operationId } = await on.store.merge(ns, { from: 'customer:42', into: 'user:42' });
    const undone = await on.store.unmerge(ns, { operationId: operationId as string });
    expect(undone).toMatchObject({ entity: 'customer:42', from: 'user:42', currentChanged: true });
    expect(await snapshot(on.store, ns, ['user:42', 'customer:42', 'user:bo'])).toEqual(before);
    await on.store.merge(ns, { from: 'customer:42', into: 'user:42' });
    await on.store.remember(ns, [
      { subject: 'customer:42', predicate: 'language', value: 'German' },
      { subject: 'user:42', predicate: 'timezone', value: 'Europe/Vienna' },
      { subject: 'user:cy', predicate: 'manager', value: 'customer:42' },
    ]);
    await on.store.unmerge(ns, { entity: 'customer:42' });
    expect(await now('customer:42', 'language', ns)).toEqual(['de']);
    expect(await now('user:42', 'language', ns)).toEqual([]);
    expect(await now('user:42', 'timezone', ns)).toEqual(['Europe/Vienna']);
    expect(await now('customer:42', 'timezone', ns)).toEqual([]);
    expect(await now('user:cy', 'manager', ns)).toEqual(['customer:42']);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
    await expect(on.store.unmerge(ns, { entity: 'customer:42' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('answers as then where it is asked what was known before', async () => {
    const ns = on.fresh();
    await told(ns);
    const [seen] = (await on.store.current(ns, { subject: 'customer:42', predicate: 'works_at' })).facts;
    await on.store.merge(ns, { from: 'customer:42', into: 'user:42' });
    const known = { predicate: 'works_at', asOf: '2026-05-01', knownAt: seen?.recordedAt as string };
    const then = async (subject: string) => (await on.store.asOf(ns, { subject, ...known })).facts.map((f) => f.value);
    expect(await then('customer:42')).toEqual(['entity:org:globex']);
    expect(await then('user:42')).toEqual(['entity:org:acme']);
  });

  it('by its operation takes back that merge and no later one', async () => {
    const ns = on.fresh();
    for (const x of ['a', 'b', 'c']) await on.store.putEntity(ns, `user:${x}`, {});
    const { operationId } = await on.store.merge(ns, { from: 'user:a', into: 'user:b' });
    await on.store.unmerge(ns, { operationId: operationId as string });
    await on.store.merge(ns, { from: 'user:a', into: 'user:c' });
    await expect(on.store.unmerge(ns, { operationId: operationId as string })).rejects.toMatchObject({
      code: 'not_found',
      issues: [{ path: 'operationId' }],
    });
    expect((await on.store.entity(ns, 'user:a')).id).toBe('user:c');
  });

  it('answers for whom each stood then, through chains and where nothing was known of it', async () => {
    const ns = on.fresh();
    const like = (x: string) => on.store.remember(ns, { subject: `user:${x}`, predicate: 'likes', value: x });
    for (const x of ['a', 'b', 'c']) await on.store.putEntity(ns, `user:${x}`, {});
    await like('a');
    const [told] = await like('c');
    const first = told?.recordedAt as string;
    const { recordedAt: second } = await on.store.merge(ns, { from: 'user:b', into: 'user:a' });
    await on.store.merge(ns, { from: 'user:a', into: 'user:c' });
    const then = async (x: string, knownAt: string) => {
      const asked = { subject: `user:${x}`, predicate: 'likes', knownAt };
      const { facts } = await on.store.asOf(ns, asked);
      expect((await on.store.list(ns, asked)).facts.map((f) => f.value).sort()).toEqual(facts.map((f) => f.value).sort());
      return facts.map((f) => f.value).sort();
    };
    expect([await then('a', first), await then('b', first), await then('c', first)]).toEqual([['a'], [], ['c']]);
    expect([await then('a', second), await then('b', second), await then('c', second)]).toEqual([['a'], ['a'], ['c']]);
    expect(await then('b', (await like('b'))[0]?.recordedAt as string)).toEqual(['a', 'b', 'c']);
  });

  it('finds its way through chains, in whatever order they are undone', async () => {
    const ns = on.fresh();
    const facts = ['a', 'b', 'c', 'd'].map((x) => ({ subject: `user:${x}`, predicate: 'likes', value: x }));
    await on.store.remember(ns, facts);
    const of = async (x: string) =>
      (await on.store.current(ns, { subject: `user:${x}`, predicate: 'likes' })).facts.map((f) => f.value).sort();
    await on.store.merge(ns, { from: 'user:a', into: 'user:b' });
    await on.store.merge(ns, { from: 'user:c', into: 'user:d' });
    await on.store.merge(ns, { from: 'user:b', into: 'user:c' });
    for (const x of ['a', 'b', 'c', 'd']) expect(await of(x)).toEqual(['a', 'b', 'c', 'd']);
    expect((await on.store.entity(ns, 'user:a')).merged).toEqual(['user:a', 'user:b', 'user:c']);
    await on.store.unmerge(ns, { entity: 'user:c' });
    expect([await of('d'), await of('c'), await of('a')]).toEqual([['d'], ['a', 'b', 'c'], ['a', 'b', 'c']]);
    await on.store.unmerge(ns, { entity: 'user:a' });
    expect([await of('a'), await of('b')]).toEqual([['a'], ['b', 'c']]);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('keeps apart what was judged so, whatever cluster it comes in by', async () => {
    const ns = on.fresh();
    for (const x of ['a', 'b', 'c', 'd']) await on.store.putEntity(ns, `user:${x}`, {});
    await on.store.judge(ns, { a: 'user:a', b: 'user:d', verdict: 'not_same', by: 'ada' });
    await on.store.merge(ns, { from: 'user:a', into: 'user:b' });
    await on.store.merge(ns, { from: 'user:d', into: 'user:c' });
    const refused = on.store.merge(ns, { from: 'user:c', into: 'user:b', force: true });
    await expect(refused).rejects.toMatchObject({
      code: 'refused',
      issues: [{ path: 'from', message: expect.stringContaining('user:a') }],
    });
    const report = await on.store.whySame(ns, 'user:b', 'user:c');
    expect(report).toMatchObject({ same: false, judgements: [{ verdict: 'not_same', by: 'ada' }] });
    expect(report.objections).toHaveLength(1);
    await on.store.judge(ns, { a: 'user:d', b: 'user:a', verdict: 'same' });
    await on.store.merge(ns, { from: 'user:c', into: 'user:b' });
    expect(await on.store.whySame(ns, 'user:a', 'user:d')).toMatchObject({ same: true, a: { id: 'user:a' }, b: { id: 'user:d' } });
    const { merges, judgements } = await on.store.how(ns, 'user:d');
    expect(merges.map((m) => [m.from, m.into])).toEqual([
      ['user:a', 'user:b'],
      ['user:d', 'user:c'],
      ['user:c', 'user:b'],
    ]);
    expect(judgements.map((j) => j.verdict)).toEqual(['same', 'same', 'same', 'same', 'not_same']);
  });

  it('refuses what makes no sense unless it is forced', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'user:ada', {});
    await on.store.putEntity(ns, 'org:acme', {});
    await expect(on.store.merge(ns, { from: 'user:ada', into: 'org:acme' })).rejects.toMatchObject({ code: 'refused' });
    await expect(on.store.merge(ns, { from: 'user:nobody', into: 'user:ada' })).rejects.toMatchObject({ code: 'not_found' });
    await on.store.remember(ns, { subject: 'user:ada', predicate: 'works_at', value: 'VW' });
    await on.store.remember(ns, { subject: 'user:ada', predicate: 'works_at', value: 'BMW' });
    await expect(on.store.merge(ns, { from: 'VW', into: 'BMW' })).rejects.toMatchObject({ code: 'refused' });
    expect(await on.store.merge(ns, { from: 'VW', into: 'BMW', force: true })).toMatchObject({ already: false });
  });

  it('may be given the names of what was merged into it', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'user:bob', { name: 'Bob', aliases: ['Bobby'] });
    await on.store.putEntity(ns, 'user:robert', { name: 'Robert' });
    await on.store.merge(ns, { from: 'user:bob', into: 'user:robert' });
    expect(await on.store.putEntity(ns, 'user:robert', { name: 'Bob', aliases: ['Bobby', 'Bert'] })).toMatchObject({ name: 'Bob' });
    expect((await on.store.entity(ns, 'Bobby')).id).toBe('user:robert');
    await on.store.unmerge(ns, { entity: 'user:bob' });
    expect((await on.store.entity(ns, 'Bert')).id).toBe('user:robert');
    await expect(on.store.entity(ns, 'Bob')).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('understands whom a phrase means, as everywhere', async () => {
    const ns = on.fresh();
    await on.store.changeSettings(ns, { subject: 'user:ada' });
    await on.store.remember(ns, { subject: 'I', predicate: 'manager', value: 'Hans Meier' });
    await on.store.putEntity(ns, 'customer:7', {});
    const boss = (await on.store.entity(ns, 'my boss')).id;
    expect(await on.store.merge(ns, { from: 'customer:7', into: 'my boss' })).toMatchObject({ entity: boss, merged: 'customer:7' });
    expect(await on.store.whySame(ns, 'customer:7', 'my boss')).toMatchObject({ same: true });
    expect((await on.store.how(ns, 'my manager')).merges).toHaveLength(1);
    // the subject of the namespace may become another as well
    await on.store.putEntity(ns, 'customer:1', {});
    await on.store.merge(ns, { from: 'user:ada', into: 'customer:1' });
    expect((await on.store.entity(ns, 'me')).id).toBe('customer:1');
    const [told] = await on.store.remember(ns, { subject: 'I', predicate: 'likes', value: 'tea' });
    expect(told).toMatchObject({ outcome: 'inserted', resolved: { subject: { entity: 'customer:1', rule: 'self' } } });
    expect((await on.store.entity(ns, 'my boss')).id).toBe(boss);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('makes one of two whom two processes merge crosswise', async () => {
    const ns = on.fresh();
    const other = await on.another();
    await told(ns);
    const replies = await Promise.all([
      on.store.merge(ns, { from: 'customer:42', into: 'user:42' }),
      other.merge(ns, { from: 'user:42', into: 'customer:42' }),
    ]);
    expect(replies.filter((r) => !r.already)).toHaveLength(1);
    expect(new Set(replies.map((r) => r.entity)).size).toBe(1);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });
});

describeStores('splitting an entity', (on) => {
  it('gives the other its names and what was told by them', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'place:georgia', { name: 'Georgia', aliases: ['Sakartvelo', 'the Peach State'] });
    await on.store.remember(ns, [
      { subject: 'Sakartvelo', predicate: 'capital', value: 'Tbilisi' },
      { subject: 'the Peach State', predicate: 'capital', value: 'Atlanta' },
      { subject: 'place:georgia', predicate: 'population', value: 'many' },
      { subject: 'user:ada', predicate: 'visited', value: 'Georgia' },
    ]);
    const reply = await on.store.split(ns, 'Georgia', { mentions: ['the Peach State'], id: 'place:georgia-us', by: 'ada' });
    expect(reply).toMatchObject({ entity: 'place:georgia-us', moved: 1, left: [expect.any(String)] });
    const capital = async (subject: string) => (await on.store.current(ns, { subject, predicate: 'capital' })).facts.map((f) => f.value);
    expect([await capital('Georgia'), await capital('the Peach State')]).toEqual([['Tbilisi'], ['Atlanta']]);
    expect(await on.store.entity(ns, 'the Peach State')).toMatchObject({ id: 'place:georgia-us', type: 'place' });
    await expect(on.store.merge(ns, { from: 'place:georgia-us', into: 'place:georgia' })).rejects.toMatchObject({ code: 'refused' });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
    await expect(on.store.split(ns, 'Georgia', { mentions: ['Atlantis'] })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(on.store.split(ns, 'Georgia', { mentions: ['Georgia'] })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(on.store.split(ns, 'Georgia', { mentions: ['Sakartvelo'], id: 'user:ada' })).rejects.toMatchObject({ code: 'conflict' });
  });
});

describeStores('the ledger', (on) => {
  it('keeps what a name suggested and what somebody decided', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'person:katharina', { name: 'Katharina Schmidt' });
    const told = { subject: 'user:ada', predicate: 'manager', value: 'Katharina Schmitd' };
    const [asked] = await on.store.remember(ns, told);
    expect(asked).toMatchObject({ outcome: 'ambiguous', resolved: { value: { band: 'review' } } });
    await on.store.decideReview(ns, asked?.reviewId as string, { decision: 'accept', value: { new: true }, by: 'ben' });
    const made = (await on.store.entity(ns, 'Katharina Schmitd')).id;
    const held = (await on.store.whySame(ns, made, 'person:katharina')).judgements;
    expect(held).toMatchObject([{ verdict: 'not_same', by: 'ben', rule: 'similar' }]);
    await expect(on.store.merge(ns, { from: made, into: 'person:katharina' })).rejects.toMatchObject({ code: 'refused' });
    await on.store.changeSettings(ns, { uncertainNames: 'new' });
    const [guessed] = await on.store.remember(ns, { ...told, value: 'Katharina Schmdit' });
    expect(guessed).toMatchObject({ resolved: { value: { band: 'new' } } });
    const { judgements } = await on.store.how(ns, guessed?.resolved.value?.entity as string);
    expect(judgements.length).toBeGreaterThan(0);
    for (const j of judgements) expect(j).toMatchObject({ verdict: 'suggested', rule: 'similar', by: null });
  });
});
