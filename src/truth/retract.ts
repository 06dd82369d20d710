import { retractSchema, writeOptionsSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { decodePart } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import { notFound } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { RetractInput, RetractReply, WriteOptions } from '../palimpsest.ts';
import type { Found } from '../registry/predicates.ts';
import { Again, untilItHolds } from './again.ts';
import { Change, isStale } from './change.ts';
import { digestOf } from './ids.ts';
import { lockKeys } from './late.ts';
import { changesCurrent, once, operationOf } from './operate.ts';
import { DEFAULT_CONFIDENCE, instant, type Registry, sourceOf } from './prepare.ts';
import { makeRow, type Row, type RowInput } from './row.ts';
import { factAt, type SlotChange } from './slot-change.ts';
import type { StoredClaim, StoredFact } from './state.ts';
import { homeOfFact, loaded, saidOf, targetRow } from './target.ts';

/** It ended. At or before its start it is withdrawn instead: what was cancelled never held. */
export async function retract(
  graph: Graph,
  registry: Registry,
  namespace: string,
  input: RetractInput,
  options: WriteOptions = {},
): Promise<RetractReply> {
  const i = parse(retractSchema, input, 'retract');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'retract', 'options');
  const { by, reason, source, confidence, ...statement } = i;
  const about = operationOf({ namespace, kind: 'retract', input: i, statement, idempotencyKey });
  const work = async (): Promise<RetractReply> => {
    const at = i.at === undefined ? null : instant(i.at, 'retract', 'at').from;
    const row = i.factId === undefined ? await targetRow(graph, registry, namespace, i, 'retract') : null;
    const home = i.factId === undefined ? null : await homeOfFact(graph, namespace, i.factId, 'retract');
    const locks = home?.locks ?? lockKeys(row as Row);
    // asked before the transaction, which on one engine lets nobody else in
    const { predicate } = (await registry.predicates.find(namespace, decodePart((home?.fact ?? (row as Row)).predicate))) as Found;
    return Change.operate(graph, about, locks, async (change) => {
      const slot = home === null ? await slotOfRow(change, row as Row) : await loaded(change, home.slotKey);
      const fact = aim(slot, i.factId, row, change.at);
      if (fact === undefined && home !== null) throw new Again();
      if (slot === undefined || fact === undefined) throw nothingToEnd(i);
      if (slot.state.settings.version !== predicate.version) throw new Again();
      const reply = { factId: fact.id, operationId: about.id, recordedAt: iso(change.at) };
      const basis = slot.state.claims.filter((c) => fact.basis.some((b) => b.id === c.id));
      // a later piece shares its claims with the earlier one, which stays
      if ((at ?? change.at) <= fact.validFrom && fact.resumes === null) {
        slot.withdraw(basis.map((c) => c.id));
        await change.write(about.id);
        return { ...reply, outcome: 'withdrawn', claimId: null, currentChanged: changesCurrent(change) };
      }
      const end = endRow(basis[0] as StoredClaim, {
        ...saidBy(row, basis),
        namespace,
        predicate,
        start: at,
        confidence: confidence ?? DEFAULT_CONFIDENCE,
        source: source === undefined ? null : sourceOf(source),
        reason: reason ?? null,
        origin: 'stated',
        id: digestOf([about.id]),
      });
      slot.add(end, change.at);
      const outcome = slot.outcomeOf(end.claimId) as RetractReply['outcome'];
      await change.write(end.claimId);
      return { ...reply, outcome, claimId: end.claimId, currentChanged: changesCurrent(change) };
    });
  };
  return once(graph, about, () => untilItHolds(registry, namespace, 'retract', work));
}

function nothingToEnd({ value }: { readonly value?: unknown }) {
  if (value === undefined) return notFound('retract', 'predicate', 'holds nothing of that subject now', 'see its history');
  return notFound('retract', 'value', 'is not one that holds now', 'see current or history for what does');
}

/** The fact of that id; else what holds now, else what is to come, of that value if one was given. */
function aim(slot: SlotChange | undefined, factId: string | undefined, row: Row | null, now: number): StoredFact | undefined {
  const facts = slot?.state.facts ?? [];
  if (row === null) return facts.find((f) => f.id === factId);
  const fitting = facts.filter((f) => f.subject === row.subject && (row.valueKey === '' || f.valueKey === row.valueKey));
  return factAt(fitting, now) ?? fitting.filter((f) => f.validFrom > now).sort((a, b) => a.validFrom - b.validFrom)[0];
}

async function slotOfRow(change: Change, row: Row): Promise<SlotChange | undefined> {
  const [place] = await change.place([row]);
  if (place !== undefined && isStale(place, row)) throw new Again();
  return place && loaded(change, place.slotKey);
}

/** Whom it is said of: as asked; of a fact by id as what it rests on. So it goes with what it ended where a merge is taken back. */
function saidBy(row: Row | null, basis: readonly StoredClaim[]): Pick<RowInput, 'saidSubject' | 'saidValue'> {
  const rests = saidOf(basis);
  if (row === null) return rests;
  const { saidSubject, saidValue } = row.claim;
  return {
    saidSubject: saidSubject == null ? undefined : decodePart(String(saidSubject)),
    saidValue: row.valueKey === '' ? rests.saidValue : saidValue == null ? undefined : String(saidValue),
  };
}

/** An end of the value that the claim names. */
export function endRow(
  of: StoredClaim,
  end: Pick<
    RowInput,
    'namespace' | 'predicate' | 'start' | 'confidence' | 'source' | 'reason' | 'origin' | 'id' | 'saidSubject' | 'saidValue'
  > &
    Partial<Pick<RowInput, 'seq'>>,
): Row {
  return makeRow({
    seq: 0,
    ...end,
    subject: decodePart(of.subject),
    value: { value: of.value ?? '', key: of.valueKey, text: of.text ?? '' },
    valueId: of.valueEntity === null ? null : String(of.value),
    qualifiers: JSON.parse(of.qualifiers) as Record<string, string>,
    kind: 'end',
    said: null,
    to: null,
    explicit: true,
    precision: 'instant',
    toPrecision: null,
    tier: null,
    pinned: false,
    expected: null,
  });
}
