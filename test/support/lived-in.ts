import type { Candidate, Palimpsest } from '../../src/palimpsest.ts';
import { freshNamespace } from './engines.ts';

/** Part of every text value that is told, so that a test can see where one leaks. */
export const HUSH = 'hush';

const ada = (predicate: string, value: string, observedAt: string, more: Partial<Candidate> = {}): Candidate => ({
  subject: 'user:ada',
  predicate,
  value,
  observedAt: `${observedAt}T10:00:00Z`,
  confidence: 0.9,
  origin: 'stated',
  ...more,
});
const BEN = { subject: 'user:ben' } as const;
const CLEO = { subject: 'user:cleo' } as const;

/** A fresh namespace in which everything has happened once: to be audited, exported, looked at. Clock in June 2026. */
export async function livedIn(store: Palimpsest): Promise<string> {
  const namespace = freshNamespace();
  await store.definePredicate(namespace, 'motto', { cardinality: 'single', halfLifeDays: 90 });
  await store.definePredicate(namespace, 'steers', { cardinality: 'single', slotBy: 'value', valueType: 'entity', range: 'team' });
  await store.putEntity(namespace, 'user:ada', { name: `Ada ${HUSH}`, aliases: [`${HUSH} herself`] });
  const turn = { source: { session: 's1', turn: 't1' } };
  await store.remember(namespace, [
    ada('works_at', 'Acme', '2026-01-01', turn),
    ada('motto', `${HUSH} 1`, '2026-01-01', turn),
    ada('motto', `${HUSH} 1`, '2026-01-09', { origin: 'extracted', confidence: 0.7 }),
    ada('likes', `${HUSH} tea`, '2026-01-01'),
    ada('likes', `${HUSH} coffee`, '2026-01-02', { qualifiers: { context: 'mornings', mood: HUSH } }),
    ada('steers', 'Core', '2026-01-03'),
    ada('steers', 'Core', '2026-02-03', BEN),
    ada('current_location', 'Berlin', '2026-01-01'),
  ]);
  await store.remember(namespace, [
    ada('works_at', 'Globex', '2026-03-01', { source: { session: 's2' } }),
    ada('motto', `${HUSH} 2`, '2026-03-01'),
    ada('motto', `${HUSH} 3`, '2026-03-02', { confidence: 0.3 }),
    ada('works_at', 'Initech', '2026-03-02', { validFrom: '2019', validTo: '2021' }),
    ada('current_location', 'Paris', '2026-03-01', { validFrom: '2026-03-02', validTo: '2026-03-08' }),
    ada('current_location', 'Rome', '2026-04-01', { validFrom: '2026-12-24', validTo: '2026-12-27' }),
    ada('motto', `${HUSH} 0`, '2025-06-01', { origin: 'default', ...BEN }),
    ada('works_at', 'Acme', '2026-04-01', { kind: 'end', ...BEN }),
  ]);
  const [wrong] = await store.remember(namespace, [ada('works_at', 'Hooli', '2026-04-01')], { idempotencyKey: 'k1' });
  await store.withdraw(namespace, { claimId: wrong?.claimId as string });
  const [tea] = await store.remember(namespace, [ada('likes', `${HUSH} tea`, '2026-04-01')]);
  await store.correct(namespace, { factId: tea?.factId as string, value: `${HUSH} green tea` });
  await store.retract(namespace, {
    subject: 'user:ada',
    predicate: 'likes',
    value: `${HUSH} coffee`,
    qualifiers: { context: 'mornings' },
    at: '2026-05-01',
  });
  await store.definePredicate(namespace, 'likes', { separators: ['mood'] }, { resolve: 'fold' });
  for (const form of ['GmbH', 'AG']) await store.putEntity(namespace, `org:${form}`, { name: `${HUSH} ${form}` });
  const waiting = await store.remember(namespace, [
    ada('works_at', HUSH, '2026-05-02', { ...CLEO, validTo: '2026-05-03', source: { session: 's3', turn: 't1', quote: HUSH } }),
    ada('works_at', HUSH, '2026-05-04', CLEO),
  ]);
  await store.decideReview(namespace, waiting[0]?.reviewId as string, { decision: 'accept', value: { entity: 'org:AG' } });
  return namespace;
}
