import type { Origin } from '../domain/claim.ts';
import type { ClaimSource, DependsOn, FactValue, Qualifiers } from '../domain/fact.ts';
import { encodePart, keyOf, qualifierPart } from '../domain/keys.ts';
import { COMMON_SEPARATORS, type Predicate } from '../domain/predicate.ts';
import type { Precision } from '../domain/time.ts';
import { entityKey } from '../domain/value.ts';
import type { Params, Value } from '../engine/engine.ts';
import { sketchOf } from '../values/near.ts';
import { writeDependsOn } from './depend.ts';

/** A claim in the form that the procedures take. Times in epoch ms; `subject` and `predicate` are encoded parts. */
export type Row = {
  readonly namespace: string;
  readonly subject: string;
  readonly predicate: string;
  /** Sorted by key; the procedure picks those that split the slot. */
  readonly qualifiers: { readonly key: string; readonly part: string }[];
  /** Empty for an end that names no value. */
  readonly valueKey: string;
  /** Encoded entity id, empty for other values. */
  readonly valueId: string;
  readonly valueEntity: string | null;
  /** The slot belongs to the value, so that is locked as well. */
  readonly turned: boolean;
  readonly claimKey: string;
  readonly claimId: string;
  readonly factId: string;
  readonly kind: 'assert' | 'end';
  readonly confidence: number;
  /** Null: the recorded time. */
  readonly start: number | null;
  readonly said: number | null;
  readonly to: number | null;
  readonly explicit: boolean;
  readonly source: string | null;
  readonly origin: Origin;
  readonly episodes: { readonly key: string; readonly session: string; readonly turn: string | null; readonly kind: string | null }[];
  readonly seq: number;
  /** Of a text that may nearly be another: what near values have in common, and the qualifiers that keep its slot apart. */
  readonly sketch: string | null;
  readonly separators: string;
  /** Version of the predicate's settings that the row was made by. */
  readonly settings: number;
  /** Fact that must be current, '' for none; null: no condition. */
  readonly expected: string | null;
  /** It holds by other facts. */
  readonly dependsOn: DependsOn;
  /** Keys of whom to lock so that none of that ends unnoticed. */
  readonly locks: readonly string[];
  /** What takes its place when it holds by nothing any more. */
  readonly fallback: Row | null;
  /** What a claim carries beside the fields above. */
  readonly claim: Record<string, FactValue | null>;
};

export interface RowInput {
  readonly namespace: string;
  readonly subject: string;
  readonly predicate: Predicate;
  readonly value: { readonly value: FactValue; readonly key: string; readonly text: string } | null;
  /** Id of the entity that the value is. */
  readonly valueId: string | null;
  /** Ids of the entities as said, where they are merged into subject or value. */
  readonly saidSubject?: string | undefined;
  readonly saidValue?: string | undefined;
  /** How the subject was called, if not by its id. */
  readonly named?: string | undefined;
  readonly qualifiers: Qualifiers;
  readonly kind: 'assert' | 'end';
  readonly confidence: number;
  readonly start: number | null;
  readonly said: number | null;
  readonly to: number | null;
  readonly explicit: boolean;
  readonly precision: Precision;
  readonly toPrecision: Precision | null;
  readonly source: ClaimSource | null;
  readonly origin: Origin;
  readonly tier: string | null;
  readonly pinned: boolean;
  readonly expected: string | null;
  readonly reason: string | null;
  readonly dependsOn?: DependsOn;
  readonly locks?: readonly string[];
  readonly seq: number;
  /** Suffix of the claim's id and of the id of the fact it may make. */
  readonly id: string;
}

export function makeRow(r: RowInput): Row {
  const subject = encodePart(r.subject);
  const predicate = encodePart(r.predicate.name);
  const valueKey = r.valueId === null ? (r.value?.key ?? '') : entityKey(r.valueId);
  const valueEntity = r.valueId === null ? null : keyOf(r.namespace, r.valueId);
  const claimId = `c_${r.id}`;
  const qualifiers = Object.entries(r.qualifiers).sort(([a], [b]) => (a < b ? -1 : 1));
  const shared = {
    namespace: r.namespace,
    value: r.valueId ?? r.value?.value ?? null,
    text: r.value?.text ?? null,
    valueType: r.predicate.valueType,
    qualifiers: JSON.stringify(Object.fromEntries(qualifiers)),
    tier: r.tier ?? r.predicate.tier,
    pinned: r.pinned,
    precision: r.precision,
    toPrecision: r.toPrecision,
  };
  const { session = null, turn = null, kind: sourceKind = null, quote = null } = r.source ?? {};
  const parts = qualifiers.map(([key, value]) => ({ key, part: qualifierPart(key, value) }));
  const { value } = r.value ?? {};
  const sketch = r.predicate.valueType === 'text' && typeof value === 'string' ? sketchOf(value) : null;
  return {
    namespace: r.namespace,
    subject,
    predicate,
    qualifiers: parts,
    valueKey,
    valueId: r.valueId === null ? '' : encodePart(r.valueId),
    valueEntity,
    turned: r.predicate.slotBy === 'value',
    claimKey: keyOf(r.namespace, claimId),
    claimId,
    factId: `f_${r.id}`,
    kind: r.kind,
    confidence: r.confidence,
    start: r.start,
    said: r.said,
    to: r.to,
    explicit: r.explicit,
    source: session,
    origin: r.origin,
    episodes: session === null ? [] : [{ key: keyOf(r.namespace, session, turn ?? ''), session, turn, kind: sourceKind }],
    seq: r.seq,
    sketch,
    separators: separatorsOf(parts, r.predicate),
    settings: r.predicate.version,
    expected: r.expected,
    dependsOn: r.dependsOn ?? [],
    locks: r.locks ?? [],
    fallback: null,
    claim: {
      ...shared,
      subject,
      predicate,
      valueEntity,
      turn,
      sourceKind,
      quote,
      reason: r.reason,
      sketch,
      saidSubject: r.saidSubject === undefined ? null : encodePart(r.saidSubject),
      saidValue: r.saidValue ?? null,
      named: r.named ?? null,
      dependsOn: writeDependsOn(r.dependsOn ?? []),
    },
  };
}

