import type { FoldResult, Piece } from '../domain/claim.ts';
import { fold } from '../domain/fold.ts';
import { encodePart, keyOf, qualifierPart } from '../domain/keys.ts';
import type { ValueType } from '../domain/predicate.ts';
import { iso } from '../domain/time.ts';
import { entityKey } from '../domain/value.ts';
import type { Value } from '../engine/engine.ts';
import { archivedWith } from '../truth/rewrite.ts';
import { contentOf, foldClaims, type SlotState, type StoredClaim, type StoredFact } from '../truth/state.ts';
import { canonicalValue } from '../values/canonical.ts';
import { isNear } from '../values/near.ts';

/** A row of `audit/caches`. */
export interface CacheRow {
  readonly slotKey: string;
  readonly slot: Readonly<Record<'tail' | 'challenge' | 'settings' | 'past' | 'contested', number | null>> & {
    readonly defaults: boolean | null;
  };
  readonly pointers: number;
  readonly challenges: readonly [claimId: string, factKey: string][];
  readonly supports: readonly [factKey: string, exC: Value, exT: Value, otC: Value, otT: Value][];
  /** What the believed facts say: id, then the fields of `CONTENT`. */
  readonly contents: readonly [factId: string, ...content: Value[]][];
  readonly separators: readonly string[];
}
/** Names ids, fields and times, never values. */
export interface Wrong {
  readonly subject: string;
  readonly problem: string;
}

/** Rows that came late and are not folded yet, or never were because the process died: slower until the next write, not wrong. */
const HELD = Number.MAX_SAFE_INTEGER;
const TOLERANCE = 1e-9;

/** What a slot holds that the fold of its claims doesn't say, and the other way round. One that can't be read is not folded. */
export function auditSlot(state: SlotState, caches: CacheRow): Wrong[] {
  const broken = unreadable(state);
  if (broken.length > 0) return broken;
  const folded = fold(foldClaims(state.claims, state.settings.slotBy), state.settings);
  const factAt = new Map(state.facts.map((f) => [f.validFrom, f]));
  return [
    ...misplaced(state, caches.separators),
    ...untold(state, folded, factAt),
    ...changed(state, folded, factAt, caches.supports),
    ...miscounted(state, folded, caches).map((problem) => ({ subject: state.group, problem })),
    ...mislinked(folded, factAt, caches.challenges),
    ...misquoted(state, caches.contents),
    ...miskeyed(state),
  ];
}

/** Claims and facts that lack what the fold and the audits of values read of them. */
function unreadable({ claims, facts }: SlotState): Wrong[] {
  const numbers = (of: StoredClaim | StoredFact, fields: readonly string[]) =>
    fields.every((field) => typeof of[field as keyof typeof of] === 'number');
  const broken = [
    ...claims.filter(
      (c) => !numbers(c, ['start', 'said', 'confidence', 'recordedAt', 'seq']) || c.valueType === null || !isRecord(c.qualifiers),
    ),
    ...facts.filter((f) => !numbers(f, ['version', 'validFrom', 'confidence'])),
  ];
  return broken.map(({ id, key }) => ({ subject: id ?? key ?? '', problem: 'lacks fields that all of its kind have' }));
}

