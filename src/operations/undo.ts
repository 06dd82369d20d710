import { writeOptionsSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { undoSchema } from '../contract/operations.ts';
import { idOfKey, keyOf } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import { isPalimpsestError, refusal } from '../errors.ts';
import type { UndoInput, UndoReply, WriteOptions } from '../palimpsest.ts';
import { turnBack } from '../review/conclude.ts';
import { homesOf } from '../review/rivals/homes.ts';
import { Again, untilItHolds } from '../truth/again.ts';
import { Change, type Operation } from '../truth/change.ts';
import { commit, once, operationOf } from '../truth/operate.ts';
import { Rollback } from '../truth/rollback.ts';
import { type SlotRow, withSlots } from '../truth/slots.ts';
import { type Chain, chainOf } from './chain.ts';
import type { Context, Inversion, Kind } from './kinds/kind.ts';
import { KINDS } from './kinds/kinds.ts';
import { laterOperations, refuseWhere, turnedOver } from './standing.ts';

/** Claims that a reply lists. */
const LISTED = 1_000;

/**
 * Takes an operation back, exactly: what it added is withdrawn, what it withdrew is believed again, what it moved goes back, and the fold
 * decides. An undo is an operation, and can be taken back too.
 */
export async function undo(
  door: Pick<Context, 'graph' | 'registry' | 'named'>,
  namespace: string,
  id: string,
  input: UndoInput = {},
  options: WriteOptions = {},
): Promise<UndoReply> {
  const { dryRun = false, ...i } = parse(undoSchema, input, 'undo', 'undo');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'undo', 'options');
  const asked = { ...i, operation: id };
  const about = operationOf({ namespace, kind: 'undo', input: asked, statement: asked, idempotencyKey });
  const context = { ...door, namespace, about };
  const work = () => untilItHolds(door.registry, namespace, 'undo', () => take(context, id, dryRun));
  return dryRun ? work() : once(door.graph, about, work);
}

async function take(context: Context, id: string, dryRun: boolean): Promise<UndoReply> {
  const { graph, registry, namespace, about, named } = context;
  const { call } = graph;
  const seen = await chainOf(call, namespace, id);
  const kind = kindOf(seen);
  const operations = await laterOperations(call, seen, kind);
  if (!dryRun) refuseWhere({ operations, claims: [] });
  try {
    const inversion = await kind.invert(context, seen);
    const reply = await withSlots<UndoReply>(
      graph,
      inversion.find,
      (locks, work) => Change.operate(graph, about, locks, work),
      (change, rows) => carryOut(change, rows, { id, namespace, about, seen, kind, inversion, dryRun }),
      inversion.others,
    );
    await inversion.after?.();
    if (kind.names === true) await named();
    return reply;
  } catch (error) {
    if (error instanceof Rollback) return error.reply as UndoReply;
    // what it would change can't be told, as what was done since keeps it from being taken back at all
    if (dryRun && operations.length > 0 && isPalimpsestError(error) && error.status < 500)
      return { ...nothing(seen, graph.clock()), standing: { operations, claims: [] } };
    throw error;
  } finally {
    registry.entities.forget();
    registry.predicates.forget(namespace);
  }
}

const nothing = ({ target }: Chain, at: number) => ({
  operationId: null,
  undoes: target.id,
  applied: false,
  changed: [],
  currentChanged: false,
  movedOn: [],
  recordedAt: iso(at),
  claims: [],
});

function kindOf({ base }: Chain): Kind {
  const kind = KINDS[base.kind];
  if (kind !== null) return kind;
  throw refusal('refused', 'undo', {
    path: 'id',
    message: `names an operation (${base.kind}) that nothing undoes`,
    next: 'do the opposite',
  });
}

interface Taking {
  readonly id: string;
  readonly namespace: string;
  readonly about: Operation;
  readonly seen: Chain;
  readonly kind: Kind;
  readonly inversion: Inversion;
  readonly dryRun: boolean;
}

/** Before the claims are folded anew, so that what they ask then finds its question open. */
async function reviewsBack(change: Change, namespace: string, { base, last, beside }: Chain): Promise<void> {
  const ids = [...new Set([base.id, last.id, ...beside.map((b) => b.id)])];
  change.undoes = ids;
  const rows = await Promise.all(
    ids.map((id) => change.call<{ reviews: string[] }>('operations/concerned', { key: keyOf(namespace, id) })),
  );
  const keys = [...new Set(rows.flat().flatMap((r) => r.reviews))].map((id) => keyOf(namespace, id));
  if (keys.length === 0) return;
  // what such a question is about may have been settled since: its slots are looked at too
  const waiting = await turnBack(change, keys, ids, base.undoneBy === null ? 'back' : 'again');
  const homes = (await Promise.all(waiting.map((key) => homesOf(change.call, key)))).flat();
  change.require(homes.flatMap((h) => [h.ownerKey, h.subjectKey]));
  await change.load(homes.map((h) => h.slotKey));
  for (const { slotKey } of homes) change.slot(slotKey);
  for (const key of keys) change.journal.decided(key, {});
}

async function carryOut(change: Change, rows: readonly SlotRow[], taking: Taking): Promise<UndoReply> {
  const { id, namespace, about, seen, kind, inversion, dryRun } = taking;
  await change.call('operations/hold', { key: seen.base.key });
  const chain = await chainOf(change.call, namespace, id);
  if (chain.last.id !== seen.last.id) throw new Again();
  const { base, last, target } = chain;
  await reviewsBack(change, namespace, chain);
  const operations = await laterOperations(change.call, chain, kind);
  const { before, except = new Set(), standing: told = [], by } = await inversion.work(change, rows, chain);
  const { operationId, changed, currentChanged, movedOn, recordedAt } = await commit(change, about, null, by);
  const claims = new Set([...told, ...turnedOver(change, before, chain.base.since, except)]);
  const standing = { operations, claims: [...claims].sort() };
  if (!dryRun) refuseWhere(standing);
  change.journal.keep({ undoes: target.id, base: base.id });
  const undoneBy = base.undoneBy === null ? about.id : null;
  await change.call('operations/flip', { key: base.key, lastKey: last.key, by: about.id, undoneBy, at: change.at });
  if (chain.beside.length > 0)
    await change.call('operations/flip-beside', { keys: chain.beside.map((b) => b.key), undoneBy, at: change.at });
  const changes = change.journal.claims.map(({ key, how }) => ({ id: idOfKey(key), how }));
  const reply = {
    operationId,
    undoes: target.id,
    applied: true,
    changed,
    currentChanged,
    movedOn,
    recordedAt,
    claims: changes.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, LISTED),
    standing,
  };
  if (dryRun) throw new Rollback({ ...reply, operationId: null, applied: false });
  return reply;
}
