/** Predicates and entities. */
import { z } from 'zod';
import { parse } from '../contract/check.ts';
import { entityIdSchema, entitySchema } from '../contract/entity.ts';
import { predicateChangeSchema, predicateNameSchema, predicateSchema } from '../contract/predicate.ts';
import { entityMentionSchema } from '../contract/queries.ts';
import { answering, asIs, inField, NAMESPACE, param, request, type Shape } from './parts.ts';
import { readQuery } from './query.ts';
import * as reply from './replies-amend.ts';
import type { Codec, Route } from './wire.ts';

const predicatesShape: Shape = {
  id: 'predicates',
  method: 'GET',
  path: '/v1/{namespace}/predicates',
  tag: 'registry',
  summary: 'The predicates of a namespace',
  description: 'The shipped ones, those defined here, and those met in a write and taken as `multi` (source `unknown`).',
  params: { namespace: NAMESPACE },
  query: {},
  headers: {},
  body: null,
  reply: z.strictObject({ predicates: z.array(reply.predicate).describe('By name.') }),
  errors: [],
};
export const predicates: Codec<'predicates'> = {
  toRequest: (namespace) => request(predicatesShape, 'predicates', { namespace }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'predicates');
    return [param(received, 'namespace')];
  },
  ...inField<'predicates'>('predicates'),
};

const change = predicateChangeSchema.shape;
const defineShape: Shape = {
  id: 'definePredicate',
  method: 'PUT',
  path: '/v1/{namespace}/predicates/{name}',
  tag: 'registry',
  summary: 'Define a predicate, or change it',
  description:
    'A field that is left out stays as it is. What a change means for stored facts the fold decides from their claims: ask with `dryRun` first.',
  params: { namespace: NAMESPACE, name: { schema: predicateNameSchema, description: 'Name of the predicate.', example: 'on_call_for' } },
  query: {
    resolve: {
      kind: 'text',
      schema: change.resolve,
      description: 'Must be `fold` for a change that would take facts from the present; without it such a change is `refused`.',
    },
    dryRun: { kind: 'flag', schema: change.dryRun, description: '`true`: answers what would change, and changes nothing.' },
    by: { kind: 'text', schema: change.by, description: 'Who decided it.' },
    reason: { kind: 'text', schema: change.reason, description: 'Kept with the operation.' },
  },
  headers: {},
  body: { schema: predicateSchema, example: { cardinality: 'single', valueType: 'entity', halfLifeDays: 30 } },
  reply: reply.predicateReply,
  errors: ['conflict', 'refused', 'restricted'],
};
export const definePredicate: Codec<'definePredicate'> = {
  toRequest: (namespace, name, definition, change) =>
    request(
      defineShape,
      'definePredicate',
      { namespace, name: parse(predicateNameSchema, name, 'definePredicate', 'name') },
      { query: parse(predicateChangeSchema, change ?? {}, 'definePredicate', 'change'), body: definition },
    ),
  toArgs: (received) => [
    param(received, 'namespace'),
    param(received, 'name'),
    received.body as never,
    readQuery(received.query, defineShape.query, 'definePredicate'),
  ],
  ...asIs<'definePredicate'>(),
};

const entityShape: Shape = {
  id: 'entity',
  method: 'GET',
  path: '/v1/{namespace}/entities/{id}',
  tag: 'registry',
  summary: 'An entity',
  description: 'By its id, its exact name or an alias.',
  params: {
    namespace: NAMESPACE,
    id: { schema: entityMentionSchema, description: 'Id, exact name or alias, percent-encoded.', example: 'user:ada' },
  },
  query: {},
  headers: {},
  body: null,
  reply: reply.entity,
  errors: ['not_found'],
};
export const entity: Codec<'entity'> = {
  toRequest: (namespace, mention) => request(entityShape, 'entity', { namespace, id: parse(entityMentionSchema, mention, 'entity', 'id') }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'entity');
    return [param(received, 'namespace'), param(received, 'id')];
  },
  ...asIs<'entity'>(),
};

const putEntityShape: Shape = {
  id: 'putEntity',
  method: 'PUT',
  path: '/v1/{namespace}/entities/{id}',
  tag: 'registry',
  summary: 'Make an entity, or change its name and type and add aliases',
  description:
    'Sent twice, it has one effect. A name or alias that another entity answers to is a `conflict`, and so is a type that makes another ' +
    'kind of thing of one that is there (a person of a company) without `retype`. A `thing` may become anything.',
  params: { namespace: NAMESPACE, id: { schema: entityIdSchema, description: 'Id, percent-encoded.', example: 'entity:org:acme' } },
  query: {},
  headers: {},
  body: { schema: entitySchema, example: { type: 'org', name: 'Acme', aliases: ['Acme Corp'] } },
  reply: reply.entity,
  errors: ['conflict', 'restricted'],
};
export const putEntity: Codec<'putEntity'> = {
  toRequest: (namespace, id, input) =>
    request(putEntityShape, 'putEntity', { namespace, id: parse(entityIdSchema, id, 'putEntity', 'id') }, { body: input }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'putEntity');
    return [param(received, 'namespace'), param(received, 'id'), received.body as never];
  },
  ...asIs<'putEntity'>(),
};

export const routes: readonly Route[] = [
  answering(predicatesShape, 'predicates', predicates),
  answering(defineShape, 'definePredicate', definePredicate),
  answering(entityShape, 'entity', entity),
  answering(putEntityShape, 'putEntity', putEntity),
];
