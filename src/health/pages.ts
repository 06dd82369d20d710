import type { Graph } from '../graph.ts';
import { prefixOf, untilOf } from './prefix.ts';

/** Keys held at a time. One engine reads all keys for each page, so pages are large. */
const PAGE = 50_000;

/** The slots that an audit's procedure names, page by page in order of their keys; of all namespaces where it is null. */
export async function* slotPages<R extends { readonly slotKey: string }>(
  graph: Graph,
  procedure: string,
  namespace: string | null,
): AsyncGenerator<readonly R[]> {
  for (let after = prefixOf(namespace); ; ) {
    const page = await graph.call<R>(procedure, { after, until: untilOf(namespace), limit: PAGE });
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.slotKey;
  }
}
