import type { Candidate } from '../../src/palimpsest.ts';
import type { StoreCase } from './stores.ts';

export const ADA = 'user:ada';
export const VW = 'entity:org:volkswagen';
export const month = (m: string) => `2026-${m}-10T09:00:00Z`;
export const works = (value: string, m: string): Candidate => ({
  subject: 'I',
  predicate: 'works_at',
  value,
  observedAt: month(m),
  origin: 'stated',
});
export const review: Candidate = { subject: 'my employer', predicate: 'constraint', value: 'all code is reviewed' };

/** A namespace whose subject is Ada. */
export const ofAda = async (on: StoreCase): Promise<string> => {
  const ns = on.fresh();
  await on.store.changeSettings(ns, { subject: ADA });
  return ns;
};
