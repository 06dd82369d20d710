import type { z } from 'zod';
import { writeOptionsSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { mergeSchema } from '../contract/identity.ts';
import { encodePart, keyOf } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import { entityKey } from '../domain/value.ts';
import { PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { MergeInput, MergeReply, WriteOptions } from '../palimpsest.ts';
import { idAsSaid } from '../registry/decide.ts';
import type { EntityRef } from '../registry/entities.ts';
import { Again, untilItHolds } from '../truth/again.ts';
import { Change, type Operation } from '../truth/change.ts';
import { digestOf } from '../truth/ids.ts';
import { commit, once, operationOf } from '../truth/operate.ts';
import type { Registry } from '../truth/prepare.ts';
import { type Regrouped, type RegroupOptions, regroup } from '../truth/regroup.ts';
import { type SlotRow, withSlots } from '../truth/slots.ts';
import type { StoredClaim } from '../truth/state.ts';
import { entityValue, slotsIn, slotsOf, sweep } from './claims.ts';
import { openClashes } from './clashes.ts';
import { type Cluster, clusterOf, clustersOf, keysOf } from './cluster.ts';
import { objections, refuseOn } from './guards.ts';
import { judgementsOf, writeJudgements } from './ledger.ts';

type MergeParams = z.infer<typeof mergeSchema>;

/**
 * Makes two entities one: `from` becomes a redirect to `into` for ever, and the claims of both are folded together, slot by slot. Each
 * claim keeps the entity it was said of, so that `unmerge` gives every one back.
 */
export async function merge(
  graph: Graph,
  registry: Registry,
  namespace: string,
  input: MergeInput,
  options: WriteOptions = {},
): Promise<MergeReply> {
  const i = parse(mergeSchema, input, 'merge');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'merge', 'options');
  const { reason, ...statement } = i;
  const about = operationOf({ namespace, kind: 'merge', input: i, statement, idempotencyKey });
  const work = async (): Promise<MergeReply> => {
    const one = await registry.whom.require(namespace, i.from, 'merge', 'from');
    const other = await registry.whom.require(namespace, i.into, 'merge', 'into');
    const reply = one.id === other.id ? await asTheyAre(graph, namespace, one, other) : await make(graph, about, one, other, i);
    registry.entities.forget();
    // by a name only: there is nobody to be merged
    if (reply.merged === reply.entity) return reply;
    // also mends a merge that was cut off before its sweep
    await graph.engine.settled();
    const { merged, entity } = reply;
    const keys = [merged, entity].map((id) => keyOf(namespace, id));
    await sweep(graph, reply.operationId ?? about.id, slotsOf(keys.slice(0, 1)), (c) => saidOf(c, merged, entity), keys);
    return reply;
  };
  return once(graph, about, () => untilItHolds(registry, namespace, 'merge', work));
}

/** One already: by the step that either came through. */
async function asTheyAre(graph: Graph, namespace: string, one: EntityRef, other: EntityRef): Promise<MergeReply> {
  const cluster = await clusterOf(graph.call, namespace, one.id, 'merge');
  const step = cluster.members.find((m) => m.id === one.via || m.id === other.via);
  return {
    operationId: step?.by ?? null,
    changed: [],
    claimId: null,
    currentChanged: false,
    movedOn: [],
    recordedAt: iso(step?.at ?? graph.clock()),
    entity: one.id,
    merged: step?.id ?? one.id,
    already: true,
    clashes: [],
  };
}

async function make(graph: Graph, about: Operation, one: EntityRef, other: EntityRef, i: MergeParams): Promise<MergeReply> {
  const { namespace, id, reason } = about;
  const [fromId, intoId] = [one.id, other.id];
  // the ledger and the redirect name what was said, so that taking another merge back leaves this one standing
  const [a, b] = [idAsSaid(one), idAsSaid(other)];
  const seen = await clustersOf(graph.call, namespace, [fromId, intoId], 'merge');
  return withSlots<MergeReply>(
    graph,
    slotsOf([keyOf(namespace, fromId)]),
    (locks, work) => Change.operate(graph, about, locks, work),
    async (change, rows) => {
      const { call } = change;
      const [from, into] = (await clustersOf(call, namespace, [fromId, intoId], 'merge')) as [Cluster, Cluster];
      if (from.root.id !== fromId || into.root.id !== intoId) throw new Again();
      refuseOn(objections(graph, from, into, await judgementsOf(call, [from, into])), i.force, 'merge');
      const regrouped = await join(change, rows, { namespace, from, into, said: b, by: id });
      const clashes = await openClashes(graph, change, about, [into.root.id, from.root.id], regrouped);
      const changed = await commit(change, about, null);
      const judged = { id: `j_${digestOf([id])}`, a, b, verdict: 'same' as const, at: change.at, operationId: id };
      await writeJudgements(call, namespace, [{ ...judged, by: i.by ?? null, reason }]);
      return { ...changed, entity: intoId, merged: fromId, already: false, clashes };
    },
    seen.flatMap(keysOf),
  );
}

const beingRetired = (): PalimpsestError =>
  new PalimpsestError('restricted', 'merge: one of the two is being retired; try again when that is done', { operation: 'merge' });

export interface Joining {
  readonly namespace: string;
  readonly from: Cluster;
  readonly into: Cluster;
  /** Id of the one that stays, as it was said. */
  readonly said: string;
  /** The operation that the redirect names. */
  readonly by: string;
}

/** Makes the one a redirect to the other and folds their claims together; nothing of the slots is written yet. */
export async function join(
  change: Change,
  rows: readonly SlotRow[],
  { namespace, from, into, said, by }: Joining,
  past?: RegroupOptions['past'],
): Promise<Regrouped[]> {
  const ends = { fromKey: from.root.key, intoKey: keyOf(namespace, said), rootKey: into.root.key };
  const step = { ...ends, members: keysOf(from), at: change.at, by };
  if ((await change.call('identity/merge', step)).length === 0) throw beingRetired();
  change.journal.turned(from.root.key);
  change.journal.about([into.root.key]);
  change.journal.keep({ after: JSON.stringify({ part: from.root.id, whole: said, by }) });
  const say = (c: StoredClaim) => saidOf(c, from.root.id, into.root.id);
  return regroup(change, slotsIn(change, rows), { say, ...(past !== undefined && { past }) });
}

/** What a claim says once `from` is `to`; itself where it doesn't speak of it. */
export function saidOf(c: StoredClaim, from: string, to: string): StoredClaim {
  const subject = c.subject === encodePart(from);
  const value = c.valueEntity !== null && c.valueKey === entityKey(from);
  if (!subject && !value) return c;
  return {
    ...c,
    ...(subject && { subject: encodePart(to), saidSubject: c.saidSubject ?? c.subject }),
    ...(value && entityValue(c, to, c.saidValue ?? from)),
  };
}
