/** Facts: saying them and asking for them. */
import { z } from 'zod';
import { candidateSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { LIMITS } from '../contract/limits.ts';
import { importSchema, rememberOptionsSchema } from '../contract/operations.ts';
import { asOfQuerySchema, factIdSchema, factQuerySchema, historyQuerySchema, listQuerySchema } from '../contract/queries.ts';
import type { ImportAct, WriteOptions } from '../palimpsest.ts';
import { answering, asIs, inField, inQuery, NAMESPACE, ONCE, param, readKey, request, type Shape, writeKey } from './parts.ts';
import { readQuery } from './query.ts';
import * as reply from './replies.ts';
import type { Call, Codec, QueryParam, Route } from './wire.ts';

const rememberBody = z.strictObject({
  facts: z
    .array(candidateSchema.meta({ id: 'Candidate' }))
    .max(LIMITS.batch)
    .describe('Candidates, written in this order.'),
  import: importSchema.optional().describe('The import that they are part of: one operation, which can be undone.'),
});
const envelope = z.strictObject({ facts: z.array(z.unknown()), import: z.unknown().optional() });

const rememberShape: Shape = {
  id: 'remember',
  method: 'POST',
  path: '/v1/{namespace}/facts',
  tag: 'facts',
  summary: 'Say what is so',
  description:
    'Writes the candidates in the given order. Every candidate is atomic and answered for itself, in order: a bad one is `rejected` with ' +
    'its issues and does not stop the others. `expectedCurrent` is compare-and-set: the id of the fact that must hold now, or null for none.',
  params: { namespace: NAMESPACE },
  query: {},
  headers: ONCE,
  body: {
    schema: rememberBody,
    example: { facts: [{ subject: 'user:ada', predicate: 'works_at', value: 'Acme', validFrom: '2024-03', origin: 'stated' }] },
  },
  reply: z.strictObject({ results: z.array(reply.rememberResult).describe('One for each candidate, in order.') }),
  errors: ['conflict', 'key_reused', 'restricted'],
};
export const remember: Codec<'remember'> = {
  toRequest: (namespace, candidates, options) => {
    const facts = Array.isArray(candidates) ? candidates : [candidates];
    const { import: act, ...keyed } = parse(rememberOptionsSchema, options ?? {}, 'remember', 'options');
    const body = { facts, ...(act !== undefined && { import: act }) };
    return request(rememberShape, 'remember', { namespace }, { body, headers: writeKey(keyed as WriteOptions, 'remember') });
  },
  toArgs: (received) => {
    readQuery(received.query, {}, 'remember');
    const { facts, import: act } = parse(envelope, received.body, 'remember');
    const options = { ...readKey(received, 'remember'), ...(act !== undefined && { import: act as ImportAct }) };
    return [param(received, 'namespace'), facts as never, options];
  },
  ...inField<'remember'>('results'),
};

const { shape } = listQuerySchema;
const PREDICATE: QueryParam = {
  kind: 'texts',
  schema: shape.predicate,
  description: 'Name, alias or inverse; may be repeated. Absent: all.',
  example: ['works_at'],
};
const QUALIFIERS: QueryParam = {
  kind: 'json',
  schema: shape.qualifiers,
  description:
    'In a query string a JSON object. Given: the most specific facts that fit it, a more general one marked `fallback`; `{}`: the general ones.',
};

const factsShape: Shape = {
  id: 'facts',
  method: 'GET',
  path: '/v1/{namespace}/facts',
  tag: 'facts',
  summary: 'Ask what is so, or was',
  description:
    'Three questions in one. With `status`, `value`, `category`, `visibility`, `limit` or `cursor`, or without `subject`: a *list*, page by page ' +
    '(100 unless `limit` says otherwise). Else with `asOf` or `knownAt`: what held then. Else: what holds now.',
  params: { namespace: NAMESPACE },
  query: {
    subject: { kind: 'text', schema: shape.subject, description: 'Entity id, or the exact name or alias of one.', example: 'user:ada' },
    predicate: PREDICATE,
    qualifiers: QUALIFIERS,
    asOf: {
      kind: 'time',
      schema: shape.asOf,
      description: 'Valid time: when it held in the world; of a date its first instant in UTC. Default now.',
    },
    knownAt: { kind: 'time', schema: shape.knownAt, description: 'Recorded time: what the store knew then. Default the latest.' },
    value: {
      kind: 'value',
      schema: shape.value,
      description:
        'Only with this value. In a query string a JSON number, `true`, `false` or a JSON string is read as that, anything else as text: `8080` is a number, `"8080"` in quotes a text.',
    },
    category: { kind: 'text', schema: shape.category, description: 'Only predicates of this category, such as `work`.' },
    status: {
      kind: 'texts',
      schema: shape.status,
      description: 'May be repeated; default `current`. `superseded`: over, another fact followed; `ended`: over, nothing followed.',
    },
    visibility: {
      kind: 'text',
      schema: shape.visibility,
      description: '`live` (default), `archived` or `all`; asked about another time, all are shown.',
    },
    limit: { kind: 'whole', schema: shape.limit, description: 'Facts a page, 1 to 500; default 100.' },
    cursor: { kind: 'text', schema: shape.cursor, description: 'Where the last page ended.' },
  },
  headers: {},
  body: null,
  reply: reply.factPage,
  errors: ['not_found'],
};
export const current: Codec<'current'> = { ...inQuery('current', factsShape, factQuerySchema), ...asIs<'current'>() };
/** Of neither time, it is what holds now; the server may answer as `current`. */
export const asOf: Codec<'asOf'> = { ...inQuery('asOf', factsShape, asOfQuerySchema), ...asIs<'asOf'>() };

const LISTS = ['status', 'value', 'category', 'visibility', 'limit', 'cursor'];
const list: Codec<'list'> = {
  ...inQuery('list', factsShape, listQuerySchema),
  toRequest: (namespace, given = {}) => {
    const query = parse(listQuerySchema, given, 'list');
    const plain = query.subject !== undefined && LISTS.every((name) => query[name as keyof typeof query] === undefined);
    // what would be read as another question says its default
    return request(factsShape, 'list', { namespace }, { query: plain ? { ...query, limit: 100 } : query });
  },
  ...asIs<'list'>(),
};

export { list };

const historyShape: Shape = {
  id: 'history',
  method: 'GET',
  path: '/v1/{namespace}/history',
  tag: 'facts',
  summary: 'Every version of a fact, and every claim',
  description: 'All versions in order of valid time, then of recorded time; and all claims with what became of them.',
  params: { namespace: NAMESPACE },
  query: {
    subject: {
      kind: 'text',
      schema: historyQuerySchema.shape.subject,
      required: true,
      description: 'Entity id, name or alias.',
      example: 'user:ada',
    },
    predicate: {
      kind: 'text',
      schema: historyQuerySchema.shape.predicate,
      required: true,
      description: 'Name or alias.',
      example: 'works_at',
    },
    qualifiers: QUALIFIERS,
  },
  headers: {},
  body: null,
  reply: reply.history,
  errors: ['not_found'],
};
export const history: Codec<'history'> = { ...inQuery('history', historyShape, historyQuerySchema), ...asIs<'history'>() };

const whyShape: Shape = {
  id: 'why',
  method: 'GET',
  path: '/v1/{namespace}/facts/{id}/why',
  tag: 'facts',
  summary: 'Why a fact is believed',
  description: 'The claims it rests on, what it superseded and what superseded it, who challenges it, and the operations on it.',
  params: { namespace: NAMESPACE, id: { schema: factIdSchema, description: 'Id of a fact.', example: 'f-01' } },
  query: {},
  headers: {},
  body: null,
  reply: reply.why,
  errors: ['not_found'],
};
export const why: Codec<'why'> = {
  toRequest: (namespace, factId) => request(whyShape, 'why', { namespace, id: parse(factIdSchema, factId, 'why', 'factId') }),
  toArgs: (received) => {
    readQuery(received.query, {}, 'why');
    return [param(received, 'namespace'), param(received, 'id')];
  },
  ...asIs<'why'>(),
};

const facts: Route = {
  ...factsShape,
  toCall: (received): Call => {
    const given = new Set(received.query.map(([name]) => name));
    if (!given.has('subject') || LISTS.some((name) => given.has(name))) return { verb: 'list', args: list.toArgs(received) };
    if (given.has('asOf') || given.has('knownAt')) return { verb: 'asOf', args: asOf.toArgs(received) };
    return { verb: 'current', args: current.toArgs(received) };
  },
};

export const routes: readonly Route[] = [
  answering(rememberShape, 'remember', remember),
  facts,
  answering(historyShape, 'history', history),
  answering(whyShape, 'why', why),
];
