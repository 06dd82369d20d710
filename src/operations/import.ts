import { keyOf } from '../domain/keys.ts';
import { refusal } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { ImportAct, RememberResult } from '../palimpsest.ts';
import { asked } from '../review/open.ts';
import { fallbackId } from '../truth/row.ts';

/**
 * What is remembered as part of an import: its operation is there before the first claim is, so that a batch that was cut off and is sent again
 * finds what it told.
 */
export async function imported(
  graph: Graph,
  namespace: string,
  { id, by, reason }: { readonly [K in keyof ImportAct]: ImportAct[K] | undefined } & Pick<ImportAct, 'id'>,
  work: () => Promise<RememberResult[]>,
): Promise<RememberResult[]> {
  const key = keyOf(namespace, id);
  const properties = { id, namespace, kind: 'import', by: by ?? null, reason: reason ?? null, request: null, reply: '{}' };
  const [opened] = await graph.call<{ kind: string; undoneBy: string | null }>('operations/open-import', { key, properties });
  if (opened?.kind !== 'import') throw notThis('names another operation already', 'choose another id');
  if (opened.undoneBy !== null) throw notThis(`was taken back by ${opened.undoneBy}`, 'import under another id, or undo that');
  const results = await work();
  // with the fallbacks of those that have one
  const keys = results.flatMap(({ claimId: id }) => (id === null ? [] : [keyOf(namespace, id), keyOf(namespace, fallbackId(id))]));
  if (keys.length > 0) await graph.call('operations/told', { key, keys });
  const waiting = results.flatMap(({ claimId, reviewId }) => (claimId === null && reviewId !== null ? [reviewId] : []));
  await asked(graph, namespace, id, [...new Set(waiting)]);
  return results;
}

const notThis = (message: string, next: string) => refusal('conflict', 'remember', { path: 'options.import', message, next });
