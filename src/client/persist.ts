/** The client's owner of retries: with growing, jittered pauses, for a bounded time, and what is not known in the end is said. */
import { PalimpsestError } from '../errors.ts';
import type { Attempt, Failed } from './exchange.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
/** So that those who were told to wait as long don't all come back at once. */
const SPREAD_MS = 250;

export interface Call {
  readonly operation: string;
  readonly isWrite: boolean;
  /** Settles what became of a write. */
  readonly idempotencyKey: string | undefined;
  readonly retryMs: number;
  readonly signal: AbortSignal | null;
  onRetry(error: PalimpsestError): void;
  attempt(): Promise<Attempt>;
}

export async function persist(call: Call): Promise<unknown> {
  const deadline = performance.now() + call.retryMs;
  let maybeDone = false;
  for (let n = 0; ; n++) {
    if (isStopped(call)) throw stopped(call, maybeDone);
    const answer = await call.attempt();
    if ('body' in answer) return answer.body;
    maybeDone ||= answer.maybeDone;
    if (isStopped(call)) throw stopped(call, maybeDone);
    // an answer settles whatever happened before it
    if (!answer.again) throw answer.error;
    const pause = pauseOf(answer, n);
    if (performance.now() + pause > deadline) throw call.isWrite && maybeDone ? unknown(call, answer.error) : answer.error;
    call.onRetry(answer.error);
    await sleep(pause, call.signal);
  }
}

const isStopped = ({ signal }: Call): boolean => signal?.aborted === true;

function pauseOf({ waitMs }: Failed, n: number): number {
  if (waitMs !== null) return waitMs + Math.random() * SPREAD_MS;
  return Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** n);
}

/** `details.idempotencyKey` is the key of the write, where it has one; keep it to settle the write later. */
function unknown({ operation, idempotencyKey }: Call, last: PalimpsestError): PalimpsestError {
  const settle =
    idempotencyKey === undefined ? 'send the same again: it has one effect' : 'send the same again with the same key, which is in details';
  const said = last.message.replace(`${operation}: `, '').replace(/; try again$/, '');
  return new PalimpsestError(last.code, `${operation}: it is not known whether this was done, as ${said}; ${settle}`, {
    operation,
    details: { ...last.details, outcome: 'unknown', ...(idempotencyKey !== undefined && { idempotencyKey }) },
    ...(last.requestId !== undefined && { requestId: last.requestId }),
    cause: last,
  });
}

function stopped(call: Call, maybeDone: boolean): PalimpsestError {
  const error = closedBy(call.operation, 'its signal was aborted');
  return call.isWrite && maybeDone ? unknown(call, new PalimpsestError('unavailable', error.message)) : error;
}

export const closedBy = (operation: string, why: string) =>
  new PalimpsestError('closed', `${operation}: the client is closed, as ${why}; connect again`, { operation });

function sleep(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake);
  });
}
