import { decodePart } from '../domain/keys.ts';
import type { Graph } from '../graph.ts';
import type { MergeReply } from '../palimpsest.ts';
import { makeMoot } from '../review/conclude.ts';
import { openReviews } from '../review/open.ts';
import type { Change, Operation } from '../truth/change.ts';
import type { Regrouped } from '../truth/regroup.ts';
import { factAt } from '../truth/slot-change.ts';
import { contentOf, type StoredFact } from '../truth/state.ts';

type Clash = MergeReply['clashes'][number];

/** Slots in which both entities had something at the moment of the merge, and not the same. The fold decides; a person may think otherwise. */
export async function openClashes(
  graph: Graph,
  change: Change,
  { id, namespace }: Operation,
  entities: readonly string[],
  regrouped: readonly Regrouped[],
): Promise<Clash[]> {
  const found: { slotKey: string; predicate: string; factIds: string[] }[] = [];
  for (const { slot, before } of regrouped) {
    const held = holding(before, change.at);
    if (new Set(held.map((f) => contentOf(f, slot.state.settings.slotBy))).size < 2) continue;
    found.push({ slotKey: slot.state.slotKey, predicate: decodePart(slot.state.predicate), factIds: held.map((f) => f.id) });
  }
  const opened = await openReviews(
    graph,
    namespace,
    found.map(({ slotKey, predicate, factIds }) => ({
      kind: 'merge-clash' as const,
      identity: [id, slotKey],
      entities,
      facts: factIds,
      data: { operationId: id, entities, predicate, facts: factIds },
      at: change.at,
    })),
    change.runner,
  );
  return found.map(({ predicate, factIds }, n) => ({ predicate, factIds, reviewId: opened[n]?.id ?? null }));
}

/** A merge that is taken back leaves nothing to decide: what it asked is moot. */
export async function closeClashes(change: Change, entityKey: string, mergedBy: string): Promise<void> {
  const open = await change.call<{ key: string; data: string }>('review/clashes', { entityKey });
  const keys = open.filter((r) => (JSON.parse(r.data) as { operationId: string }).operationId === mergedBy).map((r) => r.key);
  await makeMoot(change, keys);
}

/** What held in each of the slots that are one now. */
function holding(facts: readonly StoredFact[], at: number): StoredFact[] {
  const slots = [...new Set(facts.map((f) => f.slotKey))];
  return slots.flatMap((key) => {
    const of = facts.filter((f) => f.slotKey === key);
    return factAt(of, at) ?? [];
  });
}