function isRecord(json: string | null): boolean {
  try {
    const value: unknown = JSON.parse(json ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

type FactAt = ReadonlyMap<number, StoredFact>;

function misplaced(state: SlotState, separators: readonly string[]): Wrong[] {
  const elsewhere = state.claims.filter((claim) => slotKeyOf(state, claim, separators) !== state.slotKey);
  return elsewhere.map((claim) => ({ subject: claim.id, problem: 'lies in another slot than the settings of its predicate give it' }));
}

function untold(state: SlotState, folded: FoldResult, factAt: FactAt): Wrong[] {
  const begins = new Set(folded.timeline.map((p) => p.from));
  const surplus = state.facts.filter((f) => !begins.has(f.validFrom) || factAt.get(f.validFrom) !== f);
  const missing = folded.timeline.filter((p) => !factAt.has(p.from));
  return [
    ...surplus.map((f) => ({ subject: f.id, problem: 'is believed, but its claims do not say so' })),
    ...missing.map((p) => ({ subject: state.group, problem: `lacks the fact that its claims make from ${iso(p.from)} on` })),
  ];
}

function changed(state: SlotState, { timeline }: FoldResult, factAt: FactAt, supports: CacheRow['supports']): Wrong[] {
  const wrong: Wrong[] = [];
  const factOf = (piece: Piece | undefined) => piece && factAt.get(piece.from);
  timeline.forEach((piece, i) => {
    const fact = factOf(piece);
    if (fact === undefined) return;
    const fields = differences(state, fact, piece, factOf(timeline[i - 1]), factOf(timeline[i + 1]));
    if (fields.length > 0) wrong.push({ subject: fact.id, problem: `differs from what its claims make of it in ${fields.join(', ')}` });
    if (piece.to === null && !saysSupports(fact, piece, supports))
      wrong.push({ subject: fact.id, problem: 'exC, exT, otC and otT are not its strongest supports' });
  });
  return wrong;
}

function differences(
  state: SlotState,
  fact: StoredFact,
  piece: Piece,
  older: StoredFact | undefined,
  newer: StoredFact | undefined,
): string[] {
  const basis = new Map(fact.basis.map((b) => [b.id, b.confidence]));
  const onceEach = basis.size === fact.basis.length && basis.size === piece.basis.size;
  const same = {
    value: contentOf(fact, state.settings.slotBy) === piece.value,
    validTo: fact.validTo === piece.to,
    confidence: near(fact.confidence, piece.confidence),
    'the claims it is based on': onceEach && [...piece.basis].every(([id, confidence]) => near(basis.get(id), confidence)),
    resumes: (fact.resumes !== null) === piece.resumed,
    endedBy: fact.endedBy === piece.endedBy,
    archivedAt: fact.archivedAt === archivedWith(state.claims.filter((c) => piece.basis.has(c.id))).archivedAt,
    supersedes: fact.supersedes === (older?.validTo === fact.validFrom ? older.id : null),
    supersededBy: fact.supersededBy === (newer !== undefined && newer.validFrom === fact.validTo ? newer.id : null),
  };
  return Object.entries(same).flatMap(([field, holds]) => (holds ? [] : [field]));
}

function saysSupports(fact: StoredFact, { extracted, other }: Piece, supports: CacheRow['supports']): boolean {
  const [, exC = null, exT = null, otC = null, otT = null] = supports.find(([key]) => key === fact.key) ?? [];
  return near(exC, extracted?.confidence) && near(exT, extracted?.given) && near(otC, other?.confidence) && near(otT, other?.given);
}

function miscounted({ claims, facts, settings }: SlotState, folded: FoldResult, { slot, pointers }: CacheRow): string[] {
  const tail = Number.isFinite(folded.tail) ? folded.tail : 0;
  const says = {
    'settings is not the version of its predicate': slot.settings === settings.version,
    'tail is not the latest time that its claims name': slot.tail === tail || slot.tail === HELD,
    'challenge is not the confidence of its strongest challenger': near(slot.challenge, folded.challenge),
    'contested is not the number of its challengers': (slot.contested ?? 0) === folded.challengers.size,
    'defaults does not say whether it has default claims': (slot.defaults ?? false) === claims.some((c) => c.origin === 'default'),
    'past is not the number of its facts that CURRENT leaves out': (slot.past ?? 0) === facts.length - pointers,
  };
  return Object.entries(says).flatMap(([problem, holds]) => (holds ? [] : [problem]));
}

function mislinked(folded: FoldResult, factAt: FactAt, challenges: CacheRow['challenges']): Wrong[] {
  const expected = [...folded.challengers].flatMap((id) => {
    const piece = folded.pieceOf.get(id);
    return piece === undefined ? [] : [`${id} ${factAt.get(piece.from)?.key}`];
  });
  const found = challenges.map((pair) => pair.join(' '));
  const differing = [...expected.filter((e) => !found.includes(e)), ...found.filter((e) => !expected.includes(e))];
  const ids = new Set(differing.map((e) => e.slice(0, e.indexOf(' '))));
  return [...ids].map((subject) => ({ subject, problem: 'CHALLENGES does not lead where the fold says' }));
}

/** In the order of `audit/caches`. */
const CONTENT = ['valueKey', 'subject', 'value', 'text', 'valueType', 'valueEntity', 'qualifiers'] as const;

/** What a fact says, one of the claims that it is based on has said. */
function misquoted({ claims, facts }: SlotState, contents: CacheRow['contents']): Wrong[] {
  const claimOf = new Map(claims.map((c) => [c.id, c]));
  const basisOf = new Map(facts.map((f) => [f.id, f.basis.flatMap((b) => claimOf.get(b.id) ?? [])]));
  return contents.flatMap(([id, ...content]) => {
    const basis = basisOf.get(id) ?? [];
    const differing = basis.map((claim) => CONTENT.filter((field, i) => (content[i] ?? null) !== (claim[field] ?? null)));
    if (basis.length === 0 || differing.some((fields) => fields.length === 0)) return [];
    const [fields] = [...differing].sort((a, b) => a.length - b.length);
    return [{ subject: id, problem: `says something else than every claim it is based on: ${fields?.join(', ')}` }];
  });
}

/** The key by which values are told apart is that of the value. */
function miskeyed({ claims, namespace }: SlotState): Wrong[] {
  const wrong = claims.filter((claim) => claim.valueKey !== valueKeyOf(claim) || entityOf(claim, namespace) !== claim.valueEntity);
  const other = claims.filter((claim) => !wrong.includes(claim) && !saysItsValue(claim));
  return [
    ...wrong.map((claim) => ({ subject: claim.id, problem: 'has a value other than its key says' })),
    ...other.map((claim) => ({ subject: claim.id, problem: 'has words that are not its value, nor nearly' })),
  ];
}

/** A text that went under another one is near it. */
const saysItsValue = ({ value, text, valueType }: StoredClaim): boolean =>
  valueType !== 'text' || typeof value !== 'string' || text === null || text === value || isNear(text, value);

const entityOf = (claim: StoredClaim, namespace: string): string | null =>
  claim.valueEntity === null ? null : keyOf(namespace, String(claim.value));

function valueKeyOf(claim: StoredClaim): string | null {
  // an end may name no value
  if (claim.value === null || claim.value === '') return '';
  if (claim.valueEntity !== null) return entityKey(String(claim.value));
  const read = canonicalValue(claim.value, claim.valueType as ValueType);
  return 'problem' in read ? null : read.key;
}

const near = (a: Value | undefined, b: number | undefined): boolean =>
  typeof a === 'number' && b !== undefined ? Math.abs(a - b) <= TOLERANCE : (a ?? null) === (b ?? null);

/** As the procedures build it. */
function slotKeyOf({ slotKey, namespace, predicate, settings }: SlotState, claim: StoredClaim, separators: readonly string[]): string {
  // an end that names no value is where what it ended is
  if (claim.kind === 'end' && claim.valueKey === '') return slotKey;
  const qualifiers = Object.entries(JSON.parse(claim.qualifiers) as Record<string, string>).sort(([a], [b]) => (a < b ? -1 : 1));
  const split = qualifiers.filter(([key]) => separators.includes(key)).map(([key, value]) => `&${qualifierPart(key, value)}`);
  const owner = settings.slotBy === 'value' ? encodePart(String(claim.value)) : claim.subject;
  const content = settings.cardinality === 'multi' ? [contentOf(claim, settings.slotBy)] : [];
  return [namespace, owner, predicate, split.join(''), ...content].join('|');
}
