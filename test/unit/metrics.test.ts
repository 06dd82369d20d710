import { expect, it } from 'vitest';
import { retrying } from '../../src/engine/retry.ts';
import { PalimpsestError } from '../../src/errors.ts';
import { makeMetrics } from '../../src/http/metrics.ts';
import { openPalimpsest } from '../../src/store.ts';

it('what is tried again is counted, by code', async () => {
  const { observer, registry } = makeMetrics();
  let attempts = 0;
  await retrying({ retryMs: 5_000, onRetry: (code) => observer.retry(code) }, async () => {
    if (++attempts < 3) throw new PalimpsestError('busy', 'x: busy');
  });
  expect(await registry.metrics()).toContain('palimpsest_retries_total{code="busy"} 2');
});

it('a call of a procedure is counted by its end', async () => {
  const { observer, registry } = makeMetrics();
  observer.procedure('truth/assert')('unavailable');
  observer.procedure('truth/assert');
  const text = await registry.metrics();
  expect(text).toContain('palimpsest_procedure_seconds_count{procedure="truth/assert",result="unavailable"} 1');
  expect(text).toContain('palimpsest_procedures_in_flight 1');
});

it('writes that wait for the next group are counted', async () => {
  const seen: number[] = [];
  const observer = { ...makeMetrics().observer, waiting: (writes: number) => void seen.push(writes) };
  const store = await openPalimpsest({ observer });
  const write = (n: number) => store.remember('a', { subject: `user:${n}`, predicate: 'name', value: 'x' });
  await Promise.all([1, 2, 3, 4, 5].map(write));
  expect(Math.max(...seen)).toBeGreaterThan(1);
  expect(seen.at(-1)).toBe(0);
  await store.close();
});
