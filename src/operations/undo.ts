import { writeOptionsSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { undoSchema } from '../contract/operations.ts';
import { decodePart } from '../domain/keys.ts';
import { PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { UndoInput, UndoReply, WriteOptions } from '../palimpsest.ts';
import { Change, type Operation } from '../truth/change.ts';
import { commit, once, operationOf } from '../truth/operate.ts';
import type { Registry } from '../truth/prepare.ts';
import { type SlotRow, withSlots } from '../truth/slots.ts';
import { type Chain, chainOf } from './chain.ts';
import { type Context, type Inversion, KINDS } from './kinds/kinds.ts';
import { refuseWhere } from './standing.ts';

/** Claims that a reply lists. */
const LISTED = 1_000;

/**
 * Takes an operation back, exactly: what it added is withdrawn, what it withdrew is believed again, what it moved goes back, and the fold
 * decides. An undo is an operation, and can be taken back too.
 */
export async function undo(
  graph: Graph,
  registry: Registry,
  namespace: string,
  id: string,
  input: UndoInput = {},
  options: WriteOptions = {},
): Promise<UndoReply> {
  const { dryRun = false, ...i } = parse(undoSchema, input, 'undo', 'undo');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'undo', 'options');
  const asked = { ...i, operation: id };
  const about = operationOf({ namespace, kind: 'undo', input: asked, statement: asked, idempotencyKey });
  const context = { graph, registry, namespace, about };
  if (dryRun) return take(context, id, true);
  return once<UndoReply>(graph, about, () => take(context, id, false));
}

/** Thrown to roll back once the answer of a dry run is known. */
class Rollback extends Error {
  readonly reply: UndoReply;
  constructor(reply: UndoReply) {
    super('rolled back');
    this.reply = reply;
  }
}

async function take(context: Context, id: string, dryRun: boolean): Promise<UndoReply> {
  const { graph, registry, namespace, about } = context;
  const seen = await chainOf(graph.call.bind(graph), namespace, id);
  const inversion = await inversionOf(context, seen);
  try {
    const reply = await withSlots<UndoReply>(
      graph,
      inversion.find,
      (locks, work) => Change.operate(graph, about, locks, work),
      (change, rows) => carryOut(change, rows, { id, namespace, about, seen, inversion, dryRun }),
      inversion.others,
    );
    await inversion.after?.();
    return reply;
  } catch (error) {
    if (error instanceof Rollback) return error.reply;
    throw error;
  } finally {
    registry.entities.forget();
    registry.predicates.forget(namespace);
  }
}

async function inversionOf(context: Context, chain: Chain): Promise<Inversion> {
  const kind = KINDS[chain.base.kind];
  if (kind !== null) return kind(context, chain);
  const issue = { path: 'id', message: `names an operation (${chain.base.kind}) that nothing undoes`, next: 'do the opposite' };
  throw new PalimpsestError('refused', `undo: ${issue.path} ${issue.message}; ${issue.next}`, { operation: 'undo', issues: [issue] });
}

interface Taking {
  readonly id: string;
  readonly namespace: string;
  readonly about: Operation;
  readonly seen: Chain;
  readonly inversion: Inversion;
  readonly dryRun: boolean;
}

async function carryOut(change: Change, rows: readonly SlotRow[], taking: Taking): Promise<UndoReply> {
  const { id, namespace, about, seen, inversion, dryRun } = taking;
  await change.call('operations/hold', { key: seen.base.key });
  const chain = await chainOf((name, params) => change.call(name, params), namespace, id);
  if (chain.last.id !== seen.last.id) throw new PalimpsestError('busy', 'undo: it was taken back and brought back meanwhile; try again');
  const { slots, standing, restored = [] } = await inversion.work(change, rows, chain);
  if (!dryRun) refuseWhere(standing);
  const { operationId, changed, currentChanged, recordedAt } = await commit(change, slots, about, null);
  if (restored.length > 0) await change.call('operations/restore', { keys: [...restored], at: change.at });
  change.journal.note(restored.map((key) => ({ key, how: 'restored', was: null })));
  const { base, last, target } = chain;
  change.journal.keep({ undoes: target.id, base: base.id });
  const undoneBy = base.undoneBy === null ? about.id : null;
  await change.call('operations/flip', { key: base.key, lastKey: last.key, by: about.id, undoneBy, at: change.at });
  const claims = change.journal.claims.map(({ key, how }) => ({ id: decodePart(key.slice(namespace.length + 1)), how }));
  const reply = {
    operationId,
    undoes: target.id,
    applied: true,
    changed,
    currentChanged,
    recordedAt,
    claims: claims.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, LISTED),
    standing,
  };
  if (dryRun) throw new Rollback({ ...reply, operationId: null, applied: false });
  return reply;
}
