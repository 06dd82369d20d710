import { z } from 'zod';
import { parse } from '../contract/check.ts';
import { operationIdSchema, operationsQuerySchema } from '../contract/operations.ts';
import { readInstant } from '../contract/queries.ts';
import { decodePart, keyOf } from '../domain/keys.ts';
import type { How, OperationKind } from '../domain/operation.ts';
import { iso, MAX_TIME } from '../domain/time.ts';
import type { Params } from '../engine/engine.ts';
import { noFact, notFound } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { OperationDetail, OperationPage, OperationQuery, OperationView } from '../palimpsest.ts';
import { digestOf, encodeCursor, readCursor } from '../reading/cursor.ts';
import type { Whom } from '../registry/whom.ts';

/** Of each list that an operation shows. */
const LISTED = 1_000;

/** As `operations/read` returns it. */
export interface OperationRow {
  readonly key: string;
  readonly id: string;
  readonly kind: OperationKind;
  readonly at: number;
  readonly by: string | null;
  readonly reason: string | null;
  readonly undoes: string | null;
  readonly undoneBy: string | null;
}
export interface ChangedClaim {
  readonly claimKey: string;
  readonly id: string;
  readonly how: How;
  /** As JSON: what one that moved said before. */
  readonly was: string | null;
}

export const toView = ({ key: _, at, ...row }: OperationRow): OperationView => ({ ...row, at: iso(at) });

/** The newest first, page by page. */
export async function operations(
  graph: Graph,
  whom: Pick<Whom, 'require'>,
  namespace: string,
  query: OperationQuery = {},
): Promise<OperationPage> {
  const { cursor, limit = 100, kind, about, since } = parse(operationsQuerySchema, query, 'operations');
  const of = digestOf(namespace, { kind, about, since });
  const before = cursor === undefined ? { at: MAX_TIME, id: '' } : readCursor(cursorSchema, 'operations', cursor, of);
  const params = {
    kinds: kind === undefined ? null : [kind].flat(),
    since: since === undefined ? 0 : readInstant(since, 'operations', 'since'),
    beforeAt: before.at,
    beforeId: before.id,
    limit: limit + 1,
  };
  const found = await keysOf(graph, whom, namespace, about, params);
  const keys = found.slice(0, limit).map((r) => r.key);
  const rows = (await graph.call<OperationRow>('operations/read', { keys })).sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    operations: rows.map(toView),
    cursor: last === undefined ? null : encodeCursor({ of, at: last.at, id: last.id }),
  };
}

async function keysOf(
  graph: Graph,
  whom: Pick<Whom, 'require'>,
  namespace: string,
  about: string | undefined,
  params: Params,
): Promise<{ key: string }[]> {
  if (about === undefined) return graph.call('operations/list', { namespace, ...params });
  if (!about.startsWith('f_')) {
    const { id } = await whom.require(namespace, about, 'operations', 'about');
    return graph.call('operations/list-entity', { entityKey: keyOf(namespace, id), ...params });
  }
  const idKey = keyOf(namespace, about);
  if ((await graph.call('truth/known-facts', { keys: [idKey] })).length === 0) throw noFact('operations', about);
  return graph.call('operations/list-fact', { idKey, ...params });
}

export async function operationRow(graph: Pick<Graph, 'call'>, namespace: string, id: string, verb: string): Promise<OperationRow> {
  const key = keyOf(namespace, parse(operationIdSchema, id, verb, 'id'));
  const [row] = await graph.call<OperationRow>('operations/read', { keys: [key] });
  if (row === undefined) throw notFound(verb, 'id', 'names no operation of this namespace', 'see operations');
  return row;
}

/** One, with everything that it changed. */
export async function operation(graph: Graph, namespace: string, id: string): Promise<OperationDetail> {
  const row = await operationRow(graph, namespace, id, 'operation');
  const { key, at } = row;
  const claims = await graph.call<ChangedClaim>('operations/claims', { key });
  const by = [row.id, ...claims.flatMap((c) => (c.how === 'added' ? [c.id] : []))];
  const facts = factsOf(await graph.call('operations/facts', { key, by, at }));
  const [concerned] = await graph.call<Record<'entities' | 'predicates' | 'reviews', string[]>>('operations/concerned', { key });
  const { entities = [], predicates = [], reviews = [] } = concerned ?? {};
  return {
    ...toView(row),
    claims: claims
      .map((c) => ({ id: c.id, how: c.how }))
      .sort(byId)
      .slice(0, LISTED),
    facts: facts.slice(0, LISTED),
    entities: entities.map(decodePart).sort(),
    predicates: predicates.map(decodePart).sort(),
    reviews: [...reviews].sort(),
    counts: { claims: claims.length, facts: facts.length },
  };
}

type FactRow = { readonly id: string; readonly withdrawn: boolean; readonly made: boolean };

/** One id may have a version that was withdrawn and another that was made. */
function factsOf(rows: readonly FactRow[]): OperationDetail['facts'][number][] {
  const ids = [...new Set(rows.map((r) => r.id))].sort();
  return ids.map((id) => {
    const of = rows.filter((r) => r.id === id);
    const how = of.some((r) => r.made) ? 'made' : of.every((r) => r.withdrawn) ? 'withdrawn' : 'changed';
    return { id, how };
  });
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

const cursorSchema = z.strictObject({ of: z.string(), at: z.number().int(), id: z.string() });
