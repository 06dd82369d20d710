import { expect, it } from 'vitest';
import type { Candidate, RememberResult } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

const STATED = { origin: 'stated', confidence: 1 } as const;
const TURN = { session: 's', turn: 't' };
const a = (predicate: string, value: Candidate['value'], more: Partial<Candidate> = {}): Candidate => ({
  subject: 'user:a',
  predicate,
  ...(value !== undefined && { value }),
  ...more,
});

describeStores('what is kept apart, and what is one', (on) => {
  const tell = async (ns: string, ...candidates: Candidate[]): Promise<RememberResult[]> => [...(await on.store.remember(ns, candidates))];
  const current = async (ns: string, subject = 'user:a') => (await on.store.current(ns, { subject })).facts;

  it('a predicate is one however it is spelt, unknown ones and aliases too', async () => {
    for (const names of [
      ['Shoe Size ', 'shoe size', 'shoe_size', 'shoe-size'],
      [' größe', 'GRÖSSE\n'],
    ]) {
      const ns = on.fresh();
      await tell(ns, ...names.map((predicate) => a(predicate, 'x')));
      expect(new Set((await current(ns)).map((f) => f.predicate)).size).toBe(1);
    }
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'postcode', { cardinality: 'single', aliases: ['Zip Code'] });
    await tell(ns, a('Zip Code', '1'), a('zip code', '2', STATED), a('zip_code', '3', STATED));
    expect(await current(ns)).toMatchObject([{ predicate: 'postcode', value: '3' }]);
  });

  it('values that differ in digits, in the case of units or addresses are several', async () => {
    for (const [one, other] of [
      ['10⁶', '106'],
      ['chapter ①', 'chapter 1'],
      ['2½ cups', '21⁄2 cups'],
      ['5 MW', '5 mW'],
      ['see https://x.dev/Ab', 'see https://x.dev/aB'],
    ] as const) {
      const ns = on.fresh();
      const results = await tell(ns, a('note_to_self', one, { source: TURN }), a('note_to_self', other, { source: TURN }));
      expect(results.map((r) => [r.outcome, r.replayed])).toEqual([
        ['inserted', false],
        ['inserted', false],
      ]);
    }
    const ns = on.fresh();
    expect((await tell(ns, a('note_to_self', 'Tea, ＧＲＥＥＮ'), a('note_to_self', ' tea,  green')))[1]?.outcome).toBe('duplicate');
  });

  it('ids and contexts are composed and trimmed', async () => {
    const ns = on.fresh();
    const contexts = ['caf\u00e9', 'cafe\u0301', 'caf\u00e9 '];
    await tell(ns, ...contexts.map((context, i) => a('plan', `v${i}`, { ...STATED, qualifiers: { context } })));
    expect((await current(ns)).map((f) => f.value)).toEqual(['v2']);
    await tell(ns, { ...a('plan', 'x'), subject: 'user:jos\u00e9' }, { ...a('plan', 'y', STATED), subject: ' user:jose\u0301' });
    expect((await current(ns, 'user:jos\u00e9')).map((f) => f.value)).toEqual(['y']);
    await on.store.putEntity(ns, 'user:ada', { name: 'Ada' });
    const [r] = await tell(ns, { subject: 'user:kim', predicate: 'parent', value: ' user:ada ' });
    expect(r?.resolved.subject?.entity).toBe('user:ada');
  });

  it('one start, written as a date or as its instant, is one statement of a turn', async () => {
    const ns = on.fresh();
    const said = (validFrom: string) => a('likes', 'tea', { validFrom, source: TURN });
    expect((await tell(ns, said('2024-01-01'), said('2024-01-01T00:00:00Z'))).map((r) => r.replayed)).toEqual([false, true]);
  });

  it('a list by qualifiers finds those of the fact, not what a key looks like', async () => {
    const ns = on.fresh();
    await tell(ns, a('likes', 'x', { qualifiers: { 'x"b': 'y' } }), a('likes', 'z', { qualifiers: { a: 'y', b: 'y' } }));
    expect((await on.store.list(ns, { qualifiers: { b: 'y' } })).facts.map((f) => f.value)).toEqual(['z']);
    expect((await on.store.list(ns, { qualifiers: { 'x"b': 'y' } })).facts.map((f) => f.value)).toEqual(['x']);
  });

  it('a pin stays when a claim that supports brings it', async () => {
    const ns = on.fresh();
    await tell(ns, a('likes', 'tea'), a('likes', 'tea', { pinned: true }), a('plan', 'x', { validFrom: '2024', validTo: '2030' }));
    await tell(ns, a('plan', 'x', { validFrom: '2023', validTo: '2029', pinned: true }));
    expect((await current(ns)).map((f) => f.pinned)).toEqual([true, true]);
  });

  it('a retraction by value is of the subject it names, also where one subject holds the value', async () => {
    const ns = on.fresh();
    const leads = { predicate: 'leads_team', value: 'team:x', ...STATED };
    await tell(ns, { ...leads, subject: 'user:ada', validFrom: '2020' }, { ...leads, subject: 'user:bob', validFrom: '2021' });
    await on.store.putEntity(ns, 'user:zed', { name: 'Zed' });
    for (const subject of ['user:ada', 'user:zed'])
      await expect(on.store.retract(ns, { subject, predicate: 'leads_team', value: 'team:x' })).rejects.toMatchObject({
        code: 'not_found',
      });
    expect((await on.store.list(ns)).facts).toMatchObject([{ subject: 'user:bob', status: 'current' }]);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('an end before now, without a start, is refused as inverted', async () => {
    const ns = on.fresh();
    const [r] = await tell(ns, a('plan', 'x', { validTo: '2020' }));
    expect(r).toMatchObject({ outcome: 'rejected', reason: 'invalid_input', issues: [{ path: 'facts[0].validTo' }] });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('an end that names no value ends what holds then, whichever is told first, and keeps doing so when several may hold', async () => {
    const pro = a('plan', 'pro', { validFrom: '2024-01-01', ...STATED });
    const end = a('plan', undefined, { kind: 'end', validFrom: '2024-06-01', ...STATED });
    for (const order of [
      [pro, end],
      [end, pro],
    ]) {
      const ns = on.fresh();
      for (const c of order) await tell(ns, c);
      const ended = async () => (await on.store.list(ns, { status: ['current', 'ended'] })).facts.map((f) => [f.value, f.status]);
      expect(await ended()).toEqual([['pro', 'ended']]);
      await on.store.definePredicate(ns, 'plan', { cardinality: 'multi' }, { resolve: 'fold' });
      expect(await ended()).toEqual([['pro', 'ended']]);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    }
  });

  it('compare-and-set knows a fact of the same value that is another one', async () => {
    const ns = on.fresh();
    const plan = (value: string, validFrom: string, more: Partial<Candidate> = {}) => a('plan', value, { ...STATED, validFrom, ...more });
    const [first] = await tell(ns, plan('A', '2024'));
    const rows = await tell(ns, plan('B', '2025'), plan('A', '2026'), plan('C', '2026-05', { expectedCurrent: first?.factId as string }));
    expect(rows.map((r) => r.reason)).toEqual([null, null, 'conflict']);
  });

  it('what was known before a predicate changed is answered as it was known then', async () => {
    const captain = { cardinality: 'single', valueType: 'entity', inverse: 'captained_by' } as const;
    const says = (subject: string, value: string, validFrom: string) => ({ subject, predicate: 'captain', value, validFrom, ...STATED });
    for (const [slotBy, then, facts, asked] of [
      ['value', 'subject', [says('user:a', 'team:x', '2024'), says('user:a', 'team:y', '2025')], ['user:a', 'captain']],
      ['subject', 'value', [says('user:a', 'team:x', '2024'), says('user:b', 'team:x', '2025')], ['team:x', 'captained_by']],
    ] as const) {
      const ns = on.fresh();
      await on.store.definePredicate(ns, 'captain', { ...captain, slotBy });
      const told = await tell(ns, ...facts);
      const q = { subject: asked[0], predicate: asked[1], asOf: '2026', knownAt: told.at(-1)?.recordedAt as string };
      const read = async () => [
        (await on.store.asOf(ns, q)).facts.map((f) => `${f.subject} ${f.text}`).sort(),
        (await on.store.list(ns, q)).facts.map((f) => `${f.subject} ${f.text}`).sort(),
      ];
      const before = await read();
      expect(before[0]).toHaveLength(2);
      await on.store.definePredicate(ns, 'captain', { slotBy: then }, { resolve: 'fold' });
      expect(await read()).toEqual(before);
      expect((await on.store.history(ns, { subject: asked[0], predicate: asked[1] })).facts.length).toBeGreaterThan(2);
    }
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'plan', { separators: ['env'] });
    const [p, q] = await tell(
      ns,
      a('plan', 'free', { qualifiers: { env: 'p' }, validFrom: '2024', ...STATED }),
      a('plan', 'pro', { qualifiers: { env: 'q' }, validFrom: '2025', ...STATED }),
    );
    await on.store.definePredicate(ns, 'plan', { separators: [] }, { resolve: 'fold' });
    const then = { subject: 'user:a', predicate: 'plan', qualifiers: { env: 'p' }, asOf: '2026', knownAt: q?.recordedAt as string };
    expect((await on.store.asOf(ns, then)).facts.map((f) => f.id)).toEqual([p?.factId]);
  });

  it('a fact that is parted stays with the claim it began with; one id never comes back in two slots', async () => {
    const ns = on.fresh();
    const env = (e: string, validFrom: string) => a('plan', 'v', { validFrom, qualifiers: { env: e }, ...STATED });
    await tell(ns, env('p', '2024'), env('q', '2024-06'));
    const id = (await current(ns))[0]?.id;
    await on.store.definePredicate(ns, 'plan', { separators: ['env'] }, { resolve: 'fold' });
    expect((await current(ns)).filter((f) => f.id === id).map((f) => f.qualifiers.env)).toEqual(['p']);

    const other = on.fresh();
    const weak = (e: string) => a('plan', 'v', { validFrom: '2024', confidence: 0.3, qualifiers: { env: e } });
    const strong = (more: Partial<Candidate> = {}) => a('plan', 'w', { validFrom: '2023', ...STATED, ...more });
    await on.store.definePredicate(other, 'plan', { halfLifeDays: null });
    await tell(other, weak('p'), weak('q'));
    await tell(other, strong());
    await on.store.definePredicate(other, 'plan', { separators: ['env'] }, { resolve: 'fold' });
    await tell(other, strong({ qualifiers: { env: 'p' } }), strong({ qualifiers: { env: 'q' } }));
    await on.store.definePredicate(other, 'plan', { halfLifeDays: 1 }, { resolve: 'fold' });
    const { facts } = await on.store.list(other, { status: ['current', 'superseded', 'ended'] });
    expect(new Set(facts.map((f) => f.id)).size).toBe(facts.length);
    expect((await on.store.doctor(other)).findings).toEqual([]);
  });
});
