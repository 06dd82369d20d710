import { expect, it } from 'vitest';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { JOB, jobAt } from '../support/said.ts';
import { describeStores } from '../support/stores.ts';

const timeline = async (store: Palimpsest, ns: string, of = JOB) =>
  (await store.history(ns, of)).facts
    .filter((f) => f.status !== 'withdrawn')
    .map((f) => `${f.text} ${f.validFrom.slice(0, 10)}..${f.validTo?.slice(0, 10) ?? ''} ${f.status}`);

describeStores('changing what is believed', (on) => {
  it('retract: it ended, a gap follows', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z')]);
    on.at('2026-06-02T00:00:00Z');
    const r = await on.store.retract(ns, { ...JOB, at: '2026-03-01', reason: 'left' });
    expect(r).toMatchObject({ outcome: 'ended', currentChanged: true });
    expect(await timeline(on.store, ns)).toEqual(['Acme 2026-01-01..2026-03-01 ended']);
    // a mention from before the end was told would be stale
    const again = await on.store.remember(ns, [jobAt('Acme', '2026-06-02T12:00:00Z', { validFrom: '2026-04-01' })]);
    expect(again[0]?.factId).not.toBe(r.factId);
    expect(await timeline(on.store, ns)).toEqual(['Acme 2026-01-01..2026-03-01 ended', 'Acme 2026-04-01.. current']);
  });

  it('retract at or before the start withdraws, and says so', async () => {
    const ns = on.fresh();
    const [plan] = await on.store.remember(ns, [jobAt('Acme', '2026-05-01T00:00:00Z', { validFrom: '2026-09-01' })]);
    const r = await on.store.retract(ns, { factId: plan?.factId as string });
    expect(r).toMatchObject({ outcome: 'withdrawn', claimId: null, factId: plan?.factId });
    expect(await timeline(on.store, ns)).toEqual([]);
  });

  it('retract that is too weak is contested, shown beside the fact', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [jobAt('Acme', '2026-05-30T00:00:00Z', { confidence: 1, origin: 'stated' })]);
    const r = await on.store.retract(ns, { ...JOB, confidence: 0.3 });
    expect(r).toMatchObject({ outcome: 'contested', currentChanged: false });
    const { facts } = await on.store.current(ns, JOB);
    expect(facts[0]?.challengedBy).toMatchObject([{ claimId: r.claimId, kind: 'end', confidence: 0.3 }]);
  });

  it('retract needs the value where several may hold', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [
      jobAt('tea', '2026-01-01T00:00:00Z', { predicate: 'likes' }),
      jobAt('coffee', '2026-01-02T00:00:00Z', { predicate: 'likes' }),
    ]);
    await expect(on.store.retract(ns, { subject: 'user:ada', predicate: 'likes' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'value' }],
    });
    await on.store.retract(ns, { subject: 'user:ada', predicate: 'likes', value: 'Tea' });
    const { facts } = await on.store.current(ns, { subject: 'user:ada', predicate: 'likes' });
    expect(facts.map((f) => f.value)).toEqual(['coffee']);
  });

  it('withdraw of a wrong supersession brings the former fact back, exactly, and keeps what was known', async () => {
    const ns = on.fresh();
    const [a] = await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z')]);
    const [b] = await on.store.remember(ns, [jobAt('Globex', '2026-03-01T00:00:00Z')]);
    const w = await on.store.withdraw(ns, { claimId: b?.claimId as string, reason: 'it was about Bob' });
    expect(w.currentChanged).toBe(true);
    const { facts } = await on.store.current(ns, JOB);
    expect(facts).toMatchObject([
      { id: a?.factId, version: 2, text: 'Acme', validFrom: '2026-01-01T00:00:00.000Z', validTo: null, supersededBy: null },
    ]);
    const then = await on.store.asOf(ns, { ...JOB, asOf: '2026-03-02', knownAt: b?.recordedAt as string });
    expect(then.facts.map((f) => f.text)).toEqual(['Globex']);
    await expect(on.store.withdraw(ns, { claimId: b?.claimId as string })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('withdraw of a fact withdraws every claim it is based on', async () => {
    const ns = on.fresh();
    const [a] = await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z')]);
    await on.store.remember(ns, [jobAt('Acme', '2026-01-02T00:00:00Z', { source: { session: 's' } })]);
    await on.store.withdraw(ns, { factId: a?.factId as string });
    expect(await timeline(on.store, ns)).toEqual([]);
  });

  it('withdraw keeps identity and pins of what it brings back', async () => {
    const ns = on.fresh();
    const [a] = await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z', { pinned: true })]);
    const [trip] = await on.store.remember(ns, [
      jobAt('Globex', '2026-02-01T00:00:00Z', { validFrom: '2026-02-01', validTo: '2026-02-10', confidence: 1 }),
    ]);
    expect(await timeline(on.store, ns)).toEqual([
      'Acme 2026-01-01..2026-02-01 superseded',
      'Globex 2026-02-01..2026-02-11 superseded',
      'Acme 2026-02-11.. current',
    ]);
    await on.store.withdraw(ns, { factId: trip?.factId as string });
    const { facts } = await on.store.current(ns, JOB);
    expect(facts).toMatchObject([{ id: a?.factId, pinned: true, resumes: null }]);
  });

  it('correct: one call, the wrong value withdrawn, the right one in its place', async () => {
    const ns = on.fresh();
    const db = { subject: 'project:x', predicate: 'uses_database' };
    await on.store.definePredicate(ns, 'uses_database', { cardinality: 'single' });
    const [pg] = await on.store.remember(ns, [{ ...db, value: 'Postgres', observedAt: '2026-01-01T00:00:00Z' }]);
    const c = await on.store.correct(ns, { factId: pg?.factId as string, value: 'MySQL', reason: 'misheard' });
    expect(c.currentChanged).toBe(true);
    expect(await timeline(on.store, ns, db)).toEqual(['MySQL 2026-01-01.. current']);
    const why = await on.store.why(ns, c.changed.find((id) => id !== pg?.factId) as string);
    expect(why.operations).toMatchObject([{ id: c.operationId, kind: 'correct', reason: 'misheard' }]);
  });

  it('correct of what is over leaves the present alone, also across slots of a multi-valued predicate', async () => {
    const ns = on.fresh();
    const [a] = await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z')]);
    await on.store.remember(ns, [jobAt('Globex', '2026-02-01T00:00:00Z')]);
    const c = await on.store.correct(ns, { factId: a?.factId as string, value: 'Initech' });
    expect(c.currentChanged).toBe(false);
    expect(await timeline(on.store, ns)).toEqual(['Initech 2026-01-01..2026-02-01 superseded', 'Globex 2026-02-01.. current']);
    const [tea] = await on.store.remember(ns, [jobAt('tea', '2026-01-01T00:00:00Z', { predicate: 'likes' })]);
    await on.store.correct(ns, { factId: tea?.factId as string, value: 'coffee' });
    const { facts } = await on.store.current(ns, { subject: 'user:ada', predicate: 'likes' });
    expect(facts.map((f) => f.value)).toEqual(['coffee']);
  });

  it('correct of a fact that something bounded interrupted corrects all its pieces and leaves what interrupted it', async () => {
    for (const aimed of [0, 1]) {
      const ns = on.fresh();
      await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z', { validFrom: '2026-01' })]);
      const weak = { validFrom: '2026-02-01', validTo: '2026-02-09', confidence: 0.65, origin: 'stated' } as const;
      await on.store.remember(ns, [jobAt('Globex', '2026-02-01T00:00:00Z', weak)]);
      const pieces = (await on.store.history(ns, JOB)).facts.filter((f) => f.text === 'Acme' && f.status !== 'withdrawn');
      const c = await on.store.correct(ns, { factId: pieces[aimed]?.id as string, value: 'Initech' });
      expect(c.currentChanged).toBe(true);
      expect(await timeline(on.store, ns)).toEqual([
        'Initech 2026-01-01..2026-02-01 superseded',
        'Globex 2026-02-01..2026-02-10 superseded',
        'Initech 2026-02-10.. current',
      ]);
      const first = (await on.store.history(ns, JOB)).facts.find((f) => f.text === 'Initech');
      expect(first?.precision.from).toBe('month');
    }
  });

  it('correct with a time of its own holds for that time', async () => {
    const ns = on.fresh();
    const [a] = await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z')]);
    await on.store.correct(ns, { factId: a?.factId as string, value: 'Initech', validFrom: '2025-06', validTo: '2025-12' });
    expect(await timeline(on.store, ns)).toEqual(['Initech 2025-06-01..2026-01-01 ended']);
    await expect(on.store.correct(ns, { factId: a?.factId as string, value: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    const [b] = await on.store.remember(ns, [jobAt('Globex', '2026-03-01T00:00:00Z')]);
    const backwards = { factId: b?.factId as string, value: 'x', validTo: '2026-01-01' };
    await expect(on.store.correct(ns, backwards)).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'validTo' }] });
  });

  it('what comes back after nothing was left of it comes back as the fact it was', async () => {
    const ns = on.fresh();
    const [a] = await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z', { pinned: true })]);
    const [b] = await on.store.remember(ns, [
      jobAt('Globex', '2026-01-01T00:00:00Z', { validFrom: '2026-01-01', confidence: 1, origin: 'stated' }),
    ]);
    expect(await timeline(on.store, ns)).toEqual(['Globex 2026-01-01.. current']);
    await on.store.withdraw(ns, { claimId: b?.claimId as string });
    expect((await on.store.current(ns, JOB)).facts).toMatchObject([{ id: a?.factId, version: 2, text: 'Acme', pinned: true }]);
  });

  it('what is retracted but unknown leaves nothing behind', async () => {
    const ns = on.fresh();
    const ghost = { subject: 'user:ghost', predicate: 'works_at' };
    await expect(on.store.retract(ns, ghost)).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'subject' }] });
    await expect(on.store.entity(ns, 'user:ghost')).rejects.toMatchObject({ code: 'not_found' });
    await expect(on.store.retract(ns, { ...ghost, predicate: 'never_said' })).rejects.toMatchObject({ issues: [{ path: 'predicate' }] });
    await on.store.remember(ns, [{ subject: 'user:typo', predicate: 'birthday', value: 'not a date' }]);
    await expect(on.store.entity(ns, 'user:typo')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes back every time it shows, years of six digits too', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z', { validFrom: '0000', validTo: '9999' })]);
    const { facts } = await on.store.current(ns, JOB);
    expect(facts[0]?.validTo).toBe('+010000-01-01T00:00:00.000Z');
    const end = facts[0]?.validTo as string;
    await on.store.correct(ns, { factId: facts[0]?.id as string, value: 'Globex', validTo: end });
    expect((await on.store.current(ns, JOB)).facts).toMatchObject([{ text: 'Globex', validTo: end }]);
    const [far] = await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z', { validTo: '+999999' })]);
    expect(far).toMatchObject({ outcome: 'rejected', issues: [{ path: 'facts[0].validTo' }] });
  });

  it('a scheduled change becomes current, and a bounded fact lapses, with no write', async () => {
    const ns = on.fresh();
    on.at('2026-06-01T00:00:00Z');
    const stated = { confidence: 1, origin: 'stated' } as const;
    await on.store.remember(ns, [
      jobAt('Acme', '2026-01-01T00:00:00Z'),
      jobAt('Globex', '2026-05-01T00:00:00Z', { validFrom: '2026-07-01', ...stated }),
      {
        subject: 'user:ada',
        predicate: 'current_location',
        value: 'Paris',
        validFrom: '2026-05-30',
        validTo: '2026-06-03',
        observedAt: '2026-05-29T00:00:00Z',
        ...stated,
      },
    ]);
    const now = async () => (await on.store.current(ns, { subject: 'user:ada' })).facts.map((f) => f.text).sort();
    expect(await now()).toEqual(['Acme', 'Paris']);
    on.at('2026-06-04T00:00:00Z');
    expect(await now()).toEqual(['Acme']);
    on.at('2026-07-01T00:00:01Z');
    expect(await now()).toEqual(['Globex']);
    const scheduled = await on.store.asOf(ns, { ...JOB, asOf: '2026-06-30T23:59:59Z' });
    expect(scheduled.facts.map((f) => f.text)).toEqual(['Acme']);
  });
});
