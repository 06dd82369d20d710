import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Origin } from '../../domain/claim.ts';
import type { Issue } from '../../errors.ts';
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

export interface ImportSummary {
  rows: number;
  /** Rows that an earlier import of the same file had stored. */
  replayed: number;
  rejected: number;
  waiting: number;
  outcomes: Partial<Record<Outcome, number>>;
  lastLine: number;
  interrupted: boolean;
  failures: Failure[];
  /** Beyond those listed. */
  moreFailures: number;
}

/** Batch after batch in the order of the file; every row stands for itself. */
export async function importFile(
  { store, namespace, io }: Session,
  file: string,
  options: ImportOptions,
  onFailure: (failure: Failure) => void,
): Promise<ImportSummary> {
  const summary: ImportSummary = {
    rows: 0,
    replayed: 0,
    rejected: 0,
    waiting: 0,
    outcomes: {},
    lastLine: 0,
    interrupted: false,
    failures: [],
    moreFailures: 0,
  };
  const input = await openInput(file, io.stdin);
  const stop = io.interruptible();
  stop.addEventListener('abort', () => input.stop());
  const progress = new Progress(io);
  const session = options.session ?? (file === '-' ? undefined : `import:${basename(file)}`);
  const flush = async (rows: readonly Row[]) => {
    const candidates = rows.flatMap((row) => (row.candidate === undefined ? [] : [toCandidate(row.candidate, session, options.origin)]));
    const results = candidates.length === 0 ? [] : [...(await store.remember(namespace, candidates))];
    for (const row of rows) {
      const failure = count(summary, row, row.candidate === undefined ? undefined : results.shift());
      if (failure === undefined) continue;
      progress.clear();
      onFailure(failure);
    }
    progress.update(summary.rows, summary.rejected, share(input));
  };
  try {
    let batch: Row[] = [];
    for await (const row of parseRows(input.lines)) {
      batch.push(row);
      if (batch.length < BATCH) continue;
      await flush(batch);
      batch = [];
      if (stop.aborted) break;
    }
    await flush(batch);
    summary.interrupted = stop.aborted;
  } finally {
    progress.clear();
    await input.close();
  }
  return summary;
}

function toCandidate(row: Readonly<Record<string, unknown>>, session: string | undefined, origin: Origin): Candidate {
  // what a line says is its turn, so a file can be imported again, also after lines were added to it
  const turn = createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 20);
  const source = session === undefined ? {} : { source: { session, turn } };
  return { ...source, origin, ...row } as unknown as Candidate;
}

function count(summary: ImportSummary, row: Row, result: RememberResult | undefined): Failure | undefined {
  summary.rows += 1;
  summary.lastLine = row.line;
  const outcome = result?.outcome ?? 'rejected';
  if (result?.replayed === true) summary.replayed += 1;
  else summary.outcomes[outcome] = (summary.outcomes[outcome] ?? 0) + 1;
  const waits = outcome === 'unresolved' || outcome === 'ambiguous';
  if (waits) summary.waiting += 1;
  else if (outcome === 'rejected' || outcome === 'restricted') summary.rejected += 1;
  else return undefined;
  const failure: Failure = {
    line: row.line,
    outcome,
    reason: result?.reason ?? 'invalid_input',
    issues: (row.issue === undefined ? (result?.issues ?? []) : [row.issue]).map(withoutRow),
  };
  if (summary.failures.length < KEPT_FAILURES) summary.failures.push(failure);
  else summary.moreFailures += 1;
  return failure;
}

function share(input: Input): number | null {
  return input.bytes === null || input.bytes === 0 ? null : input.bytesRead() / input.bytes;
}
