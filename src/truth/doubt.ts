import type { CandidateInput } from '../contract/candidate.ts';
import type { ReviewKind } from '../domain/review.ts';
import type { Issue } from '../errors.ts';
import type { Resolution } from '../registry/entities.ts';
import { describeProblem } from '../values/canonical.ts';
import { randomId } from './ids.ts';

/** A part of a candidate of which nobody can say yet whom or what it means. */
export interface Doubt {
  /** Field of the candidate. */
  readonly field: 'subject' | 'value';
  /** An entity is asked for; else a value of the predicate's type. */
  readonly entity: boolean;
  readonly mention: string;
  readonly kind: ReviewKind;
  /** Type that a new entity would get. */
  readonly type: string | null;
  /** Ids of the entities, or values, that it may be. */
  readonly candidates: readonly string[];
  /** Of a phrase that stands for somebody: why it comes to nobody, or to several. */
  readonly says?: Pick<Issue, 'message' | 'next'> | undefined;
}
/** A candidate that is right in itself and waits for an answer. */
export interface Waiting {
  /** The same statement is one question, however often it is sent. */
  readonly identity: readonly string[];
  readonly candidate: CandidateInput;
  readonly doubts: readonly Doubt[];
  /** Ids of entities that it speaks of, or may. */
  readonly entities: readonly string[];
  /** Its end (epoch ms), where it speaks from now on. */
  readonly until: number | null;
  /** Where it stood in a request under a key. */
  readonly request: { readonly id: string; readonly seq: number } | null;
}

const KINDS: Readonly<Partial<Record<Resolution['band'], ReviewKind>>> = {
  ambiguous: 'ambiguous-entity',
  review: 'near-entity',
  unknown: 'unresolved-entity',
};

/** Null where it is understood. */
export function doubtOf(field: Doubt['field'], type: string | null, r: Resolution | null): Doubt | null {
  const kind = r === null ? undefined : KINDS[r.band];
  if (kind === undefined || r === null) return null;
  const { mention, candidates, says } = r;
  return { field, entity: true, mention, kind, type, candidates, ...(says !== undefined && { says }) };
}

export function issueOf({ kind, candidates, says }: Doubt, path: string): Issue {
  if (says !== undefined) return { path, ...says };
  if (kind === 'unresolved-entity')
    return { path, message: 'is not the id of a known entity', next: 'use its name, or make the entity first' };
  if (kind === 'ambiguous-value') return { path, next: 'say which one', ...describeProblem({ problem: 'ambiguous', candidates }) };
  return { path, message: `may be ${candidates.join(' or ')}`, next: 'use the id' };
}

/** What makes a statement this one; without a turn or a key every one is its own. */
export function identityOf(c: CandidateInput, predicate: string, request: Waiting['request']): string[] {
  if (c.source?.turn === undefined) return request === null ? [randomId()] : [request.id, String(request.seq)];
  const { source, subject, value = null, kind = 'assert', qualifiers = {}, validFrom = '', observedAt = '', validTo = '' } = c;
  const sorted = Object.entries(qualifiers).sort(([a], [b]) => (a < b ? -1 : 1));
  const statement = [subject, predicate, kind, JSON.stringify(value), JSON.stringify(sorted), validFrom, observedAt, validTo];
  return [source.session, source.turn as string, ...statement];
}
