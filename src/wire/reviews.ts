/** Questions for a person, and how they are decided. */
import { z } from 'zod';
import { parse } from '../contract/check.ts';
import { LIMITS } from '../contract/limits.ts';
import { decisionRowSchema, decisionSchema, reviewIdSchema, reviewsQuerySchema } from '../contract/review.ts';
import { answering, asIs, inField, inQuery, NAMESPACE, param, request, type Shape } from './parts.ts';
import { readQuery } from './query.ts';
import * as reply from './replies-review.ts';
import type { Codec, Param, Route } from './wire.ts';

const ID: Param = { schema: reviewIdSchema, description: 'Id of a review.', example: 'r-01' };
const { shape } = reviewsQuerySchema;

const reviewsShape: Shape = {
  id: 'reviews',
  method: 'GET',
  path: '/v1/{namespace}/reviews',
  tag: 'review',
  summary: 'Questions for a person',
  description: 'What waits because nobody can say yet whom or what it means, the oldest first; and what became of it.',
  params: { namespace: NAMESPACE },
  query: {
    state: { kind: 'texts', schema: shape.state, description: 'May be repeated; default `open`.' },
    kind: { kind: 'texts', schema: shape.kind, description: 'May be repeated. Absent: all.' },
    subject: {
      kind: 'text',
      schema: shape.subject,
      description: 'Entity id, exact name or alias: reviews that are about it, or may be.',
      example: 'user:ada',
    },
    limit: { kind: 'whole', schema: shape.limit, description: 'Reviews a page, 1 to 500; default 100.' },
    cursor: { kind: 'text', schema: shape.cursor, description: 'Where the last page ended.' },
  },
  headers: {},
  body: null,
  reply: reply.reviewPage,
  errors: ['not_found'],
};
export const reviews: Codec<'reviews'> = { ...inQuery('reviews', reviewsShape, reviewsQuerySchema), ...asIs<'reviews'>() };

const reviewShape: Shape = {
  id: 'review',
  method: 'GET',
  path: '/v1/{namespace}/reviews/{id}',
  tag: 'review',
  summary: 'One question',
  description: 'What was said, what it may mean, and what was decided.',
  params: { namespace: NAMESPACE, id: ID },
  query: {},
  headers: {},
  body: null,
  reply: reply.review,
  errors: ['not_found'],
};
export const review: Codec<'review'> = {
  toRequest: (namespace, id) => request(reviewShape, 'review', { namespace, id: parse(reviewIdSchema, id, 'review', 'id') }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'review');
    return [param(received, 'namespace'), param(received, 'id')];
  },
  ...asIs<'review'>(),
};

const decideShape: Shape = {
  id: 'decideReview',
  method: 'POST',
  path: '/v1/{namespace}/reviews/{id}/decision',
  tag: 'review',
  summary: 'Decide a question',
  description:
    'Accepted, what was said is written as of when it was said, and `result` says what came of it. Sent twice, it has one effect; ' +
    'another decision of what is decided is a `conflict`; `undo` takes one back, and is `refused` with the list where later ones stand on it.',
  params: { namespace: NAMESPACE, id: ID },
  query: {},
  headers: {},
  body: { schema: decisionSchema, example: { decision: 'accept', value: { entity: 'entity:org:acme' }, by: 'ada' } },
  reply: reply.review,
  errors: ['not_found', 'conflict', 'restricted', 'refused'],
};
export const decideReview: Codec<'decideReview'> = {
  toRequest: (namespace, id, decision) => {
    const params = { namespace, id: parse(reviewIdSchema, id, 'decideReview', 'id') };
    return request(decideShape, 'decideReview', params, { body: decision });
  },
  toArgs: (received) => {
    readQuery(received.query, {}, 'decideReview');
    return [param(received, 'namespace'), param(received, 'id'), received.body as never];
  },
  ...asIs<'decideReview'>(),
};

const decisionsBody = z.strictObject({
  decisions: z
    .array(decisionRowSchema.meta({ id: 'Decision' }))
    .max(LIMITS.batch)
    .describe('Carried out in this order.'),
});
const envelope = z.strictObject({ decisions: z.array(z.unknown()) });

const decideAllShape: Shape = {
  ...decideShape,
  id: 'decideReviews',
  path: '/v1/{namespace}/reviews/decisions',
  summary: 'Decide several questions',
  description: 'In the given order, each for itself: one that cannot be carried out does not stop the others.',
  params: { namespace: NAMESPACE },
  body: { schema: decisionsBody, example: { decisions: [{ id: 'r-01', decision: 'reject', by: 'ada', reason: 'not about us' }] } },
  reply: z.strictObject({ results: z.array(reply.decided).describe('One for each decision, in order.') }),
  errors: [],
};
export const decideReviews: Codec<'decideReviews'> = {
  toRequest: (namespace, decisions) => request(decideAllShape, 'decideReviews', { namespace }, { body: { decisions } }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'decideReviews');
    const { decisions } = parse(envelope, received.body, 'decideReviews');
    return [param(received, 'namespace'), decisions as never];
  },
  ...inField<'decideReviews'>('results'),
};

export const routes: readonly Route[] = [
  answering(reviewsShape, 'reviews', reviews),
  // before what has an id in its place
  answering(decideAllShape, 'decideReviews', decideReviews),
  answering(reviewShape, 'review', review),
  answering(decideShape, 'decideReview', decideReview),
];
