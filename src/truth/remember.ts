import type { FoldOutcome } from '../domain/claim.ts';
import { iso } from '../domain/time.ts';
import { type Issue, PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { RememberResult } from '../palimpsest.ts';
import { answerAgain, park, parkedId, settledSince, type WaitingRow } from '../review/park.ts';
import { sayReviews } from '../review/rivals/again.ts';
import { breathe, REDO } from './again.ts';
import type { Commits } from './commits.ts';
import type { Doubt } from './doubt.ts';
import { lockKeys, type Written, writeLate } from './late.ts';
import { isNearRow, matchNear } from './near.ts';
import { type Prepared, prepare, type Ready, type Registry } from './prepare.ts';
import { asThen, toRecall } from './recall.ts';
import { answered, keepRefused, openRequest, type Request } from './requests.ts';
import type { Row } from './row.ts';

const CHUNK = 500;

/** What writing needs beside the graph, once a store. */
export interface Desk {
  readonly registry: Registry;
  readonly commits: Commits;
  /** Told what has just begun to wait: it may have become clear while that was written down. Says whether some of it has. */
  parked(namespace: string, doubts: readonly Doubt[]): Promise<boolean>;
}

/** The story of a write: check and resolve, let the database decide, fold what came out of order, answer each row. */
export async function remember(
  graph: Graph,
  desk: Desk,
  namespace: string,
  candidates: readonly unknown[],
  idempotencyKey: string | null,
): Promise<RememberResult[]> {
  if (idempotencyKey === null) return rememberAll(graph, desk, namespace, candidates, null);
  const request = await openRequest(desk.commits, namespace, idempotencyKey, candidates);
  const results = await rememberAll(graph, desk, namespace, candidates, request);
  await keepRefused(graph, request, results);
  return results;
}

async function rememberAll(
  graph: Graph,
  desk: Desk,
  namespace: string,
  candidates: readonly unknown[],
  request: Request | null,
): Promise<RememberResult[]> {
  const results: RememberResult[] = [];
  for (let i = 0; i < candidates.length; i += CHUNK) {
    const id = request === null ? null : `${request.id} ${i}`;
    const chunk = candidates.slice(i, i + CHUNK).map((candidate, seq) => ({ candidate, seq, done: request?.refused[i + seq] ?? null }));
    results.push(...(await rememberChunk(graph, desk, namespace, chunk, id, (seq) => `facts[${i + seq}]`)));
  }
  return results;
}

async function rememberChunk(
  graph: Graph,
  desk: Desk,
  namespace: string,
  candidates: readonly { readonly candidate: unknown; readonly seq: number; readonly done: RememberResult | null }[],
  requestId: string | null,
  pathOf: (seq: number) => string,
): Promise<RememberResult[]> {
  const results: RememberResult[] = [];
  const kept = candidates.flatMap((c) => (c.done === null ? [] : [{ seq: c.seq, path: pathOf(c.seq), result: c.done }]));
  for (const { seq, result } of kept) results[seq] = result;
  for (const [seq, result] of await answerAgain(graph, namespace, kept)) results[seq] = result;
  let open: { readonly candidate: unknown; readonly seq: number }[] = candidates.filter((c) => c.done === null);
  let round = 0;
  while (open.length > 0) {
    if (round > REDO) throw new PalimpsestError('busy', 'remember: predicates or entities kept changing meanwhile; try again');
    await breathe(round);
    const current = open;
    const options = {
      requestId,
      pathOf: (i: number) => pathOf(current[i]?.seq as number),
      seqOf: (i: number) => current[i]?.seq as number,
    };
    const prepared = await prepare(
      desk.registry,
      namespace,
      current.map((o) => o.candidate),
      options,
    );
    const said = prepared.flatMap((p) => ('row' in p ? [p.row] : []));
    const rows = await matchNear(graph, said);
    const near = new Set(rows.filter(isNearRow).map((r) => r.seq));
    const written = await writeRows(graph, desk.commits, rows);
    const before = await answered(graph, namespace, toRecall(prepared, written, namespace, requestId, options.seqOf));
    const redo: typeof open = [];
    const waiting: WaitingRow[] = [];
    // of what was decided, the answer is that of the review
    const came: Omit<WaitingRow, 'waits'>[] = [];
    prepared.forEach((p, i) => {
      const { seq, candidate } = current[i] as { candidate: unknown; seq: number };
      const then = before.get(seq);
      const done = 'row' in p ? written.get(p.row.seq) : then;
      if ('row' in p && (done === undefined || done.outcome === 'stale' || done.outcome === 'missing')) redo.push({ candidate, seq });
      else results[seq] = toResult(asThen(p, then), done, pathOf(seq), near.has(seq));
      if ('row' in p || p.waits === undefined) return;
      const path = pathOf(seq);
      // the question may be open again
      const waits = () => toResult(p, undefined, path, false);
      if (done !== undefined)
        came.push({
          seq,
          path,
          result: { ...(done.withdrawn ? waits() : (results[seq] as RememberResult)), reviewId: parkedId(namespace, p.waits) },
        });
      else if (p.waits.until !== null && p.waits.until <= graph.clock()) results[seq] = refuse(p, 'invalid_input', inverted(path));
      else waiting.push({ seq, path, waits: p.waits, result: results[seq] as RememberResult });
    });
    const parked = await park(graph, namespace, waiting);
    for (const [seq, result] of [...parked, ...(await answerAgain(graph, namespace, came))]) results[seq] = result;
    const begun = waiting.flatMap(({ seq, waits }) => (parked.get(seq)?.replayed === false ? waits.doubts : []));
    if (begun.length > 0 && (await desk.parked(namespace, begun)))
      for (const [seq, result] of await settledSince(graph, namespace, parked)) results[seq] = result;
    await sayReviews(graph, namespace, results);
    open = [...redo, ...current.slice(prepared.length)];
    round = redo.length > 0 ? round + 1 : 0;
    if (redo.length > 0) {
      desk.registry.predicates.forget(namespace);
      desk.registry.entities.forget();
    }
  }
  return results;
}

async function writeRows(graph: Graph, commits: Commits, rows: readonly Row[]): Promise<Map<number, Written>> {
  if (rows.length === 0) return new Map();
  const answers = await commits.assert(rows);
  const late = new Set(answers.filter((a) => a.outcome === 'late').map((a) => a.seq));
  const lateRows = rows.filter((r) => late.has(r.seq));
  const written =
    late.size === 0 ? new Map<number, Written>() : await graph.turns.take(lateRows.flatMap(lockKeys), () => writeLate(graph, lateRows));
  for (const a of answers) {
    if (late.has(a.seq)) continue;
    const outcome = a.outcome as Written['outcome'];
    written.set(a.seq, {
      outcome,
      claimId: a.claimId,
      factId: a.factId,
      supersededIds: a.supersededId === null ? [] : [a.supersededId],
      replayed: a.replayed,
      withdrawn: a.withdrawn,
      late: false,
      recordedAt: a.recordedAt,
      currentChanged: !a.replayed && ['inserted', 'superseded', 'ended'].includes(outcome),
      reviewId: null,
    });
  }
  return written;
}

export function toResult(p: Prepared, w: Written | undefined, path: string, near: boolean): RememberResult {
  const { resolved = UNWRITTEN.resolved, annotations = [] } = p;
  const shared = { ...UNWRITTEN, resolved, annotations };
  if (w === undefined) {
    const { outcome, reason, issues } = p as Exclude<Prepared, Ready>;
    return { ...shared, outcome, reason, issues };
  }
  if (w.outcome === 'conflict') return refuse(p, 'conflict', CONFLICT);
  if (w.outcome === 'inverted') return refuse(p, 'invalid_input', inverted(path));
  if (w.outcome === 'circular') return refuse(p, 'invalid_input', circular(path));
  if (w.outcome === 'restricted') return { ...shared, outcome: 'restricted', reason: 'restricted' };
  return {
    ...shared,
    outcome: w.outcome as FoldOutcome,
    factId: w.factId,
    claimId: w.claimId,
    supersededIds: w.supersededIds,
    currentChanged: w.currentChanged,
    replayed: w.replayed,
    late: w.late,
    recordedAt: iso(w.recordedAt),
    reviewId: w.reviewId,
    ...(near && !w.withdrawn && { near: true as const }),
    ...(w.withdrawn && { reason: 'withdrawn', issues: [WITHDRAWN] }),
  };
}

function refuse({ resolved = UNWRITTEN.resolved, annotations = [] }: Prepared, reason: string, issue: Issue): RememberResult {
  return { ...UNWRITTEN, resolved, annotations, outcome: 'rejected', reason, issues: [issue] };
}

const CONFLICT: Issue = { path: 'expectedCurrent', message: 'is not what holds now', next: 'read the current fact and decide again' };
const inverted = (path: string): Issue => ({
  path: `${path}.validTo`,
  message: 'is not after the start, which is now',
  next: 'give validFrom too',
});
const circular = (path: string): Issue => ({
  path: `${path}.dependsOn`,
  message: 'names a fact that this corroborates or takes the place of',
  next: 'leave it out: nothing holds by itself',
});
const WITHDRAWN: Issue = {
  path: 'source.turn',
  message: 'names a claim that was withdrawn since',
  next: 'say it in another turn to claim it anew',
};

const UNWRITTEN: RememberResult = {
  outcome: 'rejected',
  factId: null,
  claimId: null,
  supersededIds: [],
  currentChanged: false,
  replayed: false,
  late: false,
  recordedAt: null,
  reviewId: null,
  reason: null,
  issues: [],
  resolved: { subject: null, predicate: null, value: null },
  annotations: [],
};