/** As the procedures build it. */
const separatorsOf = (parts: Row['qualifiers'], { separators }: Predicate): string =>
  parts
    .filter(({ key }) => [...COMMON_SEPARATORS, ...separators].includes(key))
    .map(({ part }) => `&${part}`)
    .join('');

/** Fallbacks are counted after every other row of a call. */
const AFTER_ALL = 10_000;

export const fallbackId = (claimId: string): string => `${claimId}-f`;

/** The row with a fallback: another value of the same statement, which has no effect before the row lapses. */
export function withFallback(row: Row, other: Row): Row {
  const id = fallbackId(row.claimId).slice(2);
  const fallback = keyedRow({ ...other, seq: AFTER_ALL + row.seq, claim: { ...other.claim, dependsOn: null, of: row.claimId } }, id);
  return { ...row, fallback: { ...fallback, dependsOn: [], expected: null } };
}

/** The same row, with its fallback, under another id. */
export function keyedRow(row: Row, id: string): Row {
  const claimId = `c_${id}`;
  return retied({ ...row, claimId, claimKey: keyOf(row.namespace, claimId), factId: `f_${id}` });
}

/** The same row, with its fallback, at another place in its call. */
export const numberedRow = (row: Row, seq: number): Row => retied({ ...row, seq });

const retied = (row: Row): Row => (row.fallback === null ? row : withFallback(row, row.fallback));

/** What the common write takes: rows without nulls, and what many of them have in common once, since every entry that is sent costs. */
export function assertParams(rows: readonly Row[]): { readonly rows: Params[]; readonly forms: Params[] } {
  const forms: Params[] = [];
  const places = new Map<string, number>();
  const sent = rows.map((row) => {
    const form = formOf(row);
    const key = JSON.stringify(form);
    let place = places.get(key);
    if (place === undefined) {
      place = forms.push(form) - 1;
      places.set(key, place);
    }
    return withoutNulls(row, place);
  });
  return { rows: sent, forms };
}

function formOf({ claim, namespace, predicate, qualifiers, kind, origin, explicit, confidence, settings }: Row): Params {
  const { valueType, tier, pinned, precision, toPrecision, qualifiers: context } = claim as Record<string, Value>;
  const own = { valueType, tier, pinned, precision, toPrecision, context } as Params;
  return { namespace, predicate, qualifiers, kind, origin, explicit, confidence, settings, ...own };
}

/** Pairs of keys: whom subject and value were said to be, and whom that stands for. */
export function viaOf({
  namespace,
  subject,
  valueEntity,
  claim,
}: Pick<Row, 'namespace' | 'subject' | 'valueEntity' | 'claim'>): string[][] {
  const { saidSubject, saidValue } = claim;
  return [
    ...(saidSubject == null ? [] : [[`${namespace}|${saidSubject}`, `${namespace}|${subject}`]]),
    ...(saidValue == null || valueEntity === null ? [] : [[keyOf(namespace, String(saidValue)), valueEntity]]),
  ];
}

function withoutNulls({ claim, episodes, ...r }: Row, form: number): Params {
  const { value, text, turn, sourceKind, quote, reason, sketch, saidSubject, saidValue, named } = claim as Record<string, Value>;
  const row: Record<string, Value> = { form, seq: r.seq, claimId: r.claimId, factId: r.factId, valueKey: r.valueKey };
  row.subjectKey = `${r.namespace}|${r.subject}`;
  const { valueEntity, start, said, to, expected, source } = r;
  const via = viaOf({ ...r, claim });
  const optional = {
    via: via.length === 0 ? null : via,
    value,
    text: text === value ? null : text,
    valueEntity,
    start,
    said,
    to,
    expected,
    source,
    turn,
    sourceKind,
    quote,
    reason,
    sketch,
    saidSubject,
    saidValue,
    named,
  };
  for (const [name, of] of Object.entries(optional)) if (of !== null && of !== undefined) row[name] = of;
  if (episodes[0] !== undefined) row.episode = episodes[0].key;
  if (r.dependsOn.length > 0) row.depends = true;
  return row;
}
