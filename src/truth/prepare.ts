import { type CandidateInput, candidateSchema } from '../contract/candidate.ts';
import { check } from '../contract/check.ts';
import type { FactValue } from '../domain/fact.ts';
import { keyOf } from '../domain/keys.ts';
import { COMMON_SEPARATORS, type Predicate } from '../domain/predicate.ts';
import { iso, parseTime, type Stretch } from '../domain/time.ts';
import type { CanonicalValue } from '../domain/value.ts';
import { type Issue, invalidInput } from '../errors.ts';
import type { RememberResult, ResolvedPredicate } from '../palimpsest.ts';
import { isId } from '../registry/decide.ts';
import { type Entities, type Mention, mentionKey, type Needed, type Resolution } from '../registry/entities.ts';
import type { Predicates, Used } from '../registry/predicates.ts';
import { shown } from '../registry/resolved.ts';
import type { Settings } from '../registry/settings.ts';
import type { Speech, Whom } from '../registry/whom.ts';
import { typedIn } from '../values/in-locale.ts';
import { dependenciesOf, type FactsAmong, factsOf } from './depend.ts';
import { type Doubt, doubtOf, identityOf, issueOf, type Waiting } from './doubt.ts';
import { digestOf, randomId } from './ids.ts';
import { readFallback, readValue, rejected } from './read-value.ts';
import { idInRequest } from './requests.ts';
import { makeRow, type Row, type RowInput, withFallback } from './row.ts';
import { upToRole } from './up-to-role.ts';

export const DEFAULT_CONFIDENCE = 0.8;

export interface Registry {
  readonly predicates: Predicates;
  readonly entities: Entities;
  readonly settings: Settings;
  readonly whom: Whom;
  readonly factsAmong: FactsAmong;
}

/** A candidate ready to be written, or why it can't be. */
export type Prepared = Ready | Refused;
export interface Ready {
  readonly row: Row;
  readonly predicate: Predicate;
  readonly resolved: RememberResult['resolved'];
  readonly annotations: readonly string[];
}
export interface Refused {
  readonly outcome: 'rejected' | 'ambiguous' | 'unresolved';
  readonly reason: string;
  readonly issues: readonly Issue[];
  /** Right in itself, so it is kept for a review. */
  readonly waits?: Waiting;
  readonly resolved?: RememberResult['resolved'];
  readonly annotations?: readonly string[];
}

interface Read {
  readonly seq: number;
  readonly c: CandidateInput;
  readonly from: Stretch | null;
  readonly to: Stretch | null;
  readonly said: Stretch | null;
  readonly found: Used;
  /** Null where none is given, or an entity is meant. */
  readonly value: CanonicalValue | null;
  /** The same of the fallback. */
  readonly fallback: CanonicalValue | null;
  /** Keys of those who own the facts that it says it holds by. */
  readonly owners: readonly string[];
  readonly doubt: Doubt | null;
  readonly meant: Meant;
  /** When it was said (epoch ms); null: now. */
  readonly at: number | null;
}

/** What somebody decided that the fields of a candidate mean; the words stay as said. */
export interface Meant {
  /** Ids of entities. */
  readonly subject?: string;
  readonly value?: string;
  /** A value of the predicate's type. */
  readonly reading?: FactValue;
  /** The roles that the words stand for: a statement sent again is known by them. */
  readonly roles?: { readonly subject?: string; readonly value?: string };
}

export interface PrepareOptions {
  /** Makes the ids of the rows repeatable: one request, one set of claims. */
  readonly requestId: string | null;
  /** Place of the i-th candidate in the request, and its name in messages. */
  readonly seqOf: (i: number) => number;
  readonly pathOf: (i: number) => string;
  readonly meantOf?: (i: number) => Meant;
  /** When it was said, of what doesn't say so (epoch ms); without it that is the recorded time. */
  readonly saidAt?: number;
}

/**
 * Checks, and resolves predicates, subjects and values, of a whole batch in at most two reads and two writes; one more read where a phrase
 * stands for a role. A role sees the rows before it: then only those come back, and the rest is to be prepared when they are written.
 */
export const prepare = (
  registry: Registry,
  namespace: string,
  candidates: readonly unknown[],
  options: PrepareOptions,
): Promise<Prepared[]> => registry.whom.settled(namespace, (speech) => prepareBy(speech, registry, namespace, candidates, options));

