import type { Graph } from '../graph.ts';
import type { Finding } from '../palimpsest.ts';
import { readState, type StateRow } from '../truth/state.ts';
import { auditSlot, type CacheRow } from './audit-slot.ts';
import { slotPages } from './pages.ts';

/** Claims and versions held at a time. */
const AT_ONCE = 5_000;

interface SlotRow {
  readonly slotKey: string;
  readonly size: number;
}

/** I3: folds every slot anew and holds it against what is stored, within bounded memory. Stops when `limit` findings are made. */
export async function auditTimelines(graph: Graph, namespace: string | null, limit: number): Promise<Omit<Finding, 'invariant'>[]> {
  const findings: Omit<Finding, 'invariant'>[] = [];
  for await (const page of slotPages<SlotRow>(graph, 'audit/slots', namespace))
    for (const keys of portions(page)) {
      findings.push(...(await auditSlots(graph, keys)));
      if (findings.length >= limit) return findings.slice(0, limit);
    }
  return findings;
}

function* portions(slots: readonly SlotRow[]): Generator<string[]> {
  let keys: string[] = [];
  let size = 0;
  for (const slot of slots) {
    if (keys.length > 0 && size + slot.size > AT_ONCE) {
      yield keys;
      keys = [];
      size = 0;
    }
    keys.push(slot.slotKey);
    size += slot.size + 1;
  }
  if (keys.length > 0) yield keys;
}

async function auditSlots(graph: Graph, keys: readonly string[]): Promise<Omit<Finding, 'invariant'>[]> {
  const states = await graph.call<StateRow>('truth/state', { keys: [...keys] });
  const caches = new Map((await graph.call<CacheRow>('audit/caches', { keys: [...keys] })).map((row) => [row.slotKey, row]));
  return states.flatMap((row) => {
    const state = readState(row);
    const cached = caches.get(row.slotKey);
    return cached === undefined ? [] : auditSlot(state, cached).map((wrong) => ({ ...wrong, namespace: state.namespace }));
  });
}
