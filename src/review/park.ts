import { keyOf } from '../domain/keys.ts';
import type { Graph } from '../graph.ts';
import type { RememberResult } from '../palimpsest.ts';
import type { Waiting } from '../truth/doubt.ts';
import { asksOf } from './asks.ts';
import { type OpenedReview, openReviews, reviewId } from './open.ts';
import type { DecidedData, ParkedData } from './parked-data.ts';

/** A row that waits, and what is answered as long as it does. */
export interface WaitingRow {
  readonly seq: number;
  readonly path: string;
  readonly waits: Waiting;
  readonly result: RememberResult;
}

/** A statement stays the same question when the reason of the doubt changes. */
const QUESTION = 'statement';
export const parkedId = (namespace: string, { identity }: Waiting): string => reviewId(namespace, QUESTION, identity);

/** Keeps what waits for a decision, in one call, and answers it: with the review, or with what came of it where that is decided. */
export async function park(graph: Graph, namespace: string, rows: readonly WaitingRow[]): Promise<Map<number, RememberResult>> {
  const reviews = rows.map(({ waits }) => {
    const { identity, candidate, doubts, entities, request } = waits;
    const data: ParkedData = { candidate, doubts, request };
    return {
      kind: (doubts[0] as (typeof doubts)[number]).kind,
      question: QUESTION,
      identity,
      entities,
      asks: asksOf(namespace, doubts),
      data,
    };
  });
  const opened = await openReviews(graph, namespace, reviews);
  const seen = new Set<string>();
  return new Map(
    rows.map(({ seq, path, result }, n) => {
      const review = opened[n] as OpenedReview;
      const replayed = !review.made || seen.has(review.id);
      seen.add(review.id);
      return [seq, answerOf(review, { ...result, replayed }, path)];
    }),
  );
}

/** What rows of a request that wait are answered when it comes again. */
export async function answerAgain(
  graph: Graph,
  namespace: string,
  rows: readonly Pick<WaitingRow, 'seq' | 'path' | 'result'>[],
): Promise<Map<number, RememberResult>> {
  const keys = rows.flatMap(({ result }) => (result.reviewId === null ? [] : [keyOf(namespace, result.reviewId)]));
  if (keys.length === 0) return new Map();
  const reviews = new Map((await graph.call<OpenedReview>('review/read', { keys })).map((r) => [r.id, r]));
  return new Map(
    rows.flatMap(({ seq, path, result }) => {
      const review = reviews.get(result.reviewId ?? '');
      return review === undefined ? [] : [[seq, answerOf(review, { ...result, replayed: true }, path)] as const];
    }),
  );
}

/** What became of those that were put aside by this call and are settled by now, as if they had never waited. */
export async function settledSince(
  graph: Graph,
  namespace: string,
  parked: ReadonlyMap<number, RememberResult>,
): Promise<Map<number, RememberResult>> {
  const ids = new Set([...parked.values()].flatMap(({ reviewId }) => reviewId ?? []));
  const read = await graph.call<OpenedReview>('review/read', { keys: [...ids].map((id) => keyOf(namespace, id)) });
  const came = new Map(read.map(({ id, data }) => [id, (JSON.parse(data) as DecidedData).result ?? null]));
  return new Map(
    [...parked].flatMap(([seq, { reviewId, replayed }]) => {
      const result = came.get(reviewId ?? '') ?? null;
      if (result === null) return [];
      return [[seq, replayed ? { ...result, replayed, currentChanged: false } : result] as const];
    }),
  );
}

function answerOf({ id, state, data }: OpenedReview, waiting: RememberResult, path: string): RememberResult {
  const { result } = JSON.parse(data) as DecidedData;
  if (result != null) return { ...result, replayed: true, currentChanged: false };
  if (state !== 'rejected') return { ...waiting, reviewId: id };
  const issue = { path, message: 'was decided not to be believed', next: 'say it anew, in another turn, if it is so after all' };
  return { ...waiting, outcome: 'rejected', reason: 'not_believed', reviewId: id, issues: [issue] };
}
