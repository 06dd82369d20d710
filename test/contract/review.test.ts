import { expect, it } from 'vitest';
import { AG, acmesOn, GMBH, texts } from '../support/acmes.ts';
import { JOB, job } from '../support/said.ts';
import { describeStores } from '../support/stores.ts';

describeStores('what waits for an answer', (on) => {
  const { twoAcmes, waiting, healthy } = acmesOn(on);

  it('is kept as it was said, linked to nobody, and brings nobody in', async () => {
    const ns = await twoAcmes();
    const said = job('Acme', { subject: 'Grace', confidence: 0.7, validFrom: '2024-03', qualifiers: { mood: 'glad' }, origin: 'stated' });
    const [result] = await on.store.remember(ns, said);
    expect(result).toMatchObject({
      outcome: 'ambiguous',
      reason: 'ambiguous',
      claimId: null,
      factId: null,
      replayed: false,
      resolved: {
        subject: { mention: 'Grace', band: 'new', entity: null },
        predicate: { predicate: 'works_at' },
        value: { mention: 'Acme', band: 'ambiguous', entity: null },
      },
    });
    const review = await on.store.review(ns, result?.reviewId as string);
    expect(review).toMatchObject({
      kind: 'ambiguous-entity',
      state: 'open',
      candidate: said,
      questions: [{ field: 'value', asks: 'entity', mention: 'Acme' }],
      decision: null,
      result: null,
    });
    const means = review.questions[0]?.candidates ?? [];
    expect([...means].sort((a, b) => (a.means < b.means ? -1 : 1))).toEqual([
      { means: AG, type: 'org', name: 'Acme AG', rule: 'joined', score: expect.any(Number), evidence: 'Acme AG' },
      { means: GMBH, type: 'org', name: 'Acme GmbH', rule: 'joined', score: expect.any(Number), evidence: 'Acme GmbH' },
    ]);
    expect(review.about.entities).toEqual([AG, GMBH]);
    expect((await on.store.list(ns)).facts).toEqual([]);
    await expect(on.store.entity(ns, 'Grace')).rejects.toMatchObject({ code: 'not_found' });
    await healthy(ns);
  });

  it('is written as of when it was said, in the words it was said in', async () => {
    const ns = await twoAcmes();
    on.at('2026-06-01T00:00:00Z');
    const id = await waiting(ns, job('Acme', { origin: 'stated', confidence: 0.9 }));
    on.at('2026-06-05T00:00:00Z');
    await on.store.remember(ns, job('Globex', { origin: 'stated', confidence: 0.9 }));
    on.at('2026-06-09T00:00:00Z');
    const review = await on.store.decideReview(ns, id, { decision: 'accept', value: { entity: AG }, by: 'ben', reason: 'asked her' });
    expect(review).toMatchObject({
      state: 'accepted',
      by: 'ben',
      reason: 'asked her',
      decision: { decision: 'accept', value: { entity: AG } },
      result: { reviewId: id, currentChanged: false, resolved: { value: { mention: 'Acme', entity: AG, band: 'accept' } } },
    });
    expect(await texts(on.store, ns)).toEqual(['Globex']);
    const { facts, claims } = await on.store.history(ns, JOB);
    expect(facts.filter((f) => f.status !== 'withdrawn').map((f) => `${f.value} ${f.validFrom.slice(0, 10)}`)).toEqual([
      `${AG} 2026-06-01`,
      'entity:org:globex 2026-06-05',
    ]);
    const claim = claims.find((c) => c.id === review.result?.claimId);
    expect(claim).toMatchObject({ text: 'Acme', value: AG, confidence: 0.9, origin: 'stated', observedAt: review.at, explicit: false });
    expect(review.about.claims).toEqual([claim?.id]);
    const { operations } = await on.store.why(ns, review.result?.factId as string);
    expect(operations).toMatchObject([{ kind: 'decide', reason: 'asked her' }]);
    await healthy(ns);
  });

  it('a start that was said is kept, and so is the time it was told', async () => {
    const ns = await twoAcmes();
    on.at('2026-06-01T00:00:00Z');
    const id = await waiting(ns, job('Acme', { validFrom: '2020', validTo: '2021' }));
    const told = await waiting(ns, job('Acme', { observedAt: '2026-05-01T00:00:00Z' }));
    on.at('2026-06-09T00:00:00Z');
    const review = await on.store.decideReview(ns, id, { decision: 'accept', value: { entity: AG } });
    await on.store.decideReview(ns, told, { decision: 'accept', value: { entity: GMBH } });
    const { claims } = await on.store.history(ns, JOB);
    expect(claims).toMatchObject([
      { start: '2020-01-01T00:00:00.000Z', validTo: '2022-01-01T00:00:00.000Z', explicit: true, observedAt: review.at },
      { start: '2026-05-01T00:00:00.000Z', observedAt: '2026-05-01T00:00:00.000Z' },
    ]);
    await healthy(ns);
  });

  it('one statement is one question however often it is sent, and answers with what came of it', async () => {
    const ns = await twoAcmes();
    const said = job('Acme', { source: { session: 's1', turn: '1' } });
    const send = () => on.store.remember(ns, [said, job('Acme')], { idempotencyKey: 'k1' });
    const first = await send();
    const again = await send();
    expect(again).toEqual(first.map((r) => ({ ...r, replayed: true })));
    expect(await on.store.remember(ns, [said, said])).toMatchObject([
      { reviewId: first[0]?.reviewId, replayed: true },
      { reviewId: first[0]?.reviewId, replayed: true },
    ]);
    expect((await on.store.reviews(ns)).reviews).toHaveLength(2);
    const decided = [];
    for (const { reviewId } of first)
      decided.push(await on.store.decideReview(ns, reviewId as string, { decision: 'accept', value: { entity: AG } }));
    const results = decided.map((d) => d.result);
    expect(results).toMatchObject([{ outcome: 'inserted' }, { outcome: 'duplicate' }]);
    const replayed = results.map((r) => ({ ...r, replayed: true, currentChanged: false }));
    expect(await send()).toEqual(replayed);
    expect(await on.store.remember(ns, said)).toEqual(replayed.slice(0, 1));
    // once there is but one of the name, the statement is still that one
    await on.store.putEntity(ns, AG, { aliases: ['Acme'] });
    expect(await send()).toMatchObject(replayed.map(({ claimId }) => ({ claimId, replayed: true })));
    expect(await on.store.remember(ns, said)).toMatchObject([{ claimId: replayed[0]?.claimId, replayed: true }]);
    expect((await on.store.history(ns, JOB)).claims).toHaveLength(2);
    await healthy(ns);
  });

  it('a statement that was written when it was clear is not asked for when it comes again', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, GMBH, { type: 'org', name: 'Acme GmbH' });
    const said = [job('Acme', { source: { session: 's1', turn: '1' } }), job('Acme', { subject: 'user:bob' })];
    const send = () => on.store.remember(ns, said, { idempotencyKey: 'k1' });
    const first = await send();
    expect(first.map((r) => r.outcome)).toEqual(['inserted', 'inserted']);
    await on.store.putEntity(ns, AG, { type: 'org', name: 'Acme AG' });
    const again = [...(await send()), ...(await on.store.remember(ns, said.slice(0, 1)))];
    for (const [n, { claimId, outcome }] of [...first, ...first.slice(0, 1)].entries())
      expect(again[n]).toMatchObject({ claimId, outcome, replayed: true, reviewId: null });
    expect((await on.store.reviews(ns)).counts).toEqual([]);
  });

  it('sent by many at once it is one question, and many decisions are each carried out once', async () => {
    const ns = await twoAcmes();
    const stores = [on.store, await on.another()];
    const many = Array.from({ length: 12 }, (_, n) => n);
    const said = (n: number) => job('Acme', { subject: `user:${n % 3}`, source: { session: 's1', turn: String(n % 3) } });
    const sent = await Promise.all(many.map((n) => stores[n % 2]?.remember(ns, said(n))));
    const ids = [...new Set(sent.map((r) => r?.[0]?.reviewId as string))];
    expect(ids).toHaveLength(3);
    expect((await on.store.reviews(ns)).reviews).toHaveLength(3);
    const decided = await Promise.all(
      many.map((n) => stores[n % 2]?.decideReview(ns, ids[n % 3] as string, { decision: 'accept', value: { entity: AG } })),
    );
    for (const [n, review] of decided.entries()) expect(review).toEqual(decided[n % 3]);
    for (const n of [0, 1, 2]) expect((await on.store.history(ns, { ...JOB, subject: `user:${n}` })).claims).toHaveLength(1);
    await healthy(ns);
  });

  it('rejected, it is not believed, and is not asked again', async () => {
    const ns = await twoAcmes();
    const said = job('Acme', { source: { session: 's1', turn: '1' } });
    const id = await waiting(ns, said);
    expect(await on.store.decideReview(ns, id, { decision: 'reject', by: 'ben' })).toMatchObject({ state: 'rejected', result: null });
    expect(await on.store.remember(ns, said)).toMatchObject([
      { outcome: 'rejected', reason: 'not_believed', reviewId: id, replayed: true },
    ]);
    expect((await on.store.list(ns)).facts).toEqual([]);
    expect((await on.store.reviews(ns)).reviews).toEqual([]);
    expect(await on.store.review(ns, id)).toMatchObject({ candidate: said, by: 'ben', decision: { decision: 'reject' } });
    await healthy(ns);
  });

  it('is deferred to a time to come only', async () => {
    const ns = await twoAcmes();
    const id = await waiting(ns, job('Acme'));
    const until = (time: string) => on.store.decideReview(ns, id, { decision: 'defer', until: time });
    await expect(until('2026-05-01')).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'until' }] });
    expect((await on.store.review(ns, id)).state).toBe('open');
    expect((await until('2030-01-01')).state).toBe('deferred');
  });

  it('deferred, it still waits', async () => {
    const ns = await twoAcmes();
    const id = await waiting(ns, job('Acme'));
    const later = { decision: 'defer', by: 'ben', reason: 'on leave' } as const;
    const deferred = await on.store.decideReview(ns, id, later);
    expect(deferred).toMatchObject({ state: 'deferred', decision: null, decidedAt: null, by: 'ben' });
    expect(await on.store.decideReview(ns, id, later)).toEqual(deferred);
    expect((await on.store.reviews(ns)).reviews).toEqual([]);
    expect((await on.store.reviews(ns, { state: ['open', 'deferred'] })).reviews).toEqual([deferred]);
    expect(await on.store.decideReview(ns, id, { decision: 'accept', value: { entity: AG } })).toMatchObject({ state: 'accepted' });
  });

  it('is decided once: the same again answers the same, another way is a conflict', async () => {
    const ns = await twoAcmes();
    const id = await waiting(ns, job('Acme'));
    const accept = { decision: 'accept', value: { entity: AG } } as const;
    const both = await Promise.all([on.store.decideReview(ns, id, accept), (await on.another()).decideReview(ns, id, accept)]);
    expect(both[0]).toEqual(both[1]);
    expect(await on.store.decideReview(ns, id, { ...accept, by: 'eve' })).toEqual(both[0]);
    for (const other of [{ decision: 'reject' }, { decision: 'defer' }, { decision: 'accept', value: { entity: GMBH } }] as const)
      await expect(on.store.decideReview(ns, id, other)).rejects.toMatchObject({ code: 'conflict', issues: [{ path: 'id' }] });
    expect((await on.store.history(ns, JOB)).claims).toHaveLength(1);
  });

  it('of two decisions at once one is carried out', async () => {
    const ns = await twoAcmes();
    const another = await on.another();
    for (let n = 0; n < 5; n++) {
      const id = await waiting(ns, job('Acme', { subject: `user:${n}` }));
      const settled = await Promise.allSettled([
        on.store.decideReview(ns, id, { decision: 'accept', value: { entity: AG } }),
        another.decideReview(ns, id, { decision: 'accept', value: { entity: GMBH } }),
        another.decideReview(ns, id, { decision: 'reject' }),
      ]);
      expect(settled.filter((s) => s.status === 'fulfilled')).toHaveLength(1);
      const { claims } = await on.store
        .history(ns, { subject: `user:${n}`, predicate: 'works_at' })
        .catch(() => ({ claims: [] as readonly { value: unknown }[] }));
      const { decision } = await on.store.review(ns, id);
      expect(claims.map((c) => c.value)).toEqual(decision?.decision === 'accept' ? [decision.value?.entity] : []);
    }
    await healthy(ns);
  });

  it('refuses a decision that does not fit the question, and says what would', async () => {
    const ns = await twoAcmes();
    const id = await waiting(ns, job('Acme'));
    const wrong = (decision: object, issue: object) =>
      expect(on.store.decideReview(ns, id, { decision: 'accept', ...decision })).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [issue],
      });
    await wrong({}, { path: 'value', next: 'use the id' });
    await wrong({ value: { value: 'x' } }, { path: 'value', next: 'give entity or new' });
    await wrong({ value: { entity: AG }, subject: { entity: AG } }, { path: 'subject', next: 'leave it out' });
    await wrong({ value: {} }, { path: 'decision.value' });
    await wrong({ value: { entity: AG, new: true } }, { path: 'decision.value' });
    await wrong({ decision: 'reject', value: { entity: AG } }, { path: 'decision.decision' });
    await wrong({ decision: 'perhaps' }, { path: 'decision.decision' });
    await expect(on.store.decideReview(ns, id, { decision: 'accept', value: { entity: 'org:nobody' } })).rejects.toMatchObject({
      code: 'not_found',
      issues: [{ path: 'value.entity' }],
    });
    await expect(on.store.decideReview(ns, 'r_none', { decision: 'reject' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(on.store.decideReview(on.fresh(), id, { decision: 'reject' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await on.store.review(ns, id)).toMatchObject({ state: 'open' });
  });

  it('another of that name: a new entity, which shares it', async () => {
    const ns = await twoAcmes();
    const id = await waiting(ns, job('Acme'));
    const { result } = await on.store.decideReview(ns, id, { decision: 'accept', value: { new: true } });
    const made = result?.resolved.value?.entity as string;
    expect([AG, GMBH]).not.toContain(made);
    expect(await on.store.entity(ns, made)).toMatchObject({ type: 'org', name: 'Acme' });
    expect(await texts(on.store, ns)).toEqual(['Acme']);
    await healthy(ns);
  });
});
