import { expect, it } from 'vitest';
import type { Candidate, RememberResult } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

const ada = { subject: 'user:ada', predicate: 'works_at', value: 'Acme', observedAt: '2026-01-05T10:00:00Z' } as const;

describeStores('remember', (on) => {
  const tell = async (ns: string, ...candidates: Candidate[]): Promise<RememberResult[]> => [...(await on.store.remember(ns, candidates))];
  const one = async (ns: string, candidate: Candidate): Promise<RememberResult> => (await tell(ns, candidate))[0] as RememberResult;

  it('answers each candidate in order, with the fact, the claim and what it took over from', async () => {
    const ns = on.fresh();
    const [first, second] = await tell(ns, ada, { ...ada, value: 'Globex', observedAt: '2026-03-01T10:00:00Z' });
    expect(first).toMatchObject({
      outcome: 'inserted',
      supersededIds: [],
      currentChanged: true,
      replayed: false,
      reason: null,
      issues: [],
    });
    expect(second).toMatchObject({ outcome: 'superseded', supersededIds: [first?.factId], currentChanged: true });
    expect(first?.resolved.subject).toEqual({
      mention: 'user:ada',
      entity: 'user:ada',
      band: 'new',
      rule: null,
      score: 0,
      evidence: null,
      candidates: [],
    });
  });

  it('takes one candidate as well as a list, and an empty list', async () => {
    const ns = on.fresh();
    expect(await on.store.remember(ns, ada)).toHaveLength(1);
    expect(await on.store.remember(ns, [])).toEqual([]);
  });

  it('lands the good rows of a batch and names what is wrong with the others', async () => {
    const ns = on.fresh();
    const [a, bad, b] = await tell(ns, ada, { ...ada, confidence: 2 }, { ...ada, predicate: 'likes', value: 'tea' });
    expect([a?.outcome, bad?.outcome, b?.outcome]).toEqual(['inserted', 'rejected', 'inserted']);
    expect(bad).toMatchObject({
      reason: 'invalid_input',
      claimId: null,
      issues: [{ path: 'facts[1].confidence', message: 'must be between 0 and 1' }],
    });
  });

  it('keeps confidence 0 as 0', async () => {
    const ns = on.fresh();
    await tell(ns, { ...ada, confidence: 0 });
    const { facts } = await on.store.current(ns, { subject: 'user:ada' });
    expect(facts[0]?.confidence).toBe(0);
  });

  it('registers an unknown predicate as multi-valued text, so that nothing is superseded by accident', async () => {
    const ns = on.fresh();
    await tell(ns, { ...ada, predicate: 'has_seen', value: 'Solaris' }, { ...ada, predicate: 'has_seen', value: 'Stalker' });
    const { facts } = await on.store.current(ns, { subject: 'user:ada', predicate: 'has_seen' });
    expect(facts.map((f) => f.value).sort()).toEqual(['Solaris', 'Stalker']);
    const predicates = await on.store.predicates(ns);
    expect(predicates.find((p) => p.name === 'has_seen')).toMatchObject({ source: 'unknown', cardinality: 'multi', valueType: 'text' });
  });

  it('takes aliases of a predicate for it, and its inverse from the other side', async () => {
    const ns = on.fresh();
    await tell(ns, ada);
    const r = await one(ns, { ...ada, predicate: 'employer', value: 'Globex', observedAt: '2026-02-05T10:00:00Z' });
    expect(r.outcome).toBe('superseded');
    const { facts } = await on.store.current(ns, { subject: 'user:ada', predicate: 'works_for' });
    expect(facts.map((f) => [f.predicate, f.text])).toEqual([['works_at', 'Globex']]);
    await tell(ns, { subject: 'Globex', predicate: 'employs', value: 'user:bob', observedAt: '2026-02-06T10:00:00Z' });
    const staff = await on.store.current(ns, { subject: 'Globex', predicate: 'employs' });
    expect(staff.facts.map((f) => f.subject).sort()).toEqual(['user:ada', 'user:bob']);
  });

  it('says which qualifiers only annotate', async () => {
    const ns = on.fresh();
    const r = await one(ns, { ...ada, qualifiers: { context: 'side job', mood: 'happy' } });
    expect(r.annotations).toEqual(['mood']);
  });

  it('compares and sets with expectedCurrent', async () => {
    const ns = on.fresh();
    const first = await one(ns, { ...ada, expectedCurrent: null });
    expect(first.outcome).toBe('inserted');
    const stale = await one(ns, { ...ada, value: 'Globex', observedAt: '2026-02-05T10:00:00Z', expectedCurrent: null });
    expect(stale).toMatchObject({ outcome: 'rejected', reason: 'conflict', claimId: null });
    const wrong = await one(ns, { ...ada, value: 'Globex', validFrom: '2020', expectedCurrent: 'f_other' });
    expect(wrong).toMatchObject({ outcome: 'rejected', reason: 'conflict' });
    const right = await one(ns, { ...ada, value: 'Globex', observedAt: '2026-02-05T10:00:00Z', expectedCurrent: first.factId });
    expect(right.outcome).toBe('superseded');
    const { claims } = await on.store.history(ns, { subject: 'user:ada', predicate: 'works_at' });
    expect(claims).toHaveLength(2);
  });

  it('ends what holds when an end names no value', async () => {
    const ns = on.fresh();
    await tell(ns, ada);
    const r = await one(ns, {
      subject: 'user:ada',
      predicate: 'works_at',
      kind: 'end',
      validFrom: '2026-04-01',
      observedAt: '2026-04-02T00:00:00Z',
    });
    expect(r.outcome).toBe('ended');
    expect((await on.store.current(ns, { subject: 'user:ada', predicate: 'works_at' })).facts).toEqual([]);
    const many = await one(ns, { subject: 'user:ada', predicate: 'likes', kind: 'end' });
    expect(many).toMatchObject({ outcome: 'rejected', issues: [{ path: 'facts[0].value' }] });
  });

  it('reads partial dates: a start is the beginning, an end is the end', async () => {
    const ns = on.fresh();
    await tell(ns, { ...ada, validFrom: '2019', validTo: '2021-05' });
    const { facts } = await on.store.history(ns, { subject: 'user:ada', predicate: 'works_at' });
    expect(facts[0]).toMatchObject({
      validFrom: '2019-01-01T00:00:00.000Z',
      validTo: '2021-06-01T00:00:00.000Z',
      precision: { from: 'year', to: 'month' },
    });
  });

  it('keeps a separator, Cypher and every script as plain text', async () => {
    const ns = on.fresh();
    const odd = ['a|b%c&d=e', "x'}) DETACH DELETE n //", 'Ünïcödé 北京 🦊', 'C++', '.*'];
    const results = await tell(
      ns,
      ...odd.map((value) => ({ ...ada, predicate: 'a) DETACH DELETE n // relation-ü.x', value, qualifiers: { context: value } })),
    );
    expect(results.map((r) => r.outcome)).toEqual(odd.map(() => 'inserted'));
    const { facts } = await on.store.current(ns, { subject: 'user:ada', predicate: 'a) DETACH DELETE n // relation-ü.x' });
    expect(facts.map((f) => f.value).sort()).toEqual([...odd].sort());
    expect(facts.map((f) => f.qualifiers.context).sort()).toEqual([...odd].sort());
  });
});

