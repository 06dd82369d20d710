import { expect, it } from 'vitest';
import { REVIEW_STATES } from '../../src/domain/review.ts';
import type { Candidate } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';
import { whole } from '../support/whole.ts';

const A = 'user:a';
const B = 'user:b';
const TEAM = 'team:a';

describeStores('taken back exactly', (on) => {
  const tell = async (ns: string, candidate: Candidate) => {
    const [result] = await on.store.remember(ns, candidate);
    return { factId: result?.factId as string, claimId: result?.claimId as string };
  };
  const held = async (ns: string, subject: string) =>
    (await on.store.current(ns, { subject })).facts.map((f) => `${f.predicate} ${f.text}`).sort();
  const clean = async (ns: string) => expect((await on.store.doctor(ns)).findings).toEqual([]);

  for (const [first, second] of [
    [A, B],
    [B, A],
  ] as const)
    for (const how of ['undo', 'unmerge'] as const)
      it(`by ${how} of a merge each of two has its own question again, ${first} first`, async () => {
        const ns = on.fresh();
        await on.store.definePredicate(ns, 'plan', { cardinality: 'single' });
        const claims = new Map<string, string>();
        for (const subject of [first, second]) {
          await tell(ns, { subject, predicate: 'plan', value: 'pro', origin: 'stated', validFrom: '2026-02-01' });
          claims.set(subject, (await tell(ns, { subject, predicate: 'plan', value: 'free', confidence: 0.5 })).claimId);
        }
        const before = await whole(on.store, ns, [A, B]);
        const { operationId } = await on.store.merge(ns, { from: B, into: A });
        expect((await on.store.reviews(ns)).reviews).toHaveLength(1);
        if (how === 'undo') await on.store.undo(ns, operationId as string);
        else await on.store.unmerge(ns, { entity: B });
        if (how === 'undo') expect(await whole(on.store, ns, [A, B])).toEqual(before);
        for (const subject of [A, B]) {
          const { reviews } = await on.store.reviews(ns, { subject });
          expect(reviews.map((r) => r.about.claims)).toEqual([[claims.get(subject)]]);
        }
        const [asked] = (await on.store.reviews(ns, { subject: A })).reviews;
        await on.store.decideReview(ns, asked?.id as string, { decision: 'reject' });
        const ofB = await on.store.history(ns, { subject: B, predicate: 'plan' });
        expect(ofB.claims.map((c) => c.outcome)).toEqual(['inserted', 'contested']);
        expect((await on.store.reviews(ns, { subject: B })).reviews).toHaveLength(1);
        await clean(ns);
      });

  it('what opens a decided question again leaves it decided, once that is taken back', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'plan', { cardinality: 'single' });
    const plan = (value: string, more: Partial<Candidate>) => tell(ns, { subject: A, predicate: 'plan', value, ...more });
    await plan('pro', { origin: 'stated', validFrom: '2026-02-01' });
    await plan('free', { confidence: 0.5 });
    const state = async () => (await on.store.reviews(ns, { state: [...REVIEW_STATES] })).reviews.map((r) => [r.state, r.decision]);
    const [asked] = (await on.store.reviews(ns)).reviews;
    const decided = await on.store.decideReview(ns, asked?.id as string, { decision: 'accept', by: 'ada', reason: 'she says so' });
    const before = await whole(on.store, ns, [A]);
    const { claims } = await on.store.operation(ns, decided.operationId as string);
    const withdrawn = await on.store.withdraw(ns, { claimId: claims.find((c) => c.how === 'added')?.id as string });
    expect(await state()).toEqual([['open', null]]);
    const after = await whole(on.store, ns, [A]);
    const undone = await on.store.undo(ns, withdrawn.operationId);
    expect(await state()).toEqual([['accepted', { decision: 'accept' }]]);
    expect(await whole(on.store, ns, [A])).toEqual(before);
    await on.store.undo(ns, undone.operationId as string);
    expect(await whole(on.store, ns, [A])).toEqual(after);
    await clean(ns);
  });

  it('a question about a late change no longer names what a merge brought into it', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'plan', { cardinality: 'single' });
    const plan = (subject: string, value: string, more: Partial<Candidate>) => tell(ns, { subject, predicate: 'plan', value, ...more });
    await plan(A, 'pro', { confidence: 0.4, observedAt: '2026-03-01' });
    await plan(A, 'free', { confidence: 0.95, validFrom: '2026-02-01' });
    await plan(B, 'pro', { confidence: 0.3, observedAt: '2026-04-01' });
    const [asked] = (await on.store.reviews(ns)).reviews;
    expect([asked?.kind, asked?.about.claims.length]).toEqual(['late-change', 2]);
    const before = await whole(on.store, ns, [A, B]);
    const { operationId } = await on.store.merge(ns, { from: B, into: A });
    const { reviews } = await on.store.reviews(ns, { kind: 'late-change' });
    expect(reviews.map((r) => r.about.claims.length)).toEqual([3]);
    await on.store.undo(ns, operationId as string);
    expect(await whole(on.store, ns, [A, B])).toEqual(before);
    await clean(ns);
  });

  it('decisions of one question are taken back and brought back one after the other', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'plan', { cardinality: 'single' });
    await tell(ns, { subject: A, predicate: 'plan', value: 'pro', origin: 'stated', validFrom: '2026-02-01' });
    await tell(ns, { subject: A, predicate: 'plan', value: 'free', confidence: 0.5 });
    const [asked] = (await on.store.reviews(ns)).reviews;
    const states = [await whole(on.store, ns, [A])];
    const done: string[] = [];
    for (const decision of ['defer', 'accept'] as const) {
      done.push((await on.store.decideReview(ns, asked?.id as string, { decision })).operationId as string);
      states.push(await whole(on.store, ns, [A]));
    }
    const back: string[] = [];
    for (const [i, id] of [...done].reverse().entries()) {
      back.push((await on.store.undo(ns, id)).operationId as string);
      expect(await whole(on.store, ns, [A])).toEqual(states[1 - i]);
    }
    for (const [i, id] of [...back].reverse().entries()) {
      await on.store.undo(ns, id);
      expect(await whole(on.store, ns, [A])).toEqual(states[i + 1]);
    }
    await clean(ns);
  });

  it('a merge after a retirement, that one first', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'led_by', { cardinality: 'single', valueType: 'entity' });
    for (const id of [A, B]) await on.store.putEntity(ns, id, {});
    await tell(ns, { subject: TEAM, predicate: 'led_by', value: A, validFrom: '2026-02-01', origin: 'stated' });
    const before = await whole(on.store, ns, [A, B, TEAM]);
    const retired = await on.store.retire(ns, A);
    const merged = await on.store.merge(ns, { from: A, into: B });
    await on.store.undo(ns, retired.operationId as string);
    await on.store.undo(ns, merged.operationId as string);
    expect(await whole(on.store, ns, [A, B, TEAM])).toEqual(before);
    await clean(ns);
  });

  it('a decision is brought back also after others came and were taken back, and after many', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'plan', { cardinality: 'single' });
    await tell(ns, { subject: A, predicate: 'plan', value: 'pro', origin: 'stated', validFrom: '2026-02-01' });
    await tell(ns, { subject: A, predicate: 'plan', value: 'free', confidence: 0.5 });
    const id = (await on.store.reviews(ns)).reviews[0]?.id as string;
    const open = await whole(on.store, ns, [A]);
    const first = await on.store.decideReview(ns, id, { decision: 'accept', by: 'ada' });
    const accepted = await whole(on.store, ns, [A]);
    const back = await on.store.undo(ns, first.operationId as string);
    for (const decision of ['reject', 'defer'] as const) {
      const other = await on.store.decideReview(ns, id, { decision, by: 'ben' });
      await on.store.undo(ns, other.operationId as string);
    }
    expect(await whole(on.store, ns, [A])).toEqual(open);
    const again = await on.store.undo(ns, back.operationId as string);
    expect(await whole(on.store, ns, [A])).toEqual(accepted);
    await on.store.undo(ns, again.operationId as string);
    // as many as a text in a text in a text would not bear
    for (let day = 1; day <= 25; day++)
      await on.store.decideReview(ns, id, { decision: 'defer', until: `2031-01-${String(day).padStart(2, '0')}` });
    for (let day = 25; day >= 1; day--) await on.store.decideReview(ns, id, { decision: 'undo' });
    expect(await whole(on.store, ns, [A])).toEqual(open);
    await clean(ns);
  });

  it('a decision about a merge is brought back after that', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'plan', { cardinality: 'single' });
    for (const [subject, value] of [
      [A, 'pro'],
      [B, 'free'],
    ] as const)
      await tell(ns, { subject, predicate: 'plan', value, origin: 'stated', validFrom: '2026-02-01' });
    const merged = await on.store.merge(ns, { from: B, into: A });
    const [clash] = (await on.store.reviews(ns, { kind: 'merge-clash' })).reviews;
    const decided = await on.store.decideReview(ns, clash?.id as string, { decision: 'accept', by: 'ada' });
    const after = await whole(on.store, ns, [A, B]);
    const back: string[] = [];
    for (const id of [decided.operationId, merged.operationId]) back.unshift((await on.store.undo(ns, id as string)).operationId as string);
    for (const id of back) await on.store.undo(ns, id);
    expect(await whole(on.store, ns, [A, B])).toEqual(after);
    await clean(ns);
  });

  it('what holds by two facts comes back where another claim would end one of them in a circle', async () => {
    const ns = on.fresh();
    for (const name of ['led_by', 'budget', 'office', 'note']) await on.store.definePredicate(ns, name, { cardinality: 'single' });
    const say = (predicate: string, value: string, more: Partial<Candidate> = {}) => tell(ns, { subject: TEAM, predicate, value, ...more });
    const lena = await say('led_by', 'Lena', { confidence: 0.5 });
    const budget = await say('budget', '100', { dependsOn: [[lena.factId]] });
    await say('note', 'green', { dependsOn: [[budget.factId]] });
    await say('led_by', 'Max', { validFrom: '2026-02-07', dependsOn: [[budget.factId]] });
    await say('office', 'Room 4', { dependsOn: [[budget.factId, lena.factId]] });
    const before = await held(ns, TEAM);
    expect(before).toEqual(['budget 100', 'led_by Lena', 'note green', 'office Room 4']);
    const { operationId } = await on.store.withdraw(ns, { factId: lena.factId });
    expect(await held(ns, TEAM)).toEqual([]);
    await on.store.undo(ns, operationId);
    expect(await held(ns, TEAM)).toEqual(before);
    await clean(ns);
  });

  it('what holds now has changed where only what depends on it has', async () => {
    const ns = on.fresh();
    for (const name of ['led_by', 'report']) await on.store.definePredicate(ns, name, { cardinality: 'single' });
    const lead = await tell(ns, { subject: TEAM, predicate: 'led_by', value: 'Lena', validFrom: '2030-01-01' });
    await tell(ns, { subject: TEAM, predicate: 'report', value: 'Pia', dependsOn: [[lead.factId]] });
    const corrected = await on.store.correct(ns, { factId: lead.factId, value: 'Max' });
    expect([corrected.currentChanged, await held(ns, TEAM)]).toEqual([true, []]);
    const undone = await on.store.undo(ns, corrected.operationId);
    expect([undone.currentChanged, await held(ns, TEAM)]).toEqual([true, ['report Pia']]);
    const ended = await on.store.retract(ns, { factId: lead.factId, at: '2029-01-01' });
    expect([ended.currentChanged, await held(ns, TEAM)]).toEqual([true, []]);
  });

  it('a merge is refused where who it made was retired since', async () => {
    const ns = on.fresh();
    for (const id of ['org:x', 'org:y']) await on.store.putEntity(ns, id, {});
    await tell(ns, { subject: A, predicate: 'works_at', value: 'org:x' });
    const before = await whole(on.store, ns, [A, 'org:x', 'org:y']);
    const merged = await on.store.merge(ns, { from: 'org:x', into: 'org:y' });
    const retired = await on.store.retire(ns, 'org:y', { reason: 'closed' });
    await expect(on.store.undo(ns, merged.operationId as string)).rejects.toMatchObject({
      code: 'refused',
      details: { operations: [retired.operationId] },
    });
    await on.store.undo(ns, retired.operationId as string);
    await on.store.undo(ns, merged.operationId as string);
    expect(await whole(on.store, ns, [A, 'org:x', 'org:y'])).toEqual(before);
  });

  it('a new definition is refused where values were read by it, and says which', async () => {
    const ns = on.fresh();
    const { operationId } = await on.store.definePredicate(ns, 'sponsor', { cardinality: 'single', valueType: 'entity' });
    const { claimId } = await tell(ns, { subject: A, predicate: 'sponsor', value: 'org:q' });
    const plan = await on.store.undo(ns, operationId as string, { dryRun: true });
    expect(plan.standing).toEqual({ operations: [], claims: [claimId] });
    await expect(on.store.undo(ns, operationId as string)).rejects.toMatchObject({ code: 'refused', details: { claims: [claimId] } });
    await on.store.withdraw(ns, { claimId });
    await expect(on.store.undo(ns, operationId as string)).rejects.toMatchObject({ code: 'refused' });
    await clean(ns);
  });

  it('an import takes what it left waiting along, unless that was decided', async () => {
    const ns = on.fresh();
    for (const [id, name] of [
      ['org:gmbh', 'Acme GmbH'],
      ['org:ag', 'Acme AG'],
    ] as const)
      await on.store.putEntity(ns, id, { name });
    const id = `o_${globalThis.crypto.randomUUID()}`;
    const rows = [
      { subject: A, predicate: 'works_at', value: 'Acme' },
      { subject: A, predicate: 'motto', value: 'x' },
    ];
    const [waits] = await on.store.remember(ns, rows, { import: { id } });
    expect((await on.store.operation(ns, id)).reviews).toEqual([waits?.reviewId]);
    const undone = await on.store.undo(ns, id);
    expect((await on.store.review(ns, waits?.reviewId as string)).state).toBe('moot');
    await expect(
      on.store.decideReview(ns, waits?.reviewId as string, { decision: 'accept', value: { entity: 'org:ag' } }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await on.store.undo(ns, undone.operationId as string);
    expect((await on.store.review(ns, waits?.reviewId as string)).state).toBe('open');
    const decided = await on.store.decideReview(ns, waits?.reviewId as string, { decision: 'accept', value: { entity: 'org:ag' } });
    await expect(on.store.undo(ns, id)).rejects.toMatchObject({ code: 'refused', details: { operations: [decided.operationId] } });
    await clean(ns);
  });
});
