import type { Claim, Piece } from '../../src/domain/claim.ts';
import type { Fact } from '../../src/domain/fact.ts';
import { fold } from '../../src/domain/fold.ts';
import { iso } from '../../src/domain/time.ts';
import type { Candidate, History } from '../../src/palimpsest.ts';

export const DAY = 86_400_000;

/** A claim as the model tells it to the store, in days and letters. */
export interface Said {
  readonly kind: 'assert' | 'end';
  readonly value: string;
  readonly start: number;
  readonly said: number;
  readonly explicit: boolean;
  readonly to: number | null;
  readonly confidence: number;
  readonly source: string | null;
  readonly origin: 'stated' | 'extracted' | 'default' | 'decision';
}

export const candidateOf = (c: Said, subject: string, predicate: string): Candidate => ({
  subject,
  predicate,
  value: c.value,
  kind: c.kind,
  confidence: c.confidence,
  origin: c.origin,
  observedAt: iso((c.explicit ? c.said : c.start) * DAY),
  ...(c.explicit && { validFrom: iso(c.start * DAY) }),
  ...(c.to !== null && { validTo: iso(c.to * DAY) }),
  ...(c.source !== null && { source: { session: c.source } }),
});

export const claimOf = (c: Said, id: string, seq: number): Claim => ({
  ...c,
  id,
  seq,
  value: c.value,
  start: c.start * DAY,
  said: (c.explicit ? c.said : c.start) * DAY,
  to: c.to === null ? null : c.to * DAY,
});

/** One line a fact, so that a difference reads well. */
export const line = (
  value: unknown,
  from: number,
  to: number | null,
  confidence: number,
  claims: Iterable<string>,
  resumed: boolean,
): string =>
  `${String(value)} [${from / DAY}, ${to === null ? 'open' : to / DAY}) ${confidence.toFixed(6)} ${[...claims].sort().join(' ')}${resumed ? ' resumed' : ''}`;

export const linesOfPieces = (pieces: readonly Piece[]): string[] =>
  pieces.map((p) => line(p.value, p.from, p.to, p.confidence, p.basis.keys(), p.resumed));

/** The believed facts of a history, with the claims they are based on. */
export const linesOfHistory = ({ facts }: History): string[] =>
  facts.filter((f) => f.status !== 'withdrawn').map((f) => lineOfFact(f, f.basedOn));

export const lineOfFact = (f: Fact, claims: Iterable<string>): string =>
  line(f.value, Date.parse(f.validFrom), f.validTo === null ? null : Date.parse(f.validTo), f.confidence, claims, f.resumes !== null);

export const foldOf = (claims: readonly Claim[], margin: number, halfLifeDays: number | null) =>
  fold(claims, { margin, halfLife: halfLifeDays === null ? null : halfLifeDays * DAY });
