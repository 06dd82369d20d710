import { expect, it } from 'vitest';
import { said } from '../support/said.ts';
import { describeStores } from '../support/stores.ts';
import { thereAndBack } from '../support/there-and-back.ts';
import { whole } from '../support/whole.ts';

describeStores('undo of decisions and cascades', (on) => {
  it('of a decision: the question is open again, and decided again it has its answer', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:gmbh', { name: 'Acme GmbH' });
    await on.store.putEntity(ns, 'org:ag', { name: 'Acme AG' });
    const told = said('user:ada', 'works_at', 'Acme', '2026-03-01T09:00:00Z', { source: { session: 's', turn: '1' } });
    const [asked] = await on.store.remember(ns, told);
    await on.store.remember(ns, said('user:ada', 'works_at', 'Globex', '2026-05-01T09:00:00Z'));
    const id = asked?.reviewId as string;
    const decide = () => on.store.decideReview(ns, id, { decision: 'accept', value: { entity: 'org:ag' }, by: 'ben' });
    const { undone } = await thereAndBack(on, ns, ['user:ada', 'org:ag'], async (store) => {
      await decide();
      return (await store.operations(ns, { kind: 'decide' })).operations[0]?.id as string;
    });
    expect(await on.store.operation(ns, undone.operationId as string)).toMatchObject({ reviews: [id], claims: [{ how: 'withdrawn' }] });
    expect(await on.store.review(ns, id)).toMatchObject({ state: 'open', decision: null, by: null, result: null });
    // sent again it waits as before
    expect((await on.store.remember(ns, told))[0]).toMatchObject({ outcome: 'ambiguous', reviewId: id });
    const decided = await on.store.decideReview(ns, id, { decision: 'accept', value: { entity: 'org:gmbh' } });
    expect(decided).toMatchObject({ state: 'accepted', result: { outcome: 'inserted', reason: null } });
    expect((await on.store.why(ns, decided.result?.factId as string)).fact).toMatchObject({ value: 'org:gmbh', withdrawnAt: null });
  });

  const twoAcmes = async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:gmbh', { name: 'Acme GmbH' });
    await on.store.putEntity(ns, 'org:ag', { name: 'Acme AG' });
    await on.store.remember(ns, said('user:ada', 'works_at', 'Globex', '2026-01-01T09:00:00Z'));
    const [asked] = await on.store.remember(ns, said('user:ada', 'works_at', 'Acme', '2026-03-01T09:00:00Z'));
    const [other] = await on.store.remember(ns, said('Acme', 'headquarters', 'Graz', '2026-03-02T09:00:00Z'));
    expect([asked?.outcome, other?.outcome]).toEqual(['ambiguous', 'ambiguous']);
    return { ns, reviews: [asked?.reviewId as string, other?.reviewId as string] };
  };
  const states = (ns: string, ids: readonly string[]) => Promise.all(ids.map(async (id) => (await on.store.review(ns, id)).state));
  const ORGS = ['user:ada', 'org:gmbh', 'org:ag'];

  it('of a name that made something clear: the question is open again, and has its answer again', async () => {
    const { ns, reviews } = await twoAcmes();
    const { id, undone, third } = await thereAndBack(on, ns, ORGS, async (store) => {
      const { operationId } = await store.addAlias(ns, 'org:gmbh', { alias: 'Acme' });
      expect(await states(ns, reviews)).toEqual(['moot', 'moot']);
      return operationId;
    });
    expect(undone.claims.map((c) => c.how)).toEqual(['withdrawn', 'withdrawn']);
    expect(await states(ns, reviews)).toEqual(['open', 'open']);
    const [settled] = (await on.store.operations(ns, { kind: 'settle' })).operations;
    expect(settled).toMatchObject({ undoneBy: third.operationId });
    await expect(on.store.undo(ns, settled?.id as string)).rejects.toMatchObject({ details: { undoneBy: third.operationId } });
    expect((await on.store.operation(ns, id)).undoneBy).toBe(third.operationId);
    await on.store.addAlias(ns, 'org:ag', { alias: 'Acme' });
    expect((await on.store.current(ns, { subject: 'user:ada', predicate: 'works_at' })).facts).toMatchObject([{ value: 'org:ag' }]);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('of a merge that made something clear', async () => {
    const { ns, reviews } = await twoAcmes();
    await thereAndBack(on, ns, ['user:ada', 'org:gmbh'], async (store) => {
      const { operationId } = await store.merge(ns, { from: 'org:ag', into: 'org:gmbh' });
      expect(await states(ns, reviews)).toEqual(['moot', 'moot']);
      return operationId as string;
    });
    expect(await states(ns, reviews)).toEqual(['open', 'open']);
  });

  it('of what made something clear is refused where that was corrected since', async () => {
    const { ns } = await twoAcmes();
    const { operationId } = await on.store.addAlias(ns, 'org:gmbh', { alias: 'Acme' });
    const [fact] = (await on.store.current(ns, { subject: 'user:ada', predicate: 'works_at' })).facts;
    const corrected = await on.store.correct(ns, { factId: fact?.id as string, value: 'org:ag' });
    await expect(on.store.undo(ns, operationId)).rejects.toMatchObject({ details: { operations: [corrected.operationId] } });
    await on.store.undo(ns, corrected.operationId);
    expect((await on.store.undo(ns, operationId)).applied).toBe(true);
  });

  it('of a decision that gave a name, with what that made clear', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:initech', { name: 'Initech Industries' });
    const [one] = await on.store.remember(ns, said('user:ada', 'works_at', 'Initech Industris', '2026-03-01T09:00:00Z'));
    const [two] = await on.store.remember(ns, said('user:ben', 'works_at', 'Initech Industris', '2026-04-01T09:00:00Z'));
    const reviews = [one?.reviewId as string, two?.reviewId as string];
    expect(await states(ns, reviews)).toEqual(['open', 'open']);
    await thereAndBack(on, ns, ['org:initech'], async (store) => {
      await store.decideReview(ns, reviews[0] as string, { decision: 'accept', value: { entity: 'org:initech' }, by: 'ben' });
      expect(await states(ns, reviews)).toEqual(['accepted', 'moot']);
      return (await store.operations(ns, { kind: 'decide' })).operations[0]?.id as string;
    });
    expect(await states(ns, reviews)).toEqual(['open', 'open']);
    expect(await on.store.aliases(ns, 'org:initech')).toEqual([]);
  });

  it('of a rejection and of a deferral', async () => {
    const ns = on.fresh();
    const [asked] = await on.store.remember(ns, said('user:ada', 'works_at', 'entity:org:nobody', '2026-03-01T09:00:00Z'));
    for (const decision of ['defer', 'reject'] as const)
      await thereAndBack(on, ns, ['user:ada'].slice(1), async (store) => {
        await store.decideReview(ns, asked?.reviewId as string, { decision, by: 'ben', reason: 'later' });
        return (await store.operations(ns, { kind: 'decide' })).operations[0]?.id as string;
      });
  });

  it('by the reviews, alone and in bulk: they are as before, and can be decided otherwise', async () => {
    const ns = on.fresh();
    const told = await on.store.remember(ns, [
      said('user:ada', 'works_at', 'entity:org:nobody', '2026-03-01T09:00:00Z'),
      said('user:ben', 'works_at', 'entity:org:nobody2', '2026-03-01T09:00:00Z'),
    ]);
    const [one = '', two = ''] = told.map((t) => t.reviewId as string);
    const before = await whole(on.store, ns, []);
    for (const decision of ['reject', 'defer'] as const) {
      await on.store.decideReviews(
        ns,
        [one, two].map((id) => ({ id, decision })),
      );
      expect(await on.store.decideReview(ns, one, { decision: 'undo', by: 'ada', reason: 'too quick' })).toMatchObject({ state: 'open' });
      // sent again it is as it is asked to be
      const [again, other] = await on.store.decideReviews(
        ns,
        [one, two].map((id) => ({ id, decision: 'undo' as const })),
      );
      expect([again?.review?.state, other?.review?.state]).toEqual(['open', 'open']);
      expect(await whole(on.store, ns, [])).toEqual(before);
    }
    const accepted = await on.store.decideReview(ns, one, { decision: 'accept', value: { new: true } });
    expect(accepted.state).toBe('accepted');
    await expect(on.store.decideReview(ns, one, { decision: 'undo', value: { new: true } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect((await on.store.decideReview(ns, one, { decision: 'undo' })).state).toBe('open');
  });

  it('nobody has taken is a conflict', async () => {
    const ns = on.fresh();
    const [asked] = await on.store.remember(ns, said('user:ada', 'works_at', 'entity:org:nobody', '2026-03-01T09:00:00Z'));
    const undo = () => on.store.decideReview(ns, asked?.reviewId as string, { decision: 'undo' });
    await expect(undo()).rejects.toMatchObject({ code: 'conflict', issues: [{ path: 'id', message: 'is not decided' }] });
  });

  it('of a cascade across an entity', async () => {
    const ns = on.fresh();
    await on.store.changeSettings(ns, { subject: 'user:lea' });
    await on.store.remember(ns, [
      said('user:lea', 'works_at', 'VW', '2024-03-01T00:00:00Z'),
      said('user:lea', 'lives_in', 'Berlin', '2024-03-01T00:00:00Z'),
      said('user:ben', 'works_at', 'VW', '2025-03-01T00:00:00Z'),
    ]);
    await on.store.remember(ns, said('my employer', 'requires', 'code review', '2026-02-01T00:00:00Z'));
    await thereAndBack(on, ns, ['user:lea', 'user:ben'], async (store) => {
      const reply = await store.retire(ns, 'VW', { at: '2026-05-01', reason: 'closed', by: 'ada' });
      expect(reply.outcome).toBe('retired');
      return reply.operationId as string;
    });
  });

  it('of an end on which others depend: what held by it holds again, and lapses again', async () => {
    const ns = on.fresh();
    const [lead] = await on.store.remember(ns, said('team:red', 'leader', 'Ada Adler', '2026-01-01T00:00:00Z'));
    await on.store.remember(
      ns,
      said('report:weekly', 'sent_to', 'Pia Paul', '2026-01-02T00:00:00Z', { dependsOn: [[lead?.factId as string]] }),
    );
    await thereAndBack(
      on,
      ns,
      [],
      async (store) => (await store.retract(ns, { factId: lead?.factId as string, at: '2026-03-01' })).operationId,
    );
    await thereAndBack(on, ns, [], async (store) => (await store.withdraw(ns, { factId: lead?.factId as string })).operationId);
    await thereAndBack(
      on,
      ns,
      [],
      async (store) => (await store.correct(ns, { factId: lead?.factId as string, value: 'Ben Bauer' })).operationId,
    );
  });

  it('what nothing undoes says so', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [
      said('user:a', 'likes', 'tea', '2026-01-01T00:00:00Z'),
      said('user:b', 'likes', 'tea', '2026-01-01T00:00:00Z'),
    ]);
    await on.store.judge(ns, { a: 'user:a', b: 'user:b', verdict: 'not_same' });
    const [judged] = (await on.store.operations(ns, { kind: 'judge' })).operations;
    await expect(on.store.undo(ns, judged?.id as string)).rejects.toMatchObject({ code: 'refused', issues: [{ path: 'id' }] });
  });
});
