import { expect, it } from 'vitest';
import { importFacts } from '../../src/index.ts';
import type { Candidate } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';
import { thereAndBack } from '../support/there-and-back.ts';

const PEOPLE = ['user:0', 'user:1', 'user:2'];
const row = (i: number): Candidate => ({
  subject: `user:${i % 3}`,
  predicate: i % 2 === 0 ? 'lives_in' : 'likes',
  value: `Place ${i % 5}`,
  origin: 'import',
  ...(i % 4 === 0 ? { validFrom: `2025-0${(i % 9) + 1}-01` } : { observedAt: `2026-0${(i % 5) + 1}-01T00:00:00Z` }),
});
const rows = (count: number): Candidate[] => Array.from({ length: count }, (_, i) => row(i));

describeStores('undo of an import', (on) => {
  const known = async () => {
    const ns = on.fresh();
    const told = await on.store.remember(ns, [
      ...PEOPLE.map((subject): Candidate => ({ subject, predicate: 'lives_in', value: 'Place 1', observedAt: '2025-03-05T00:00:00Z' })),
      { subject: 'user:1', predicate: 'likes', value: 'Place 3', observedAt: '2025-03-05T00:00:00Z' },
    ]);
    return { ns, told };
  };

  it('all that it told goes, in however many batches, and comes back', async () => {
    const { ns } = await known();
    await thereAndBack(on, ns, PEOPLE, async (store) => {
      const { operationId } = await importFacts(store, ns, rows(40), { batch: 7, by: 'crm', reason: 'yearly' });
      expect(await store.operation(ns, operationId)).toMatchObject({ kind: 'import', by: 'crm', reason: 'yearly', counts: { claims: 40 } });
      return operationId;
    });
  });

  it('what was told before stays, and an import that was taken back takes nothing more', async () => {
    const { ns } = await known();
    const again: Candidate = { ...row(0), source: { session: 'crm', turn: '1' } };
    await on.store.remember(ns, again);
    on.at('2026-06-02T00:00:00Z');
    const options = { keyPrefix: 'crm 7', batch: 10 };
    const first = await importFacts(on.store, ns, [again, ...rows(20)], options);
    expect((await on.store.operation(ns, first.operationId)).counts.claims).toBe(20);
    // told again under the same name it is the same import
    expect(await importFacts(on.store, ns, [again, ...rows(20)], options)).toMatchObject({ replayed: 21, operationId: first.operationId });
    expect((await on.store.operations(ns, { kind: 'import' })).operations).toHaveLength(1);
    const undone = await on.store.undo(ns, first.operationId);
    await expect(importFacts(on.store, ns, rows(21), options)).rejects.toMatchObject({
      code: 'conflict',
      issues: [{ path: 'options.import' }],
    });
    expect((await on.store.remember(ns, again))[0]).toMatchObject({ replayed: true, reason: null });
    expect(undone.claims).toHaveLength(20);
  });

  it('is refused where a correction stands on it', async () => {
    const { ns } = await known();
    const { operationId } = await importFacts(on.store, ns, rows(10));
    const { facts } = await on.store.current(ns, { subject: 'user:0', predicate: 'lives_in' });
    const c = await on.store.correct(ns, { factId: facts[0]?.id as string, value: 'Paris' });
    await expect(on.store.undo(ns, operationId)).rejects.toMatchObject({ code: 'refused', details: { operations: [c.operationId] } });
    await on.store.undo(ns, c.operationId);
    expect((await on.store.undo(ns, operationId)).applied).toBe(true);
  });

  it('an id that is not one, or another operation, is refused', async () => {
    const { ns, told } = await known();
    const { operationId } = await on.store.withdraw(ns, { claimId: told[0]?.claimId as string });
    await expect(on.store.remember(ns, row(1), { import: { id: operationId } })).rejects.toMatchObject({ code: 'conflict' });
    await expect(on.store.remember(ns, row(1), { import: { id: 'crm' } })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'options.import.id' }],
    });
  });
});
