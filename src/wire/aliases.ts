/** The names of an entity, and whom a name means. */
import { z } from 'zod';
import { addAliasSchema, aliasTextSchema, removeAliasSchema } from '../contract/alias.ts';
import { parse } from '../contract/check.ts';
import { entityMentionSchema } from '../contract/queries.ts';
import { mentionsSchema } from '../contract/resolve.ts';
import { answering, asIs, inField, NAMESPACE, ONCE, param, readKey, request, type Shape, writeKey } from './parts.ts';
import { readQuery } from './query.ts';
import { resolved } from './replies.ts';
import * as reply from './replies-aliases.ts';
import type { Codec, Param, Route } from './wire.ts';

const ENTITY: Param = { schema: entityMentionSchema, description: 'Id, exact name or alias, percent-encoded.', example: 'user:42' };
const entityOf = (mention: string, operation: string) => parse(entityMentionSchema, mention, operation, 'id');
const shared = { tag: 'registry', path: '/v1/{namespace}/entities/{id}/aliases', query: {} } as const;

const aliasesShape: Shape = {
  ...shared,
  id: 'aliases',
  method: 'GET',
  summary: 'The names of an entity',
  description: 'All it answers to but what it is called itself, with those of the entities that were merged into it.',
  params: { namespace: NAMESPACE, id: ENTITY },
  headers: {},
  body: null,
  reply: z.strictObject({ aliases: z.array(reply.alias).describe('By name.') }),
  errors: ['not_found'],
};
export const aliases: Codec<'aliases'> = {
  toRequest: (namespace, id) => request(aliasesShape, 'aliases', { namespace, id: entityOf(id, 'aliases') }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'aliases');
    return [param(received, 'namespace'), param(received, 'id')];
  },
  ...inField<'aliases'>('aliases'),
};

const addShape: Shape = {
  ...shared,
  id: 'addAlias',
  method: 'POST',
  summary: 'Give an entity another name',
  description:
    'A name that means another entity already is a `conflict` that names the owner, also where it would be understood by its legal form or spacing. It goes before the same name in the catalogue.',
  params: { namespace: NAMESPACE, id: ENTITY },
  headers: ONCE,
  body: { schema: addAliasSchema, example: { alias: 'customer_42', kind: 'name', reason: 'the id of the billing system' } },
  reply: reply.aliasReply,
  errors: ['not_found', 'conflict', 'key_reused', 'restricted'],
};
export const addAlias: Codec<'addAlias'> = {
  toRequest: (namespace, id, input, options) =>
    request(addShape, 'addAlias', { namespace, id: entityOf(id, 'addAlias') }, { body: input, headers: writeKey(options, 'addAlias') }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'addAlias');
    return [param(received, 'namespace'), param(received, 'id'), received.body as never, readKey(received, 'addAlias')];
  },
  ...asIs<'addAlias'>(),
};

const resolveShape: Shape = {
  id: 'resolve',
  method: 'POST',
  path: '/v1/{namespace}/resolve',
  tag: 'registry',
  summary: 'Whom names mean',
  description: 'As a write would understand them, with score and evidence, but nobody comes into the namespace. One answer each, in order.',
  params: { namespace: NAMESPACE },
  query: {},
  headers: {},
  body: {
    schema: z.strictObject({ mentions: mentionsSchema }),
    example: { mentions: ['VW', { mention: 'Ada', type: 'person' }, { mention: 'Acme', predicate: 'works_at' }] },
  },
  reply: z.strictObject({ resolved: z.array(resolved).describe('One for each mention, in order.') }),
  errors: ['not_found'],
};
export const resolve: Codec<'resolve'> = {
  toRequest: (namespace, mentions) => request(resolveShape, 'resolve', { namespace }, { body: { mentions } }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'resolve');
    const { mentions } = parse(z.strictObject({ mentions: z.array(z.unknown()) }), received.body, 'resolve');
    return [param(received, 'namespace'), mentions as never];
  },
  ...inField<'resolve'>('resolved'),
};

const act = removeAliasSchema.shape;
const removeShape: Shape = {
  ...shared,
  id: 'removeAlias',
  method: 'DELETE',
  path: '/v1/{namespace}/entities/{id}/aliases/{alias}',
  summary: 'Take a name from an entity',
  description:
    'The name is free then, and means the entity no more, whatever the catalogue says; what was told under it stays. What the entity is called can be changed, not removed.',
  params: {
    namespace: NAMESPACE,
    id: ENTITY,
    alias: { schema: aliasTextSchema, description: 'The name, percent-encoded.', example: 'customer_42' },
  },
  query: {
    reason: { kind: 'text', schema: act.reason, description: 'Kept with the operation.' },
    by: { kind: 'text', schema: act.by, description: 'Who decided it.' },
  },
  headers: ONCE,
  body: null,
  reply: reply.aliasReply,
  errors: ['not_found', 'conflict', 'key_reused', 'restricted'],
};
export const removeAlias: Codec<'removeAlias'> = {
  toRequest: (namespace, id, alias, input, options) =>
    request(
      removeShape,
      'removeAlias',
      { namespace, id: entityOf(id, 'removeAlias'), alias: parse(aliasTextSchema, alias, 'removeAlias', 'alias') },
      { query: parse(removeAliasSchema, input ?? {}, 'removeAlias', 'options'), headers: writeKey(options, 'removeAlias') },
    ),
  toArgs: (received) => [
    param(received, 'namespace'),
    param(received, 'id'),
    param(received, 'alias'),
    readQuery(received.query, removeShape.query, 'removeAlias'),
    readKey(received, 'removeAlias'),
  ],
  ...asIs<'removeAlias'>(),
};

export const routes: readonly Route[] = [
  answering(resolveShape, 'resolve', resolve),
  answering(aliasesShape, 'aliases', aliases),
  answering(addShape, 'addAlias', addAlias),
  answering(removeShape, 'removeAlias', removeAlias),
];
