import { expect, it } from 'vitest';
import type { Candidate } from '../../src/palimpsest.ts';
import { AG, acmesOn, GMBH, texts } from '../support/acmes.ts';
import { job } from '../support/said.ts';
import { describeStores } from '../support/stores.ts';

describeStores('what waits, and what it is about', (on) => {
  const { twoAcmes, waiting, healthy } = acmesOn(on);

  it('an id that nobody has waits as unresolved, until there is one', async () => {
    const ns = on.fresh();
    const [result] = await on.store.remember(ns, job('entity:org:nowhere'));
    expect(result).toMatchObject({ outcome: 'unresolved', resolved: { value: { band: 'unresolved', entity: null } } });
    expect(await on.store.review(ns, result?.reviewId as string)).toMatchObject({ kind: 'unresolved-entity', state: 'open' });
    await on.store.putEntity(ns, 'entity:org:nowhere', { name: 'Nowhere' });
    expect(await on.store.review(ns, result?.reviewId as string)).toMatchObject({
      state: 'moot',
      by: null,
      decision: null,
      result: { outcome: 'inserted', resolved: { value: { entity: 'entity:org:nowhere' } } },
    });
    expect(await texts(on.store, ns)).toEqual(['Nowhere']);
    const [other] = await on.store.remember(ns, { subject: 'entity:person:x', predicate: 'motto', value: 'y' });
    const { result: told } = await on.store.decideReview(ns, other?.reviewId as string, { decision: 'accept', subject: { new: true } });
    expect(told).toMatchObject({ outcome: 'inserted', resolved: { subject: { entity: 'entity:person:x' } } });
    expect(await on.store.entity(ns, 'entity:person:x')).toMatchObject({ type: 'person', name: 'x' });
    await healthy(ns);
  });

  it('is folded in by itself when its question has become clear', async () => {
    const ns = await twoAcmes();
    on.at('2026-06-01T00:00:00Z');
    const id = await waiting(ns, job('Acme'));
    const other = await waiting(ns, { subject: 'user:ada', predicate: 'timezone', value: 'IST' });
    on.at('2026-06-05T00:00:00Z');
    await on.store.remember(ns, job('Globex', { origin: 'stated', confidence: 0.9 }));
    await on.store.putEntity(ns, 'user:eve', { name: 'Eve' });
    expect(await on.store.review(ns, id)).toMatchObject({ state: 'open' });
    await on.store.putEntity(ns, AG, { aliases: ['Acme'] });
    const review = await on.store.review(ns, id);
    expect(review).toMatchObject({ state: 'moot', result: { resolved: { value: { entity: AG } } } });
    expect(await texts(on.store, ns)).toEqual(['Globex']);
    expect(await on.store.review(ns, other)).toMatchObject({ state: 'open' });
    // whoever decides the same later is not told otherwise
    expect(await on.store.decideReview(ns, id, { decision: 'accept', value: { entity: AG } })).toEqual(review);
    await expect(on.store.decideReview(ns, id, { decision: 'accept', value: { entity: GMBH } })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(on.store.decideReview(ns, id, { decision: 'reject' })).rejects.toMatchObject({ code: 'conflict' });
    await healthy(ns);
  });

  it('a merge and a change of settings make clear what waited for them', async () => {
    const ns = await twoAcmes();
    const acme = await waiting(ns, job('Acme'));
    const zone = await waiting(ns, { subject: 'user:ada', predicate: 'timezone', value: 'IST' });
    await on.store.merge(ns, { from: AG, into: GMBH });
    expect(await on.store.review(ns, acme)).toMatchObject({ state: 'moot', result: { resolved: { value: { entity: GMBH } } } });
    await on.store.changeSettings(ns, { locale: 'en-IN' });
    expect(await on.store.review(ns, zone)).toMatchObject({ state: 'moot' });
    expect((await on.store.current(ns, { subject: 'user:ada' })).facts.map((f) => f.text).sort()).toEqual(['Acme GmbH', 'IST']);
    await healthy(ns);
  });

  it('a name much like another waits: the same becomes a name, another gets it for itself', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:globex', { type: 'org', name: 'Globex Industries' });
    const [typo, again, other] = await on.store.remember(ns, [
      job('Globex Industires'),
      job('Globex Industires', { subject: 'user:bob' }),
      job('Globex Indvstries', { subject: 'user:eve' }),
    ]);
    expect([typo, again, other].map((r) => [r?.outcome, r?.resolved.value?.band])).toEqual(Array(3).fill(['ambiguous', 'review']));
    const same = { decision: 'accept', value: { entity: 'org:globex' } } as const;
    const first = await on.store.decideReview(ns, typo?.reviewId as string, same);
    expect(first).toMatchObject({ kind: 'near-entity', questions: [{ candidates: [{ means: 'org:globex', rule: 'similar' }] }] });
    expect(await on.store.aliases(ns, 'org:globex')).toMatchObject([{ alias: 'Globex Industires', kind: 'typo', source: 'decision' }]);
    expect(await on.store.review(ns, again?.reviewId as string)).toMatchObject({ state: 'moot' });
    expect(await texts(on.store, ns, { subject: 'user:bob', predicate: 'works_at' })).toEqual(['Globex Industries']);
    const made = await on.store.decideReview(ns, other?.reviewId as string, { decision: 'accept', value: { new: true } });
    const id = made.result?.resolved.value?.entity;
    expect(id).not.toBe('org:globex');
    expect(await on.store.remember(ns, job('Globex Indvstries', { subject: 'user:kim' }))).toMatchObject([
      { outcome: 'inserted', resolved: { value: { entity: id, band: 'accept' } } },
    ]);
    await healthy(ns);
  });

  it('an alias given or taken makes clear what waited for it', async () => {
    const ns = await twoAcmes();
    const [acme, id] = await on.store.remember(ns, [job('Acme'), job('entity:org:nowhere', { subject: 'user:bob' })]);
    await on.store.addAlias(ns, AG, { alias: 'Acme' });
    expect(await on.store.review(ns, acme?.reviewId as string)).toMatchObject({
      state: 'moot',
      result: { resolved: { value: { entity: AG } } },
    });
    expect(await on.store.review(ns, id?.reviewId as string)).toMatchObject({ state: 'open' });
    await healthy(ns);
  });

  it('a role that nobody has is decided for what was said, and is that statement when it comes again', async () => {
    const ns = on.fresh();
    await on.store.changeSettings(ns, { subject: 'user:ada' });
    await on.store.putEntity(ns, 'org:initech', { type: 'org', name: 'Initech' });
    const source = { session: 's1', turn: '1' };
    const said = { subject: 'my employer', predicate: 'motto', value: 'review everything', source, observedAt: '2026-02-01T00:00:00Z' };
    const [told] = await on.store.remember(ns, said);
    expect(told).toMatchObject({ outcome: 'unresolved', resolved: { subject: { band: 'unresolved' } } });
    const id = told?.reviewId as string;
    await expect(on.store.decideReview(ns, id, { decision: 'accept', subject: { new: true } })).rejects.toMatchObject({
      issues: [{ path: 'subject' }],
    });
    const { result } = await on.store.decideReview(ns, id, { decision: 'accept', subject: { entity: 'org:initech' } });
    expect(result).toMatchObject({ outcome: 'inserted', resolved: { subject: { mention: 'my employer', entity: 'org:initech' } } });
    expect(await on.store.remember(ns, said)).toMatchObject([{ claimId: result?.claimId, reviewId: id, replayed: true }]);
    await on.store.remember(ns, job('Globex', { validFrom: '2025' }));
    expect(await on.store.remember(ns, said)).toMatchObject([{ claimId: result?.claimId, replayed: true }]);
    expect((await on.store.list(ns, { predicate: 'motto' })).facts.map((f) => f.subject)).toEqual(['org:initech']);
    await healthy(ns);
  });

  it('an ambiguous value waits with its readings', async () => {
    const ns = on.fresh();
    const ZONE = { subject: 'user:ada', predicate: 'timezone' };
    const [result] = await on.store.remember(ns, { ...ZONE, value: 'IST' });
    const id = result?.reviewId as string;
    const review = await on.store.review(ns, id);
    expect(review).toMatchObject({ kind: 'ambiguous-value', questions: [{ field: 'value', asks: 'value', mention: 'IST' }] });
    await expect(on.store.entity(ns, 'user:ada')).rejects.toMatchObject({ code: 'not_found' });
    const readings = review.questions[0]?.candidates.map((c) => c.means) ?? [];
    expect(readings.length).toBeGreaterThan(1);
    const refused = (value: object) => on.store.decideReview(ns, id, { decision: 'accept', value });
    await expect(refused({ value: 'IST' })).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'value' }] });
    await expect(refused({ entity: 'user:ada' })).rejects.toMatchObject({ code: 'invalid_input', issues: [{ next: 'give value' }] });
    const india = await on.store.decideReview(ns, id, { decision: 'accept', value: { value: 'Asia/Kolkata' } });
    expect(india.result).toMatchObject({ outcome: 'inserted' });
    expect((await on.store.current(ns, ZONE)).facts).toMatchObject([{ value: 'Asia/Kolkata', text: 'IST' }]);
    await healthy(ns);
  });

  it('both fields may be asked for, also under an inverse name', async () => {
    const ns = await twoAcmes();
    await on.store.putEntity(ns, 'user:kim', { name: 'Kim GmbH', type: 'org' });
    await on.store.putEntity(ns, 'user:kim2', { name: 'Kim AG', type: 'org' });
    const [result] = await on.store.remember(ns, { subject: 'Acme', predicate: 'employs', value: 'Kim' });
    const id = result?.reviewId as string;
    const { questions } = await on.store.review(ns, id);
    expect(questions.map((q) => `${q.field} ${q.mention}`).sort()).toEqual(['subject Acme', 'value Kim']);
    const half = on.store.decideReview(ns, id, { decision: 'accept', subject: { entity: AG } });
    await expect(half).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'value' }] });
    const both = { decision: 'accept', subject: { entity: AG }, value: { entity: 'user:kim2' } } as const;
    expect(await on.store.decideReview(ns, id, both)).toMatchObject({ result: { outcome: 'inserted' } });
    expect(await texts(on.store, ns, { subject: 'user:kim2', predicate: 'works_at' })).toEqual(['Acme AG']);
    await healthy(ns);
  });

  it('nothing of a rejected candidate waits', async () => {
    const ns = await twoAcmes();
    on.at('2026-06-01T00:00:00Z');
    const results = await on.store.remember(ns, [
      job('Acme', { confidence: 2 }),
      job('Acme', { validTo: '2020' }),
      { subject: 'Acme', predicate: 'steps_per_day' },
    ] as Candidate[]);
    expect(results.map((r) => [r.outcome, r.reviewId])).toEqual([
      ['rejected', null],
      ['rejected', null],
      ['rejected', null],
    ]);
    expect((await on.store.reviews(ns)).counts).toEqual([]);
  });

  it('an end waits as well, and a condition is looked at when it is written', async () => {
    const ns = await twoAcmes();
    await on.store.remember(ns, job(AG, { observedAt: '2026-01-01T00:00:00Z' }));
    const end = await waiting(ns, job('Acme', { kind: 'end', validFrom: '2026-03-01' }));
    const conditional = await waiting(ns, job('Acme', { expectedCurrent: 'f_none' }));
    expect(await on.store.decideReview(ns, end, { decision: 'accept', value: { entity: AG } })).toMatchObject({
      result: { outcome: 'ended' },
    });
    expect(await texts(on.store, ns)).toEqual([]);
    await expect(on.store.decideReview(ns, conditional, { decision: 'accept', value: { entity: AG } })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await on.store.review(ns, conditional)).toMatchObject({ state: 'open' });
    await healthy(ns);
  });

  it('several are decided in one call, each answered for itself', async () => {
    const ns = await twoAcmes();
    const ids = (await on.store.remember(ns, [job('Acme'), job('Acme'), job('Acme')])).map((r) => r.reviewId as string);
    const answers = await on.store.decideReviews(ns, [
      { id: ids[0] as string, decision: 'accept', value: { entity: AG }, by: 'ben' },
      { id: 'r_none', decision: 'reject' },
      { id: ids[1] as string, decision: 'accept', value: { value: 3 } },
      { id: ids[2] as string, decision: 'reject' },
    ]);
    expect(answers.map((a) => [a.id, a.review?.state ?? a.error?.code])).toEqual([
      [ids[0], 'accepted'],
      ['r_none', 'not_found'],
      [ids[1], 'invalid_input'],
      [ids[2], 'rejected'],
    ]);
    expect(await on.store.decideReviews(ns, [])).toEqual([]);
  });

  it('are listed the oldest first, by state, kind and subject, page by page, with counts', async () => {
    const ns = await twoAcmes();
    const ids = (
      await on.store.remember(
        ns,
        Array.from({ length: 5 }, (_, n) => job('Acme', { source: { session: 's', turn: String(n) }, validFrom: `202${n}` })),
      )
    ).map((r) => r.reviewId as string);
    const zone = await waiting(ns, { subject: 'user:kim', predicate: 'timezone', value: 'IST' });
    await on.store.decideReview(ns, ids[0] as string, { decision: 'reject' });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await on.store.reviews(ns, { limit: 2, ...(cursor !== null && { cursor }) });
      seen.push(...page.reviews.map((r) => r.id));
      cursor = page.cursor;
      expect(page.counts).toEqual([
        { kind: 'ambiguous-entity', state: 'open', count: 4, oldest: expect.any(String) },
        { kind: 'ambiguous-entity', state: 'rejected', count: 1, oldest: expect.any(String) },
        { kind: 'ambiguous-value', state: 'open', count: 1, oldest: expect.any(String) },
      ]);
    } while (cursor !== null);
    expect(seen).toEqual([...ids.slice(1), zone]);
    const found = async (query: object) => (await on.store.reviews(ns, query)).reviews.map((r) => r.id).sort();
    expect(await found({ kind: 'ambiguous-value' })).toEqual([zone]);
    expect(await found({ state: ['open', 'rejected'], subject: 'Acme AG' })).toEqual([...ids].sort());
    expect(await found({ subject: GMBH, kind: 'ambiguous-value' })).toEqual([]);
    const page = await on.store.reviews(ns, { limit: 2 });
    await expect(on.store.reviews(ns, { kind: 'ambiguous-value', cursor: page.cursor as string })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(on.store.reviews(ns, { cursor: 'x' })).rejects.toMatchObject({ issues: [{ path: 'cursor' }] });
    await expect(on.store.reviews(ns, { subject: 'nobody at all' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await on.store.reviews(on.fresh())).toEqual({ reviews: [], counts: [], cursor: null });
  });
});