async function prepareBy(
  speech: Speech,
  registry: Registry,
  namespace: string,
  candidates: readonly unknown[],
  options: PrepareOptions,
): Promise<Prepared[]> {
  const out: Prepared[] = [];
  const read: Checked[] = [];
  candidates.forEach((candidate, seq) => {
    const checked = readCandidate(candidate, seq, options.pathOf(seq));
    if ('issues' in checked) out[seq] = rejected(checked.issues);
    else read.push(checked);
  });
  const { owners, unknown } = await factsOf(registry.factsAmong, namespace, read, options.pathOf);
  for (const [seq, issues] of unknown) out[seq] = rejected(issues);
  const predicates = await registry.predicates.use(namespace, [...new Set(read.map((r) => r.c.predicate))]);
  const known: Read[] = [];
  const typed = typedIn(registry.settings, namespace);
  for (const r of read.filter(({ seq }) => !unknown.has(seq))) {
    const found = predicates.get(r.c.predicate) as Used;
    const meant = options.meantOf?.(r.seq) ?? {};
    const value = await readValue(r.c, found, meant.reading, typed, options.pathOf(r.seq));
    const at = r.said?.from ?? options.saidAt ?? null;
    const fallback = await readFallback(r.c, found, typed, options.pathOf(r.seq));
    if (value !== null && 'issues' in value) out[r.seq] = value;
    else if (fallback !== null && 'issues' in fallback) out[r.seq] = fallback;
    else if (value !== null && 'kind' in value)
      known.push({ ...r, found, meant, at, fallback, owners: owners.get(r.seq) ?? [], value: null, doubt: value });
    else known.push({ ...r, found, meant, at, fallback, owners: owners.get(r.seq) ?? [], value, doubt: null });
  }
  const mentioned = known.map((r) => ({
    predicate: r.found.predicate.name,
    mentions: [subjectMention(r), ...valueMention(r), ...fallbackMention(r)],
  }));
  const count = await upToRole(speech, registry.predicates, mentioned);
  const together = known.slice(0, count);
  const mentions = mentioned.slice(0, count).flatMap((m) => m.mentions);
  const needed: Needed = (resolutions) => new Set(together.flatMap((r) => idsOf(r, resolutions)));
  const resolutions = await registry.whom.use(speech, mentions, needed);
  for (const r of together) out[r.seq] = complete(r, namespace, resolutions, options);
  return out.slice(0, known[count]?.seq ?? candidates.length);
}

type Checked = Pick<Read, 'seq' | 'c' | 'from' | 'to' | 'said'>;

function readCandidate(candidate: unknown, seq: number, path: string): Checked | { issues: readonly Issue[] } {
  const checked = check(candidateSchema, candidate, path);
  if ('issues' in checked) return checked;
  const c = checked.value;
  const issues: Issue[] = [];
  const time = (field: 'validFrom' | 'validTo' | 'observedAt'): Stretch | null => {
    const text = c[field];
    if (text === undefined) return null;
    const stretch = parseTime(text);
    if (typeof stretch !== 'string') return stretch;
    issues.push({ path: `${path}.${field}`, message: stretch, next: 'write 2024-05-03T10:00:00+02:00, or a date such as 2024-05' });
    return null;
  };
  const [from, to, said] = [time('validFrom'), time('validTo'), time('observedAt')];
  const begin = from?.from ?? said?.from;
  if (to !== null && begin !== undefined && to.to <= begin)
    issues.push({ path: `${path}.validTo`, message: 'is not after the start', next: 'swap them, or leave one out' });
  return issues.length > 0 ? { issues } : { seq, c, from, to, said };
}

/** An inverse name says it from the other side: its subject is the value. */
function subjectMention(r: Read): Mention {
  const { c, found, meant } = r;
  const id = found.inverse ? meant.value : meant.subject;
  return said(r, id ?? (found.inverse ? String(c.value ?? '') : c.subject), null);
}

function valueMention(r: Read): Mention[] {
  const { c, found, meant } = r;
  if (found.predicate.valueType !== 'entity') return [];
  const id = found.inverse ? meant.subject : meant.value;
  const text = found.inverse ? c.subject : c.value === undefined ? undefined : String(c.value);
  return text === undefined ? [] : [id === undefined ? said(r, text, found.predicate.range) : { text: id, type: null }];
}

function fallbackMention(r: Read): Mention[] {
  const { predicate } = r.found;
  return r.c.fallback === undefined || predicate.valueType !== 'entity' ? [] : [said(r, String(r.c.fallback), predicate.range)];
}

/** A phrase means what it did when it was said. */
function said({ c, at }: Read, words: string, type: string | null): Mention {
  const text = words.trim();
  return isId(text) ? { text, type } : { text, type, moment: { asOf: at === null ? undefined : iso(at), qualifiers: c.qualifiers } };
}

