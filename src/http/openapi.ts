/** The OpenAPI 3.1 document, made from the route table: what the server does and what it says can't differ. */
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { PROBLEM_TYPE, problemSchema } from '../wire/problem.ts';
import { ROUTES } from '../wire/routes.ts';
import { EVERYWHERE, type Param, type QueryParam, type Route, WITH_BODY } from '../wire/wire.ts';
import { SYSTEM_PATHS } from './openapi-system.ts';

type Json = Record<string, unknown>;
const REF = '#/components/schemas/';

export function openApi(version: string): Json {
  const schemas: Json = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => toJson(schema, io, schemas);
  const problem = schemaOf(problemSchema, 'output');
  const paths: Record<string, Json> = { ...SYSTEM_PATHS };
  for (const route of ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, schemaOf, problem) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Palimpsest',
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Facts that know what is true now, what was true then, and why. Instants are ISO 8601 with offset; dates are in UTC and may be partial: ' +
        'a start is their beginning, an end their end, a moment to ask about their first instant. ' +
        'Every failure is problem+json, with a code to branch on. GET answers carry an ETag; sent back in If-None-Match it answers 304.',
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))) },
  };
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json;

function operation(route: Route, schemaOf: SchemaOf, problem: Json): Json {
  const parameters = [
    ...Object.entries(route.params).map(([name, p]) => ({ ...param(name, p, schemaOf), in: 'path', required: true })),
    ...Object.entries(route.query).map(([name, p]) => queryParam(name, p, schemaOf)),
    ...Object.entries(route.headers).map(([name, p]) => ({ ...param(name, p, schemaOf), in: 'header', required: false })),
  ];
  const codes = [...EVERYWHERE, ...(route.body === null ? [] : WITH_BODY), ...route.errors];
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body !== null && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(route.body.schema, 'input'), example: route.body.example } },
      },
    }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(route.reply, 'output') } } },
      ...(route.method === 'GET' && { 304: { description: 'Not changed since the ETag in If-None-Match' } }),
      ...problems(codes, problem),
    },
  };
}

/** One response a status, naming the codes that can stand in it. */
function problems(codes: readonly ErrorCode[], problem: Json): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  const response = (found: readonly ErrorCode[]) => ({
    description: found.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join('. '),
    ...(found.some((code) => ERRORS[code].retryable) && {
      headers: { 'Retry-After': { description: 'seconds', schema: { type: 'integer' } } },
    }),
    content: { [PROBLEM_TYPE]: { schema: problem } },
  });
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, found]) => [status, response(found)]));
}

function param(name: string, { schema, description, example }: Param, schemaOf: SchemaOf): Json {
  return { name, description, schema: schemaOf(schema, 'input'), example };
}

function queryParam(name: string, { kind, schema, required, description, example }: QueryParam, schemaOf: SchemaOf): Json {
  const json = schemaOf(schema, 'input');
  const shared = { name, in: 'query', required: required === true, description, ...(example !== undefined && { example }) };
  if (kind === 'json') return { ...shared, content: { 'application/json': { schema: json } } };
  // one value may stand for a list of one; in a query both are written alike
  const list = kind === 'texts' ? (json.anyOf as Json[]).find(({ type }) => type === 'array') : undefined;
  return { ...shared, schema: list ?? json };
}

/** Schemas with an id become components. */
function toJson(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: describePipes });
  const {
    $schema: _,
    $defs = {},
    id,
    ...own
  } = JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${REF}`)) as Json & {
    readonly $defs?: Record<string, Json>;
  };
  for (const [name, { id: _id, ...def }] of Object.entries($defs)) schemas[name] = def;
  if (typeof id !== 'string') return own;
  schemas[id] = own;
  return { $ref: `${REF}${id}` };
}

/** What is looked at before its schema is what its schema says. */
function describePipes({ zodSchema, jsonSchema }: { readonly zodSchema: z.core.$ZodTypes; readonly jsonSchema: Json }): void {
  const { def } = zodSchema._zod;
  if (def.type !== 'pipe') return;
  const { $schema: _, ...out } = z.toJSONSchema(def.out, { io: 'input' });
  Object.assign(jsonSchema, out);
}
