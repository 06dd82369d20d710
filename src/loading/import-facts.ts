import { z } from 'zod';
import { idText, parse, textOf } from '../contract/check.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Candidate, Palimpsest, RememberResult } from '../palimpsest.ts';
import { inBatches } from './batches.ts';
import { counted, type ImportDone, type ImportTotals, importAct, NONE } from './totals.ts';

export type { ImportDone, ImportTotals };

export interface ImportOptions {
  /** Candidates sent at once, 1 to 10,000; default 500. */
  readonly batch?: number;
  /** Batch n goes under the key `keyPrefix:n`: the same stream, imported again with the same prefix and batch, writes nothing twice. */
  readonly keyPrefix?: string;
  /** Who imports, and why: kept with the operation. */
  readonly by?: string;
  readonly reason?: string;
  /** After each batch. */
  readonly onProgress?: (totals: ImportTotals) => void;
  /** For each candidate, by its place in the stream from 0. */
  readonly onResult?: (index: number, result: RememberResult) => void;
  /** Stops after the batch under way; what was told so far is answered. */
  readonly signal?: AbortSignal;
}

/** Room for the number of a batch. */
const PREFIX = LIMITS.key - 20;
const schema = z.looseObject({
  batch: z.number().int('must be a whole number; give one such as 500').min(1).max(LIMITS.batch).optional(),
  keyPrefix: idText(PREFIX).optional(),
  by: idText(LIMITS.source).optional(),
  reason: textOf(LIMITS.reason).optional(),
});

/**
 * Tells a stream of candidates, batch after batch in its order, to a store or to a client. Each candidate stands for itself; what is refused
 * doesn't stop the others. A failure of the store ends it and is thrown. All of it is one operation, which can be undone.
 */
export async function importFacts(
  store: Pick<Palimpsest, 'remember'>,
  namespace: string,
  candidates: AsyncIterable<Candidate> | Iterable<Candidate>,
  options: ImportOptions = {},
): Promise<ImportDone> {
  const { batch: size = 500, keyPrefix, by, reason } = parse(schema, options, 'importFacts', 'options');
  const act = importAct(keyPrefix, by, reason);
  let totals = NONE;
  await inBatches(store, namespace, candidates, {
    size,
    toCandidate: (candidate) => candidate,
    act,
    ...(keyPrefix !== undefined && { keyOf: (n: number) => `${keyPrefix}:${n}` }),
    onBatch: (_, results) => {
      for (const result of results) {
        if (result !== undefined) options.onResult?.(totals.rows, result);
        totals = counted(totals, result);
      }
      options.onProgress?.(totals);
    },
    signal: options.signal,
  });
  return { ...totals, operationId: act.id };
}
