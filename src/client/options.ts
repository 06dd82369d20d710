/** What a client is made with. Times in milliseconds. */
import { z } from 'zod';
import { check } from '../contract/check.ts';
import { type Issue, invalidInput, type PalimpsestError } from '../errors.ts';

export interface ConnectOptions {
  /** Of the server, such as `http://127.0.0.1:7411`; a path before `/v1` may be part of it. */
  readonly url: string;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
  /** Sent with every request, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For one attempt, its answer included; default 60 s. */
  readonly timeoutMs?: number;
  /** From the first attempt on, how long new ones are begun; default 30 s, 0: one attempt. A call ends within `retryMs` + `timeoutMs`. */
  readonly retryMs?: number;
  /** Told of a failure before the call is tried again. */
  readonly onRetry?: (error: PalimpsestError) => void;
  /** Ends the client at once, calls under way included. A client holds no connection of its own, so one for a few calls costs nothing. */
  readonly signal?: AbortSignal;
}

export interface Settings {
  /** Without a slash at the end. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly retryMs: number;
  readonly onRetry: (error: PalimpsestError) => void;
  readonly signal: AbortSignal | null;
}

const milliseconds = z
  .number()
  .min(0, 'must be 0 or more; give milliseconds')
  .max(2 ** 31 - 1, 'is longer than a timer can run; give fewer milliseconds');
const schema = z.strictObject({
  url: z.string(),
  fetch: z.custom<typeof fetch>((f) => typeof f === 'function', 'must be a function; give one like fetch').optional(),
  headers: z.record(z.string(), z.string()).optional(),
  timeoutMs: milliseconds.optional(),
  retryMs: milliseconds.optional(),
  onRetry: z
    .custom<(error: PalimpsestError) => void>((f) => typeof f === 'function', 'must be a function; give one that takes an error')
    .optional(),
  signal: z
    .custom<AbortSignal>(
      (s) => typeof s === 'object' && s !== null && 'aborted' in s,
      'must be an AbortSignal; give the signal of an AbortController',
    )
    .optional(),
});

export function readOptions(options: ConnectOptions): Settings {
  const checked = check(schema, options, 'options');
  const issues = 'issues' in checked ? checked.issues : urlIssues(checked.value.url);
  if ('issues' in checked || issues.length > 0) throw invalidInput('connect', issues);
  const { url, headers = {}, timeoutMs = 60_000, retryMs = 30_000, signal = null, onRetry = () => undefined } = checked.value;
  return { base: url.replace(/\/+$/, ''), fetch: checked.value.fetch ?? globalFetch, headers, timeoutMs, retryMs, onRetry, signal };
}

// looked up at each call, as tests and tracers replace it
const globalFetch: typeof fetch = (...args) => fetch(...args);

function urlIssues(text: string): Issue[] {
  const path = 'options.url';
  const next = 'give one such as http://127.0.0.1:7411';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return [{ path, message: 'is not an http or https address', next }];
  if (url.username !== '' || url.password !== '')
    return [{ path, message: 'holds credentials', next: 'give them in headers, as Authorization' }];
  if (url.search !== '' || url.hash !== '') return [{ path, message: 'has a query or a fragment', next }];
  return [];
}
