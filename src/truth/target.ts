import { decodePart, keyOf } from '../domain/keys.ts';
import { invalidInput, noFact, notFound } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { FactTarget } from '../palimpsest.ts';
import type { EntityRef } from '../registry/entities.ts';
import { describeProblem } from '../values/canonical.ts';
import { typedIn } from '../values/in-locale.ts';
import type { Change } from './change.ts';
import { matchNear } from './near.ts';
import type { Registry } from './prepare.ts';
import { DEFAULT_CONFIDENCE } from './prepare.ts';
import { makeRow, type Row } from './row.ts';
import type { SlotChange } from './slot-change.ts';
import type { StoredClaim } from './state.ts';

/** A version of a fact as `truth/find-fact` returns it; subject and predicate are encoded. */
export interface FactRow {
  readonly slotKey: string;
  readonly ownerKey: string;
  readonly subjectKey: string;
  readonly withdrawnAt: number | null;
  readonly predicate: string;
  readonly subject: string;
  readonly qualifiers: string;
  readonly validFrom: number;
  readonly validTo: number | null;
}
/** The slot something is in, and whom to lock for it. */
export interface Home {
  readonly slotKey: string;
  readonly locks: readonly string[];
}

const gone = (operation: string, path: string) =>
  notFound(operation, path, 'names something withdrawn already', 'see the history of its slot');

export async function homeOfFact(
  graph: Graph,
  namespace: string,
  factId: string,
  operation: string,
): Promise<Home & { readonly fact: FactRow }> {
  const rows = await graph.call<FactRow>('truth/find-fact', { idKey: keyOf(namespace, factId) });
  const fact = rows.find((r) => r.withdrawnAt === null);
  if (fact === undefined) throw rows.length > 0 ? gone(operation, 'factId') : noFact(operation, factId);
  return { slotKey: fact.slotKey, locks: [fact.subjectKey, fact.ownerKey], fact };
}

export async function homeOfClaim(graph: Graph, namespace: string, claimId: string, operation: string): Promise<Home> {
  const [claim] = await graph.call<FactRow>('truth/find-claim', { key: keyOf(namespace, claimId) });
  if (claim === undefined)
    throw claimId.startsWith('f_')
      ? notFound(operation, 'claimId', 'is the id of a fact, not of a claim', 'give it as factId: every claim it rests on goes')
      : notFound(operation, 'claimId', 'names no claim of this namespace', 'see the claims in the history of its slot');
  if (claim.withdrawnAt !== null) throw gone(operation, 'claimId');
  return { slotKey: claim.slotKey, locks: [claim.subjectKey, claim.ownerKey] };
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Subject, predicate and value looked up, never made: a retraction of what nobody said leaves nothing behind. */
export async function targetRow(
  graph: Graph,
  registry: Registry,
  namespace: string,
  target: Loose<FactTarget>,
  operation: string,
): Promise<Row> {
  const { subject = '', predicate = '', value, qualifiers = {} } = target;
  const found = await registry.predicates.require(namespace, predicate, operation, 'predicate');
  const several = found.inverse || found.predicate.cardinality === 'multi' || found.predicate.slotBy === 'value';
  if (value === undefined && several)
    throw invalidInput(operation, [{ path: 'value', message: 'is missing: several may hold at once', next: 'say which one ended' }]);
  const { valueType } = found.predicate;
  const entity = (text: string, path: string) => registry.whom.require(namespace, text.trim(), operation, path);
  const mentioned = await entity(subject, 'subject');
  const valued = value !== undefined && valueType === 'entity' ? await entity(String(value), 'value') : null;
  const canonical = value === undefined || valueType === 'entity' ? null : await typedIn(registry.settings, namespace)(value, valueType);
  if (canonical !== null && 'problem' in canonical)
    throw invalidInput(operation, [{ path: 'value', next: `${found.predicate.name} takes a ${valueType}`, ...describeProblem(canonical) }]);
  const [of, to] = found.inverse ? [valued as EntityRef, mentioned] : [mentioned, valued];
  const row = makeRow({
    namespace,
    subject: of.id,
    saidSubject: of.via,
    predicate: found.predicate,
    value: canonical,
    valueId: to?.id ?? null,
    saidValue: to?.via,
    qualifiers,
    kind: 'end',
    confidence: DEFAULT_CONFIDENCE,
    start: null,
    said: null,
    to: null,
    explicit: true,
    precision: 'instant',
    toPrecision: null,
    source: null,
    origin: 'stated',
    tier: null,
    pinned: false,
    expected: null,
    reason: null,
    seq: 0,
    id: '',
  });
  return (await matchNear(graph, [row]))[0] as Row;
}

/** Whom claims were said of, where that is not whom they are about; of several the one that all were. */
export function saidOf(claims: readonly StoredClaim[]): { saidSubject?: string; saidValue?: string } {
  const [first] = claims;
  const { saidSubject = null, saidValue = null } = first ?? {};
  return {
    ...(saidSubject !== null && claims.every((c) => c.saidSubject === saidSubject) && { saidSubject: decodePart(saidSubject) }),
    ...(saidValue !== null && claims.every((c) => c.saidValue === saidValue) && { saidValue }),
  };
}

export async function loaded(change: Change, slotKey: string): Promise<SlotChange | undefined> {
  await change.load([slotKey]);
  return change.slot(slotKey);
}
