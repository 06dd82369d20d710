import { expect, it } from 'vitest';
import type { Candidate } from '../../src/palimpsest.ts';
import { describeInProcess } from '../support/stores.ts';

const JOB = { subject: 'user:ada', predicate: 'works_at_once' } as const;
const at = (value: string, observedAt: string, more: Partial<Candidate> = {}): Candidate => ({
  ...JOB,
  value,
  observedAt: `${observedAt}T00:00:00Z`,
  origin: 'stated',
  ...more,
});

/** What is there, and what comes then: whether the database alone may decide it, and what it says. */
const CASES: readonly (readonly [why: string, there: readonly Candidate[], comes: Candidate, late: boolean, outcome: string])[] = [
  ['in order of time', [at('a', '2026-01-01')], at('b', '2026-01-02'), false, 'superseded'],
  ['with the time of the last', [at('a', '2026-01-01')], at('b', '2026-01-01'), true, 'superseded'],
  ['before the last', [at('a', '2026-01-02')], at('b', '2026-01-01'), true, 'inserted'],
  ['with a start to come', [at('a', '2026-01-01')], at('b', '2026-01-02', { validFrom: '2026-12-01' }), true, 'superseded'],
  ['with an end', [at('a', '2026-01-01')], at('b', '2026-01-02', { validTo: '2026-02-01', validFrom: '2026-01-02' }), true, 'superseded'],
  [
    'while a challenger is open',
    [at('a', '2026-01-01', { confidence: 0.9 }), at('b', '2026-01-02', { confidence: 0.3 })],
    at('c', '2026-01-03', { confidence: 1 }),
    true,
    'superseded',
  ],
  [
    'after what resumed',
    [at('a', '2026-01-01'), at('b', '2026-01-02', { validFrom: '2026-01-03', validTo: '2026-01-05T00:00:00Z' })],
    at('a', '2026-01-07'),
    true,
    'duplicate',
  ],
  ['where a default is', [at('d', '2026-01-01', { origin: 'default' })], at('a', '2026-01-02'), true, 'inserted'],
  ['as a default', [at('a', '2026-01-01')], at('d', '2026-01-02', { origin: 'default' }), true, 'slot_occupied'],
  [
    'too weak against what was stated, which is put to somebody',
    [at('a', '2026-01-01', { confidence: 0.9 })],
    at('b', '2026-01-02', { confidence: 0.5 }),
    true,
    'contested',
  ],
  [
    'too weak against what was extracted',
    [at('a', '2026-01-01', { confidence: 0.9, origin: 'extracted' })],
    at('b', '2026-01-02', { confidence: 0.6, origin: 'extracted' }),
    true,
    'contested',
  ],
];

describeInProcess(
  'a claim that comes',
  (on) => {
    it.each(CASES)('%s', async (_, there, comes, late, outcome) => {
      const ns = on.fresh();
      await on.store.definePredicate(ns, JOB.predicate, { cardinality: 'single', halfLifeDays: null });
      for (const candidate of there) await on.store.remember(ns, candidate);
      const [result] = await on.store.remember(ns, comes);
      expect(result).toMatchObject({ late, outcome });
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    });
  },
  { from: '2026-06-01T00:00:00Z' },
);
