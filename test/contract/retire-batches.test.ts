import { expect, it } from 'vitest';
import type { Candidate, RetireInput, RetireReply } from '../../src/palimpsest.ts';
import { describeCounted } from '../support/counted.ts';
import { freshNamespace } from '../support/engines.ts';
import { retiring } from '../support/retiring.ts';
import { snapshot } from '../support/snapshot.ts';

const SMALL = { together: 5, batch: 3 };
const ORG = 'org:big';
const HEIR = 'org:heir';
const NEVER = async () => undefined;
class Cut extends Error {}

describeCounted('retiring in several transactions', (on) => {
  const people = (n: number): Candidate[] =>
    Array.from({ length: n }, (_, i) => ({ subject: `user:u${i}`, predicate: 'works_at', value: ORG, validFrom: '2026-01-01' }));
  const told = async (n = 11) => {
    const ns = freshNamespace();
    await on.store.putEntity(ns, ORG, { name: 'Big', type: 'org' });
    await on.store.putEntity(ns, HEIR, { name: 'Heir', type: 'org' });
    await on.store.remember(ns, [...people(n), { subject: ORG, predicate: 'headquarters', value: 'Wolfsburg', validFrom: '2026-01-01' }]);
    return ns;
  };
  /** Values, spans and outcomes, without ids. */
  const state = async (ns: string) => {
    const { facts, claims } = await snapshot(on.store, ns, []);
    return {
      facts: facts.map((f) => [f.subject, f.predicate, f.value, f.validFrom, f.validTo, f.status].join(' ')).sort(),
      claims: claims.map((c) => [c.kind, c.value, c.start, c.validTo, c.origin, c.outcome, c.reason].join(' ')).sort(),
    };
  };
  const shape = ({ facts, ...reply }: RetireReply) => ({
    ...reply,
    operationId: null,
    recordedAt: null,
    facts: facts.map(({ factId: _, ...f }) => JSON.stringify(f)).sort(),
  });
  /** Lets the given number of transactions through. */
  const cutAfter = (n: number) => ({
    ...SMALL,
    before: async (next: number) => {
      if (next > n) throw new Cut();
    },
  });
  const until = (ns: string) => on.store.doctor(ns).then((r) => r.findings.map((f) => [f.invariant, f.subject]));

  const cases: readonly [string, RetireInput][] = [
    ['ending', { at: '2026-05-01', reason: 'closed' }],
    ['repointing', { at: '2026-05-01', replacement: HEIR }],
    ['asking', { at: '2026-05-01', policies: { works_at: { value: 'review' } } }],
  ];
  it.each(cases)('%s, does what one transaction does', async (_, input) => {
    const [one, several] = [await told(), await told()];
    const whole = await on.store.retire(one, ORG, input);
    const parts = await retiring(on.graph, SMALL)(several, ORG, input);
    expect(shape(parts)).toEqual(shape(whole));
    expect(await state(several)).toEqual(await state(one));
    expect((await on.store.reviews(several)).reviews).toHaveLength((await on.store.reviews(one)).reviews.length);
    expect(await on.store.retire(several, ORG, input)).toMatchObject({ outcome: 'nothing' });
    expect(await until(several)).toEqual([]);
  });

  it.each(cases)('%s, comes to the same when it is cut off anywhere, and goes on', async (_, input) => {
    const one = await told();
    const whole = await on.store.retire(one, ORG, input);
    for (const n of [0, 1, 3]) {
      const ns = await told();
      await expect(retiring(on.graph, cutAfter(n))(ns, ORG, input)).rejects.toThrow(Cut);
      expect(await until(ns)).toEqual([['I8', ORG]]);
      // once more, and cut off again
      await expect(retiring(on.graph, cutAfter(0))(ns, ORG, input)).rejects.toThrow(Cut);
      expect(shape(await on.store.retire(ns, ORG, input))).toEqual(shape(whole));
      expect(await state(ns)).toEqual(await state(one));
      expect(await until(ns)).toEqual([]);
    }
  });

  it('goes on by its id as well, and answers again what it answered', async () => {
    const ns = await told();
    await expect(retiring(on.graph, cutAfter(1))(ns, ORG, { at: '2026-05-01' }, { idempotencyKey: 'k' })).rejects.toThrow(Cut);
    const { findings } = await on.store.doctor(ns);
    const [, operationId = ''] = /(o_\S+?),/.exec(findings[0]?.problem ?? '') ?? [];
    await expect(on.store.retire(ns, ORG, { at: '2026-06-01' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(on.store.undo(ns, operationId)).rejects.toMatchObject({ code: 'conflict' });
    await expect(on.store.retire(ns, ORG, { at: '2026-05-01', dryRun: true })).rejects.toMatchObject({ code: 'conflict' });
    const done = await on.store.retire(ns, ORG, { operationId });
    expect(done).toMatchObject({ outcome: 'retired', operationId, counts: { end: 11, keep: 1 } });
    expect(await on.store.retire(ns, ORG, { operationId })).toEqual(done);
    expect(await on.store.retire(ns, ORG, { at: '2026-05-01' }, { idempotencyKey: 'k' })).toEqual(done);
    const { operations } = await on.store.why(ns, (await state(ns)) && (done.facts.find((f) => f.policy === 'end')?.factId as string));
    expect(operations).toMatchObject([{ id: operationId, kind: 'retire' }]);
  });

  it('refuses what is told of the entity meanwhile, and takes it again after', async () => {
    const ns = await told();
    await expect(retiring(on.graph, cutAfter(1))(ns, ORG, { at: '2026-05-01' })).rejects.toThrow(Cut);
    const late: Candidate[] = [
      { subject: 'user:late', predicate: 'works_at', value: ORG },
      { subject: ORG, predicate: 'motto', value: 'onwards' },
      { subject: 'user:late', predicate: 'works_at', value: ORG, validFrom: '2026-01-01', validTo: '2027-01-01' },
    ];
    expect((await on.store.remember(ns, late)).map((r) => r.outcome)).toEqual(['restricted', 'restricted', 'restricted']);
    await expect(on.store.merge(ns, { from: ORG, into: HEIR })).rejects.toMatchObject({ code: 'restricted' });
    await expect(on.store.merge(ns, { from: HEIR, into: ORG })).rejects.toMatchObject({ code: 'restricted' });
    await on.store.retire(ns, ORG, { at: '2026-05-01' });
    expect((await on.store.remember(ns, late)).map((r) => r.outcome)).not.toContain('restricted');
    expect((await on.store.current(ns, { subject: 'user:u1' })).facts).toEqual([]);
    expect(await until(ns)).toEqual([]);
  });

  it.each(cases)('%s, is taken back as a whole, and brought back', async (_, input) => {
    const ns = await told();
    const before = await snapshot(on.store, ns, []);
    await expect(retiring(on.graph, cutAfter(1))(ns, ORG, input)).rejects.toThrow(Cut);
    const { operationId } = await on.store.retire(ns, ORG, input);
    const done = await state(ns);
    const undone = await on.store.undo(ns, operationId as string);
    expect(await snapshot(on.store, ns, [])).toEqual(before);
    await on.store.undo(ns, undone.operationId as string);
    expect(await state(ns)).toEqual(done);
    expect(await until(ns)).toEqual([]);
  });

  it('is one operation that several may carry out at once', async () => {
    const ns = await told(23);
    const all = await Promise.all(
      Array.from({ length: 4 }, () => retiring(on.graph, { ...SMALL, before: NEVER })(ns, ORG, { at: '2026-05-01' })),
    );
    expect(all.some((r) => r.outcome === 'retired')).toBe(true);
    for (const r of all.filter((one) => one.outcome === 'retired')) expect(r).toMatchObject({ counts: { end: 23, keep: 1 } });
    expect((await on.store.list(ns, { predicate: 'works_at' })).facts).toEqual([]);
    const { claims } = await on.store.history(ns, { subject: 'user:u3', predicate: 'works_at' });
    expect(claims.map((c) => c.kind)).toEqual(['assert', 'end']);
    expect(await until(ns)).toEqual([]);
  });
});
