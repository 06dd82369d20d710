import type { Candidate, ImportAct, Palimpsest, RememberResult } from '../palimpsest.ts';

export interface BatchOptions<R> {
  /** Rows sent at once. */
  readonly size: number;
  /** Null for a row that can't be sent. */
  readonly toCandidate: (row: R) => Candidate | null;
  /** Of the n-th batch. */
  readonly keyOf?: (n: number) => string;
  /** The operation that they all are. */
  readonly act: ImportAct;
  /** The rows of a batch and their results in order, undefined for those that weren't sent. */
  readonly onBatch: (rows: readonly R[], results: readonly (RememberResult | undefined)[]) => void;
  /** Stops after the batch under way. */
  readonly signal?: AbortSignal | undefined;
}

/** Batch after batch in the order of the rows; never more than one batch is held. */
export async function inBatches<R>(
  store: Pick<Palimpsest, 'remember'>,
  namespace: string,
  rows: AsyncIterable<R> | Iterable<R>,
  { size, toCandidate, keyOf, act, onBatch, signal }: BatchOptions<R>,
): Promise<void> {
  let n = 0;
  const flush = async (batch: readonly R[]) => {
    const candidates = batch.map(toCandidate);
    const sent = candidates.filter((candidate) => candidate !== null);
    const options = { import: act, ...(keyOf !== undefined && { idempotencyKey: keyOf(n) }) };
    n += 1;
    const results = sent.length === 0 ? [] : [...(await store.remember(namespace, sent, options))];
    onBatch(
      batch,
      candidates.map((candidate) => (candidate === null ? undefined : results.shift())),
    );
  };
  let batch: R[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    await flush(batch);
    batch = [];
    if (signal?.aborted === true) return;
  }
  if (batch.length > 0) await flush(batch);
}
