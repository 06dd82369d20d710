import type { Runner } from '../engine/engine.ts';
import type { Graph } from '../graph.ts';

/**
 * A server without snapshots shows a statement parts of a write that lands meanwhile: the old fact ended, the new one not there. Where the
 * answer could be such a half, and the entity was written lately, it is read again with its writers kept off.
 */
export async function oneMoment<T>(
  graph: Graph,
  entityKey: string,
  read: (runner?: Runner) => Promise<T>,
  mayBeHalf: (found: T) => boolean,
): Promise<T> {
  const found = await read();
  if (graph.engine.capabilities.snapshots || !mayBeHalf(found)) return found;
  const keys = [entityKey];
  const [written] = await graph.call<{ lately: boolean }>('read/written-lately', { keys });
  if (written?.lately !== true) return found;
  return graph.engine.transaction(async (tx) => {
    await graph.call('read/hold', { keys }, tx);
    return read(tx);
  });
}
