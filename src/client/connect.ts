import type { Palimpsest } from '../palimpsest.ts';
import { CODECS } from '../wire/routes.ts';
import type { Codec, Verb } from '../wire/wire.ts';
import { exchange, toSent } from './exchange.ts';
import { keyOfCall, withKey } from './keys.ts';
import { type ConnectOptions, readOptions } from './options.ts';
import { closedBy, persist } from './persist.ts';

/**
 * The same verbs and errors as the store, through HTTP. Nothing is sent before the first call. What fails on the way is tried again;
 * a write is done once all the same, and an error says so where that isn't known (`details.outcome`, `details.idempotencyKey`).
 */
export function connect(options: ConnectOptions): Palimpsest {
  const settings = readOptions(options);
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  async function call(verb: Verb, given: readonly unknown[]): Promise<unknown> {
    if (isClosed) throw closedBy(verb, 'close was called');
    const codec = CODECS[verb] as unknown as Codec<Verb>;
    const args = withKey(verb, given);
    const request = codec.toRequest(...(args as never));
    const sent = toSent(settings, request, verb);
    const running = persist({
      operation: verb,
      isWrite: request.method !== 'GET',
      idempotencyKey: keyOfCall(verb, args),
      retryMs: settings.retryMs,
      signal: settings.signal,
      onRetry: settings.onRetry,
      attempt: () => exchange(settings, sent, verb),
    });
    underWay.add(running);
    try {
      return codec.fromReply(await running);
    } finally {
      underWay.delete(running);
    }
  }

  const verbs = (Object.keys(CODECS) as Verb[]).map((verb) => [verb, (...args: unknown[]) => call(verb, args)] as const);
  return Object.freeze({
    ...(Object.fromEntries(verbs) as unknown as Omit<Palimpsest, 'close'>),
    close: async () => {
      isClosed = true;
      await Promise.allSettled(underWay);
    },
  });
}
