import { parse } from '../contract/check.ts';
import { type ListQueryInput, listQuerySchema, type STATUSES } from '../contract/queries.ts';
import type { Params } from '../engine/engine.ts';
import { isPalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { FactPage, ListQuery } from '../palimpsest.ts';
import { judgeSlots } from './claim-view.ts';
import { type Cursor, decodeCursor, digestOf, encodeCursor } from './cursor.ts';
import { type Moment, toFact } from './fact-view.ts';
import { type Filter, filtersOf } from './filter.ts';
import { pageOf, type Row } from './list-page.ts';
import type { Lookups } from './lookup.ts';
import { momentOf } from './moment.ts';
import { challengersNow } from './page.ts';
import type { ClaimRow } from './rows.ts';

interface Summary {
  readonly now: number;
  readonly first: number | null;
  readonly facts: number;
  readonly last: number | null;
  readonly scheduled: number;
  readonly superseded: number;
  readonly ended: number;
  readonly archived: number;
}
type Status = (typeof STATUSES)[number];
/** What a write takes, and no more than an answer may. */
const PATIENCE_MS = 2_000;

/**
 * Facts by filters, page by page in the order they were recorded in. The first page fixes the moment that the whole walk is about, so
 * writes meanwhile neither repeat nor hide a fact.
 */
export async function list(graph: Graph, lookups: Lookups, namespace: string, query: ListQuery = {}): Promise<FactPage> {
  const { cursor: text, limit = 100, ...filters } = parse(listQuerySchema, query, 'list');
  const of = digestOf(namespace, filters);
  const cursor = text === undefined ? null : decodeCursor(text, of);
  const moment = await momentOf(graph, filters, 'list');
  const statuses = statusesOf(filters);
  // archiving takes nothing from the past
  const { visibility = filters.asOf === undefined && filters.knownAt === undefined ? 'live' : 'all' } = filters;
  const filter = await filtersOf(graph, lookups, namespace, filters);
  if (filter === null) return { facts: [], hidden: { superseded: 0, scheduled: 0, contested: 0, archived: 0 }, cursor: null };
  const begin = cursor ?? (await firstCursor(graph, filter, { moment, statuses, visibility, of }));
  const at: Moment = { ...moment, clock: begin.clock, known: Math.min(moment.known, begin.known) };
  const wanted = { filter, params: { ...params(at), visibility, statuses: [...statuses] }, begin, limit: limit + 1 };
  const { rows: found, width } = await pageOf(graph, wanted);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1)?.fact : undefined;
  const against = await challengers(graph, rows, at, filters.knownAt !== undefined);
  const facts = rows.map((row) => toFact(row.fact, at, against(row)));
  return {
    facts,
    hidden: {
      superseded: begin.superseded,
      scheduled: begin.scheduled,
      contested: facts.reduce((n, f) => n + f.challengedBy.length, 0),
      archived: begin.archived,
    },
    cursor: last === undefined ? null : encodeCursor({ ...begin, at: last.recordedAt, key: last.key, width }),
  };
}

const params = ({ valid, clock, known }: Moment): Params => ({ valid, at: clock, known });

const statusesOf = ({ status = 'current' }: ListQueryInput): readonly Status[] => (typeof status === 'string' ? [status] : status);

interface Walk {
  readonly moment: Moment;
  readonly statuses: readonly Status[];
  readonly visibility: NonNullable<ListQueryInput['visibility']>;
  readonly of: string;
}

async function firstCursor(graph: Graph, filter: Filter, { moment, statuses, visibility, of }: Walk): Promise<Cursor> {
  // the numbers of what is left out are counted over all, once in a walk
  const [summary] = await graph.call<Summary>(`read/summary-${filter.from}`, {
    ...filter.params,
    ...params(moment),
    statuses: [...statuses],
    visibility,
  });
  const left = (status: 'scheduled' | 'superseded' | 'ended') => (statuses.includes(status) ? 0 : (summary?.[status] ?? 0));
  // by the clock that records: what it writes from now on is not part of this walk
  const known = Math.min(moment.known, Math.max(summary?.now ?? 0, summary?.last ?? 0));
  const first = summary?.first ?? known;
  await whole(graph);
  return {
    of,
    at: first,
    key: '',
    clock: moment.clock,
    known,
    width: Math.max(1, Math.ceil(((known - first + 1) * 200) / Math.max(1, summary?.facts ?? 0))),
    superseded: left('superseded') + left('ended'),
    scheduled: left('scheduled'),
    archived: summary?.archived ?? 0,
  };
}

/** A server without snapshots shows a commit bit by bit: what was under way when the walk began is whole by now, and no later write counts. */
async function whole({ engine }: Graph): Promise<void> {
  if (engine.capabilities.snapshots) return;
  await engine.settled(PATIENCE_MS).catch((error: unknown) => {
    // somebody's long transaction is not waited for
    if (!isPalimpsestError(error) || error.code !== 'busy') throw error;
  });
}

/** As the claims known then tell, or as they are linked now. */
async function challengers(graph: Graph, rows: readonly Row[], at: Moment, then: boolean): Promise<(row: Row) => readonly ClaimRow[]> {
  const believed = rows.filter((r) => r.fact.withdrawnAt == null || r.fact.withdrawnAt > at.known);
  if (!then) {
    const against = await challengersNow(graph)(believed.map((r) => r.fact));
    return (row) => against(row.fact);
  }
  const judged = await judgeSlots(
    graph,
    believed.map((r) => r.slotKey),
    at.known,
  );
  return (row) => (believed.includes(row) ? (judged.get(row.slotKey)?.challengersOf(row.fact.validFrom) ?? []) : []);
}