describeStores(
  'remember by the clock of the engine',
  (on) => {
    it('folds late rows of many subjects under one recorded time', async () => {
      const ns = on.fresh();
      const rows = (value: string, validFrom: string) =>
        Array.from({ length: 60 }, (_, i) => ({
          subject: `user:${i}`,
          predicate: 'lives_in',
          value,
          validFrom,
          validTo: '2099',
          origin: 'stated' as const,
        }));
      const told = await on.store.remember(ns, [...rows('Rome', '2020'), ...rows('Oslo', '2010')]);
      expect(new Set(told.map((r) => r.recordedAt)).size).toBe(1);
      expect(told.every((r) => r.late && r.claimId !== null)).toBe(true);
      const lead = await on.store.remember(ns, { subject: 'user:1', predicate: 'leads_team', value: 'team:core' });
      expect(lead).toMatchObject([{ outcome: 'inserted' }]);
      expect((await on.store.current(ns, { subject: 'user:7' })).facts.map((f) => f.text)).toEqual(['Rome']);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    });

    it('takes what has no date as said when it is recorded', async () => {
      const ns = on.fresh();
      for (const value of ['Free', 'Pro', 'Team'])
        await on.store.remember(ns, { subject: 'user:1', predicate: 'plan', value, origin: 'stated' });
      const [last] = await on.store.remember(ns, [
        { subject: 'user:1', predicate: 'plan', value: 'Max', origin: 'stated' },
        { subject: 'user:1', predicate: 'plan', value: 'Mini', origin: 'stated' },
      ]);
      expect(last?.outcome).toBe('superseded');
      expect((await on.store.current(ns, { subject: 'user:1', predicate: 'plan' })).facts.map((f) => f.text)).toEqual(['Mini']);
    });
  },
  { ownClock: true },
);
