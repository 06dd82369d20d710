import { correctSchema, retractSchema, withdrawSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { decodePart, keyOf } from '../domain/keys.ts';
import { iso, parseTime } from '../domain/time.ts';
import { invalidInput, notFound } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { CorrectInput, OperationReply, RetractInput, RetractReply, WithdrawInput } from '../palimpsest.ts';
import type { Found } from '../registry/predicates.ts';
import { Change, factAt, type Operation, type SlotChange } from './change.ts';
import { randomId } from './ids.ts';
import { lockKeys } from './late.ts';
import { DEFAULT_CONFIDENCE, prepare, type Registry, sourceOf } from './prepare.ts';
import { makeRow, type Row } from './row.ts';
import type { StoredClaim, StoredFact } from './state.ts';

interface Home {
  readonly slotKey: string;
  readonly locks: readonly string[];
}
interface FactRow {
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

/** It ended. At or before its start it is withdrawn instead: what was cancelled never held. */
export async function retract(graph: Graph, registry: Registry, namespace: string, input: RetractInput): Promise<RetractReply> {
  const i = parse(retractSchema, input, 'retract');
  const at = i.at === undefined ? null : instant(i.at, 'retract', 'at');
  const row = i.factId === undefined ? await targetRow(registry, namespace, i) : null;
  const home = i.factId === undefined ? null : await homeOfFact(graph, namespace, i.factId, 'retract');
  const locks = home?.locks ?? lockKeys(row as Row);
  const about = operation(namespace, 'retract', i.reason);
  return Change.operate(graph, about, locks, async (change) => {
    const slot = home === null ? await slotOfRow(change, row as Row) : await loaded(change, home.slotKey);
    const fact = aim(slot, i.factId, row?.valueKey ?? '', change.at);
    if (slot === undefined || fact === undefined)
      throw notFound('retract', 'factId', 'names nothing that is believed', 'look at the history of its slot');
    const reply = { factId: fact.id, operationId: about.id, recordedAt: iso(change.at) };
    const before = factAt(slot.state.facts, change.at)?.id;
    const basis = slot.state.claims.filter((c) => fact.basis.some((b) => b.id === c.id));
    // a later piece shares its claims with the earlier one, which stays
    if ((at ?? change.at) <= fact.validFrom && fact.resumes === null) {
      slot.withdraw(basis.map((c) => c.id));
      await change.write(about.id);
      return { ...reply, outcome: 'withdrawn', claimId: null, currentChanged: before !== currentId(slot, change.at) };
    }
    const found = (await registry.predicates.find(namespace, decodePart(slot.state.predicate))) as Found;
    const end = endRow(namespace, found, basis[0] as StoredClaim, {
      start: at,
      confidence: i.confidence ?? DEFAULT_CONFIDENCE,
      source: i.source === undefined ? null : sourceOf(i.source),
      reason: i.reason ?? null,
    });
    slot.add(end, change.at);
    await change.write(end.claimId);
    const outcome = slot.folded.outcomes.get(end.claimId) as RetractReply['outcome'];
    return { ...reply, outcome, claimId: end.claimId, currentChanged: before !== currentId(slot, change.at) };
  });
}

/** It was never true: the fold without its claims is what was there before. */
export async function withdraw(graph: Graph, namespace: string, input: WithdrawInput): Promise<OperationReply> {
  const i = parse(withdrawSchema, input, 'withdraw');
  const home =
    i.claimId === undefined
      ? await homeOfFact(graph, namespace, i.factId as string, 'withdraw')
      : await homeOfClaim(graph, namespace, i.claimId);
  const about = operation(namespace, 'withdraw', i.reason);
  return Change.operate(graph, about, home.locks, async (change) => {
    const slot = await loaded(change, home.slotKey);
    const fact = slot?.state.facts.find((f) => f.id === i.factId);
    const ids = i.claimId === undefined ? (fact?.basis.map((b) => b.id) ?? []) : [i.claimId];
    const claims = slot?.state.claims.filter((c) => ids.includes(c.id)) ?? [];
    if (slot === undefined || claims.length === 0) throw gone('withdraw', i.claimId === undefined ? 'factId' : 'claimId');
    slot.withdraw(claims.map((c) => c.id));
    return commit(change, [slot], about, null);
  });
}

/** It was never true, this was: withdraws its claims and states the value for the same time. */
export async function correct(graph: Graph, registry: Registry, namespace: string, input: CorrectInput): Promise<OperationReply> {
  const i = parse(correctSchema, input, 'correct');
  const home = await homeOfFact(graph, namespace, i.factId, 'correct');
  const { fact: seen } = home;
  const candidate = {
    subject: decodePart(seen.subject),
    predicate: decodePart(seen.predicate),
    value: i.value,
    qualifiers: JSON.parse(seen.qualifiers) as Record<string, string>,
    validFrom: i.validFrom ?? iso(seen.validFrom),
    // Over its own stretch only: a correction of the past doesn't compete with the present.
    ...((i.validTo ?? seen.validTo) !== null && { validTo: i.validTo ?? iso(seen.validTo as number) }),
    confidence: 1,
    origin: 'decision',
    ...(i.source !== undefined && { source: i.source }),
  };
  const row = await prepareOne(registry, namespace, candidate, 'correct');
  const about = operation(namespace, 'correct', i.reason);
  return Change.operate(graph, about, [...home.locks, ...lockKeys(row)], async (change) => {
    const slot = await loaded(change, home.slotKey);
    const fact = slot?.state.facts.find((f) => f.id === i.factId);
    if (slot === undefined || fact === undefined) throw gone('correct', 'factId');
    const [place] = await change.place([row]);
    if (place === undefined) throw gone('correct', 'factId');
    await change.load([place.slotKey]);
    const target = change.slotAt(place, namespace, row.predicate);
    const wrong = slot.state.claims.filter((c) => fact.basis.some((b) => b.id === c.id));
    slot.withdraw(wrong.map((c) => c.id));
    target.add(row, change.at);
    return commit(change, [...new Set([slot, target])], about, row);
  });
}

const operation = (namespace: string, kind: string, reason: string | undefined): Operation => ({
  id: `o_${randomId()}`,
  namespace,
  kind,
  reason: reason ?? null,
});

async function commit(change: Change, slots: readonly SlotChange[], about: Operation, added: Row | null): Promise<OperationReply> {
  const before = slots.map((s) => factAt(s.state.facts, change.at)?.id);
  const rewrite = await change.write(about.id);
  const touched = [...rewrite.withdrawn, ...rewrite.created].map((e) => factIdOf(String(e.key)));
  return {
    operationId: about.id,
    changed: [...new Set(touched)],
    claimId: added?.claimId ?? null,
    currentChanged: slots.some((s, n) => before[n] !== currentId(s, change.at)),
    recordedAt: iso(change.at),
  };
}

const factIdOf = (key: string): string => decodePart((key.split('|')[1] as string).replace(/#\d+$/, ''));

const currentId = (slot: SlotChange, now: number): string | undefined =>
  slot.placed.find(({ piece }) => piece.from <= now && (piece.to === null || now < piece.to))?.id;

/** The fact of that id; else what holds now, else what is to come, of that value if one was given. */
function aim(slot: SlotChange | undefined, factId: string | undefined, valueKey: string, now: number): StoredFact | undefined {
  const facts = slot?.state.facts ?? [];
  if (factId !== undefined) return facts.find((f) => f.id === factId);
  const fitting = facts.filter((f) => valueKey === '' || f.valueKey === valueKey);
  return factAt(fitting, now) ?? fitting.filter((f) => f.validFrom > now).sort((a, b) => a.validFrom - b.validFrom)[0];
}

async function loaded(change: Change, slotKey: string): Promise<SlotChange | undefined> {
  await change.load([slotKey]);
  return change.slot(slotKey);
}

async function slotOfRow(change: Change, row: Row): Promise<SlotChange | undefined> {
  const [place] = await change.place([row]);
  return place && loaded(change, place.slotKey);
}

async function homeOfFact(graph: Graph, namespace: string, factId: string, operation: string): Promise<Home & { readonly fact: FactRow }> {
  const rows = await graph.call<FactRow>('truth/find-fact', { idKey: keyOf(namespace, factId) });
  const fact = rows.find((r) => r.withdrawnAt === null);
  if (fact === undefined)
    throw rows.length > 0 ? gone(operation, 'factId') : notFound(operation, 'factId', 'names no fact', 'look for it with list');
  return { slotKey: fact.slotKey, locks: [fact.subjectKey, fact.ownerKey], fact };
}

async function homeOfClaim(graph: Graph, namespace: string, claimId: string): Promise<Home> {
  const [claim] = await graph.call<FactRow>('truth/find-claim', { key: keyOf(namespace, claimId) });
  if (claim === undefined) throw notFound('withdraw', 'claimId', 'names no claim', 'see the claims in the history of its slot');
  if (claim.withdrawnAt !== null) throw gone('withdraw', 'claimId');
  return { slotKey: claim.slotKey, locks: [claim.subjectKey, claim.ownerKey] };
}

const gone = (operation: string, path: string) =>
  notFound(operation, path, 'names something withdrawn already', 'see the history of its slot');

function endRow(
  namespace: string,
  { predicate }: Found,
  of: StoredClaim,
  end: {
    readonly start: number | null;
    readonly confidence: number;
    readonly source: ReturnType<typeof sourceOf> | null;
    readonly reason: string | null;
  },
): Row {
  return makeRow({
    ...end,
    namespace,
    subject: decodePart(of.subject),
    predicate,
    value: { value: of.value ?? '', key: of.valueKey, text: of.text ?? '' },
    valueId: of.valueEntity === null ? null : String(of.value),
    qualifiers: JSON.parse(of.qualifiers) as Record<string, string>,
    kind: 'end',
    said: null,
    to: null,
    explicit: true,
    precision: 'instant',
    toPrecision: null,
    origin: 'stated',
    tier: null,
    pinned: false,
    expected: null,
    seq: 0,
    id: randomId(),
  });
}

async function targetRow(
  registry: Registry,
  namespace: string,
  i: { [K in 'subject' | 'predicate' | 'value' | 'qualifiers']?: unknown },
): Promise<Row> {
  const { subject, predicate, value, qualifiers } = i;
  const candidate = {
    subject,
    predicate,
    kind: 'end',
    ...(value !== undefined && { value }),
    ...(qualifiers !== undefined && { qualifiers }),
  };
  return prepareOne(registry, namespace, candidate, 'retract');
}

async function prepareOne(registry: Registry, namespace: string, candidate: object, operation: string): Promise<Row> {
  const [prepared] = await prepare(registry, namespace, [candidate], { requestId: null, seqOf: () => 0, pathOf: () => '' });
  if (prepared === undefined || !('row' in prepared))
    throw invalidInput(
      operation,
      (prepared?.issues ?? []).map((issue) => ({ ...issue, path: issue.path.replace(/^\./, '') })),
    );
  return prepared.row;
}

function instant(text: string, operation: string, path: string): number {
  const stretch = parseTime(text);
  if (typeof stretch === 'string')
    throw invalidInput(operation, [{ path, message: stretch, next: 'write 2024-05-03T10:00:00+02:00, or a date' }]);
  return stretch.from;
}
