import { writeOptionsSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { unmergeSchema } from '../contract/identity.ts';
import { encodePart, keyOf } from '../domain/keys.ts';
import { notFound } from '../errors.ts';
import type { Call, Graph } from '../graph.ts';
import type { UnmergeInput, UnmergeReply, WriteOptions } from '../palimpsest.ts';
import type { Entities } from '../registry/entities.ts';
import { Change } from '../truth/change.ts';
import { digestOf } from '../truth/ids.ts';
import { commit, once, operationOf } from '../truth/operate.ts';
import { pastOf } from '../truth/past.ts';
import { type Regrouped, regroup } from '../truth/regroup.ts';
import { type FindSlots, type SlotRow, withSlots } from '../truth/slots.ts';
import type { StoredClaim } from '../truth/state.ts';
import { entityValue, slotsIn, sweep } from './claims.ts';
import { closeClashes } from './clashes.ts';
import { type Cluster, clusterOf, keysOf, type Member, under } from './cluster.ts';
import { writeJudgements } from './ledger.ts';

const GONE = ['entity', 'is merged into no other', 'see `how` of the entity for its merges'] as const;
const UNDONE = ['operationId', 'names a merge that was taken back since', GONE[2]] as const;

/**
 * Takes a merge back: whatever was said of the entity, before or since, is its own again, and the facts that the merge folded together
 * come back as they were, under their ids.
 */
export async function unmerge(
  graph: Graph,
  entities: Entities,
  namespace: string,
  input: UnmergeInput,
  options: WriteOptions = {},
): Promise<UnmergeReply> {
  const i = parse(unmergeSchema, input, 'unmerge');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'unmerge', 'options');
  const about = operationOf({ namespace, kind: 'unmerge', input: i, statement: i, idempotencyKey });
  return once<UnmergeReply>(graph, about, async () => {
    const id = i.entity ?? (await mergedBy(graph, namespace, i.operationId as string));
    const seen = await partOf(graph.call, namespace, id, i.operationId);
    const reply = await withSlots<UnmergeReply>(
      graph,
      slotsSaid(seen),
      (locks, work) => Change.operate(graph, about, locks, work),
      async (change, rows) => {
        const { call } = change;
        const part = await partOf(call, namespace, id, i.operationId);
        const { step } = part;
        await apart(change, rows, part, i.verdict);
        const changed = await commit(change, about, null);
        const judged = { id: `j_${digestOf([about.id])}`, a: id, b: step.into, verdict: i.verdict, at: change.at, by: i.by ?? null };
        await writeJudgements(call, namespace, [{ ...judged, reason: about.reason, operationId: about.id }]);
        return { ...changed, entity: id, from: step.into };
      },
      keysOf(seen.cluster),
    );
    entities.forget();
    await graph.engine.settled();
    const say = (c: StoredClaim) => givenBack(c, seen.cluster, seen.parts);
    await sweep(graph, about.id, slotsSaid(seen), say, [seen.cluster.root.key, seen.step.key]);
    return reply;
  });
}

/** Takes the redirect away and folds anew what each was told of; nothing of the slots is written yet. */
export async function apart(change: Change, rows: readonly SlotRow[], part: Part, verdict: UnmergeReason): Promise<Regrouped[]> {
  const { cluster, step, parts } = part;
  await change.call('identity/unmerge', { key: step.key, members: parts.slice(1).map((m) => m.key), by: step.by });
  await closeClashes(change, step.key, step.by);
  change.journal.turned(step.key);
  change.journal.about([cluster.root.key]);
  change.journal.keep({ after: JSON.stringify({ part: step.id, whole: step.into, by: step.by, verdict }) });
  const say = (c: StoredClaim) => givenBack(c, cluster, parts);
  return regroup(change, slotsIn(change, rows), { say, past: pastOf(change, [step.by], step.at) });
}
type UnmergeReason = NonNullable<UnmergeInput['verdict']>;

export interface Part {
  readonly cluster: Cluster;
  readonly step: Member;
  /** The entity itself, then all that were merged into it. */
  readonly parts: readonly Member[];
}

/** `by`: only if it was merged by that operation, and not taken back since. */
export async function partOf(call: Call, namespace: string, id: string, by: string | undefined): Promise<Part> {
  const cluster = await clusterOf(call, namespace, id, 'unmerge');
  const parts = under(cluster, id);
  const [step] = parts;
  if (step === undefined) throw notFound('unmerge', ...GONE);
  if (by !== undefined && step.by !== by) throw notFound('unmerge', ...UNDONE);
  return { cluster, step, parts };
}

async function mergedBy(graph: Graph, namespace: string, operationId: string): Promise<string> {
  const [done] = await graph.call<{ readonly reply: string }>('truth/operation', { key: keyOf(namespace, operationId) });
  const { merged } = done === undefined ? {} : (JSON.parse(done.reply) as { readonly merged?: string });
  if (merged === undefined)
    throw notFound('unmerge', 'operationId', 'names no merge of this namespace', 'see `how` of the entity for its merges');
  return merged;
}

export const slotsSaid =
  ({ cluster, parts }: Part): FindSlots =>
  (call) =>
    call<SlotRow>('identity/said-slots', {
      key: cluster.root.key,
      subjects: parts.map((p) => encodePart(p.id)),
      values: parts.map((p) => p.id),
    });

/** What a claim says once the part stands for itself again. */
export function givenBack(c: StoredClaim, { root }: Cluster, parts: readonly Member[]): StoredClaim {
  const [own] = parts as readonly [Member, ...Member[]];
  const subject = c.subject === encodePart(root.id) ? parts.find((p) => encodePart(p.id) === c.saidSubject) : undefined;
  const value = c.valueEntity === root.key ? parts.find((p) => p.id === c.saidValue) : undefined;
  if (subject === undefined && value === undefined) return c;
  return {
    ...c,
    ...(subject !== undefined && { subject: encodePart(own.id), saidSubject: subject.id === own.id ? null : c.saidSubject }),
    ...(value !== undefined && entityValue(c, own.id, value.id === own.id ? null : c.saidValue)),
  };
}
