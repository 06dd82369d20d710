import { keyOf } from '../domain/keys.ts';
import type { Value } from '../engine/engine.ts';
import type { Call } from '../graph.ts';
import { Change } from '../truth/change.ts';
import { withSlots } from '../truth/slots.ts';
import { carryOut, type Doing, isToDo } from './carry-out.ts';
import { look } from './look.ts';
import type { HangingRow } from './plan.ts';
import { entityKeyOf } from './retirement.ts';

/** This many find what writers added that saw the entity before it was retired. */
const SWEEPS = 5;

/**
 * Writers that began before the operation may commit after it; what they told by then (`told`, epoch ms) is retired too. So is what stood
 * behind something that has ended, and shows by that.
 */
export async function sweep(doing: Doing, told: number): Promise<void> {
  const { graph, retirement, at, by } = doing;
  let now = doing;
  /** When the sweeps were recorded. */
  const own = new Set<number>();
  const find = async (call: Call): Promise<HangingRow[]> => {
    const { policyOf, changes } = await look(call, doing.predicates, { ...retirement, at });
    now = { ...doing, policyOf, told };
    return changes.filter((row) => isToDo(now, row) && (row.recordedAt <= told || own.has(row.recordedAt)));
  };
  const key = keyOf(retirement.namespace, by);
  await graph.engine.settled();
  for (let n = 0; n < SWEEPS; n++) {
    if ((await find(graph.call)).length === 0) return;
    await withSlots<object, HangingRow>(
      graph,
      find,
      (locks, work) => graph.turns.take(locks, () => Change.run(graph, locks, work)),
      async (change, rows) => {
        const rewrite = await carryOut(change, now, rows);
        own.add(change.at);
        await noteClaims(change, key, {});
        return rewrite;
      },
      [entityKeyOf(retirement)],
    );
  }
}

/** What a further transaction of an operation changed belongs to it. */
export async function noteClaims(change: Change, key: string, properties: Record<string, Value>): Promise<void> {
  const { claims, concerns } = change.journal;
  if (claims.length > 0 || Object.keys(properties).length > 0) await change.call('retire/note', { key, properties, claims });
  if (concerns !== null) await change.call('operations/concern', { key, ...concerns });
}
