import type { Params } from '../engine/engine.ts';
import type { Graph } from '../graph.ts';
import type { Cursor } from './cursor.ts';
import type { Filter } from './filter.ts';
import type { FactRow } from './rows.ts';

export interface Row {
  readonly slotKey: string;
  readonly fact: FactRow;
}
interface Page {
  readonly rows: readonly Row[];
  /** Where the next page may begin to look. */
  readonly width: number;
}
interface Wanted {
  readonly filter: Filter;
  readonly params: Params;
  readonly begin: Cursor;
  readonly limit: number;
}

/** At most `limit` facts after the cursor. */
export async function pageOf(graph: Graph, wanted: Wanted): Promise<Page> {
  if (wanted.filter.from === 'namespace') return inStretches(graph, wanted);
  const { filter, params, begin, limit } = wanted;
  const after = { afterAt: begin.at, afterKey: begin.key, limit };
  return { rows: await graph.call<Row>('read/list-groups', { ...filter.params, ...params, ...after }), width: begin.width };
}

/** Reads one stretch of recorded time after the other, each about as long as holds a page, instead of everything for every page. */
async function inStretches(graph: Graph, { filter, params, begin, limit }: Wanted): Promise<Page> {
  const rows: Row[] = [];
  let { at: from, width } = begin;
  let most = 4 * limit + 100;
  while (rows.length < limit && from <= begin.known) {
    const until = Math.min(from + width, begin.known + 1);
    // what was recorded in one instant is not divided
    const bound = until - from > 1 ? most : Number.MAX_SAFE_INTEGER;
    const after = { afterAt: begin.at, afterKey: begin.key, limit: limit - rows.length, from, until, most: bound };
    const [read] = await graph.call<{ seen: number; page: Row[] }>('read/list-namespace', { ...filter.params, ...params, ...after });
    if (read === undefined || read.seen >= bound) {
      width = Math.max(1, Math.floor((until - from) / 8));
      continue;
    }
    rows.push(...read.page);
    if (rows.length >= limit) break;
    from = until;
    // what is left out here is passed in few steps
    width *= 4;
    most *= 2;
  }
  return { rows, width: Math.max(1, Math.min(width, begin.known)) };
}
