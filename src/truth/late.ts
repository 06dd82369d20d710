import type { FoldOutcome } from '../domain/claim.ts';
import type { Graph } from '../graph.ts';
import { type LateChange, lateChangeStands } from '../review/rivals/rivalry.ts';
import { Change, isStale, type Place } from './change.ts';
import type { Row } from './row.ts';
import { factAt, pieceAt, type SlotChange } from './slot-change.ts';
import { contentOf } from './state.ts';

/** What became of a row; `stale` and `missing` ones are prepared anew. */
export interface Written {
  readonly outcome: FoldOutcome | 'restricted' | 'conflict' | 'inverted' | 'circular' | 'stale' | 'missing';
  readonly claimId: string;
  readonly factId: string | null;
  readonly supersededIds: readonly string[];
  readonly replayed: boolean;
  /** A replay of a claim that was withdrawn since. */
  readonly withdrawn: boolean;
  readonly late: boolean;
  readonly recordedAt: number;
  readonly currentChanged: boolean;
  /** The question that it is part of. */
  readonly reviewId: string | null;
}

/** What comes out of time order: lock, read the slots, fold, write the new timelines. Rows in order of arrival. */
export const writeLate = (graph: Graph, rows: readonly Row[]): Promise<Map<number, Written>> =>
  Change.run(graph, rows.flatMap(lockKeys), (change) => foldIn(change, rows, true));

/** The same within a change that has the locks. `ask`: whether to ask about what came late and changed what holds. */
export async function foldIn(change: Change, rows: readonly Row[], ask = false): Promise<Map<number, Written>> {
  const places = new Map(
    (await change.place(rows.flatMap((r) => [r, ...(r.fallback === null ? [] : [r.fallback])]))).map((p) => [p.seq, p]),
  );
  await change.load([...places.values()].map((p) => p.slotKey));
  const now = change.at;
  const befores = new Map<SlotChange, string | undefined>();
  const written = new Map<number, Written>();
  const twins: { row: Row; of: number }[] = [];
  const added: { row: Row; slot: SlotChange }[] = [];
  for (const row of rows) {
    const place = places.get(row.seq);
    const other = row.fallback === null ? place : places.get(row.fallback.seq);
    const refused = refusal(row, place, now) ?? (other?.merged === true ? { ...nothing(row, now), outcome: 'stale' as const } : null);
    if (refused !== null || place === undefined || other === undefined) {
      written.set(row.seq, refused ?? { ...nothing(row, now), outcome: 'missing' });
      continue;
    }
    const slot = change.slotAt(place, row.namespace, row.predicate);
    const twin = added.find((a) => a.row.claimId === row.claimId);
    if (twin !== undefined) {
      twins.push({ row, of: twin.row.seq });
      continue;
    }
    if (holdsByItself(row, slot)) {
      written.set(row.seq, { ...nothing(row, now), outcome: 'circular' });
      continue;
    }
    if (!befores.has(slot)) befores.set(slot, currentOf(slot, now));
    if (row.expected !== null && row.expected !== expectedNow(slot, now)) {
      written.set(row.seq, { ...nothing(row, now), outcome: 'conflict' });
      continue;
    }
    slot.add(row, now);
    added.push({ row, slot });
  }
  if (ask) for (const slot of befores.keys()) slot.late = lateChange(slot, added, now);
  if (added[0] !== undefined) await change.write(added[0].row.claimId);
  for (const { row, slot } of added) {
    const outcome = slot.outcomeOf(row.claimId) as FoldOutcome;
    const superseded = slot.supersededBy(row.claimId, outcome);
    written.set(row.seq, {
      ...nothing(row, now),
      outcome,
      factId: slot.factOf(row.claimId)?.id ?? null,
      supersededIds: superseded === null ? [] : [superseded],
      currentChanged: befores.get(slot) !== currentAfter(slot, now),
      reviewId: change.reviewOf(row.claimId),
    });
  }
  for (const { row, of } of twins) written.set(row.seq, { ...(written.get(of) as Written), replayed: true, currentChanged: false });
  return written;
}

