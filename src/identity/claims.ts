import { encodePart } from '../domain/keys.ts';
import { entityKey } from '../domain/value.ts';
import type { Graph } from '../graph.ts';
import { Change } from '../truth/change.ts';
import { regroup } from '../truth/regroup.ts';
import { type FindSlots, type SlotRow, withSlots } from '../truth/slots.ts';
import type { StoredClaim } from '../truth/state.ts';

/** Writers that read who was whom before may still commit; this many sweeps find what they wrote. */
const SWEEPS = 5;

export const slotsOf =
  (keys: readonly string[]): FindSlots =>
  (call) =>
    call<SlotRow>('identity/slots', { keys: [...keys] });

export const slotsIn = (change: Change, rows: readonly SlotRow[]) => rows.flatMap((r) => change.slot(r.slotKey) ?? []);

/** The fields of a claim that name its value. */
export const entityValue = (c: StoredClaim, id: string, said: string | null) => ({
  value: id,
  valueKey: entityKey(id),
  valueEntity: `${(c.valueEntity as string).split('|')[0]}|${encodePart(id)}`,
  saidValue: said,
});

/** Claims of writers that read who was whom before a change, and committed after it, say what they should have; `others` are locked too. */
export async function sweep(
  graph: Graph,
  by: string,
  find: FindSlots,
  say: (c: StoredClaim) => StoredClaim,
  others: readonly string[],
): Promise<void> {
  for (let n = 0; n < SWEEPS; n++) {
    const { left } = await withSlots<{ readonly left: boolean }>(
      graph,
      find,
      (locks, work) => graph.turns.take(locks, () => Change.run(graph, locks, work)),
      async (change, rows) => {
        const slots = slotsIn(change, rows).filter((s) => s.state.claims.some((c) => say(c) !== c));
        if (slots.length === 0) return { left: false };
        await regroup(change, slots, { say });
        await change.write(by);
        return { left: true };
      },
      others,
    );
    if (!left) return;
  }
}
