import { keyOf } from '../domain/keys.ts';
import { PalimpsestError } from '../errors.ts';
import type { Call, Graph } from '../graph.ts';
import { clusterOf } from '../identity/cluster.ts';
import { Change, type Operation } from '../truth/change.ts';
import { type KeptReply, replyOf } from './answer.ts';
import { carryOut, type Doing, isToDo } from './carry-out.ts';
import { look, planFor } from './look.ts';
import type { HangingRow, Plan } from './plan.ts';
import type { Sizes, Tools } from './retire.ts';
import { entityKeyOf, type Retirement } from './retirement.ts';
import { noteClaims } from './sweep.ts';

/** The reply of an operation that has not come to its end, as JSON. */
export const NO_ANSWER = 'null';

/** An operation that takes several transactions, while its entity is frozen. */
export interface Running {
  readonly id: string;
  /** Digest of what was asked for. */
  readonly asked: string;
  readonly retirement: Retirement;
  /** What was found when nobody could add to it any more; null: not yet looked. */
  readonly plan: (Plan & { readonly at: number }) | null;
  /** Facts done so far. */
  readonly done: number;
}

export async function runningOn(graph: Graph, entityKey: string): Promise<Running | null> {
  const [row] = await graph.call<{ id: string; asked: string; work: string; plan: string | null; done: number }>('retire/running', {
    key: entityKey,
  });
  if (row === undefined) return null;
  const { id, asked, work, plan, done } = row;
  return {
    id,
    asked,
    done,
    retirement: JSON.parse(work) as Retirement,
    plan: plan === null ? null : (JSON.parse(plan) as Running['plan']),
  };
}

/** Freezes the entity: from then on writes that name it are refused, until the operation is done. Nothing where somebody else was first. */
export async function beginFrozen(graph: Graph, about: Operation, retirement: Retirement, asked: string): Promise<void> {
  const { id, namespace, kind, reason, by = null, request } = about;
  const entityKey = entityKeyOf(retirement);
  await graph.turns.take([entityKey], () =>
    Change.run(graph, [entityKey], async (change) => {
      const running = { state: 'running', reply: NO_ANSWER, asked, work: JSON.stringify(retirement), done: 0 };
      const properties = { id, namespace, kind, reason, by, request, at: change.at, since: change.at, ...running };
      const key = keyOf(namespace, id);
      const begun = await change.call('retire/freeze', { entityKey, key, by: id, properties });
      change.journal.about([entityKey]);
      if (begun.length > 0) await noteClaims(change, key, {});
    }),
  );
}

/** Several may go on at once, and each may be cut off anywhere: a batch finds what is left, and the last one ends it. */
export async function goOn(graph: Graph, tools: Tools, running: Running, sizes: Sizes): Promise<KeptReply> {
  // a writer that saw the entity active may not have committed yet
  await graph.engine.settled();
  const { call } = graph;
  const { retirement, plan } = await planned(graph, tools, await resolved(call, running));
  const { at } = plan;
  const { id, namespace } = { ...running, ...retirement };
  const lapsing = new Set(plan.lapsing);
  let { done } = running;
  for (let n = 1; ; ) {
    const { policyOf, changes } = await look(call, tools.predicates, { ...retirement, at });
    const doing: Doing = { graph, predicates: tools.predicates, by: id, retirement, at, policyOf, lapsing };
    const left = changes.filter((row) => isToDo(doing, row));
    if (left.length === 0) {
      const reply = await finish(graph, tools, doing, plan);
      if (reply !== null) return reply;
    }
    for (const batch of inBatches(left, sizes.batch)) {
      await sizes.before?.(n++);
      done += batch.length;
      await carryOutBatch(doing, batch, { key: keyOf(namespace, id), done });
    }
    if (n > MOST) throw new PalimpsestError('busy', 'retire: what hangs on the entity keeps growing; try again', { operation: 'retire' });
  }
}
const MOST = 1_000_000;

/** The replacement may have been merged since. */
async function resolved(call: Call, running: Running): Promise<Running> {
  const { retirement } = running;
  const { namespace, replacement } = retirement;
  if (replacement === null) return running;
  const { root } = await clusterOf(call, namespace, replacement.id, 'retire');
  const taking = root.id === replacement.id ? replacement : { id: root.id, name: root.name, via: replacement.id };
  return { ...running, retirement: { ...retirement, replacement: taking } };
}

/** Looks what there is, once; the time of the retirement, where none is given, is that moment. */
async function planned(graph: Graph, tools: Tools, running: Running) {
  const { id, retirement, plan } = running;
  if (plan !== null) return { retirement, plan };
  const key = entityKeyOf(retirement);
  const made = await graph.turns.take([key], () =>
    Change.run(graph, [key], async (change) => {
      const { call } = change;
      const [before] = await call<{ plan: string | null }>('retire/running', { key });
      if (before?.plan != null) return JSON.parse(before.plan) as Plan & { readonly at: number };
      const at = retirement.at ?? change.at;
      const seen = await look(call, tools.predicates, { ...retirement, at });
      const found = { ...(await planFor(call, retirement, at, seen)), at };
      const properties = { plan: JSON.stringify(found) };
      await change.call('retire/note', { key: keyOf(retirement.namespace, id), properties, claims: [] });
      return found;
    }),
  );
  return { retirement, plan: made };
}

async function carryOutBatch(doing: Doing, rows: readonly HangingRow[], note: { key: string; done: number }): Promise<void> {
  const { graph, retirement } = doing;
  const { namespace, replacement } = retirement;
  const others = replacement === null ? [] : [keyOf(namespace, replacement.id)];
  const locks = [...new Set([...others, ...rows.flatMap((r) => [r.ownerKey, ...r.subjectKeys])])];
  await graph.turns.take(locks, () =>
    Change.run(graph, locks, async (change) => {
      await change.load(rows.map((r) => r.slotKey));
      await carryOut(change, doing, rows);
      await noteClaims(change, note.key, { done: note.done });
    }),
  );
}

/** Slots stay whole. */
function* inBatches(rows: readonly HangingRow[], size: number): Generator<HangingRow[]> {
  const bySlot = new Map<string, HangingRow[]>();
  for (const row of rows) bySlot.set(row.slotKey, [...(bySlot.get(row.slotKey) ?? []), row]);
  let batch: HangingRow[] = [];
  for (const [, own] of [...bySlot].sort(([a], [b]) => (a < b ? -1 : 1))) {
    batch.push(...own);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Looks once more under the entity's lock; null: something is left after all. */
async function finish(graph: Graph, tools: Tools, doing: Doing, plan: Plan & { readonly at: number }): Promise<KeptReply | null> {
  const { by, at, retirement } = doing;
  const entityKey = entityKeyOf(retirement);
  const key = keyOf(retirement.namespace, by);
  return graph.turns.take([entityKey], () =>
    Change.run(graph, [entityKey], async (change) => {
      const { call } = change;
      const { policyOf, changes } = await look(call, tools.predicates, { ...retirement, at });
      if (changes.some((row) => isToDo({ ...doing, policyOf }, row))) return null;
      const reply = replyOf('retired', by, retirement, plan, { at, now: change.at });
      const properties = { state: 'done', reply: JSON.stringify(reply), since: change.at };
      const ended = await change.call('retire/finish', { entityKey, key, by, properties });
      if (ended.length > 0) return reply;
      const [done] = await call<{ readonly reply: string }>('truth/operation', { key });
      return JSON.parse(done?.reply ?? 'null') as KeptReply | null;
    }),
  );
}
