/** What hangs on an entity ends with it. */
import { parse } from '../contract/check.ts';
import { entityMentionSchema } from '../contract/queries.ts';
import { retireSchema } from '../contract/retire.ts';
import type { WriteOptions } from '../palimpsest.ts';
import { answering, asIs, NAMESPACE, ONCE, param, readKey, request, type Shape, writeKey } from './parts.ts';
import { readQuery } from './query.ts';
import * as reply from './replies-retire.ts';
import type { Codec, Route } from './wire.ts';

const retireShape: Shape = {
  id: 'retire',
  method: 'POST',
  path: '/v1/{namespace}/entities/{id}/retire',
  tag: 'amend',
  summary: 'It is no more: end what hangs on it',
  description:
    'Facts that name the entity as value end or go on with the replacement, those about itself stay, and what holds by a fact that ends ends too; ' +
    'a predicate or the call may say otherwise. One operation; `dryRun` answers the plan.',
  params: {
    namespace: NAMESPACE,
    id: { schema: entityMentionSchema, description: 'Id, exact name or alias, percent-encoded.', example: 'org:vw' },
  },
  query: {},
  headers: ONCE,
  body: { schema: retireSchema, example: { at: '2026-06-30', reason: 'she left', dryRun: true } },
  reply: reply.retireReply,
  errors: ['not_found', 'conflict', 'refused', 'key_reused', 'restricted'],
};
export const retire: Codec<'retire'> = {
  toRequest: (namespace, id, input, options) =>
    request(
      retireShape,
      'retire',
      { namespace, id: parse(entityMentionSchema, id, 'retire', 'entity') },
      { body: input ?? {}, headers: writeKey(options as WriteOptions, 'retire') },
    ),
  toArgs: (received) => {
    readQuery(received.query, {}, 'retire');
    return [param(received, 'namespace'), param(received, 'id'), received.body as never, readKey(received, 'retire')];
  },
  ...asIs<'retire'>(),
};

export const routes: readonly Route[] = [answering(retireShape, 'retire', retire)];
