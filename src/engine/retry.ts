import { type ErrorCode, isPalimpsestError, PalimpsestError } from '../errors.ts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;
const MOST_ATTEMPTS = 50;

export interface RetryPolicy {
  /** How long new attempts are begun, in ms. The second one always is, as a first one may have run into a longer timeout. */
  readonly retryMs: number;
  readonly onRetry?: ((code: ErrorCode) => void) | undefined;
}

/** Of a failed write: it may have been done all the same. */
export const UNKNOWN = Object.freeze({ outcome: 'unknown' });
const isUnknown = (error: PalimpsestError): boolean => error.details?.outcome === UNKNOWN.outcome;

/**
 * The only owner of retries: full jitter, a cap on their number and on their time, then an error that says what to do.
 * What may have been done is tried again as well, for every write of ours has one effect however often it runs: claims are looked up by
 * their key under the lock (`truth/assert`, `truth/place`), acts by their operation (`Change.operate`), keys and names are merged, settings
 * and predicates carry a version. test/contract/done-twice.test.ts does each of them twice.
 */
export async function retrying<T>({ retryMs, onRetry }: RetryPolicy, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  let unknown = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isPalimpsestError(error) || !error.retryable) throw error;
      unknown ||= isUnknown(error);
      const pause = Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
      const isLate = attempt > 1 && performance.now() - started + pause > retryMs;
      if (isLate || attempt === MOST_ATTEMPTS) throw givenUp(error, attempt, unknown);
      onRetry?.(error.code);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

function givenUp(last: PalimpsestError, attempts: number, unknown: boolean): PalimpsestError {
  const next = unknown
    ? 'it is not known whether it was done: send the same again with the same idempotency key, and it has one effect'
    : 'try again, with the same idempotency key if it had one';
  const said = last.message.replace(/; try again$/, '');
  return new PalimpsestError(last.code, `${said}; given up after ${attempts} attempts; ${next}`, {
    ...(last.operation !== undefined && { operation: last.operation }),
    ...(last.issues !== undefined && { issues: last.issues }),
    details: { ...last.details, attempts, ...(unknown && UNKNOWN) },
    cause: last,
  });
}
