import { z } from 'zod';
import { parse } from '../contract/check.ts';
import { reviewIdSchema, reviewsQuerySchema } from '../contract/review.ts';
import { decodePart, keyOf } from '../domain/keys.ts';
import { PARKED_KINDS, type ReviewKind, type ReviewState } from '../domain/review.ts';
import { iso } from '../domain/time.ts';
import { notFound } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { Review, ReviewCount, ReviewPage, ReviewQuery } from '../palimpsest.ts';
import { digestOf, encodeCursor, readCursor } from '../reading/cursor.ts';
import type { Whom } from '../registry/whom.ts';
import { KINDS } from './kinds/kinds.ts';
import type { DecidedData } from './parked-data.ts';
import { sidesOf } from './rivals/sides.ts';

/** As `review/read` returns it. */
export interface ReviewRow {
  readonly key: string;
  readonly id: string;
  readonly kind: ReviewKind;
  readonly state: ReviewState;
  readonly at: number;
  /** Its place among those asked in one call. */
  readonly seq: number;
  readonly decidedAt: number | null;
  readonly by: string | null;
  readonly reason: string | null;
  readonly data: string;
  readonly operationId: string | null;
  readonly settledBy: string | null;
  /** Of one that is deferred: when it is asked again. */
  readonly wakesAt: number | null;
  /** Its last decision was taken back. */
  readonly undone: boolean;
  /** Keys of the slots that its claims lie in. */
  readonly slots: readonly string[];
  readonly entities: readonly { readonly id: string; readonly type: string; readonly name: string }[];
  /** Believed. */
  readonly facts: readonly string[];
  /** Believed or not. */
  readonly ever: readonly string[];
  readonly claims: readonly string[];
}

export async function rowOf(graph: Graph, namespace: string, id: string, operation: string): Promise<ReviewRow> {
  const [row] = await graph.call<ReviewRow>('review/read', { keys: [keyOf(namespace, parse(reviewIdSchema, id, operation, 'id'))] });
  if (row === undefined) throw notFound(operation, 'id', 'names no review of this namespace', 'see reviews');
  return row;
}

export const review = async (graph: Graph, namespace: string, id: string): Promise<Review> =>
  shown(graph, await rowOf(graph, namespace, id, 'review'));

/** The oldest first, page by page. */
export async function reviews(graph: Graph, whom: Pick<Whom, 'require'>, namespace: string, query: ReviewQuery = {}): Promise<ReviewPage> {
  const { cursor, limit = 100, subject, ...filters } = parse(reviewsQuerySchema, query, 'reviews');
  const of = digestOf(namespace, { subject, ...filters });
  const after = cursor === undefined ? { at: 0, seq: 0, id: '' } : readCursor(cursorSchema, 'reviews', cursor, of);
  const listOf = <T extends string>(one: T | readonly T[] | undefined) =>
    typeof one === 'string' ? [one] : one === undefined ? null : [...one];
  const { state = 'open', kind } = filters;
  const params = {
    states: listOf(state),
    kinds: listOf(kind),
    afterAt: after.at,
    afterSeq: after.seq,
    afterId: after.id,
    limit: limit + 1,
  };
  const about = subject === undefined ? null : await whom.require(namespace, subject, 'reviews', 'subject');
  const found =
    about === null
      ? await graph.call<{ key: string }>('review/list', { namespace, ...params })
      : await graph.call<{ key: string }>('review/list-about', { entityKey: keyOf(namespace, about.id), ...params });
  const keys = found.slice(0, limit).map((r) => r.key);
  const rows = (await graph.call<ReviewRow>('review/read', { keys })).sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
  const last = found.length > limit ? rows.at(-1) : undefined;
  const counts = await graph.call<Omit<ReviewCount, 'oldest'> & { oldest: number }>('review/counts', { namespace });
  const sides = await sidesOf(graph, rows);
  return {
    reviews: rows.map((row) => toReview(graph, row, sides.get(row.id))),
    counts: counts.map((c) => ({ ...c, oldest: iso(c.oldest) })),
    cursor: last === undefined ? null : encodeCursor({ of, at: last.at, seq: last.seq, id: last.id }),
  };
}

/** One alone. */
export const shown = async (graph: Graph, row: ReviewRow): Promise<Review> =>
  toReview(graph, row, (await sidesOf(graph, [row])).get(row.id));

function toReview(graph: Graph, row: ReviewRow, sides: Pick<Review, 'sides' | 'suggestion'> = { sides: null, suggestion: null }): Review {
  const { decision = null, result = null } = JSON.parse(row.data) as DecidedData;
  const { questions, ...view } = KINDS[row.kind].view({ graph }, row.data);
  const here = new Map(row.entities.map(({ id, type, name }) => [decodePart(id), { type, name }]));
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    at: iso(row.at),
    ...view,
    questions: questions.map((q) => ({
      ...q,
      candidates: q.candidates.map((c) => ({ ...c, ...(q.asks === 'entity' && here.get(c.means)) })),
    })),
    about: { entities: [...here.keys()].sort(), facts: [...row.facts].sort(), claims: claimsOf(row, result) },
    ...sides,
    decision,
    decidedAt: row.decidedAt === null ? null : iso(row.decidedAt),
    by: row.by,
    reason: row.reason,
    deferredUntil: row.state !== 'deferred' || row.wakesAt === null ? null : iso(row.wakesAt),
    operationId: row.operationId,
    settledBy: row.settledBy,
    result,
  };
}

/** What came of a statement, as long as it is decided: a decision that was taken back leaves its claim behind. */
function claimsOf({ kind, claims }: ReviewRow, result: DecidedData['result']): string[] {
  if (!PARKED_KINDS.includes(kind)) return [...claims].sort();
  return claims.filter((id) => id === result?.claimId);
}

const cursorSchema = z.strictObject({ of: z.string(), at: z.number().int(), seq: z.number().int(), id: z.string() });
