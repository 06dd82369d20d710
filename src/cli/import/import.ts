import { createHash } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import type { Origin } from '../../domain/claim.ts';
import type { Issue } from '../../errors.ts';
import { inBatches } from '../../loading/batches.ts';
import { counted, type ImportDone, importAct, isRefused, isWaiting, NONE } from '../../loading/totals.ts';
import type { Candidate, Outcome, RememberResult, ResolvedPredicate } from '../../palimpsest.ts';
import { withoutRow } from '../failure.ts';
import type { Session } from '../session.ts';
import { Progress } from './progress.ts';
import { type Input, openInput, parseRows, type Row } from './rows.ts';

const BATCH = 500;
const KEPT_FAILURES = 1_000;
const KEPT_PREDICATES = 100;

export interface ImportOptions {
  readonly origin: Origin;
  readonly session?: string;
  readonly by?: string;
  readonly reason?: string;
}

/** A row that was not stored. */
export interface Failure {
  readonly line: number;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly issues: readonly Issue[];
}

export interface ImportSummary extends ImportDone {
  readonly lastLine: number;
  readonly interrupted: boolean;
  /** Predicates that nobody had defined, at most 100. */
  readonly newPredicates: readonly ResolvedPredicate[];
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
  const fresh = new Map<string, ResolvedPredicate>();
  const input = await openInput(file, io.stdin);
  const stop = io.interruptible();
  stop.addEventListener('abort', () => input.stop());
  const progress = new Progress(io);
  const session = options.session ?? (file === '-' ? undefined : sessionOf(file));
  const turns = new Turns();
  const act = importAct(undefined, options.by, options.reason);
  const take = (row: Row, result: RememberResult | undefined) => {
    totals = counted(totals, result);
    lastLine = row.line;
    const predicate = result?.resolved.predicate;
    if (predicate?.band === 'new' && fresh.size < KEPT_PREDICATES) fresh.set(predicate.predicate, predicate);
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
      toCandidate: (row) => (row.candidate === undefined ? null : toCandidate(row.candidate, session, turns, options.origin)),
      act,
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
  return {
    ...totals,
    operationId: act.id,
    lastLine,
    interrupted: stop.aborted,
    newPredicates: [...fresh.values()],
    failures,
    moreFailures,
  };
}

/** A file of the same name in another folder is another source. */
const sessionOf = (file: string): string => `import:${basename(file).slice(0, 150)}@${digest(dirname(resolve(file))).slice(0, 8)}`;

function toCandidate(row: Readonly<Record<string, unknown>>, session: string | undefined, turns: Turns, origin: Origin): Candidate {
  const source = session === undefined ? {} : { source: { session, turn: turns.of(JSON.stringify(row)) } };
  return { ...source, origin, ...row } as unknown as Candidate;
}

/**
 * What a line says is its turn, so a file can be imported again, also after lines were added to it; what it says a second time is another
 * turn, as something else may have been said between.
 */
class Turns {
  readonly #seen = new Map<string, number>();

  of(line: string): string {
    const turn = digest(line).slice(0, 20);
    const before = this.#seen.get(turn) ?? 0;
    this.#seen.set(turn, before + 1);
    return before === 0 ? turn : `${turn}.${before + 1}`;
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function failureOf({ line, issue }: Row, result: RememberResult | undefined): Failure | null {
  const outcome = result?.outcome ?? 'rejected';
  if (!isWaiting(outcome) && !isRefused(outcome)) return null;
  const issues = (issue === undefined ? (result?.issues ?? []) : [issue]).map(withoutRow);
  return { line, outcome, reason: result?.reason ?? 'invalid_input', issues };
}

function share(input: Input): number | null {
  return input.bytes === null || input.bytes === 0 ? null : input.bytesRead() / input.bytes;
}
