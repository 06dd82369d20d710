import type { FoldOutcome } from '../domain/claim.ts';
import { iso } from '../domain/time.ts';
import { type Issue, invalidInput, PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { RememberResult } from '../palimpsest.ts';
import type { Commits } from './commits.ts';
import { digestOf } from './ids.ts';
import { lockKeys, type Written, writeLate } from './late.ts';
import { type Prepared, prepare, type Ready, type Registry } from './prepare.ts';
import type { Row } from './row.ts';

const CHUNK = 500;
/** Prepared anew this often when another process changed a predicate or removed an entity meanwhile. */
const REDO = 3;

/** What writing needs beside the graph, once a store. */
export interface Desk {
  readonly registry: Registry;
  readonly commits: Commits;
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
  const request = await openRequest(desk, namespace, idempotencyKey, candidates);
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

/** A keyed request: rows that wrote are found again by their claims, the answers of those that didn't are kept. */
interface Request {
  readonly key: string;
  /** Told apart by when it was opened: after a week the key is free for another. */
  readonly id: string;
  readonly openedAt: number;
  readonly refused: Readonly<Record<number, RememberResult>>;
}

async function openRequest({ commits }: Desk, namespace: string, idempotencyKey: string, body: readonly unknown[]): Promise<Request> {
  const key = `${namespace}|${idempotencyKey}`;
  const request = digestOf([jsonOf(body)]);
  const { openedAt, refused, ...opened } = await commits.open({ key, namespace, request });
  if (opened.request !== request)
    throw new PalimpsestError('key_reused', 'remember: idempotencyKey was used for another request; use a new key, or send the same body', {
      operation: 'remember',
    });
  return { key, id: `${idempotencyKey} ${openedAt}`, openedAt, refused: refused === null ? {} : JSON.parse(refused) };
}

async function keepRefused(graph: Graph, { key, openedAt, refused }: Request, results: readonly RememberResult[]): Promise<void> {
  const entries = results.flatMap((r, i) => (r.claimId === null ? [[i, { ...r, replayed: true }] as const] : []));
  if (entries.length === Object.keys(refused).length) return;
  await graph.call('idempotency/refuse', { key, openedAt, refused: JSON.stringify(Object.fromEntries(entries)) });
}

function jsonOf(body: readonly unknown[]): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw invalidInput('remember', [{ path: 'facts', message: 'hold what is not JSON', next: 'give strings, numbers and booleans' }]);
  }
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
  for (const { seq, done } of candidates) if (done !== null) results[seq] = done;
  let open: { readonly candidate: unknown; readonly seq: number }[] = candidates.filter((c) => c.done === null);
  for (let round = 0; open.length > 0; round++) {
    if (round > REDO) throw new PalimpsestError('busy', 'remember: predicates or entities kept changing meanwhile; try again');
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
    const rows = prepared.flatMap((p) => ('row' in p ? [p.row] : []));
    const written = await writeRows(graph, desk.commits, rows);
    open = [];
    prepared.forEach((p, i) => {
      const { seq, candidate } = current[i] as { candidate: unknown; seq: number };
      const done = 'row' in p ? written.get(p.row.seq) : undefined;
      if ('row' in p && (done === undefined || done.outcome === 'stale' || done.outcome === 'missing')) open.push({ candidate, seq });
      else results[seq] = toResult(p, done);
    });
    if (open.length > 0) {
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
    });
  }
  return written;
}

function toResult(p: Prepared, w: Written | undefined): RememberResult {
  if (!('row' in p) || w === undefined) {
    const { outcome, reason, issues } = p as Exclude<Prepared, Ready>;
    return { ...UNWRITTEN, outcome, reason, issues };
  }
  const shared = { resolved: p.resolved, annotations: p.annotations };
  if (w.outcome === 'conflict') {
    const issue = { path: 'expectedCurrent', message: 'is not what holds now', next: 'read the current fact and decide again' };
    return { ...UNWRITTEN, ...shared, outcome: 'rejected', reason: 'conflict', issues: [issue] };
  }
  if (w.outcome === 'restricted') return { ...UNWRITTEN, ...shared, outcome: 'restricted', reason: 'restricted' };
  return {
    ...UNWRITTEN,
    ...shared,
    outcome: w.outcome as FoldOutcome,
    factId: w.factId,
    claimId: w.claimId,
    supersededIds: w.supersededIds,
    currentChanged: w.currentChanged,
    replayed: w.replayed,
    late: w.late,
    recordedAt: iso(w.recordedAt),
    ...(w.withdrawn && { reason: 'withdrawn', issues: [WITHDRAWN] }),
  };
}

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
  resolved: { subject: null, value: null },
  annotations: [],
};
