/** Who is one with whom. */
import { parse } from '../contract/check.ts';
import { judgeSchema, mergeSchema, splitSchema, unmergeSchema } from '../contract/identity.ts';
import { entityMentionSchema } from '../contract/queries.ts';
import type { WriteOptions } from '../palimpsest.ts';
import { answering, asIs, inBody, NAMESPACE, ONCE, param, readKey, request, type Shape, writeKey } from './parts.ts';
import { readQuery } from './query.ts';
import * as reply from './replies-identity.ts';
import type { Codec, Param, Route } from './wire.ts';

const shared = { tag: 'identity', query: {} } as const;
const post = { ...shared, method: 'POST', params: { namespace: NAMESPACE }, headers: ONCE } as const;
const mention = (description: string, example: string): Param => ({ schema: entityMentionSchema, description, example });
const ENTITY = mention('Id, exact name or alias, percent-encoded.', 'user:ada');

const mergeShape: Shape = {
  ...post,
  id: 'merge',
  path: '/v1/{namespace}/merges',
  summary: 'They are one and the same',
  description:
    'One becomes a redirect to the other for ever, and the claims of both are folded together. Merging what is one already changes nothing.',
  body: { schema: mergeSchema, example: { from: 'customer:42', into: 'user:42', reason: 'same person' } },
  reply: reply.mergeReply,
  errors: ['not_found', 'conflict', 'refused', 'key_reused', 'restricted'],
};
export const merge: Codec<'merge'> = { ...inBody('merge', mergeShape), ...asIs<'merge'>() };

const unmergeShape: Shape = {
  ...post,
  id: 'unmerge',
  path: '/v1/{namespace}/unmerges',
  summary: 'They are not: take a merge back',
  description: 'Whatever was said of the entity, before or since, is its own again; the facts come back as they were, under their ids.',
  body: { schema: unmergeSchema, example: { entity: 'customer:42', verdict: 'not_same' } },
  reply: reply.unmergeReply,
  errors: ['not_found', 'conflict', 'key_reused', 'restricted'],
};
export const unmerge: Codec<'unmerge'> = { ...inBody('unmerge', unmergeShape), ...asIs<'unmerge'>() };

const judgeShape: Shape = {
  ...post,
  id: 'judge',
  path: '/v1/{namespace}/judgements',
  summary: 'What is held of two entities',
  description: 'Goes into the ledger, which keeps all; the latest of a pair counts. `not_same` keeps their clusters apart. Merges nothing.',
  body: { schema: judgeSchema, example: { a: 'user:ada', b: 'user:ada2', verdict: 'not_same', by: 'support' } },
  reply: reply.judgement,
  errors: ['not_found', 'conflict', 'key_reused', 'restricted'],
};
export const judge: Codec<'judge'> = { ...inBody('judge', judgeShape), ...asIs<'judge'>() };

const splitShape: Shape = {
  ...post,
  id: 'split',
  path: '/v1/{namespace}/entities/{id}/split',
  summary: 'Two were taken for one',
  description: 'The names that mean the other, and what was told by them, go to a new entity.',
  params: { namespace: NAMESPACE, id: ENTITY },
  body: { schema: splitSchema, example: { mentions: ['Georgia Tech'], type: 'org' } },
  reply: reply.splitReply,
  errors: ['not_found', 'conflict', 'key_reused', 'restricted'],
};
export const split: Codec<'split'> = {
  toRequest: (namespace, id, input, options) =>
    request(
      splitShape,
      'split',
      { namespace, id: parse(entityMentionSchema, id, 'split', 'entity') },
      { body: input, headers: writeKey(options as WriteOptions, 'split') },
    ),
  toArgs: (received) => {
    readQuery(received.query, {}, 'split');
    return [param(received, 'namespace'), param(received, 'id'), received.body as never, readKey(received, 'split')];
  },
  ...asIs<'split'>(),
};

const get = { ...shared, method: 'GET', headers: {}, body: null, errors: ['not_found'] } as const;

const howShape: Shape = {
  ...get,
  id: 'how',
  path: '/v1/{namespace}/entities/{id}/how',
  summary: 'How an entity came to be what it is',
  description: 'Its names, everything that was merged into it, and what was judged of it.',
  params: { namespace: NAMESPACE, id: ENTITY },
  reply: reply.howReport,
};
export const how: Codec<'how'> = {
  toRequest: (namespace, id) => request(howShape, 'how', { namespace, id: parse(entityMentionSchema, id, 'how', 'id') }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'how');
    return [param(received, 'namespace'), param(received, 'id')];
  },
  ...asIs<'how'>(),
};

const whySameShape: Shape = {
  ...get,
  id: 'whySame',
  path: '/v1/{namespace}/entities/{id}/same/{other}',
  summary: 'Why two entities are one, or not',
  description: 'The merges and judgements between them, what their names say, and why a merge would be refused.',
  params: { namespace: NAMESPACE, id: ENTITY, other: mention('The other one.', 'customer:42') },
  reply: reply.sameReport,
};
export const whySame: Codec<'whySame'> = {
  toRequest: (namespace, a, b) =>
    request(whySameShape, 'whySame', {
      namespace,
      id: parse(entityMentionSchema, a, 'whySame', 'a'),
      other: parse(entityMentionSchema, b, 'whySame', 'b'),
    }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'whySame');
    return [param(received, 'namespace'), param(received, 'id'), param(received, 'other')];
  },
  ...asIs<'whySame'>(),
};

export const routes: readonly Route[] = [
  answering(mergeShape, 'merge', merge),
  answering(unmergeShape, 'unmerge', unmerge),
  answering(judgeShape, 'judge', judge),
  answering(splitShape, 'split', split),
  answering(howShape, 'how', how),
  answering(whySameShape, 'whySame', whySame),
];
