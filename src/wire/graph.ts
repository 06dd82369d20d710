/** Walking from entity to entity, and the audit. */
import { z } from 'zod';
import { neighbourQuerySchema, pathQuerySchema } from '../contract/queries.ts';
import { answering, asIs, inField, inQuery, NAMESPACE, param, request, type Shape } from './parts.ts';
import { readQuery } from './query.ts';
import * as reply from './replies-amend.ts';
import type { Codec, Route } from './wire.ts';

const near = neighbourQuerySchema.shape;
const neighboursShape: Shape = {
  id: 'neighbours',
  method: 'GET',
  path: '/v1/{namespace}/neighbours',
  tag: 'graph',
  summary: 'What an entity is connected with now',
  description: 'The entities one current fact away.',
  params: { namespace: NAMESPACE },
  query: {
    entity: { kind: 'text', schema: near.entity, required: true, description: 'Id, exact name or alias.', example: 'user:ada' },
    predicate: { kind: 'texts', schema: near.predicate, description: 'May be repeated. Absent: all.' },
    direction: { kind: 'text', schema: near.direction, description: 'Default `both`.' },
    limit: { kind: 'whole', schema: near.limit, description: '1 to 500; default 100.' },
  },
  headers: {},
  body: null,
  reply: z.strictObject({ neighbours: z.array(reply.neighbour).describe('One for each fact that connects.') }),
  errors: ['not_found'],
};
export const neighbours: Codec<'neighbours'> = {
  ...inQuery('neighbours', neighboursShape, neighbourQuerySchema),
  ...inField<'neighbours'>('neighbours'),
};

const way = pathQuerySchema.shape;
const pathsShape: Shape = {
  id: 'paths',
  method: 'GET',
  path: '/v1/{namespace}/paths',
  tag: 'graph',
  summary: 'How two entities are connected now',
  description: 'Over current facts, shortest first.',
  params: { namespace: NAMESPACE },
  query: {
    from: { kind: 'text', schema: way.from, required: true, description: 'Id, exact name or alias.', example: 'user:ada' },
    to: { kind: 'text', schema: way.to, required: true, description: 'Id, exact name or alias.', example: 'entity:org:acme' },
    maxHops: { kind: 'whole', schema: way.maxHops, description: '1 to 4; default 3.' },
    predicate: { kind: 'texts', schema: way.predicate, description: 'May be repeated. Absent: all.' },
    limit: { kind: 'whole', schema: way.limit, description: '1 to 100; default 10.' },
  },
  headers: {},
  body: null,
  reply: z.strictObject({ paths: z.array(reply.path).describe('The shortest first.') }),
  errors: ['not_found'],
};
export const paths: Codec<'paths'> = { ...inQuery('paths', pathsShape, pathQuerySchema), ...inField<'paths'>('paths') };

const doctorShape: Shape = {
  id: 'doctor',
  method: 'GET',
  path: '/v1/{namespace}/doctor',
  tag: 'health',
  summary: 'Audit a namespace',
  description: 'Checks that the store keeps its promises; it changes nothing and reads everything.',
  params: { namespace: NAMESPACE },
  query: {},
  headers: {},
  body: null,
  reply: reply.doctorReport,
  errors: [],
};
const doctorOfAllShape: Shape = {
  ...doctorShape,
  id: 'doctorOfAll',
  path: '/v1/doctor',
  summary: 'Audit the whole store',
  params: {},
};
export const doctor: Codec<'doctor'> = {
  toRequest: (namespace) =>
    namespace === undefined ? request(doctorOfAllShape, 'doctor', {}) : request(doctorShape, 'doctor', { namespace }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'doctor');
    return received.params.namespace === undefined ? [] : [param(received, 'namespace')];
  },
  ...asIs<'doctor'>(),
};

export const routes: readonly Route[] = [
  answering(neighboursShape, 'neighbours', neighbours),
  answering(pathsShape, 'paths', paths),
  answering(doctorShape, 'doctor', doctor),
  answering(doctorOfAllShape, 'doctor', doctor),
];
