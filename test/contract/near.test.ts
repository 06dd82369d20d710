import { expect, it } from 'vitest';
import type { Candidate, RememberResult } from '../../src/palimpsest.ts';
import { Chance } from '../support/chance.ts';
import { Mirror } from '../support/mirror.ts';
import { candidateOf, linesOfHistory, type Said } from '../support/model.ts';
import { SEED } from '../support/size.ts';
import { describeInProcess, describeStores } from '../support/stores.ts';

const SEAT = 'prefers a window seat on long flights';
const SEATS = 'Prefers window seat on long flight.';
const AISLE = 'prefers an aisle seat on long flights';
const ADA = 'user:ada';

describeStores('near-duplicates of text', (on) => {
  const said = (predicate: string, value: string, day: number, more: Partial<Candidate> = {}): Candidate => ({
    subject: ADA,
    predicate,
    value,
    confidence: 0.9,
    origin: 'stated',
    observedAt: `2026-01-${String(day).padStart(2, '0')}T10:00:00Z`,
    ...more,
  });
  const tell = async (ns: string, ...rows: Candidate[]): Promise<RememberResult[]> => [...(await on.store.remember(ns, rows))];
  const one = async (ns: string, row: Candidate): Promise<RememberResult> => (await tell(ns, row))[0] as RememberResult;
  const single = async (): Promise<string> => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'seating', { cardinality: 'single', halfLifeDays: null, margin: 0.2 });
    return ns;
  };
  const factsOf = async (ns: string, predicate: string) => (await on.store.current(ns, { subject: ADA, predicate })).facts;

  it.each(['single', 'multi'] as const)('support what was said first, in their own words: %s', async (cardinality) => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'seating', { cardinality });
    const first = await one(ns, said('seating', SEAT, 1));
    const again = await one(ns, said('seating', SEATS, 2));
    expect(first).not.toHaveProperty('near');
    expect(again).toMatchObject({ outcome: 'duplicate', near: true, factId: first.factId, currentChanged: false, late: false });
    expect(await factsOf(ns, 'seating')).toMatchObject([{ id: first.factId, value: SEAT, text: SEAT }]);
    const { claims } = await on.store.history(ns, { subject: ADA, predicate: 'seating' });
    expect(claims.map(({ value, text, near }) => ({ value, text, near }))).toEqual([
      { value: SEAT, text: SEAT, near: undefined },
      { value: SEAT, text: SEATS, near: true },
    ]);
    const { claims: why } = await on.store.why(ns, first.factId as string);
    expect(why.filter((c) => c.near)).toHaveLength(1);
  });

  it('out of order of time too', async () => {
    const ns = await single();
    await one(ns, said('seating', SEAT, 9));
    const early = await one(ns, said('seating', SEATS, 2));
    expect(early).toMatchObject({ near: true, late: true });
    const { facts } = await on.store.history(ns, { subject: ADA, predicate: 'seating' });
    expect(facts.filter((f) => f.status !== 'withdrawn').map((f) => f.value)).toEqual([SEAT]);
  });

  it.each([
    ['the deadline is 15 May for all drafts', 'the deadline is 16 May for all drafts'],
    ['the reports are exported every night', 'the reports are not exported every night'],
    ['trains with Maria in the morning hours', 'trains with Marina in the morning hours'],
    ['tickets are sent before every journey', 'tickets are sent after every journey'],
    ['the parcel weighs 5 kg at the most', 'the parcel weighs 5 g at the most'],
    ['wears formal clothes in the office', 'wears normal clothes in the office'],
    ['uses terminal A12 for domestic flights', 'uses terminal A13 for domestic flights'],
    ['dark mode', 'dark modes'],
  ])('are not what differs in what counts: %s | %s', async (a, b) => {
    const ns = on.fresh();
    const [first, second] = await tell(ns, said('note', a, 1), said('note', b, 2));
    expect([first?.outcome, second?.outcome, second?.near]).toEqual(['inserted', 'inserted', undefined]);
    expect(await factsOf(ns, 'note')).toHaveLength(2);
  });

  it('are known among the rows of one call', async () => {
    const ns = on.fresh();
    const rows = await tell(ns, said('note', SEAT, 1), said('note', AISLE, 2), said('note', SEATS, 3), said('note', SEAT, 4));
    expect(rows.map((r) => [r.outcome, r.near ?? false])).toEqual([
      ['inserted', false],
      ['inserted', false],
      ['duplicate', true],
      ['duplicate', false],
    ]);
  });

  it('are not looked for in another slot, of another subject, or in values that aren’t free text', async () => {
    const ns = on.fresh();
    await tell(ns, said('note', SEAT, 1, { qualifiers: { context: 'work' } }), said('note', SEAT, 1, { subject: 'user:ben' }));
    await on.store.definePredicate(ns, 'site', { valueType: 'url' });
    const [plain, inContext, annotated] = await tell(
      ns,
      said('note', SEATS, 2),
      said('note', SEATS, 2, { qualifiers: { context: 'work' } }),
      said('note', `${SEATS}.`, 3, { qualifiers: { mood: 'good' } }),
    );
    expect([plain?.outcome, plain?.near]).toEqual(['inserted', undefined]);
    expect([inContext?.outcome, inContext?.near]).toEqual(['duplicate', true]);
    expect([annotated?.outcome, annotated?.near]).toEqual(['duplicate', true]);
    const urls = await tell(ns, said('site', 'https://example.com/one-two', 1), said('site', 'https://example.com/one-twoo', 2));
    expect(urls.map((r) => r.outcome)).toEqual(['inserted', 'inserted']);
  });

  it('end what was said in other words', async () => {
    const ns = await single();
    await tell(ns, said('seating', SEAT, 1), said('note', SEAT, 1));
    const end = await one(ns, said('seating', SEATS, 5, { kind: 'end', validFrom: '2026-01-05' }));
    expect(end).toMatchObject({ outcome: 'ended', near: true });
    const retracted = await on.store.retract(ns, { subject: ADA, predicate: 'note', value: SEATS });
    expect(retracted.outcome).toBe('ended');
    expect([await factsOf(ns, 'seating'), await factsOf(ns, 'note')]).toEqual([[], []]);
  });

  it('may come again after something else: a fact of its own, in the new words', async () => {
    const ns = await single();
    const rows = await tell(ns, said('seating', SEAT, 1), said('seating', AISLE, 3), said('seating', SEATS, 5));
    expect(rows.map((r) => [r.outcome, r.near ?? false])).toEqual([
      ['inserted', false],
      ['superseded', false],
      ['superseded', true],
    ]);
    expect(await factsOf(ns, 'seating')).toMatchObject([{ value: SEAT, text: SEATS }]);
  });

  it('keep the id of their claim: what is sent again is answered as before', async () => {
    const ns = await single();
    const source = { session: 's1', turn: 't2' };
    await one(ns, said('seating', SEAT, 1, { source: { session: 's1', turn: 't1' } }));
    const near = await one(ns, said('seating', SEATS, 2, { source }));
    const replay = await one(ns, said('seating', SEATS, 2, { source }));
    expect(replay).toMatchObject({ claimId: near.claimId, factId: near.factId, outcome: 'duplicate', near: true, replayed: true });
    const keyed = said('note', SEATS, 2);
    const [before] = await on.store.remember(ns, [keyed], { idempotencyKey: 'k' });
    const [after] = await on.store.remember(ns, [keyed], { idempotencyKey: 'k' });
    expect(after).toMatchObject({ claimId: before?.claimId, replayed: true });
    const { claims } = await on.store.history(ns, { subject: ADA, predicate: 'seating' });
    expect(claims).toHaveLength(2);
  });

  it('the claim is the same also where what it was near to came later or has gone', async () => {
    const ns = on.fresh();
    const source = { session: 's1', turn: 't2' };
    const [first] = await tell(ns, said('note', SEAT, 1));
    const near = await one(ns, said('note', SEATS, 2, { source }));
    await on.store.withdraw(ns, { claimId: first?.claimId as string });
    expect(await one(ns, said('note', SEATS, 2, { source }))).toMatchObject({ claimId: near.claimId, replayed: true });
    expect(await factsOf(ns, 'note')).toMatchObject([{ value: SEAT, text: SEATS }]);
    const own = await one(ns, said('other', SEATS, 1, { source }));
    await on.store.withdraw(ns, { claimId: own.claimId as string });
    await one(ns, said('other', SEAT, 2));
    const replay = await one(ns, said('other', SEATS, 1, { source }));
    expect(replay).toMatchObject({ claimId: own.claimId, replayed: true, reason: 'withdrawn' });
    expect(replay).not.toHaveProperty('near');
  });

  it('are found by what waited for an answer too', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:gmbh', { type: 'org', name: 'Norvel GmbH' });
    await on.store.putEntity(ns, 'org:ag', { type: 'org', name: 'Norvel AG' });
    await on.store.remember(ns, [said('note', SEAT, 1, { subject: 'org:gmbh' })]);
    const waits = await one(ns, said('note', SEATS, 2, { subject: 'Norvel' }));
    expect(waits).toMatchObject({ outcome: 'ambiguous', claimId: null });
    const { result } = await on.store.decideReview(ns, waits.reviewId as string, { decision: 'accept', subject: { entity: 'org:gmbh' } });
    expect(result).toMatchObject({ outcome: 'duplicate', near: true });
  });

  it('are found among what either of two said that are one now', async () => {
    const ns = on.fresh();
    await tell(ns, said('note', AISLE, 1), said('note', SEAT, 1, { subject: 'user:ben' }));
    await on.store.merge(ns, { from: 'user:ben', into: ADA });
    for (const subject of [ADA, 'user:ben'])
      expect(await one(ns, said('note', SEATS, 2, { subject }))).toMatchObject({ outcome: 'duplicate', near: true });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('are not matched to what was taken back', async () => {
    const ns = on.fresh();
    const first = await one(ns, said('note', SEAT, 1));
    await on.store.withdraw(ns, { claimId: first.claimId as string });
    expect(await one(ns, said('note', SEATS, 2))).toMatchObject({ outcome: 'inserted' });
    expect(await factsOf(ns, 'note')).toMatchObject([{ value: SEATS }]);
  });

  it('a correction of a slip is no duplicate of it', async () => {
    const ns = on.fresh();
    const slip = 'prefers a seperate room on business trips';
    const right = 'prefers a separate room on business trips';
    const wrong = await one(ns, said('note', slip, 1));
    await on.store.correct(ns, { factId: wrong.factId as string, value: right });
    expect(await factsOf(ns, 'note')).toMatchObject([{ value: right, text: right }]);
    expect(await one(ns, said('note', slip, 3))).toMatchObject({ outcome: 'duplicate', near: true });
  });

  it('list by value asks for the value, not for what is near it', async () => {
    const ns = on.fresh();
    await tell(ns, said('note', SEAT, 1), said('note', SEATS, 2));
    expect((await on.store.list(ns, { value: SEAT })).facts).toHaveLength(1);
    expect((await on.store.list(ns, { value: SEATS })).facts).toHaveLength(0);
  });
});

