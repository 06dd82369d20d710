import type { Origin } from '../domain/claim.ts';
import type { ClaimSource, FactValue, Qualifiers } from '../domain/fact.ts';
import { encodePart, keyOf } from '../domain/keys.ts';
import type { Predicate } from '../domain/predicate.ts';
import type { Precision } from '../domain/time.ts';
import { entityKey } from '../domain/value.ts';
import type { Value } from '../engine/engine.ts';

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
  /** Version of the predicate's settings that the row was made by. */
  readonly settings: number;
  /** Fact that must be current, '' for none; null: no condition. */
  readonly expected: string | null;
  /** What only claims and only facts carry beside the fields above. */
  readonly claim: Record<string, FactValue | null>;
  readonly fact: Record<string, FactValue | null>;
};

export interface RowInput {
  readonly namespace: string;
  readonly subject: string;
  readonly predicate: Predicate;
  readonly value: { readonly value: FactValue; readonly key: string; readonly text: string } | null;
  /** Id of the entity that the value is. */
  readonly valueId: string | null;
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
  return {
    namespace: r.namespace,
    subject,
    predicate,
    qualifiers: qualifiers.map(([key, value]) => ({ key, part: `${encodePart(key)}=${encodePart(value)}` })),
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
    settings: r.predicate.version,
    expected: r.expected,
    claim: { ...shared, idKey: keyOf(r.namespace, claimId), subject, predicate, valueEntity, turn, sourceKind, quote, reason: r.reason },
    fact: shared,
  };
}

/** What the common write takes of a row: flat and without nulls, since every entry that is sent costs. */
export function assertRow({ claim, fact: _, valueId: __, turned: ___, ...row }: Row): Record<string, Value> {
  const { qualifiers: context = null, ...own } = claim;
  const sent: Record<string, Value> = {};
  for (const part of [own, row, { context }]) for (const [name, value] of Object.entries(part)) if (value !== null) sent[name] = value;
  return sent;
}
