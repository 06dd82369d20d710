import type { CandidateInput } from '../contract/candidate.ts';
import type { ReviewKind } from '../domain/review.ts';
import type { Issue } from '../errors.ts';
import type { Possible } from '../registry/candidates.ts';
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
  readonly candidates: readonly DoubtCandidate[];
  /** Of a phrase that stands for somebody: why it comes to nobody, or to several. */
  readonly says?: Pick<Issue, 'message' | 'next'> | undefined;
  /** Of one that stands for a role: which. */
  readonly role?: string | undefined;
}
/** What it may be; what speaks for it is null for a value. */
export interface DoubtCandidate {
  /** Id of an entity, or a value. */
  readonly means: string;
  readonly rule: Possible['rule'] | null;
  readonly score: number | null;
  readonly evidence: string | null;
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
  /** Suffixes of the ids that its claim has if one of the candidates is meant: it may be there from before that was open. */
  readonly ids: readonly string[];
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
  if (r === null || kind === undefined) return null;
  const { mention, candidates, says, role } = r;
  const phrase = { ...(says !== undefined && { says }), ...(role !== undefined && { role }) };
  return { field, entity: true, mention, kind, type, candidates: candidates.map(speaksFor), ...phrase };
}

const speaksFor = ({ entity, rule, score, evidence }: Possible): DoubtCandidate => ({ means: entity.id, rule, score, evidence });

/** Of a value of the predicate's type. */
export const valueDoubt = (mention: string, readings: readonly string[]): Doubt => ({
  field: 'value',
  entity: false,
  mention,
  kind: 'ambiguous-value',
  type: null,
  candidates: readings.map((means) => ({ means, rule: null, score: null, evidence: null })),
});

export function issueOf({ kind, candidates: named, says }: Doubt, path: string): Issue {
  if (says !== undefined) return { path, ...says };
  const candidates = named.map((c) => c.means);
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
