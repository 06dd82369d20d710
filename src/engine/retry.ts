import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorCode, isPalimpsestError } from '../errors.ts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/** The only owner of retries: once at least, then with growing, jittered pauses until the time is up. */
export async function retrying<T>(retryMs: number, work: () => Promise<T>, onRetry?: (code: ErrorCode) => void): Promise<T> {
  const deadline = performance.now() + retryMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isPalimpsestError(error) || !error.retryable) throw error;
      const pause = Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
      if (attempt > 0 && performance.now() + pause > deadline) throw error;
      onRetry?.(error.code);
      await delay(pause);
    }
  }
}