export const lockKeys = (r: Row): string[] => [
  ...[r.subject, ...(r.turned ? [r.valueId] : [])].map((id) => `${r.namespace}|${id}`),
  ...r.locks,
];

const nothing = (row: Row, recordedAt: number) => ({
  claimId: row.claimId,
  factId: null,
  supersededIds: [],
  replayed: false,
  withdrawn: false,
  late: true,
  recordedAt,
  currentChanged: false,
  reviewId: null,
});

function refusal(row: Row, place: Place | undefined, now: number): Written | null {
  if (place === undefined) return null;
  if (place.reply !== null) {
    const supersededIds = place.supersededId === null ? [] : [place.supersededId];
    return {
      ...nothing(row, place.recordedAt ?? now),
      outcome: place.reply as FoldOutcome,
      factId: place.factId,
      supersededIds,
      replayed: true,
      withdrawn: place.withdrawn,
    };
  }
  // without a start it speaks from now on
  if (row.to !== null && row.to <= (row.start ?? now)) return { ...nothing(row, now), outcome: 'inverted' };
  if (isStale(place, row)) return { ...nothing(row, now), outcome: 'stale' };
  return place.active ? null : { ...nothing(row, now), outcome: 'restricted' };
}

/** It depends on what it would corroborate or take the place of. */
const holdsByItself = ({ dependsOn }: Row, { state: { facts } }: SlotChange): boolean =>
  dependsOn.flat().some((id) => facts.some((f) => f.id === id || f.resumes === id));

/**
 * The claim, of those just told, that put another value in the place of what held, though it begins no later than that did: told in time
 * order, what held might never have.
 */
function lateChange(slot: SlotChange, added: readonly { readonly row: Row; readonly slot: SlotChange }[], now: number): LateChange[] {
  const { folded, state } = slot;
  const fact = factAt(state.facts, now);
  const piece = pieceAt(folded.timeline, now);
  if (fact === undefined || piece?.value === contentOf(fact, state.settings.slotBy)) return [];
  const displaced = fact.basis.map((b) => b.id);
  // a default gives way to anything
  if (displaced.every((id) => slot.claims.get(id)?.origin === 'default')) return [];
  const told = added.filter((a) => a.slot === slot && a.row.origin !== 'decision' && (a.row.start ?? now) <= fact.validFrom);
  const rows = told.map((a) => a.row.claimId);
  const changed = (holds: boolean) => (claimId: string) => {
    const late = { claimId, factId: fact.id, displaced, holds };
    return lateChangeStands(late, folded, now) !== null && (!holds || piece?.basis.has(claimId)) ? [late] : [];
  };
  return [...rows.flatMap(changed(true)), ...rows.flatMap(changed(false))].slice(0, 1);
}

/** Id and value of what holds, as the store has it. */
function currentOf(slot: SlotChange, now: number): string | undefined {
  const fact = factAt(slot.state.facts, now);
  return fact && `${fact.id} ${contentOf(fact, slot.state.settings.slotBy)}`;
}

function currentAfter(slot: SlotChange, now: number): string | undefined {
  const piece = pieceAt(slot.folded.timeline, now);
  const placed = slot.placed.find((p) => p.piece === piece);
  return placed && `${placed.id} ${placed.piece.value}`;
}

/** Within a batch an earlier row may have changed what holds; the store's ids are known only for what it had. */
function expectedNow(slot: SlotChange, now: number): string {
  const piece = pieceAt(slot.folded.timeline, now);
  const fact = factAt(slot.state.facts, now);
  if (piece === undefined) return '';
  const same =
    fact !== undefined && contentOf(fact, slot.state.settings.slotBy) === piece.value && fact.basis.some((b) => piece.basis.has(b.id));
  return same ? fact.id : '?';
}
