import { type Challenger, type Fact, type FactStatus, type Qualifiers, readDependsOn } from '../domain/fact.ts';
import { decodePart } from '../domain/keys.ts';
import { iso, MAX_TIME } from '../domain/time.ts';
import type { ClaimRow, FactRow } from './rows.ts';

/** What a fact is judged by. Without `valid`: by the clock, or by when it was last written should that be a moment ahead of it. */
export interface Moment {
  readonly valid: number | null;
  readonly clock: number;
  /** Recorded time up to which the store's knowledge counts. */
  readonly known: number;
}
export const latest = (clock: number): Moment => ({ valid: null, clock, known: MAX_TIME });

export const isArchived = (f: FactRow): boolean => f.archivedAt != null;

const ended = (f: FactRow, m: Moment): boolean => f.endedAt != null && f.endedAt <= m.known;

export const validAt = (f: FactRow, m: Moment): number =>
  m.valid ?? Math.max(m.clock, f.recordedAt, ended(f, m) ? (f.endedAt as number) : f.recordedAt);

export function statusOf(f: FactRow, m: Moment): FactStatus {
  if (f.withdrawnAt != null && f.withdrawnAt <= m.known) return 'withdrawn';
  const at = validAt(f, m);
  if (f.validFrom > at) return 'scheduled';
  if (!ended(f, m) || f.validTo == null || at < f.validTo) return 'current';
  return f.supersededBy == null ? 'ended' : 'superseded';
}

export function toFact(f: FactRow, m: Moment, challengers: readonly ClaimRow[] = []): Fact {
  const isEnded = ended(f, m);
  return {
    id: f.id,
    version: f.version,
    subject: decodePart(f.subject),
    predicate: decodePart(f.predicate),
    value: f.value,
    valueType: f.valueType,
    text: f.entityName ?? f.text,
    qualifiers: JSON.parse(f.qualifiers) as Qualifiers,
    confidence: f.confidence,
    validFrom: iso(f.validFrom),
    validTo: isEnded ? isoOrNull(f.validTo) : null,
    precision: { from: f.precision ?? 'instant', to: (isEnded ? f.toPrecision : null) ?? 'instant' },
    recordedAt: iso(f.recordedAt),
    endedAt: isEnded ? isoOrNull(f.endedAt) : null,
    withdrawnAt: f.withdrawnAt != null && f.withdrawnAt <= m.known ? iso(f.withdrawnAt) : null,
    status: statusOf(f, m),
    visibility: isArchived(f) ? 'archived' : 'live',
    supersedes: f.supersedes ?? null,
    supersededBy: isEnded ? (f.supersededBy ?? null) : null,
    resumes: f.resumes ?? null,
    challengedBy: challengers
      .filter((c) => speaksAt(c, m.valid ?? Math.max(validAt(f, m), c.recordedAt)))
      .sort((a, b) => b.confidence - a.confidence || byArrival(a, b))
      .map(toChallenger),
    dependsOn: readDependsOn(f.dependsOn),
    pinned: f.pinned,
    uses: f.uses,
    lastUsedAt: isoOrNull(f.lastUsedAt),
  };
}

/** A challenger that begins later, or a bounded one that has run out, says nothing about that instant. */
const speaksAt = (c: ClaimRow, at: number): boolean => c.start <= at && (c.to == null || at < c.to);

const toChallenger = (c: ClaimRow): Challenger => ({
  claimId: c.id,
  kind: c.kind,
  value: c.value ?? '',
  text: c.text ?? '',
  confidence: c.confidence,
});

export const isoOrNull = (ms: number | null | undefined): string | null => (ms == null ? null : iso(ms));

/** One order for every answer: by predicate, then by valid time. */
export const inOrder = (a: FactRow, b: FactRow): number =>
  compare(a.predicate, b.predicate) || a.validFrom - b.validFrom || a.recordedAt - b.recordedAt || a.seq - b.seq || compare(a.key, b.key);

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const byArrival = (a: ClaimRow, b: ClaimRow): number => a.recordedAt - b.recordedAt || a.seq - b.seq || compare(a.id, b.id);
