// biome-ignore lint/style/noRestrictedImports: errors as the driver makes them
import { Neo4jError } from 'neo4j-driver';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoAnswer, translate } from '../../src/engine/neo4j/errors.ts';
import { Places } from '../../src/engine/neo4j/places.ts';
import { retrying } from '../../src/engine/retry.ts';
import { isPalimpsestError, PalimpsestError } from '../../src/errors.ts';

const newError = (message: string, code: string) => new Neo4jError(message, code, '50N42', message);
const busy = () => new PalimpsestError('busy', 'x: busy', { operation: 'x' });
const unknown = () => new PalimpsestError('unavailable', 'x: gone', { operation: 'x', details: { outcome: 'unknown' } });

/** What it fails with, and how often it was tried, with pauses that take no time. */
async function persisted(retryMs: number, attempt: (n: number) => Error | null) {
  let attempts = 0;
  const work = async () => {
    const error = attempt(++attempts);
    if (error !== null) throw error;
  };
  const running = retrying({ retryMs }, work).then(
    () => null,
    (error: unknown) => error as PalimpsestError,
  );
  await vi.runAllTimersAsync();
  return { error: await running, attempts };
}

describe('what is tried again', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  it('is capped by number, and the error says how often and what to do', async () => {
    const { error, attempts } = await persisted(3_600_000, busy);
    expect(attempts).toBe(50);
    expect(error).toMatchObject({ code: 'busy', operation: 'x', details: { attempts: 50 } });
    expect(error?.message).toBe('x: busy; given up after 50 attempts; try again, with the same idempotency key if it had one');
    expect(error?.details).not.toHaveProperty('outcome');
  });

  it('is capped by time, but tried twice at least', async () => {
    expect((await persisted(2_000, busy)).attempts).toBeLessThan(30);
    expect((await persisted(0, busy)).attempts).toBe(2);
  });

  it('once it may have been done stays so, whatever the later attempts say', async () => {
    const { error } = await persisted(1_000, (n) => (n === 1 ? unknown() : busy()));
    expect(error).toMatchObject({ code: 'busy', details: { outcome: 'unknown' } });
    expect(error?.message).toMatch(/not known whether it was done: send the same again with the same idempotency key/);
  });

  it('is not what somebody has to decide', async () => {
    const refused = new PalimpsestError('conflict', 'x: taken');
    expect(await persisted(1_000, () => refused)).toEqual({ error: refused, attempts: 1 });
    expect((await persisted(1_000, () => new TypeError('defect'))).attempts).toBe(1);
  });

  it('pauses anywhere between nothing and the longest', async () => {
    const pauses: number[] = [];
    const times: number[] = [];
    await persisted(60_000, () => {
      times.push(performance.now());
      return busy();
    });
    for (let i = 11; i < times.length; i++) pauses.push((times[i] as number) - (times[i - 1] as number));
    expect(Math.min(...pauses)).toBeLessThan(400);
    expect(Math.max(...pauses)).toBeGreaterThan(600);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1_001);
  });
});

describe('an error of the server', () => {
  it.each([
    ['Neo.TransientError.Transaction.DeadlockDetected', 'busy'],
    ['Neo.TransientError.Transaction.LockAcquisitionTimeout', 'busy'],
    ['Neo.TransientError.Transaction.LockClientStopped', 'busy'],
    ['Neo.ClientError.Transaction.LockClientStopped', 'busy'],
    ['Neo.ClientError.Transaction.TransactionTimedOut', 'busy'],
    ['Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration', 'busy'],
    ['Neo.TransientError.General.MemoryPoolOutOfMemoryError', 'busy'],
    ['Neo.TransientError.General.DatabaseUnavailable', 'unavailable'],
    ['Neo.ClientError.Statement.EntityNotFound', 'busy'],
    ['Neo.ClientError.Schema.ConstraintValidationFailed', 'conflict'],
    ['Neo.ClientError.Statement.SyntaxError', 'internal'],
    ['Neo.DatabaseError.Transaction.TransactionCommitFailed', 'internal'],
  ])('%s is %s, and settles the outcome', (code, ours) => {
    const error = translate(newError('secret', code), 'x', true);
    expect(error.code).toBe(ours);
    expect(error.details).toBeUndefined();
    expect(error.message).not.toMatch(/secret/);
  });

  it('a broken or silent connection leaves a write unknown, and nothing else', () => {
    const broken = newError('Connection was closed by server', 'ServiceUnavailable');
    expect(translate(broken, 'x', true).details).toEqual({ outcome: 'unknown' });
    expect(translate(new NoAnswer(), 'x', true).details).toEqual({ outcome: 'unknown' });
    expect(translate(broken, 'x', false)).toMatchObject({ code: 'unavailable', details: undefined });
    const failed = (why: string) =>
      newError(`Failed to connect to server. Please ensure that it runs. Caused by: ${why}`, 'ServiceUnavailable');
    // so Node calls one that was open, too
    expect(translate(failed('connect ECONNRESET 127.0.0.1:7687'), 'x', true).details).toEqual({ outcome: 'unknown' });
    expect(translate(failed('connect ECONNREFUSED 127.0.0.1:7687'), 'x', true).details).toBeUndefined();
  });
});

it('places are given first come, first served, and given back by what fails', async () => {
  const places = new Places(2);
  const order: number[] = [];
  let most = 0;
  let now = 0;
  const task = (n: number) =>
    places.take(async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      order.push(n);
      now -= 1;
      if (n % 2 === 0) throw busy();
    });
  const ended = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(task));
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(ended.filter((e) => e.status === 'rejected' && isPalimpsestError(e.reason))).toHaveLength(3);
  await task(7);
});
