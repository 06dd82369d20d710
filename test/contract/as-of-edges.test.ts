import { expect, it } from 'vitest';
import { describeInProcess } from '../support/stores.ts';

const JOB = { subject: 'user:ada', predicate: 'works_at' } as const;
const BEGAN = '2026-01-01T00:00:00.000Z';
const CHANGED = '2026-03-01T00:00:00.000Z';
const before = (time: string): string => new Date(Date.parse(time) - 1).toISOString();

describeInProcess('asOf, at the very instant', (on) => {
  const story = async () => {
    const ns = on.fresh();
    const [acme] = await on.store.remember(ns, { ...JOB, value: 'Acme', validFrom: BEGAN, confidence: 0.7 });
    const [again] = await on.store.remember(ns, { ...JOB, value: 'Acme', observedAt: '2026-02-01T00:00:00Z', confidence: 0.9 });
    const [globex] = await on.store.remember(ns, { ...JOB, value: 'Globex', validFrom: CHANGED, origin: 'stated', confidence: 1 });
    const at = async (asOf: string, knownAt: string) => (await on.store.asOf(ns, { ...JOB, asOf, knownAt })).facts;
    const over = async (asOf: string, knownAt: string) => (await on.store.asOf(ns, { ...JOB, asOf, knownAt })).hidden.superseded;
    const recorded = { acme: acme?.recordedAt as string, again: again?.recordedAt as string, globex: globex?.recordedAt as string };
    return { ns, at, over, recorded, acme: acme?.factId as string, globex: globex?.factId as string, claim: globex?.claimId as string };
  };

  it('at which it began it holds, and at which it ended no more', async () => {
    const { at, recorded } = await story();
    const texts = async (when: string) => (await at(when, recorded.globex)).map((f) => [f.text, f.status]);
    expect(await texts(before(BEGAN))).toEqual([]);
    expect(await texts(BEGAN)).toEqual([['Acme', 'current']]);
    expect(await texts(before(CHANGED))).toEqual([['Acme', 'current']]);
    expect(await texts(CHANGED)).toEqual([['Globex', 'current']]);
  });

  it('at which it was recorded it is known, with all that came with it', async () => {
    const { at, over, recorded, acme, globex } = await story();
    expect(await at(BEGAN, before(recorded.acme))).toEqual([]);
    expect((await at(BEGAN, recorded.acme)).map((f) => [f.id, f.confidence, f.supersededBy])).toEqual([[acme, 0.7, null]]);
    expect((await at(BEGAN, before(recorded.again)))[0]?.confidence).toBe(0.7);
    expect((await at(BEGAN, recorded.again))[0]?.confidence).toBe(0.9);
    expect((await at(CHANGED, before(recorded.globex))).map((f) => [f.id, f.validTo])).toEqual([[acme, null]]);
    expect((await at(CHANGED, recorded.globex)).map((f) => [f.id, f.supersedes])).toEqual([[globex, acme]]);
    expect((await at(BEGAN, recorded.globex)).map((f) => [f.id, f.validTo, f.supersededBy])).toEqual([[acme, CHANGED, globex]]);
    expect([await over(CHANGED, before(recorded.globex)), await over(CHANGED, recorded.globex)]).toEqual([0, 1]);
  });

  it('at which it was withdrawn it is known no more', async () => {
    const { ns, at, over, acme, globex, claim } = await story();
    const { recordedAt } = await on.store.withdraw(ns, { claimId: claim });
    expect((await at(CHANGED, before(recordedAt))).map((f) => f.id)).toEqual([globex]);
    const [then, ...others] = await at(CHANGED, recordedAt);
    expect(then).toMatchObject({ id: acme, validTo: null, supersededBy: null });
    expect(others).toEqual([]);
    expect([await over(CHANGED, before(recordedAt)), await over(CHANGED, recordedAt)]).toEqual([1, 0]);
  });
});
