/** What was done on purpose, and taking it back. */
import { parse } from '../contract/check.ts';
import { operationIdSchema, operationsQuerySchema, undoSchema } from '../contract/operations.ts';
import type { WriteOptions } from '../palimpsest.ts';
import { answering, asIs, inQuery, NAMESPACE, ONCE, param, readKey, request, type Shape, writeKey } from './parts.ts';
import { readQuery } from './query.ts';
import * as reply from './replies-operations.ts';
import type { Codec, Param, Route } from './wire.ts';

const ID: Param = { schema: operationIdSchema, description: 'Id of an operation.', example: 'o-01' };
const { shape } = operationsQuerySchema;

const operationsShape: Shape = {
  id: 'operations',
  method: 'GET',
  path: '/v1/{namespace}/operations',
  tag: 'operations',
  summary: 'What was done on purpose',
  description: 'Every correction, retraction, merge, import and so on, with who did it, when and why; the newest first.',
  params: { namespace: NAMESPACE },
  query: {
    kind: { kind: 'texts', schema: shape.kind, description: 'May be repeated. Absent: all.' },
    about: {
      kind: 'text',
      schema: shape.about,
      description: 'Entity (id, exact name or alias) or id of a fact: what changed its claims, or itself.',
      example: 'user:ada',
    },
    since: { kind: 'time', schema: shape.since, description: 'Only what was done at or after this instant.' },
    limit: { kind: 'whole', schema: shape.limit, description: 'Operations a page, 1 to 500; default 100.' },
    cursor: { kind: 'text', schema: shape.cursor, description: 'Where the last page ended.' },
  },
  headers: {},
  body: null,
  reply: reply.operationPage,
  errors: ['not_found'],
};
export const operations: Codec<'operations'> = {
  ...inQuery('operations', operationsShape, operationsQuerySchema),
  ...asIs<'operations'>(),
};

const operationShape: Shape = {
  id: 'operation',
  method: 'GET',
  path: '/v1/{namespace}/operations/{id}',
  tag: 'operations',
  summary: 'One operation',
  description: 'With every claim and fact that it changed, and what else it was about.',
  params: { namespace: NAMESPACE, id: ID },
  query: {},
  headers: {},
  body: null,
  reply: reply.operationDetail,
  errors: ['not_found'],
};
export const operation: Codec<'operation'> = {
  toRequest: (namespace, id) => request(operationShape, 'operation', { namespace, id: parse(operationIdSchema, id, 'operation', 'id') }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'operation');
    return [param(received, 'namespace'), param(received, 'id')];
  },
  ...asIs<'operation'>(),
};

const undoShape: Shape = {
  id: 'undo',
  method: 'POST',
  path: '/v1/{namespace}/operations/{id}/undo',
  tag: 'operations',
  summary: 'Take an operation back',
  description:
    'Exactly: what it added is withdrawn, what it withdrew is believed again, facts come back under their ids. `refused` where later operations ' +
    'or claims stand on it, with their ids in `details`; `conflict` where it was taken back already. An undo can be undone.',
  params: { namespace: NAMESPACE, id: ID },
  query: {},
  headers: ONCE,
  body: { schema: undoSchema, example: { by: 'ada', reason: 'the wrong Ada' } },
  reply: reply.undoReply,
  errors: ['not_found', 'conflict', 'refused', 'key_reused', 'restricted'],
};
export const undo: Codec<'undo'> = {
  toRequest: (namespace, id, input, options) => {
    const params = { namespace, id: parse(operationIdSchema, id, 'undo', 'id') };
    return request(undoShape, 'undo', params, { body: input ?? {}, headers: writeKey(options as WriteOptions, 'undo') });
  },
  toArgs: (received) => {
    readQuery(received.query, {}, 'undo');
    return [param(received, 'namespace'), param(received, 'id'), received.body as never, readKey(received, 'undo')];
  },
  ...asIs<'undo'>(),
};

export const routes: readonly Route[] = [
  answering(operationsShape, 'operations', operations),
  answering(operationShape, 'operation', operation),
  answering(undoShape, 'undo', undo),
];
