import type { FoldOutcome } from '../domain/claim.ts';
import { iso } from '../domain/time.ts';
import { type Issue, PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { RememberResult } from '../palimpsest.ts';
import { digestOf } from './ids.ts';
import { lockKeys, type Written, writeLate } from './late.ts';
import { type Prepared, prepare, type Ready, type Registry } from './prepare.ts';
import { assertParams, type Row } from './row.ts';

const CHUNK = 500;
const KEEP_KEYS_MS = 7 * 86_400_000;
/** Prepared anew this often when another process changed a predicate or removed an entity meanwhile. */
const REDO = 3;

/** The story of a write: check and resolve, let the database decide, fold what came out of order, answer each row. */
export async function remember(
  graph: Graph,
  registry: Registry,
  namespace: string,
  candidates: readonly unknown[],
  idempotencyKey: string | null,
): Promise<RememberResult[]> {
  const requestId = idempotencyKey === null ? null : await openRequest(graph, namespace, idempotencyKey, candidates);
  const results: RememberResult[] = [];
  for (let i = 0; i < candidates.length; i += CHUNK) {
    const chunk = candidates.slice(i, i + CHUNK);
    const id = requestId === null ? null : `${requestId} ${i}`;
    results.push(...(await rememberChunk(graph, registry, namespace, chunk, id, (seq) => `facts[${i + seq}]`)));
  }
  return results;
}

/** The key's request, told apart by when it was opened: after a week the key is free for another. */
async function openRequest(graph: Graph, namespace: string, key: string, body: readonly unknown[]): Promise<string> {
  const request = digestOf([JSON.stringify(body)]);
  const params = { key: `${namespace}|${key}`, namespace, request, keepMs: KEEP_KEYS_MS };
  const [opened] = await graph.call<{ request: string; openedAt: number }>('idempotency/open', params);
  if (opened?.request !== request)
    throw new PalimpsestError('key_reused', 'remember: idempotencyKey was used for another request; use a new key, or send the same body', {
      operation: 'remember',
    });
  return `${key} ${opened.openedAt}`;
}

async function rememberChunk(
  graph: Graph,
  registry: Registry,
  namespace: string,
  candidates: readonly unknown[],
  requestId: string | null,
  pathOf: (seq: number) => string,
): Promise<RememberResult[]> {
  const results: RememberResult[] = [];
  let open = candidates.map((candidate, seq) => ({ candidate, seq }));
  for (let round = 0; open.length > 0; round++) {
    if (round > REDO) throw new PalimpsestError('busy', 'remember: predicates or entities kept changing meanwhile; try again');
    const current = open;
    const options = {
      requestId,
      pathOf: (i: number) => pathOf(current[i]?.seq as number),
      seqOf: (i: number) => current[i]?.seq as number,
    };
    const prepared = await prepare(
      registry,
      namespace,
      current.map((o) => o.candidate),
      options,
    );
    const rows = prepared.flatMap((p) => ('row' in p ? [p.row] : []));
    const written = await graph.turns.take(rows.flatMap(lockKeys), () => writeRows(graph, rows));
    open = [];
    prepared.forEach((p, i) => {
      const { seq, candidate } = current[i] as { candidate: unknown; seq: number };
      const done = 'row' in p ? written.get(p.row.seq) : undefined;
      if ('row' in p && (done === undefined || done.outcome === 'stale' || done.outcome === 'missing')) open.push({ candidate, seq });
      else results[seq] = toResult(p, done);
    });
    if (open.length > 0) {
      registry.predicates.forget(namespace);
      registry.entities.forget();
    }
  }
  return results;
}

interface AssertRow {
  readonly seq: number;
  readonly claimId: string;
  readonly outcome: string;
  readonly factId: string | null;
  readonly supersededId: string | null;
  readonly replayed: boolean;
  readonly withdrawn: boolean;
  readonly recordedAt: number;
}

async function writeRows(graph: Graph, rows: readonly Row[]): Promise<Map<number, Written>> {
  if (rows.length === 0) return new Map();
  const answers = await graph.call<AssertRow>('truth/assert', assertParams(rows));
  const late = new Set(answers.filter((a) => a.outcome === 'late').map((a) => a.seq));
  const written =
    late.size === 0
      ? new Map<number, Written>()
      : await writeLate(
          graph,
          rows.filter((r) => late.has(r.seq)),
        );
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
