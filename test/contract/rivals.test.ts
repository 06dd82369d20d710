import { expect, it } from 'vitest';
import type { Candidate, Review } from '../../src/palimpsest.ts';
import { snapshot } from '../support/snapshot.ts';
import { describeStores } from '../support/stores.ts';

const PLAN = { subject: 'user:ada', predicate: 'plan' };

describeStores('claims that stand against one another', (on) => {
  const told = (value: string, more: Partial<Candidate> = {}): Candidate => ({ ...PLAN, value, ...more });
  const fresh = async (): Promise<string> => {
    on.at('2026-06-01T00:00:00Z');
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'plan', { cardinality: 'single', valueType: 'text' });
    return ns;
  };
  const tell = async (ns: string, ...candidates: Candidate[]) => on.store.remember(ns, candidates);
  const one = async (ns: string, candidate: Candidate) => {
    const [result] = await on.store.remember(ns, candidate);
    if (result === undefined) throw new Error('no result');
    return result;
  };
  const holds = async (ns: string) => (await on.store.current(ns, PLAN)).facts.map((f) => f.value);
  const timeline = async (ns: string) => {
    const { facts } = await on.store.history(ns, PLAN);
    return facts.filter((f) => f.status !== 'withdrawn').map((f) => `${f.value} ${f.validFrom.slice(0, 10)}`);
  };
  const healthy = async (ns: string) => expect(await on.store.doctor(ns)).toMatchObject({ findings: [] });
  const open = async (ns: string): Promise<readonly Review[]> => {
    const page = await on.store.reviews(ns);
    const counted = page.counts.filter((c) => c.state === 'open').reduce((sum, c) => sum + c.count, 0);
    expect(counted).toBe(page.reviews.length);
    return page.reviews;
  };
  const sure = (value: string, from: string, more: Partial<Candidate> = {}) =>
    told(value, { origin: 'stated', confidence: 0.95, validFrom: from, observedAt: `${from}T00:00:00Z`, ...more });
  const guess = (value: string, on: string, more: Partial<Candidate> = {}) => told(value, { confidence: 0.65, observedAt: on, ...more });

  it('a claim too weak to win is asked about once, and further ones of its value join', async () => {
    const ns = await fresh();
    const held = await one(ns, sure('pro', '2026-05-01'));
    expect(held.reviewId).toBeNull();
    const source = { session: 's1', turn: '1' };
    const weak = await one(ns, guess('free', '2026-05-05T00:00:00Z', { source }));
    expect(weak).toMatchObject({ outcome: 'contested', factId: held.factId, reviewId: expect.any(String) });
    const again = await one(ns, guess('free', '2026-05-06T00:00:00Z', { source: { session: 's1', turn: '2' } }));
    const other = await one(ns, guess('team', '2026-05-07T00:00:00Z'));
    expect(again).toMatchObject({ outcome: 'contested', reviewId: weak.reviewId });
    expect(other.reviewId).not.toBe(weak.reviewId);
    // sent again it is the same question
    expect(await one(ns, guess('free', '2026-05-05T00:00:00Z', { source }))).toMatchObject({ replayed: true, reviewId: weak.reviewId });
    const reviews = await open(ns);
    expect(reviews.map((r) => r.id)).toEqual([weak.reviewId, other.reviewId]);
    expect(reviews[0]).toMatchObject({
      kind: 'contested-value',
      state: 'open',
      candidate: null,
      questions: [],
      details: { predicate: 'plan' },
      sides: {
        challenger: { kind: 'assert', value: 'free', claims: [{ id: weak.claimId, outcome: 'contested' }, { id: again.claimId }] },
        incumbent: { value: 'pro', facts: [held.factId], claims: [{ id: held.claimId }] },
      },
      suggestion: { decision: 'reject', reason: 'outweighed' },
      decision: null,
      operationId: null,
      settledBy: null,
    });
    expect(reviews[0]?.about).toEqual({ entities: ['user:ada'], facts: [held.factId], claims: [weak.claimId, again.claimId].sort() });
    expect((await on.store.reviews(ns, { subject: 'user:ada', kind: 'contested-value' })).reviews).toHaveLength(2);
    await healthy(ns);
  });

  it('accepted, it is so from when it was said to be, by a claim of whoever decided', async () => {
    const ns = await fresh();
    const held = await one(ns, sure('pro', '2026-05-01'));
    const weak = await one(ns, guess('free', '2026-05-05T00:00:00Z'));
    await tell(ns, guess('pro', '2026-05-09T00:00:00Z', { confidence: 0.6 }));
    const decided = await on.store.decideReview(ns, weak.reviewId as string, { decision: 'accept', by: 'ben', reason: 'asked her' });
    expect(decided).toMatchObject({
      state: 'accepted',
      by: 'ben',
      reason: 'asked her',
      operationId: expect.stringMatching(/^o_/),
      suggestion: null,
      result: { outcome: 'superseded', supersededIds: [held.factId], currentChanged: true, reviewId: weak.reviewId },
    });
    expect(await timeline(ns)).toEqual(['pro 2026-05-01', 'free 2026-05-05']);
    const { claims } = await on.store.history(ns, PLAN);
    expect(claims.find((c) => c.id === decided.result?.claimId)).toMatchObject({
      origin: 'decision',
      confidence: 1,
      start: '2026-05-05T00:00:00.000Z',
      outcome: 'superseded',
    });
    const { operations } = await on.store.why(ns, decided.result?.factId as string);
    expect(operations).toMatchObject([{ id: decided.operationId, kind: 'decide', reason: 'asked her' }]);
    expect(await open(ns)).toEqual([]);
    // decided once
    expect(await on.store.decideReview(ns, decided.id, { decision: 'accept' })).toEqual(decided);
    await expect(on.store.decideReview(ns, decided.id, { decision: 'reject' })).rejects.toMatchObject({ code: 'conflict' });
    await healthy(ns);
  });

  it('rejected, it is as if it had not been said', async () => {
    const ns = await fresh();
    await tell(ns, sure('pro', '2026-05-01'));
    const before = await snapshot(on.store, ns, ['user:ada']);
    const weak = await one(ns, guess('free', '2026-05-05T00:00:00Z'));
    await tell(ns, guess('free', '2026-05-06T00:00:00Z'));
    const decided = await on.store.decideReview(ns, weak.reviewId as string, { decision: 'reject', by: 'ben' });
    expect(decided).toMatchObject({ state: 'rejected', result: null, operationId: expect.any(String) });
    expect(decided.sides?.challenger.claims.map((c) => c.withdrawnAt)).toEqual([expect.any(String), expect.any(String)]);
    expect(await snapshot(on.store, ns, ['user:ada'])).toEqual(before);
    expect(await open(ns)).toEqual([]);
    // said anew it is a new question
    const anew = await one(ns, guess('free', '2026-05-07T00:00:00Z'));
    expect(anew.reviewId).not.toBe(weak.reviewId);
    await healthy(ns);
  });

  it('an end that is contested is asked about as well', async () => {
    const ns = await fresh();
    await tell(ns, sure('pro', '2026-05-01'));
    const end = await one(ns, { ...guess('pro', '2026-05-05T00:00:00Z'), kind: 'end' });
    expect(end).toMatchObject({ outcome: 'contested', reviewId: expect.any(String) });
    expect(await open(ns)).toMatchObject([{ sides: { challenger: { kind: 'end', value: 'pro' }, incumbent: { value: 'pro' } } }]);
    const decided = await on.store.decideReview(ns, end.reviewId as string, { decision: 'accept' });
    expect(decided.result).toMatchObject({ outcome: 'ended' });
    expect(await holds(ns)).toEqual([]);
    await healthy(ns);
  });

  it('of two explicit claims from one start the losing one is asked about', async () => {
    const ns = await fresh();
    const first = await one(ns, sure('pro', '2026-05-01'));
    const second = await one(ns, { ...sure('free', '2026-05-01'), source: { session: 's2' } });
    expect(second).toMatchObject({ outcome: 'contested', reviewId: expect.any(String) });
    await tell(ns, guess('pro', '2026-05-20T00:00:00Z'));
    expect(await open(ns)).toMatchObject([
      { kind: 'equal-starts', sides: { challenger: { value: 'free' }, incumbent: { value: 'pro', facts: [first.factId] } } },
    ]);
    const decided = await on.store.decideReview(ns, second.reviewId as string, { decision: 'accept' });
    expect(decided.result).toMatchObject({ currentChanged: true });
    expect(await timeline(ns)).toEqual(['free 2026-05-01']);
    expect(await open(ns)).toEqual([]);
    await healthy(ns);
  });

  it('the one that held is asked about where a stronger one from the same start takes its place', async () => {
    const ns = await fresh();
    await tell(ns, told('pro', { validFrom: '2026-05-01', source: { session: 's1' }, origin: 'stated', confidence: 0.7 }));
    const late = await one(ns, { ...sure('free', '2026-05-01'), source: { session: 's2' } });
    expect(late).toMatchObject({ outcome: 'superseded', currentChanged: true, reviewId: expect.any(String) });
    const [review, ...others] = await open(ns);
    expect(others).toEqual([]);
    expect(review).toMatchObject({ id: late.reviewId, kind: 'late-change' });
    await on.store.decideReview(ns, late.reviewId as string, { decision: 'reject' });
    expect(await timeline(ns)).toEqual(['pro 2026-05-01']);
    expect(await open(ns)).toEqual([]);
    await healthy(ns);
  });

  it('a claim that came late and changed what holds now is asked about, with what it displaced', async () => {
    const ns = await fresh();
    const held = await one(ns, guess('pro', '2026-05-20T00:00:00Z'));
    const late = await one(ns, sure('free', '2026-05-10'));
    expect(late).toMatchObject({ outcome: 'inserted', late: true, currentChanged: true, reviewId: expect.any(String) });
    expect(await holds(ns)).toEqual(['free']);
    const reviews = await open(ns);
    expect(reviews).toMatchObject([
      {
        id: late.reviewId,
        kind: 'late-change',
        sides: {
          challenger: { value: 'free', facts: [late.factId], claims: [{ id: late.claimId }] },
          incumbent: { value: 'pro', facts: [held.factId], claims: [{ id: held.claimId, outcome: 'contested' }] },
        },
        suggestion: { decision: 'accept', reason: 'stronger_than_what_it_displaced' },
      },
    ]);
    // more of the same joins
    expect(await one(ns, guess('pro', '2026-05-21T00:00:00Z'))).toMatchObject({ outcome: 'contested', reviewId: late.reviewId });
    await on.store.decideReview(ns, late.reviewId as string, { decision: 'reject' });
    expect(await timeline(ns)).toEqual(['pro 2026-05-20']);
    expect(await open(ns)).toEqual([]);
    await healthy(ns);
  });

  it('accepted, what a late claim displaced is withdrawn', async () => {
    const ns = await fresh();
    await tell(ns, guess('pro', '2026-05-20T00:00:00Z'));
    const late = await one(ns, sure('free', '2026-05-10'));
    const decided = await on.store.decideReview(ns, late.reviewId as string, { decision: 'accept' });
    expect(decided.sides?.incumbent.claims.map((c) => c.withdrawnAt)).toEqual([expect.any(String)]);
    expect(await timeline(ns)).toEqual(['free 2026-05-10']);
    expect(await open(ns)).toEqual([]);
    await healthy(ns);
  });

  it('a late claim about the past only, or told in order, is no question', async () => {
    const ns = await fresh();
    await tell(ns, sure('pro', '2026-05-20'));
    expect(await one(ns, sure('free', '2026-04-10'))).toMatchObject({ late: true, currentChanged: false, reviewId: null });
    await tell(ns, guess('pro', '2026-05-28T00:00:00Z'));
    expect(await one(ns, sure('team', '2026-05-25', { observedAt: '2026-06-01T00:00:00Z' }))).toMatchObject({
      late: true,
      currentChanged: true,
      reviewId: null,
    });
    // what was contested in the past only
    const past = guess('team', '2026-04-15T00:00:00Z');
    expect(await one(ns, past)).toMatchObject({ outcome: 'contested', reviewId: null });
    // a mention from before the change is stale, and is asked about where it stands against what holds
    expect(await open(ns)).toMatchObject([{ kind: 'contested-value', suggestion: { reason: 'told_before_the_change' } }]);
    await healthy(ns);
  });

  it('what is said, withdrawn or undone since makes it moot, and says by what', async () => {
    const ns = await fresh();
    const held = await one(ns, sure('pro', '2026-05-01'));
    const free = await one(ns, guess('free', '2026-05-05T00:00:00Z'));
    const later = await one(ns, sure('team', '2026-05-20'));
    expect(await on.store.review(ns, free.reviewId as string)).toMatchObject({
      state: 'moot',
      settledBy: later.claimId,
      decidedAt: expect.any(String),
      decision: null,
      suggestion: null,
      operationId: null,
    });
    expect(await open(ns)).toEqual([]);
    await expect(on.store.decideReview(ns, free.reviewId as string, { decision: 'accept' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('moot'),
    });
    // what settled it is taken back: it is asked again
    await on.store.withdraw(ns, { claimId: later.claimId as string });
    expect(await on.store.review(ns, free.reviewId as string)).toMatchObject({ state: 'open', settledBy: null, decidedAt: null });
    const { operationId } = await on.store.withdraw(ns, { claimId: free.claimId as string });
    expect(await on.store.review(ns, free.reviewId as string)).toMatchObject({ state: 'moot', settledBy: operationId });
    expect(await holds(ns)).toEqual([held.factId === null ? '' : 'pro']);
    await healthy(ns);
  });

  it('claims that win together settle their question', async () => {
    const ns = await fresh();
    await tell(ns, guess('pro', '2026-05-01T00:00:00Z', { confidence: 0.95, source: { session: 's0' } }));
    const first = await one(ns, guess('free', '2026-05-05T00:00:00Z', { source: { session: 's1' } }));
    const second = await one(ns, guess('free', '2026-05-06T00:00:00Z', { source: { session: 's2' } }));
    expect([first.outcome, second.outcome]).toEqual(['contested', 'superseded']);
    expect(await on.store.review(ns, first.reviewId as string)).toMatchObject({ state: 'moot', settledBy: second.claimId });
    await healthy(ns);
  });

  it('the clock settles what stands against a fact that ends by itself, and wakes what was deferred', async () => {
    const ns = await fresh();
    await tell(ns, { ...sure('pro', '2026-05-01'), validTo: '2026-07-01T00:00:00Z' });
    const free = await one(ns, guess('free', '2026-05-05T00:00:00Z'));
    const id = free.reviewId as string;
    const until = '2026-06-10T00:00:00.000Z';
    expect(await on.store.decideReview(ns, id, { decision: 'defer', until, by: 'ben' })).toMatchObject({
      state: 'deferred',
      deferredUntil: until,
      decision: null,
    });
    expect(await open(ns)).toEqual([]);
    on.at('2026-06-11T00:00:00Z');
    expect((await open(ns)).map((r) => r.id)).toEqual([id]);
    on.at('2026-07-02T00:00:00Z');
    expect(await open(ns)).toEqual([]);
    expect(await on.store.reviews(ns, { state: 'moot' })).toMatchObject({
      reviews: [{ id, state: 'moot', settledBy: null, decidedAt: '2026-07-01T00:00:00.000Z' }],
      counts: [{ kind: 'contested-value', state: 'moot', count: 1, oldest: expect.any(String) }],
    });
    await expect(on.store.decideReview(ns, id, { decision: 'accept' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(on.store.decideReview(ns, id, { decision: 'accept', until })).rejects.toMatchObject({
      issues: [{ path: 'decision.until' }],
    });
    await healthy(ns);
  });

  const decisions = ['accept', 'reject'] as const;
  it.each(decisions)('%s is taken back exactly, claims and question, and brought back', async (decision) => {
    const ns = await fresh();
    await tell(ns, sure('pro', '2026-05-01'), guess('pro', '2026-05-09T00:00:00Z'));
    const weak = await one(ns, guess('free', '2026-05-05T00:00:00Z', { confidence: 0.75 }));
    const before = await snapshot(on.store, ns, ['user:ada']);
    const asked = await on.store.review(ns, weak.reviewId as string);
    const decided = await on.store.decideReview(ns, asked.id, { decision, by: 'ben', reason: 'asked her' });
    const after = await snapshot(on.store, ns, ['user:ada']);
    const { operationId } = await on.store.undo(ns, decided.operationId as string, { by: 'eve' });
    expect(await snapshot(on.store, ns, ['user:ada'])).toEqual(before);
    expect(await on.store.review(ns, asked.id)).toEqual(asked);
    await healthy(ns);
    await on.store.undo(ns, operationId as string);
    expect(await snapshot(on.store, ns, ['user:ada'])).toEqual(after);
    const { result: _, about: __, sides: ___, ...again } = await on.store.review(ns, asked.id);
    expect(decided).toMatchObject(again);
    expect((await on.store.operation(ns, decided.operationId as string)).reviews).toEqual([asked.id]);
    await healthy(ns);
    // decided otherwise, once that is taken back too
    await on.store.undo(ns, operationId as string).catch(() => on.store.undo(ns, decided.operationId as string));
    const other = await on.store.decideReview(ns, asked.id, { decision: decision === 'accept' ? 'reject' : 'accept' });
    expect(other.state).not.toBe(decided.state);
    await healthy(ns);
  });

  it.each(decisions)('%s of a late change is taken back', async (decision) => {
    const ns = await fresh();
    await tell(ns, told('pro', { validFrom: '2026-05-20', confidence: 0.65 }));
    // of one start, unsourced both: the last word counts, and nothing is contested
    const late = await one(ns, sure('free', '2026-05-20'));
    const before = await snapshot(on.store, ns, ['user:ada']);
    const asked = await on.store.review(ns, late.reviewId as string);
    expect(asked.kind).toBe('late-change');
    const { operationId } = await on.store.decideReview(ns, asked.id, { decision });
    await on.store.undo(ns, operationId as string);
    expect(await snapshot(on.store, ns, ['user:ada'])).toEqual(before);
    expect(await on.store.review(ns, asked.id)).toEqual(asked);
    await healthy(ns);
  });

  it('a decision about whom a statement means is taken back with what came of it', async () => {
    const ns = on.fresh();
    on.at('2026-06-01T00:00:00Z');
    for (const form of ['GmbH', 'AG']) await on.store.putEntity(ns, `org:${form}`, { name: `Acme ${form}` });
    const waiting = await one(ns, { subject: 'user:ada', predicate: 'works_at', value: 'Acme' });
    const asked = await on.store.review(ns, waiting.reviewId as string);
    const before = await on.store.current(ns, { subject: 'org:AG' });
    const { operationId } = await on.store.decideReview(ns, asked.id, { decision: 'accept', value: { entity: 'org:AG' } });
    await on.store.undo(ns, operationId as string);
    expect(await on.store.current(ns, { subject: 'org:AG' })).toEqual(before);
    expect((await on.store.current(ns, { subject: 'user:ada' })).facts).toEqual([]);
    expect(await on.store.review(ns, asked.id)).toMatchObject({ state: 'open', decision: null, result: null, by: null, operationId: null });
    const again = await on.store.decideReview(ns, asked.id, { decision: 'accept', value: { entity: 'org:GmbH' } });
    expect(again.result).toMatchObject({ outcome: 'inserted', replayed: false, resolved: { value: { entity: 'org:GmbH' } } });
    expect((await on.store.current(ns, { subject: 'user:ada' })).facts.map((f) => f.text)).toEqual(['Acme GmbH']);
    await healthy(ns);
  });

  it('goes along when its entities are merged, and comes back', async () => {
    const ns = await fresh();
    await on.store.putEntity(ns, 'user:ada', { name: 'Ada' });
    await on.store.putEntity(ns, 'user:adele', { name: 'Adele' });
    await tell(ns, sure('pro', '2026-05-01'));
    const free = await one(ns, guess('free', '2026-05-05T00:00:00Z'));
    await tell(ns, { ...sure('team', '2026-05-20'), subject: 'user:adele' });
    const { operationId } = await on.store.merge(ns, { from: 'user:adele', into: 'user:ada' });
    expect(await on.store.review(ns, free.reviewId as string)).toMatchObject({ state: 'moot', settledBy: operationId });
    await on.store.unmerge(ns, { entity: 'user:adele' });
    expect(await on.store.review(ns, free.reviewId as string)).toMatchObject({ state: 'open' });
    await healthy(ns);
  });

  it('many that tell at once ask once a value', async () => {
    const ns = await fresh();
    await tell(ns, sure('pro', '2026-05-01'));
    const results = await Promise.all(
      Array.from({ length: 16 }, (_, n) => one(ns, guess(n % 2 === 0 ? 'free' : 'team', `2026-05-0${2 + (n % 7)}T00:00:00Z`))),
    );
    expect(new Set(results.map((r) => r.reviewId)).size).toBe(2);
    const [first, second] = await open(ns);
    const answers = await on.store.decideReviews(ns, [
      { id: first?.id as string, decision: 'reject' },
      { id: second?.id as string, decision: 'accept', by: 'ben' },
    ]);
    expect(answers.map((a) => a.review?.state)).toEqual(['rejected', 'accepted']);
    expect(await open(ns)).toEqual([]);
    await healthy(ns);
  });
});
