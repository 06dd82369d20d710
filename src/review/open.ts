import { keyOf } from '../domain/keys.ts';
import type { ReviewKind, ReviewState } from '../domain/review.ts';
import type { Params, Runner } from '../engine/engine.ts';
import type { Graph } from '../graph.ts';
import { digestOf } from '../truth/ids.ts';

/** A question to a person. */
export interface NewReview {
  readonly kind: ReviewKind;
  /** What makes it this question and no other: the same parts open one review, however often. */
  readonly identity: readonly string[];
  /** What is asked, if not what the kind says: kinds that ask the same share a word. */
  readonly question?: string;
  /** Ids of what it is about; what isn't there is left out. */
  readonly entities?: readonly string[];
  readonly facts?: readonly string[];
  readonly claims?: readonly string[];
  /** Digests by which it is found when what it asks for becomes clear. */
  readonly asks?: readonly string[];
  /** What was said, and what a decision needs. Words of people stand here and nowhere else in a review. */
  readonly data: object;
  /** Epoch ms; default: now, by the engine's clock. */
  readonly at?: number;
  /** When the clock will have settled it; epoch ms. */
  readonly endsAt?: number | null;
  /** Operation that asks it: without that, it is moot. */
  readonly askedBy?: string;
}

export interface OpenedReview {
  readonly id: string;
  readonly state: ReviewState;
  readonly at: number;
  /** As JSON. */
  readonly data: string;
  /** By this call; else it was there, perhaps decided since. */
  readonly made: boolean;
}

/** Opens reviews in one call, in the transaction of `runner` if given; answers in order. */
export async function openReviews(
  graph: Graph,
  namespace: string,
  reviews: readonly NewReview[],
  runner?: Runner,
): Promise<readonly OpenedReview[]> {
  if (reviews.length === 0) return [];
  const keys = (ids: readonly string[] = []) => [...new Set(ids)].map((id) => keyOf(namespace, id));
  const ids = reviews.map(({ kind, question = kind, identity }) => reviewId(namespace, question, identity));
  const rows = new Map<string, Params>();
  reviews.forEach(({ kind, entities, facts, claims, asks = [], data, at = null, endsAt = null, askedBy }, n) => {
    const id = ids[n] as string;
    const own = { id, namespace, kind, state: 'open', seq: n, asks: [...asks], endsAt, data: JSON.stringify(data) };
    const properties = askedBy === undefined ? own : { ...own, before: unasked(askedBy, at, own.data) };
    const about = { entities: keys(entities), facts: keys(facts), claims: keys(claims) };
    // the first of its identity is the one that opens it
    if (!rows.has(id)) rows.set(id, { key: keyOf(namespace, id), at, properties, ...about });
  });
  const opened = await graph.call<OpenedReview>('review/open', { rows: [...rows.values()] }, runner);
  const byId = new Map(opened.map(({ id, state, at, data, made }) => [id, { id, state, at, data, made }]));
  return ids.map((id) => byId.get(id) as OpenedReview);
}

/** Reviews (by their ids) that wait since an operation told what they are about: taken back with it, they are moot. */
export async function asked(graph: Graph, namespace: string, operationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const reviews = await graph.call<OpenedReview>('review/read', { keys: ids.map((id) => keyOf(namespace, id)) });
  const rows = reviews.map(({ id, at, data }) => ({ key: keyOf(namespace, id), before: unasked(operationId, at, data) }));
  await graph.call('review/asked-by', { key: keyOf(namespace, operationId), rows });
}

/** What is left of a question once the operation that asks it is taken back. */
const unasked = (operationId: string, at: number | null, data: string): string =>
  JSON.stringify({
    state: 'moot',
    decidedAt: at,
    by: null,
    reason: null,
    settledBy: operationId,
    operationId,
    wakesAt: null,
    data,
    before: null,
  });

export const reviewId = (namespace: string, question: string, identity: readonly string[]): string =>
  `r_${digestOf([namespace, question, ...identity])}`;
