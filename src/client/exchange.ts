/** One attempt: one request, and what its answer means for the next. */
import { invalidInput, PalimpsestError } from '../errors.ts';
import { errorOf } from '../wire/problem.ts';
import type { WireRequest } from '../wire/wire.ts';
import type { Settings } from './options.ts';

export type Attempt = { readonly body: unknown } | Failed;
export interface Failed {
  readonly error: PalimpsestError;
  /** It may succeed later. */
  readonly again: boolean;
  /** The server may have done it, or some of it. */
  readonly maybeDone: boolean;
  /** Milliseconds that the server asked to wait. */
  readonly waitMs: number | null;
}

/** What is said of a failure; the address holds no credentials. */
interface At {
  readonly operation: string;
  readonly base: string;
}

/** What `fetch` of Node says when the request never left. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const GATEWAY = [502, 503, 504];

export async function exchange(settings: Settings, request: Sent, operation: string): Promise<Attempt> {
  const at: At = { operation, base: settings.base };
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), settings.timeoutMs);
  const abort = () => stop.abort();
  settings.signal?.addEventListener('abort', abort);
  if (settings.signal?.aborted === true) abort();
  try {
    const response = await settings.fetch(request.url, { ...request.init, signal: stop.signal });
    return understand(response, await response.text(), at);
  } catch (error) {
    return broken(error, stop.signal.aborted ? settings.timeoutMs : null, at);
  } finally {
    clearTimeout(timer);
    settings.signal?.removeEventListener('abort', abort);
  }
}

/** A request as `fetch` takes it; the same for every attempt. */
export interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

export function toSent(settings: Settings, request: WireRequest, operation: string): Sent {
  const query = new URLSearchParams(request.query.map(([name, value]): [string, string] => [name, value])).toString();
  const hasBody = request.body !== undefined;
  const headers = {
    ...settings.headers,
    Accept: 'application/json',
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...request.headers,
  };
  return {
    url: `${settings.base}${request.path}${query === '' ? '' : `?${query}`}`,
    // a redirected write would arrive as a read
    init: { method: request.method, headers, redirect: 'manual', ...(hasBody && { body: toJson(request.body, operation) }) },
  };
}

function toJson(body: unknown, operation: string): string {
  try {
    return JSON.stringify(body);
  } catch {
    const path = operation === 'remember' ? 'facts' : 'input';
    throw invalidInput(operation, [{ path, message: 'hold what is not JSON', next: 'give strings, numbers and booleans' }]);
  }
}

function understand(response: Response, text: string, at: At): Attempt {
  const body = parsed(text);
  const { status } = response;
  const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '');
  // cut in the middle
  if (response.ok && isJson && body === undefined) return broken(undefined, null, at);
  if (response.ok && typeof body === 'object' && body !== null) return { body };
  const waitMs = retryAfter(response.headers.get('Retry-After'));
  const error = errorOf(body);
  if (error === null) {
    const said = `answered ${status} in a way that Palimpsest does not; check that the url is that of its server`;
    return { error: unavailable(at, said), again: status === 429 || GATEWAY.includes(status), maybeDone: status >= 500, waitMs };
  }
  // a server that is closing is soon followed by another
  return { error, again: error.retryable || error.code === 'closed', maybeDone: error.status >= 500, waitMs };
}

function broken(cause: unknown, timeoutMs: number | null, at: At): Failed {
  if (timeoutMs !== null)
    return {
      error: unavailable(at, `did not answer within ${timeoutMs} ms; try again`),
      again: true,
      maybeDone: true,
      waitMs: null,
    };
  const code = codeOf(cause);
  const notSent = code !== null && NOT_SENT.has(code);
  const said = notSent
    ? `cannot be reached (${code}); start it (palimpsest serve), or mend the url`
    : `broke the connection before its answer${code === null ? '' : ` (${code})`}; try again`;
  return { error: unavailable(at, said, cause), again: true, maybeDone: !notSent, waitMs: null };
}

const unavailable = ({ operation, base }: At, said: string, cause?: unknown) =>
  new PalimpsestError('unavailable', `${operation}: the server at ${base} ${said}`, { operation, cause });

/** `fetch` hides what happened in the cause of its error. */
function codeOf(error: unknown): string | null {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
}

function retryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
