/** What is decided for a namespace. */
import { z } from 'zod';
import { settingsSchema } from '../contract/settings.ts';
import type { NamespaceSettings } from '../domain/settings.ts';
import { answering, asIs, NAMESPACE, param, request, type Shape } from './parts.ts';
import { readQuery } from './query.ts';
import { count, maybe } from './replies.ts';
import type { Codec, Route } from './wire.ts';

const role = z.strictObject({
  predicate: z.string().describe('Whose value is meant.'),
  nouns: z.array(z.string()).describe('Understood with my, our and the user’s, in English and German.'),
  phrases: z.array(z.string()).describe('Understood as they stand.'),
});
const reply = z
  .strictObject({
    version: count.describe('Counts the changes; 0: nothing was ever set.'),
    locale: maybe(z.string()).describe('Decides what the text of a value leaves open; null: nothing does.'),
    subject: maybe(z.string()).describe('Id of the entity that I, me and the user mean; null: nobody yet.'),
    uncertainNames: z.enum(['wait', 'new']).describe('What becomes of a name that is much like a known one.'),
    roles: z.record(z.string(), maybe(role)).describe('Beside the shipped roles or instead of them; null: turned off.'),
  })
  .meta({ id: 'NamespaceSettings' }) satisfies z.ZodType<NamespaceSettings>;

const settingsShape: Shape = {
  id: 'settings',
  method: 'GET',
  path: '/v1/{namespace}/settings',
  tag: 'registry',
  summary: 'What is decided for a namespace',
  description: 'Its locale, the entity that I and the user mean, how uncertain names are treated, and its roles.',
  params: { namespace: NAMESPACE },
  query: {},
  headers: {},
  body: null,
  reply,
  errors: [],
};
export const settings: Codec<'settings'> = {
  toRequest: (namespace) => request(settingsShape, 'settings', { namespace }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'settings');
    return [param(received, 'namespace')];
  },
  ...asIs<'settings'>(),
};

const changeShape: Shape = {
  ...settingsShape,
  id: 'changeSettings',
  method: 'PUT',
  summary: 'Decide something for a namespace',
  description:
    'A field that is left out stays as it is. Sent twice, it has one effect. Another `subject` than the one set is a `conflict`.',
  body: { schema: settingsSchema, example: { locale: 'de-AT', subject: 'user:ada' } },
  errors: ['conflict', 'restricted'],
};
export const changeSettings: Codec<'changeSettings'> = {
  toRequest: (namespace, change) => request(changeShape, 'changeSettings', { namespace }, { body: change }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'changeSettings');
    return [param(received, 'namespace'), received.body as never];
  },
  ...asIs<'changeSettings'>(),
};

export const routes: readonly Route[] = [
  answering(settingsShape, 'settings', settings),
  answering(changeShape, 'changeSettings', changeSettings),
];
