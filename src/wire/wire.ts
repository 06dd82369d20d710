/** The words of the route table: what a verb of `Palimpsest` looks like as an HTTP request and reply. Nothing here needs Node. */
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Palimpsest } from '../palimpsest.ts';

export type Verb = Exclude<keyof Palimpsest, 'close'>;
export type Args<V extends Verb> = Parameters<Palimpsest[V]>;
export type Result<V extends Verb> = Awaited<ReturnType<Palimpsest[V]>>;

/** What the client sends; `path` is percent-encoded, `query` in order and not encoded. */
export interface WireRequest {
  readonly method: Method;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** To be sent as JSON; absent: no body. */
  readonly body?: unknown;
}
/** What the server received; `params` are decoded, `headers` asked for by lower-case name. */
export interface Received {
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: (name: string) => string | undefined;
  readonly body: unknown;
}
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * How a query parameter is written: `text` as it stands; `time` too, but a `+` that came as a space is read as it was meant; `texts` repeatable; `whole` and `flag` as JSON; `json` a JSON object;
 * `value` as said in query.ts.
 */
export type Kind = 'text' | 'time' | 'texts' | 'whole' | 'flag' | 'json' | 'value';
export interface QueryParam {
  readonly kind: Kind;
  readonly schema: z.ZodType;
  readonly required?: true;
  readonly description: string;
  readonly example?: unknown;
}
export type Query = Readonly<Record<string, QueryParam>>;

export interface Param {
  readonly schema: z.ZodType;
  readonly description: string;
  readonly example: string;
}

/** One method on one path, for server and document. */
export interface Route {
  /** Its operationId in the document. */
  readonly id: string;
  readonly method: Method;
  /** `{name}` marks a parameter. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly params: Readonly<Record<string, Param>>;
  readonly query: Query;
  /** Request headers beyond the usual ones. */
  readonly headers: Readonly<Record<string, Param>>;
  readonly body: { readonly schema: z.ZodType; readonly example: unknown } | null;
  /** Every success answers 200 with this. */
  readonly reply: z.ZodType;
  /** Codes it can fail with, beyond `EVERYWHERE`. */
  readonly errors: readonly ErrorCode[];
  /** The verb that a request asks for, and its arguments. Throws `invalid_input`. */
  readonly toCall: (received: Received) => Call;
}
export type Call = { readonly [V in Verb]: { readonly verb: V; readonly args: Args<V> } }[Verb];

/** How one verb travels; all four are pure. */
export interface Codec<V extends Verb> {
  /** Throws what the store would throw, where that can be known without it. */
  readonly toRequest: (...args: Args<V>) => WireRequest;
  readonly toArgs: (received: Received) => Args<V>;
  readonly toReply: (result: Result<V>) => object;
  readonly fromReply: (body: unknown) => Result<V>;
}

/** Any route can fail so. */
export const EVERYWHERE: readonly ErrorCode[] = [
  'invalid_input',
  'restricted',
  'not_acceptable',
  'timeout',
  'too_large',
  'rate_limited',
  'internal',
  'corrupt',
  'busy',
  'closed',
  'schema_mismatch',
  'unavailable',
];
/** Any route with a body can fail so too. */
export const WITH_BODY: readonly ErrorCode[] = ['unsupported_media_type'];