const BASES = [
  ['prefers a window seat on long flights', 'Prefers window seat on long flights', 'prefers a window seat on long flights.'],
  ['the notes are organised by project', 'notes are organized by project', 'The notes are organized by project!'],
  ['needs accommodation near the office', 'needs accomodation near office', 'Needs accommodation near the office'],
] as const;

describeInProcess('near-duplicates of text', (on) => {
  it.each(['single', 'multi'] as const)('fold as the value that was there first would, in any order: %s', async (cardinality) => {
    const chance = new Chance(SEED);
    const settings = { cardinality, margin: 0.2, halfLifeDays: 40 } as const;
    let near = 0;
    for (let run = 0; run < 12; run++) {
      const ns = on.fresh();
      await on.store.definePredicate(ns, 'p', settings);
      const mirror = new Mirror(settings);
      const first = new Map<readonly string[], string>();
      for (let i = 0, day = 0; i < 8; i++) {
        const batch = Array.from({ length: chance.of([1, 2, 4]) }, () => {
          const base = chance.of(BASES);
          const value = chance.of(base);
          if (!first.has(base)) first.set(base, value);
          day += chance.int(-2, 6);
          const start = Math.max(0, day);
          const kind = chance.chance(0.15) ? ('end' as const) : ('assert' as const);
          const explicit = kind === 'end';
          const confidence = chance.of([0.5, 0.7, 0.9]);
          const row: Said = { kind, value, start, said: start, explicit, to: null, confidence, source: null, origin: 'stated' };
          return { row, value: first.get(base) as string };
        });
        const rows = batch.map((b) => candidateOf(b.row, 'user:u', 'p'));
        for (const [n, result] of (await on.store.remember(ns, rows)).entries()) {
          const { row, value } = batch[n] as (typeof batch)[number];
          mirror.add(result.claimId as string, { ...row, value });
          expect(result.near ?? false, `seed ${SEED}`).toBe(row.value.toLowerCase() !== value.toLowerCase());
          if (result.near) near += 1;
        }
      }
      const history = await on.store.history(ns, { subject: 'user:u', predicate: 'p' });
      const folded = (lines: string[]) => lines.map((l) => l.toLowerCase()).sort();
      expect(folded(linesOfHistory(history)), `seed ${SEED}`).toEqual(folded(mirror.lines()));
    }
    expect(near).toBeGreaterThan(50);
  });
});
