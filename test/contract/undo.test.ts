import { expect, it } from 'vitest';
import type { Candidate } from '../../src/palimpsest.ts';
import { JOB, jobAt } from '../support/said.ts';
import { describeStores } from '../support/stores.ts';
import { thereAndBack } from '../support/there-and-back.ts';
import { whole } from '../support/whole.ts';

const PEOPLE = ['user:ada'];

describeStores('undo', (on) => {
  const told = async () => {
    const ns = on.fresh();
    const results = await on.store.remember(ns, [
      jobAt('Acme', '2026-01-01T00:00:00Z', { pinned: true }),
      jobAt('Acme', '2026-01-05T00:00:00Z', { source: { session: 's' } }),
      jobAt('Globex', '2026-03-01T00:00:00Z', { validFrom: '2026-03-01', validTo: '2026-03-20', confidence: 1 }),
    ]);
    return { ns, results, acme: results[0]?.factId as string };
  };

  it('of a correction: before is as before, after as after', async () => {
    const { ns, acme } = await told();
    const { id, undone, again } = await thereAndBack(
      on,
      ns,
      PEOPLE,
      async (store) => (await store.correct(ns, { factId: acme, value: 'Initech' })).operationId,
    );
    expect(undone).toMatchObject({ undoes: id, applied: true, standing: { operations: [], claims: [] } });
    expect(await on.store.operation(ns, id)).toMatchObject({ kind: 'correct', undoneBy: expect.stringMatching(/^o_/) });
    expect(await on.store.operation(ns, undone.operationId as string)).toMatchObject({
      kind: 'undo',
      undoes: id,
      by: 'ada',
      reason: 'was wrong',
      undoneBy: again.operationId,
    });
    const { operations } = await on.store.why(ns, acme);
    expect(operations[0]).toMatchObject({ id, undoneBy: expect.any(String) });
  });

  it('of a retraction, one that ends and one that cancels', async () => {
    const { ns, acme } = await told();
    await thereAndBack(on, ns, PEOPLE, async (store) => (await store.retract(ns, { factId: acme, at: '2026-02-01' })).operationId);
    await thereAndBack(on, ns, PEOPLE, async (store) => (await store.retract(ns, { ...JOB, confidence: 0.1 })).operationId);
    await on.store.remember(ns, jobAt('Hooli', '2026-05-01T00:00:00Z', { validFrom: '2027-01-01', validTo: '2027-02-01' }));
    const [plan] = (await on.store.list(ns, { status: 'scheduled', predicate: 'works_at', value: 'Hooli' })).facts;
    await thereAndBack(on, ns, PEOPLE, async (store) => (await store.retract(ns, { factId: plan?.id as string })).operationId);
  });

  it('of a withdrawal, of a fact and of a claim', async () => {
    const { ns, acme, results } = await told();
    await thereAndBack(on, ns, PEOPLE, async (store) => (await store.withdraw(ns, { factId: acme })).operationId);
    await thereAndBack(on, ns, PEOPLE, async (store) => (await store.withdraw(ns, { claimId: results[2]?.claimId as string })).operationId);
  });

  it('what was known meanwhile stays known', async () => {
    const { ns, results } = await told();
    const claimId = results[2]?.claimId as string;
    const gone = await on.store.withdraw(ns, { claimId });
    const back = await on.store.undo(ns, gone.operationId);
    const at = async (knownAt: string) => (await on.store.asOf(ns, { ...JOB, asOf: '2026-03-10', knownAt })).facts.map((f) => f.text);
    expect(await at(results[2]?.recordedAt as string)).toEqual(['Globex']);
    expect(await at(gone.recordedAt)).toEqual(['Acme']);
    expect(await at(back.recordedAt)).toEqual(['Globex']);
  });

  it('what was withdrawn and came back answers the same statement as before', async () => {
    const ns = on.fresh();
    const statement = jobAt('Acme', '2026-01-01T00:00:00Z', { source: { session: 's', turn: '1' } });
    const [first] = await on.store.remember(ns, statement);
    const { operationId } = await on.store.withdraw(ns, { claimId: first?.claimId as string });
    expect((await on.store.remember(ns, statement))[0]).toMatchObject({ replayed: true, reason: 'withdrawn' });
    await on.store.undo(ns, operationId);
    expect((await on.store.remember(ns, statement))[0]).toMatchObject({
      outcome: 'inserted',
      replayed: true,
      reason: null,
      factId: first?.factId,
      claimId: first?.claimId,
    });
  });

  it('is refused where a later operation stands on it, and not once that is taken back', async () => {
    const { ns, acme } = await told();
    const c = await on.store.correct(ns, { factId: acme, value: 'Initech' });
    const w = await on.store.withdraw(ns, { claimId: c.claimId as string });
    await expect(on.store.undo(ns, c.operationId)).rejects.toMatchObject({
      code: 'refused',
      issues: [{ path: 'id' }],
      details: { operations: [w.operationId], claims: [] },
    });
    expect(await on.store.undo(ns, c.operationId, { dryRun: true })).toMatchObject({
      applied: false,
      operationId: null,
      standing: { operations: [w.operationId], claims: [] },
    });
    const back = await on.store.undo(ns, w.operationId);
    const u = await on.store.undo(ns, c.operationId);
    expect(u.applied).toBe(true);
    // the withdrawal of what is withdrawn anyway would come into effect again
    await expect(on.store.undo(ns, back.operationId as string)).rejects.toMatchObject({ code: 'refused' });
  });

  it('is refused where the fold would say something else of a claim told since', async () => {
    const { ns, acme } = await told();
    const c = await on.store.correct(ns, { factId: acme, value: 'Initech' });
    const [same] = await on.store.remember(ns, jobAt('Initech', '2026-05-01T00:00:00Z', { origin: 'stated', confidence: 0.9 }));
    expect(same?.outcome).toBe('duplicate');
    await expect(on.store.undo(ns, c.operationId)).rejects.toMatchObject({
      code: 'refused',
      details: { operations: [], claims: [same?.claimId] },
    });
    await on.store.withdraw(ns, { claimId: same?.claimId as string });
    await on.store.undo(ns, c.operationId);
    expect((await on.store.current(ns, JOB)).facts).toMatchObject([{ text: 'Acme' }]);
  });

  it('a dry run says what would change, and changes nothing', async () => {
    const { ns, acme } = await told();
    const c = await on.store.correct(ns, { factId: acme, value: 'Initech' });
    const before = await whole(on.store, ns, PEOPLE);
    const plan = await on.store.undo(ns, c.operationId, { dryRun: true });
    expect(plan).toMatchObject({ operationId: null, applied: false, undoes: c.operationId, currentChanged: true });
    expect(plan.changed).toContain(acme);
    expect(plan.claims.map((x) => x.how).sort()).toEqual(['restored', 'restored', 'withdrawn', 'withdrawn']);
    expect(await whole(on.store, ns, PEOPLE)).toEqual(before);
    expect((await on.store.operations(ns)).operations).toHaveLength(1);
    const done = await on.store.undo(ns, c.operationId);
    expect(done.claims).toEqual(plan.claims);
  });

  it('once: twice is a conflict that names the undo, under one key one answer', async () => {
    const { ns, acme } = await told();
    const c = await on.store.correct(ns, { factId: acme, value: 'Initech' });
    const key = { idempotencyKey: 'take-back' };
    const first = await on.store.undo(ns, c.operationId, {}, key);
    expect(await on.store.undo(ns, c.operationId, {}, key)).toEqual(first);
    await expect(on.store.undo(ns, c.operationId)).rejects.toMatchObject({ code: 'conflict', details: { undoneBy: first.operationId } });
    await expect(on.store.undo(ns, 'o_other', {}, key)).rejects.toMatchObject({ code: 'key_reused' });
    const again = await on.store.undo(ns, first.operationId as string);
    await expect(on.store.undo(ns, first.operationId as string)).rejects.toMatchObject({ details: { undoneBy: again.operationId } });
    // in effect again, it can be taken back by itself
    const third = await on.store.undo(ns, c.operationId);
    await expect(on.store.undo(ns, again.operationId as string)).rejects.toMatchObject({ details: { undoneBy: third.operationId } });
  });

  it('two at once: one takes it back', async () => {
    const { ns, acme } = await told();
    const c = await on.store.correct(ns, { factId: acme, value: 'Initech' });
    const other = await on.another();
    const both = await Promise.allSettled([on.store.undo(ns, c.operationId), other.undo(ns, c.operationId)]);
    expect(both.filter((b) => b.status === 'fulfilled')).toHaveLength(1);
    const [lost] = both.flatMap((b) => (b.status === 'rejected' ? [b.reason as { code: string }] : []));
    expect(['conflict', 'busy']).toContain(lost?.code);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('an id that names no operation is not found, also that of another namespace', async () => {
    const { ns, acme } = await told();
    const c = await on.store.correct(ns, { factId: acme, value: 'Initech' });
    await expect(on.store.undo(on.fresh(), c.operationId)).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'id' }] });
    await expect(on.store.undo(ns, acme)).rejects.toMatchObject({ code: 'not_found' });
    await expect(on.store.undo(ns, '')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(on.store.undo(ns, c.operationId, { dryRun: 'yes' } as never)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describeStores('undo of a predicate', (on) => {
  it('from one to many, from many to one: the facts are as they were, under their ids', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'hobby', { cardinality: 'multi' });
    const hobby = (value: string, observedAt: string): Candidate => jobAt(value, observedAt, { predicate: 'hobby', origin: 'stated' });
    await on.store.remember(ns, [hobby('chess', '2026-01-01T00:00:00Z'), hobby('go', '2026-02-01T00:00:00Z')]);
    await on.store.remember(ns, [hobby('chess', '2026-03-01T00:00:00Z')]);
    await on.store.retract(ns, { subject: 'user:ada', predicate: 'hobby', value: 'go', at: '2026-04-01' });
    await thereAndBack(on, ns, PEOPLE, async (store) =>
      String((await store.definePredicate(ns, 'hobby', { cardinality: 'single' }, { resolve: 'fold' })).operationId),
    );
    await on.store.definePredicate(ns, 'hobby', { cardinality: 'single' }, { resolve: 'fold' });
    await thereAndBack(on, ns, PEOPLE, async (store) =>
      String((await store.definePredicate(ns, 'hobby', { cardinality: 'multi', aliases: ['pastime'] }, { resolve: 'fold' })).operationId),
    );
  });

  it('turned round, and a half-life', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'steers', { cardinality: 'single', valueType: 'entity' });
    const leads = (subject: string, value: string, observedAt: string): Candidate => ({ subject, predicate: 'steers', value, observedAt });
    await on.store.remember(ns, [
      leads('user:ada', 'team:red', '2026-01-01T00:00:00Z'),
      leads('user:ben', 'team:red', '2026-02-01T00:00:00Z'),
      leads('user:ada', 'team:blue', '2026-03-01T00:00:00Z'),
    ]);
    const people = ['user:ada', 'user:ben'];
    await thereAndBack(on, ns, people, async (store) =>
      String((await store.definePredicate(ns, 'steers', { slotBy: 'value' }, { resolve: 'fold' })).operationId),
    );
    await thereAndBack(on, ns, people, async (store) =>
      String((await store.definePredicate(ns, 'steers', { halfLifeDays: 1, margin: 0 }, { resolve: 'fold' })).operationId),
    );
  });

  it('its first definition: it is one that nobody has defined; and is refused once another stands on it', async () => {
    const ns = on.fresh();
    const first = await on.store.definePredicate(ns, 'vibe', { cardinality: 'single', description: 'how they are' });
    const second = await on.store.definePredicate(ns, 'vibe', { margin: 0.5 });
    await expect(on.store.undo(ns, String(first.operationId))).rejects.toMatchObject({
      code: 'refused',
      details: { operations: [second.operationId] },
    });
    await on.store.undo(ns, String(second.operationId));
    await on.store.undo(ns, String(first.operationId));
    const vibe = (await on.store.predicates(ns)).find((p) => p.name === 'vibe');
    expect(vibe).toMatchObject({ cardinality: 'multi', source: 'unknown', description: '' });
    const works = await on.store.definePredicate(ns, 'works_at', { cardinality: 'multi' });
    await on.store.undo(ns, String(works.operationId));
    expect((await on.store.predicates(ns)).find((p) => p.name === 'works_at')).toMatchObject({ cardinality: 'single', source: 'core' });
  });

  it('is refused where a claim told since would mean something else', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [jobAt('tea', '2026-01-01T00:00:00Z', { predicate: 'drinks' })]);
    const one = await on.store.definePredicate(ns, 'drinks', { cardinality: 'single' });
    const [since] = await on.store.remember(ns, [jobAt('coffee', '2026-02-01T00:00:00Z', { predicate: 'drinks' })]);
    expect(since?.outcome).toBe('superseded');
    await expect(on.store.undo(ns, String(one.operationId))).rejects.toMatchObject({ details: { claims: [since?.claimId] } });
  });
});
