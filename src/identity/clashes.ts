import { decodePart } from '../domain/keys.ts';
import type { MergeReply } from '../palimpsest.ts';
import { type Change, factAt, type Operation } from '../truth/change.ts';
import type { Regrouped } from '../truth/regroup.ts';
import { contentOf, type StoredFact } from '../truth/state.ts';
import type { Node } from './cluster.ts';

type Clash = MergeReply['clashes'][number];

/** Slots in which both entities had something at the moment of the merge, and not the same. The fold decides; a person may think otherwise. */
export async function openClashes(change: Change, _about: Operation, _into: Node, regrouped: readonly Regrouped[]): Promise<Clash[]> {
  const clashes: Clash[] = [];
  for (const { slot, before } of regrouped) {
    const held = holding(before, change.at);
    if (new Set(held.map((f) => contentOf(f, slot.state.settings.slotBy))).size < 2) continue;
    clashes.push({ predicate: decodePart(slot.state.predicate), factIds: held.map((f) => f.id), reviewId: null });
  }
  return clashes;
}

/** What held in each of the slots that are one now. */
function holding(facts: readonly StoredFact[], at: number): StoredFact[] {
  const slots = [...new Set(facts.map((f) => f.slotKey))];
  return slots.flatMap((key) => {
    const of = facts.filter((f) => f.slotKey === key);
    return factAt(of, at) ?? [];
  });
}
