import type { Call, Graph } from '../graph.ts';
import type { Change } from './change.ts';

/** A slot, and whom to lock for it. */
export interface SlotRow {
  readonly slotKey: string;
  readonly ownerKey: string;
  /** Version of the predicate's settings that it is folded by. */
  readonly settings: number;
  readonly subjectKeys: readonly string[];
}
/** Reads slots; within a change under its locks. */
export type FindSlots<R extends SlotRow = SlotRow> = (call: Call) => Promise<R[]>;

/** Locks everybody who has one of the slots, and others besides; whoever joins meanwhile is left to the sweep. */
export async function withSlots<T extends object, R extends SlotRow = SlotRow>(
  graph: Graph,
  find: FindSlots<R>,
  run: (locks: string[], work: (change: Change) => Promise<T>) => Promise<T>,
  work: (change: Change, rows: readonly R[]) => Promise<T>,
  others: readonly string[] = [],
): Promise<T> {
  const concerned = (row: SlotRow) => [row.ownerKey, ...row.subjectKeys];
  const seen = await find(graph.call);
  const locks = new Set([...others, ...seen.flatMap(concerned)]);
  return run([...locks], async (change) => {
    const rows = await find(change.call);
    const locked = rows.filter((r) => concerned(r).every((k) => locks.has(k)));
    await change.load(locked.map((r) => r.slotKey));
    return work(change, locked);
  });
}
