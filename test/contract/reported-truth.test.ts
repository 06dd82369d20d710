// Reported failures of memory systems with what is true, R1 to R17, R41, R43, R44 and R56: the kind of each, not only its example.
import { expect, it } from 'vitest';
import type { Candidate, RememberResult } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n, 10)).toISOString();
const ME = 'user:ada';

describeStores('reported of what is true', (on) => {
  const tell = async (ns: string, ...rows: Candidate[]): Promise<RememberResult[]> => [...(await on.store.remember(ns, rows))];
  const said = (predicate: string, value: Candidate['value'], n: number, more: Partial<Candidate> = {}): Candidate => ({
    subject: ME,
    predicate,
    ...(value !== undefined && { value }),
    observedAt: day(n),
    origin: 'stated',
    ...more,
  });
  const now = async (ns: string, predicate: string, more: object = {}) =>
    (await on.store.current(ns, { subject: ME, predicate, ...more })).facts.map((f) => f.text).sort();
  const past = async (ns: string, predicate: string) =>
    (await on.store.history(ns, { subject: ME, predicate })).facts
      .filter((f) => f.status !== 'withdrawn')
      .map((f) => [f.text, f.validFrom.slice(8, 10), f.validTo?.slice(8, 10) ?? null, f.status]);
  const healthy = async (ns: string) => expect((await on.store.doctor(ns)).findings).toEqual([]);

  it('R1: only what competes for a slot supersedes', async () => {
    const ns = on.fresh();
    await tell(
      ns,
      said('works_at', 'Acme', 1),
      said('administers', 'Org X', 2),
      said('manages', 'Org X', 3),
      said('lives_in', 'Berlin', 4),
    );
    expect([await now(ns, 'works_at'), await now(ns, 'administers')]).toEqual([['Acme'], ['Org X']]);
  });

  it('R2: the predicate decides what supersedes, not the wording', async () => {
    const ns = on.fresh();
    const [p, q] = await tell(
      ns,
      said('assigned_to', 'person:p', 1),
      said('assigned_to', 'person:q', 2, { source: { session: 's', quote: 'also Q' } }),
    );
    expect(q).toMatchObject({ outcome: 'superseded', supersededIds: [p?.factId] });
    const { facts } = await on.store.current(ns, { subject: ME, predicate: 'assigned_to' });
    expect(facts).toMatchObject([{ value: 'person:q', supersedes: p?.factId }]);
    await healthy(ns);
  });

  it('R3, R11: ended and asserted again is a new fact, with a gap', async () => {
    const ns = on.fresh();
    const [first] = await tell(ns, said('works_at', 'Acme', 1));
    await on.store.retract(ns, { subject: ME, predicate: 'works_at', at: day(5) });
    const [again] = await tell(ns, said('works_at', 'Acme', 9, { validFrom: day(9) }));
    expect(again).toMatchObject({ outcome: 'inserted' });
    expect(again?.factId).not.toBe(first?.factId);
    expect(await past(ns, 'works_at')).toEqual([
      ['Acme', '01', '05', 'ended'],
      ['Acme', '09', null, 'current'],
    ]);
    await on.store.withdraw(ns, { factId: String(again?.factId) });
    const [third] = await tell(ns, said('works_at', 'Acme', 10, { validFrom: day(10) }));
    expect([first?.factId, again?.factId]).not.toContain(third?.factId);
    await healthy(ns);
  });

  it('R4: said once and later outranks said ten times, and says what it hides', async () => {
    const ns = on.fresh();
    for (let n = 1; n <= 10; n++) await tell(ns, said('ssh_port', 22, n, { source: { session: `s${n}` } }));
    await tell(ns, said('ssh_port', 49222, 11));
    const page = await on.store.current(ns, { subject: ME, predicate: 'ssh_port' });
    expect(page).toMatchObject({ facts: [{ value: 49222 }], hidden: { superseded: 1 } });
    const listed = await on.store.list(ns, { predicate: 'ssh_port' });
    expect(listed.facts.map((f) => f.value)).toEqual([49222]);
  });

  it('R5: a separator keeps apart what a feeling is about, and the change is in the history', async () => {
    const ns = on.fresh();
    const about = (topic: string) => ({ qualifiers: { topic } });
    await tell(
      ns,
      said('sentiment', 'loves', 1, about('lasagne')),
      said('sentiment', 'loves', 1, about('pizza')),
      said('sentiment', 'hates', 2, about('lasagne')),
    );
    expect([await now(ns, 'sentiment', about('lasagne')), await now(ns, 'sentiment', about('pizza'))]).toEqual([['hates'], ['loves']]);
    const { facts, claims } = await on.store.history(ns, { subject: ME, predicate: 'sentiment', qualifiers: { topic: 'lasagne' } });
    expect([facts.map((f) => f.text), claims.length]).toEqual([['loves', 'hates'], 2]);
  });

  it('R6, R13: said again is support: one fact, no link to itself', async () => {
    const ns = on.fresh();
    const [one] = await tell(ns, said('prefers', 'dark mode', 1));
    for (const n of [2, 3])
      expect((await tell(ns, said('prefers', 'dark mode', n)))[0]).toMatchObject({
        outcome: 'duplicate',
        factId: one?.factId,
        supersededIds: [],
      });
    const why = await on.store.why(ns, String(one?.factId));
    expect([why.claims.length, why.supersedes, why.supersededBy]).toEqual([3, [], []]);
    await healthy(ns);
  });

  it('R7: it ended and it was never true are told apart by every question', async () => {
    const ns = on.fresh();
    const [ended, never] = await tell(ns, said('timezone', 'Europe/Berlin', 1), said('ssh_port', 22, 1));
    await on.store.retract(ns, { factId: String(ended?.factId), at: day(5) });
    await on.store.withdraw(ns, { factId: String(never?.factId) });
    const status = async (predicate: string) => (await on.store.history(ns, { subject: ME, predicate })).facts.map((f) => f.status);
    expect([await status('timezone'), await status('ssh_port')]).toEqual([['ended'], ['withdrawn']]);
    const then = async (predicate: string) => (await on.store.asOf(ns, { subject: ME, predicate, asOf: day(3) })).facts.length;
    expect([await then('timezone'), await then('ssh_port')]).toEqual([1, 0]);
    const { facts } = await on.store.list(ns, { subject: ME, status: ['ended', 'withdrawn'] });
    expect(facts.map((f) => [f.predicate, f.status]).sort()).toEqual([
      ['ssh_port', 'withdrawn'],
      ['timezone', 'ended'],
    ]);
  });

  it('R8: what is filled in later goes into history', async () => {
    const ns = on.fresh();
    await tell(ns, said('works_at', 'Globex', 20, { validFrom: '2026-01-10' }));
    const [late] = await tell(ns, said('works_at', 'Acme', 21, { validFrom: '2024-01-01' }));
    expect(late).toMatchObject({ late: true, currentChanged: false });
    expect(await now(ns, 'works_at')).toEqual(['Globex']);
    expect((await on.store.asOf(ns, { subject: ME, predicate: 'works_at', asOf: '2025-06-01' })).facts[0]?.text).toBe('Acme');
  });

  it('R9: a raise supersedes, and one leader per team can be declared', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'runs', { cardinality: 'single', valueType: 'entity', slotBy: 'value', inverse: 'run_by' });
    const [, raise] = await tell(ns, said('salary', '50000 EUR', 1), said('salary', '55000 EUR', 2));
    expect(raise?.outcome).toBe('superseded');
    const run = (subject: string, n: number) => said('runs', 'team:x', n, { subject });
    await tell(ns, run('user:ada', 1), run('user:ben', 2));
    const { facts } = await on.store.current(ns, { subject: 'team:x', predicate: 'run_by' });
    expect(facts.map((f) => f.subject)).toEqual(['user:ben']);
    await healthy(ns);
  });

  it('R10: of what may be several, both are current', async () => {
    const ns = on.fresh();
    await tell(ns, said('likes', 'tea', 1), said('likes', 'coffee', 2));
    expect(await now(ns, 'likes')).toEqual(['coffee', 'tea']);
  });

  it('R12, R56: a correction is one call, with the start of what it corrects; without any date there is one current value', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'database', { cardinality: 'single' });
    const [wrong] = await tell(ns, { subject: ME, predicate: 'database', value: 'Postgres' });
    await on.store.correct(ns, { factId: String(wrong?.factId), value: 'MySQL' });
    const { facts } = await on.store.history(ns, { subject: ME, predicate: 'database' });
    expect(facts.map((f) => [f.text, f.status]).sort()).toEqual([
      ['MySQL', 'current'],
      ['Postgres', 'withdrawn'],
    ]);
    expect(new Set(facts.map((f) => f.validFrom)).size).toBe(1);
    const undated = { subject: 'user:ben', predicate: 'database', origin: 'stated' as const };
    for (const value of ['Oracle', 'SQLite', 'DuckDB']) await tell(ns, { ...undated, value });
    expect((await on.store.current(ns, { subject: 'user:ben', predicate: 'database' })).facts.map((f) => f.text)).toEqual(['DuckDB']);
    await healthy(ns);
  });

  it('R14: one current value each, however often it was said', async () => {
    const ns = on.fresh();
    await tell(ns, said('age', 5, 1), said('age', 6, 2));
    for (const n of [1, 2, 3]) await tell(ns, said('name', 'Ada', n));
    expect([await now(ns, 'age'), await now(ns, 'name')]).toEqual([['6'], ['Ada']]);
  });

  it('R15: without the source of a wrong supersession the former fact is current again, exactly', async () => {
    const ns = on.fresh();
    const [before] = await tell(ns, said('lives_in', 'Berlin', 1));
    const fact = async () =>
      (await on.store.current(ns, { subject: ME, predicate: 'lives_in' })).facts.map(({ recordedAt: _r, version: _v, ...f }) => f);
    const then = await fact();
    const [wrong] = await tell(ns, said('lives_in', 'Paris', 2, { source: { session: 'somebody else', turn: '1' } }));
    await on.store.withdraw(ns, { claimId: String(wrong?.claimId) });
    expect(await fact()).toEqual(then);
    expect(then[0]?.id).toBe(before?.factId);
    await healthy(ns);
  });

  it('R16: a confidence of 0 is 0', async () => {
    const ns = on.fresh();
    const [none] = await tell(ns, said('lives_in', 'Berlin', 1, { confidence: 0 }));
    expect((await on.store.why(ns, String(none?.factId))).claims[0]?.confidence).toBe(0);
    expect((await on.store.current(ns, { subject: ME, predicate: 'lives_in' })).facts[0]?.confidence).toBe(0);
    expect((await tell(ns, said('lives_in', 'Paris', 2, { confidence: 0 })))[0]?.outcome).toBe('superseded');
  });

  it('R17, R43: a row with a date that is none is rejected with its field, and the others land', async () => {
    const ns = on.fresh();
    const rows = ['2026-02-30', 'next week', '2026-01-05T10:00:00', ''].map((validFrom) => said('likes', 'tea', 1, { validFrom }));
    const results = await tell(ns, ...rows, said('likes', 'coffee', 1), { subject: ME } as Candidate);
    expect(results.map((r) => r.outcome)).toEqual(['rejected', 'rejected', 'rejected', 'rejected', 'inserted', 'rejected']);
    for (const [i, r] of results.slice(0, 4).entries())
      expect(r.issues[0]).toMatchObject({ path: `facts[${i}].validFrom`, next: expect.any(String) });
    expect(await now(ns, 'likes')).toEqual(['coffee']);
  });

  it('R41, R44: the same fact by fifty callers at once is one fact, and nobody is refused', async () => {
    const ns = on.fresh();
    const calls = Array.from({ length: 50 }, (_, n) =>
      on.store.remember(ns, said('lives_in', 'Berlin', 1, { source: { session: `s${n}` } })),
    );
    const results = (await Promise.all(calls)).flat();
    expect(results.filter((r) => r.outcome === 'inserted' || r.outcome === 'duplicate')).toHaveLength(50);
    expect(new Set(results.map((r) => r.factId)).size).toBe(1);
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => on.store.remember(ns, said('lives_in', `Town ${n}`, 2 + n))));
    expect(others.flat().filter((r) => r.outcome === 'rejected')).toEqual([]);
    expect(await now(ns, 'lives_in')).toHaveLength(1);
    const [held] = (await on.store.current(ns, { subject: ME, predicate: 'lives_in' })).facts;
    const race = await Promise.all(
      ['Rome', 'Oslo'].map((value) => on.store.remember(ns, said('lives_in', value, 25, { expectedCurrent: String(held?.id) }))),
    );
    expect(
      race
        .flat()
        .map((r) => r.reason ?? 'won')
        .sort(),
    ).toEqual(['conflict', 'won']);
    await healthy(ns);
  });
});
