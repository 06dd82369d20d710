/** What the routes share: their parameters, and how most verbs travel. */
import { z } from 'zod';
import { writeOptionsSchema } from '../contract/candidate.ts';
import { namespaceSchema, parse, parseNamespace } from '../contract/check.ts';
import { LIMITS } from '../contract/limits.ts';
import type { WriteOptions } from '../palimpsest.ts';
import { fromHeader, toHeader, toPath } from './path.ts';
import { readQuery, writeQuery } from './query.ts';
import type { Args, Call, Codec, Param, Received, Result, Route, Verb, WireRequest } from './wire.ts';

/** A route before its verbs are known. */
export type Shape = Omit<Route, 'toCall'>;

export const NAMESPACE: Param = {
  schema: namespaceSchema,
  description: 'The scope to work in; nothing crosses it.',
  example: 'default',
};

const KEY = 'Idempotency-Key';

/** For the routes whose effect must happen once. */
export const ONCE: Readonly<Record<string, Param>> = {
  [KEY]: {
    // three characters for each byte of UTF-8
    schema: z
      .string()
      .min(1)
      .max(LIMITS.key * 9),
    description:
      'Sent again with the same key, the request has one effect; kept at least seven days, for each route by itself. ' +
      `Visible ASCII, at most ${LIMITS.key} characters; a % and anything else percent-encoded.`,
    example: 'import-2026-05-01-7',
  },
};

export function writeKey(options: WriteOptions | undefined, operation: string): Readonly<Record<string, string>> {
  const { idempotencyKey } = parse(writeOptionsSchema, options ?? {}, operation, 'options');
  return idempotencyKey === undefined ? {} : { [KEY]: toHeader(idempotencyKey) };
}

export function readKey({ headers }: Received, operation: string): WriteOptions {
  const key = headers(KEY.toLowerCase());
  return key === undefined ? {} : { idempotencyKey: fromHeader(key, KEY, operation) };
}

type Sent = { readonly query?: object; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

export function request(route: Shape, operation: string, params: Readonly<Record<string, string>>, sent: Sent = {}): WireRequest {
  if (params.namespace !== undefined) parseNamespace(params.namespace, operation);
  return {
    method: route.method,
    path: toPath(route.path, params, operation),
    query: writeQuery({ ...sent.query }, route.query),
    headers: sent.headers ?? {},
    ...(sent.body !== undefined && { body: sent.body }),
  };
}

export const param = (received: Received, name: string): string => received.params[name] ?? '';

/** A verb with one object of fields that travels in the query. */
export function inQuery<V extends Verb>(verb: V, route: Shape, schema: z.ZodType<object>): Pick<Codec<V>, 'toRequest' | 'toArgs'> {
  return {
    toRequest: (...[namespace, query]: readonly unknown[]) =>
      request(route, verb, { namespace: namespace as string }, { query: parse(schema, query ?? {}, verb) }),
    toArgs: (received) => [param(received, 'namespace'), readQuery(received.query, route.query, verb)] as unknown as Args<V>,
  };
}

/** A verb with one object of fields that travels as the body, and a key. */
export function inBody<V extends Verb>(verb: V, route: Shape): Pick<Codec<V>, 'toRequest' | 'toArgs'> {
  return {
    toRequest: (...[namespace, input, options]: readonly unknown[]) =>
      request(route, verb, { namespace: namespace as string }, { body: input, headers: writeKey(options as WriteOptions, verb) }),
    toArgs: (received) => {
      readQuery(received.query, route.query, verb);
      return [param(received, 'namespace'), received.body, readKey(received, verb)] as unknown as Args<V>;
    },
  };
}

/** The result is the reply. */
export const asIs = <V extends Verb>(): Pick<Codec<V>, 'toReply' | 'fromReply'> => ({
  toReply: (result) => result,
  fromReply: (body) => body as Result<V>,
});

/** The result is a list, which stands in one field of the reply, so that others can be added to it. */
export const inField = <V extends Verb>(field: string): Pick<Codec<V>, 'toReply' | 'fromReply'> => ({
  toReply: (result) => ({ [field]: result }),
  fromReply: (body) => (body as Record<string, unknown>)[field] as Result<V>,
});

/** A route that answers one verb. */
export function answering<V extends Verb>(shape: Shape, verb: V, codec: Codec<V>): Route {
  return { ...shape, toCall: (received) => ({ verb, args: codec.toArgs(received) }) as Call };
}