/** Whom the mentions of a row mean, under the words it was said in. */
function meantBy(r: Read, resolutions: ReadonlyMap<string, Resolution>) {
  const said = (field: 'subject' | 'value') => ({ mention: String(r.c[field] ?? '').trim() });
  const [own, other] = r.found.inverse ? (['value', 'subject'] as const) : (['subject', 'value'] as const);
  const [mention] = valueMention(r);
  const of = (m: Mention, field: 'subject' | 'value'): Resolution | null => {
    const resolution = resolutions.get(mentionKey(m));
    const role = r.meant.roles?.[field];
    return resolution === undefined ? null : { ...resolution, ...said(field), ...(role !== undefined && { role }) };
  };
  const subject = of(subjectMention(r), own);
  const target = mention === undefined ? null : of(mention, other);
  const doubts = [doubtOf(own, null, subject), doubtOf(other, mention?.type ?? null, target), r.doubt].filter((d) => d !== null);
  return { subject, target, doubts };
}

/** Nobody comes in for a row that waits. */
function idsOf(r: Read, resolutions: ReadonlyMap<string, Resolution>): string[] {
  const { subject, target, doubts } = meantBy(r, resolutions);
  const others = fallbackMention(r).map((m) => resolutions.get(mentionKey(m)));
  return doubts.length > 0 ? [] : [subject, target, ...others].flatMap((m) => m?.entity?.id ?? []);
}

function complete(r: Read, namespace: string, resolutions: ReadonlyMap<string, Resolution>, options: PrepareOptions): Prepared {
  const { c, found } = r;
  const { predicate } = found;
  const { target, doubts, ...meant } = meantBy(r, resolutions);
  const subject = meant.subject as Resolution;
  const splits = new Set<string>([...COMMON_SEPARATORS, ...predicate.separators]);
  const annotations = Object.keys(c.qualifiers ?? {}).filter((q) => !splits.has(q));
  const waits = doubts.length > 0;
  const resolved = {
    subject: shown(subject, waits),
    predicate: shownPredicate(c.predicate, found),
    value: target === null ? null : shown(target, waits),
  };
  if (waits) return { ...waiting(r, namespace, [subject, target], doubts, options), resolved, annotations };
  const [other] = fallbackMention(r).map((m) => resolutions.get(mentionKey(m)) as Resolution);
  const unclear = other === undefined ? null : doubtOf('value', predicate.range, other);
  if (unclear !== null) return { ...rejected([issueOf(unclear, `${options.pathOf(r.seq)}.fallback`)]), resolved, annotations };
  const value = target === null ? r.value : { value: target.entity?.id as string, key: '', text: target.mention };
  const dependsOn = dependenciesOf(c, predicate.name, subject, target);
  if (c.fallback !== undefined && dependsOn.length === 0)
    return { ...rejected([{ path: `${options.pathOf(r.seq)}.fallback`, ...HOLDS_BY_NOTHING }]), resolved, annotations };

  const subjectId = subject.entity?.id as string;
  const input: RowInput = {
    namespace,
    subject: subjectId,
    predicate,
    value,
    valueId: target?.entity?.id ?? null,
    saidSubject: subject.entity?.via,
    saidValue: target?.entity?.via,
    named: isIdOf(subject.mention, subject.entity) ? undefined : subject.mention,
    qualifiers: c.qualifiers ?? {},
    kind: c.kind ?? 'assert',
    confidence: c.confidence ?? DEFAULT_CONFIDENCE,
    start: r.from?.from ?? r.said?.from ?? options.saidAt ?? null,
    said: r.said?.from ?? options.saidAt ?? null,
    to: r.to?.to ?? null,
    explicit: r.from !== null,
    precision: r.from?.precision ?? 'instant',
    toPrecision: r.to?.precision ?? null,
    source: c.source === undefined ? null : sourceOf(c.source),
    origin: c.origin ?? 'extracted',
    tier: c.tier ?? null,
    pinned: c.pinned ?? false,
    expected: c.expectedCurrent === undefined ? null : (c.expectedCurrent ?? ''),
    reason: null,
    dependsOn,
    locks: [...r.owners, ...[subject, target].flatMap((m) => (m?.held === undefined ? [] : [keyOf(namespace, m.held.subject)]))],
    seq: options.seqOf(r.seq),
    id: idOf(r, namespace, saidId(subject), target === null ? ['value', value?.key ?? ''] : ['entity', saidId(target)], options),
  };
  const row = makeRow(input);
  if (c.fallback === undefined) return { row, predicate, resolved, annotations };
  const instead = other === undefined ? r.fallback : { value: other.entity?.id as string, key: '', text: other.mention };
  const fallback = makeRow({ ...input, value: instead, valueId: other?.entity?.id ?? null, saidValue: other?.entity?.via });
  return { row: withFallback(row, fallback), predicate, resolved, annotations };
}

