import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Origin } from '../../domain/claim.ts';
import type { Issue } from '../../errors.ts';
import { inBatches } from '../../loading/batches.ts';
import { counted, type ImportTotals, isRefused, isWaiting, NONE } from '../../loading/totals.ts';
import type { Candidate, Outcome, RememberResult } from '../../palimpsest.ts';
import { withoutRow } from '../failure.ts';
import type { Session } from '../session.ts';
import { Progress } from './progress.ts';
import { type Input, openInput, parseRows, type Row } from './rows.ts';

const BATCH = 500;
const KEPT_FAILURES = 1_000;

export interface ImportOptions {
  readonly origin: Origin;
  readonly session?: string;
}

/** A row that was not stored. */
export interface Failure {
  readonly line: number;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly issues: readonly Issue[];
}

export interface ImportSummary extends ImportTotals {
  readonly lastLine: number;
  readonly interrupted: boolean;
  readonly failures: readonly Failure[];
  /** Beyond those listed. */
  readonly moreFailures: number;
}

/** Batch after batch in the order of the file; every row stands for itself. */
export async function importFile(
  { store, namespace, io }: Session,
  file: string,
  options: ImportOptions,
  onFailure: (failure: Failure) => void,
): Promise<ImportSummary> {
  let totals = NONE;
  let lastLine = 0;
  let moreFailures = 0;
  const failures: Failure[] = [];
  const input = await openInput(file, io.stdin);
  const stop = io.interruptible();
  stop.addEventListener('abort', () => input.stop());
  const progress = new Progress(io);
  const session = options.session ?? (file === '-' ? undefined : `import:${basename(file)}`);
  const take = (row: Row, result: RememberResult | undefined) => {
    totals = counted(totals, result);
    lastLine = row.line;
    const failure = failureOf(row, result);
    if (failure === null) return;
    if (failures.length < KEPT_FAILURES) failures.push(failure);
    else moreFailures += 1;
    progress.clear();
    onFailure(failure);
  };
  try {
    await inBatches(store, namespace, parseRows(input.lines), {
      size: BATCH,
      toCandidate: (row) => (row.candidate === undefined ? null : toCandidate(row.candidate, session, options.origin)),
      onBatch: (rows, results) => {
        rows.forEach((row, i) => {
          take(row, results[i]);
        });
        progress.update(totals.rows, totals.rejected, share(input));
      },
      signal: stop,
    });
  } finally {
    progress.clear();
    await input.close();
  }
  return { ...totals, lastLine, interrupted: stop.aborted, failures, moreFailures };
}

function toCandidate(row: Readonly<Record<string, unknown>>, session: string | undefined, origin: Origin): Candidate {
  // what a line says is its turn, so a file can be imported again, also after lines were added to it
  const turn = createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 20);
  const source = session === undefined ? {} : { source: { session, turn } };
  return { ...source, origin, ...row } as unknown as Candidate;
}

function failureOf({ line, issue }: Row, result: RememberResult | undefined): Failure | null {
  const outcome = result?.outcome ?? 'rejected';
  if (!isWaiting(outcome) && !isRefused(outcome)) return null;
  const issues = (issue === undefined ? (result?.issues ?? []) : [issue]).map(withoutRow);
  return { line, outcome, reason: result?.reason ?? 'invalid_input', issues };
}

function share(input: Input): number | null {
  return input.bytes === null || input.bytes === 0 ? null : input.bytesRead() / input.bytes;
}
