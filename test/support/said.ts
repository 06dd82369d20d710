import type { Candidate } from '../../src/palimpsest.ts';

type More = Partial<Candidate>;

export const said = (subject: string, predicate: string, value: string, observedAt: string, more: More = {}): Candidate => ({
  subject,
  predicate,
  value,
  observedAt,
  origin: 'stated',
  ...more,
});

/** Where it is told from when on it holds. */
export const saidToHold = (subject: string, predicate: string, value: string, validFrom: string, more: More = {}): Candidate => ({
  subject,
  predicate,
  value,
  validFrom,
  origin: 'stated',
  ...more,
});

export const JOB = { subject: 'user:ada', predicate: 'works_at' };
export const job = (value: string, more: More = {}): Candidate => ({ ...JOB, value, ...more });
export const jobAt = (value: string, observedAt: string, more: More = {}): Candidate => job(value, { observedAt, ...more });