/** Why it waits, and all that is needed to go on when somebody has decided. */
function waiting(
  r: Read,
  namespace: string,
  of: readonly [Resolution, Resolution | null],
  doubts: readonly Doubt[],
  options: PrepareOptions,
): Refused {
  const { requestId, seqOf, pathOf } = options;
  const request = requestId === null ? null : { id: requestId, seq: seqOf(r.seq) };
  const outcome = doubts.some((d) => d.kind === 'unresolved-entity') ? 'unresolved' : 'ambiguous';
  const entities = of.flatMap((m) => [
    ...(m?.entity == null || m.band === 'new' ? [] : [m.entity.id]),
    ...(m?.candidates ?? []).map((p) => p.entity.id),
  ]);
  const until = r.from === null && r.said === null ? (r.to?.to ?? null) : null;
  const identity = identityOf(r.c, r.found.predicate.name, request);
  return {
    outcome,
    reason: outcome,
    issues: doubts.map((d) => issueOf(d, `${pathOf(r.seq)}.${d.field}`)),
    waits: { identity, candidate: r.c, doubts, entities, until, request, ids: idsBefore(r, namespace, of, options) },
  };
}

/** Under which the statement may have been written when it was clear who is meant. */
function idsBefore(
  r: Read,
  namespace: string,
  [subject, target]: readonly [Resolution, Resolution | null],
  options: PrepareOptions,
): string[] {
  if (r.doubt !== null || (r.c.source?.turn === undefined && options.requestId === null)) return [];
  const whom = (m: Resolution) => (m.entity === null && m.role === undefined ? m.candidates.map((p) => p.entity.id) : [saidId(m)]);
  const values = target === null ? [['value', r.value?.key ?? '']] : whom(target).map((id) => ['entity', id]);
  return [...new Set(whom(subject).flatMap((id) => values.map((value) => idOf(r, namespace, id, value, options))))];
}

/**
 * Its id, or that of the entity it was before a merge: a statement sent again after one is the same. So it is after the role that it speaks of
 * went to another, or to nobody.
 */
const saidId = ({ entity, role }: Resolution): string => (role === undefined ? (entity?.via ?? (entity?.id as string)) : `|${role}`);

const isIdOf = (mention: string, entity: Resolution['entity']): boolean => mention === entity?.id || mention === entity?.via;

const HOLDS_BY_NOTHING = { message: 'needs facts that the statement holds by', next: 'name them in dependsOn, or leave it out' };

/** One session, turn, statement and start, else one place in one request, is one claim however often it is sent. */
function idOf(
  { c, seq, found, from, said, to }: Read,
  namespace: string,
  subject: string,
  value: readonly string[],
  { requestId, seqOf }: PrepareOptions,
): string {
  if (c.source?.turn === undefined) return requestId === null ? randomId() : idInRequest(namespace, requestId, seqOf(seq));
  const qualifiers = Object.entries(c.qualifiers ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const statement = [
    subject,
    found.predicate.name,
    c.kind ?? 'assert',
    ...value,
    JSON.stringify(qualifiers),
    from?.from ?? '',
    said?.from ?? '',
    to?.to ?? '',
  ];
  return digestOf([namespace, c.source.session, c.source.turn, ...statement]);
}

export const sourceOf = (s: NonNullable<CandidateInput['source']>) => ({
  session: s.session,
  ...(s.turn !== undefined && { turn: s.turn }),
  ...(s.kind !== undefined && { kind: s.kind }),
  ...(s.quote !== undefined && { quote: s.quote }),
});

const shownPredicate = (mention: string, { predicate, near }: Used): ResolvedPredicate => ({
  mention,
  predicate: predicate.name,
  band: near === undefined ? 'accept' : 'new',
  candidates: near ?? [],
});

/** A time of an act; what is wrong with it is the act's error. */
export function instant(text: string, operation: string, path: string): Stretch {
  const stretch = parseTime(text);
  if (typeof stretch === 'string')
    throw invalidInput(operation, [{ path, message: stretch, next: 'write 2024-05-03T10:00:00+02:00, or a date' }]);
  return stretch;
}
