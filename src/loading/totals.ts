import type { ImportAct, Outcome, RememberResult } from '../palimpsest.ts';

/** What became of many rows. */
export interface ImportTotals {
  /** Candidates told. */
  readonly rows: number;
  /** Rows that were stored before: same key, or same session, turn and statement. */
  readonly replayed: number;
  /** Of those, rows that were withdrawn since: they are not stored anew. */
  readonly withdrawn: number;
  /** `onResult` tells which, and why. */
  readonly rejected: number;
  /** Not stored, as it isn't clear who is meant. */
  readonly waiting: number;
  /** Of the rows that were no replays; an outcome that no row had is absent. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
}

export interface ImportDone extends ImportTotals {
  /** Of the import, which `undo` takes back. */
  readonly operationId: string;
}

/** The same import again under the same name, else one of its own. */
export const importAct = (name: string | undefined, by?: string, reason?: string): ImportAct => ({
  id: `o_${name === undefined ? globalThis.crypto.randomUUID() : `import:${name.replace(/\s/gu, '_')}`}`,
  ...(by !== undefined && { by }),
  ...(reason !== undefined && { reason }),
});

export const NONE: ImportTotals = { rows: 0, replayed: 0, withdrawn: 0, rejected: 0, waiting: 0, outcomes: {} };

export const isWaiting = (outcome: Outcome): boolean => outcome === 'unresolved' || outcome === 'ambiguous';
export const isRefused = (outcome: Outcome): boolean => outcome === 'rejected' || outcome === 'restricted';

/** `result` is undefined for a row that could not be sent. */
export function counted(totals: ImportTotals, result: RememberResult | undefined): ImportTotals {
  const outcome = result?.outcome ?? 'rejected';
  // what was refused before is refused, not stored before
  const replayed = result?.replayed === true && !isRefused(outcome) && !isWaiting(outcome);
  return {
    rows: totals.rows + 1,
    replayed: totals.replayed + (replayed ? 1 : 0),
    withdrawn: totals.withdrawn + (replayed && result?.reason === 'withdrawn' ? 1 : 0),
    rejected: totals.rejected + (isRefused(outcome) ? 1 : 0),
    waiting: totals.waiting + (isWaiting(outcome) ? 1 : 0),
    outcomes: replayed ? totals.outcomes : { ...totals.outcomes, [outcome]: (totals.outcomes[outcome] ?? 0) + 1 },
  };
}
