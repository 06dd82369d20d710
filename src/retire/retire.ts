import { writeOptionsSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { LIMITS } from '../contract/limits.ts';
import { entityMentionSchema } from '../contract/queries.ts';
import { type RetireParams, retireSchema } from '../contract/retire.ts';
import { sortedJson } from '../domain/json.ts';
import { keyOf } from '../domain/keys.ts';
import { isPalimpsestError, PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { RetireInput, RetireReply, WriteOptions } from '../palimpsest.ts';
import { Again, untilItHolds } from '../truth/again.ts';
import { Change, type Operation } from '../truth/change.ts';
import { digestOf } from '../truth/ids.ts';
import { once, operationOf } from '../truth/operate.ts';
import { instant, type Registry } from '../truth/prepare.ts';
import { Rollback } from '../truth/rollback.ts';
import { withSlots } from '../truth/slots.ts';
import { type KeptReply, replyOf, withWords } from './answer.ts';
import { carryOut, type Doing, isToDo } from './carry-out.ts';
import { beginFrozen, goOn, runningOn } from './frozen.ts';
import { look, planFor, type Seen, standsStill } from './look.ts';
import type { HangingRow } from './plan.ts';
import { entityKeyOf, type Retirement, retirementOf } from './retirement.ts';
import { sweep } from './sweep.ts';

/** How much is done at once. */
export interface Sizes {
  /** Facts that one transaction retires; of more, so many at a time. */
  readonly together: number;
  readonly batch: number;
  /** For tests: before the n-th of several transactions. */
  readonly before?: (n: number) => Promise<void>;
}
const SIZES: Sizes = { together: LIMITS.retired, batch: LIMITS.retireBatch };

export type Tools = Pick<Registry, 'entities' | 'predicates' | 'whom'>;

/** It is no more: what hangs on it ends, goes on with the replacement, stays or is asked about, in one operation. */
export async function retire(
  graph: Graph,
  registry: Tools,
  namespace: string,
  mention: string,
  input: RetireInput = {},
  options: WriteOptions = {},
  sizes: Sizes = SIZES,
): Promise<RetireReply> {
  const asked = parse(entityMentionSchema, mention, 'retire', 'entity');
  const i = parse(retireSchema, input, 'retire', 'retire');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'retire', 'options');
  const about = operationOf({
    namespace,
    kind: 'retire',
    input: { ...i, entity: asked } as typeof i,
    statement: i,
    idempotencyKey: i.dryRun ? undefined : idempotencyKey,
  });
  const work = () => attempt(graph, registry, about, asked, i, sizes);
  const reply = i.dryRun ? await work() : await once<KeptReply>(graph, about, work);
  return withWords(graph, namespace, reply);
}

async function attempt(graph: Graph, registry: Tools, about: Operation, asked: string, i: RetireParams, sizes: Sizes): Promise<KeptReply> {
  const { namespace } = about;
  const at = i.at === undefined ? null : instant(i.at, 'retire', 'at').from;
  return untilItHolds(registry, namespace, 'retire', async () => {
    const entity = await registry.whom.require(namespace, asked, 'retire', 'entity');
    const digest = digestOf([entity.id, sortedJson({ ...i, operationId: undefined })]);
    const running = await runningOn(graph, keyOf(namespace, entity.id));
    if (running !== null) {
      if (i.dryRun || (running.asked !== digest && running.id !== i.operationId)) throw underWay(running.id);
      return goOn(graph, registry, running, sizes);
    }
    if (i.operationId !== undefined) return doneBy(graph, namespace, i.operationId);
    const retirement = await retirementOf(registry, namespace, entity, i, at);
    try {
      return await together(graph, registry, about, retirement, i.dryRun, sizes);
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      await beginFrozen(graph, about, retirement, digest);
      throw new Again();
    }
  });
}

function underWay(id: string): PalimpsestError {
  const next = 'send the same again, or give its operationId, to bring it to its end';
  const message = `is being retired by ${id} already`;
  return new PalimpsestError('conflict', `retire: entity ${message}; ${next}`, {
    operation: 'retire',
    issues: [{ path: 'entity', message, next }],
  });
}

async function doneBy(graph: Graph, namespace: string, id: string): Promise<KeptReply> {
  const [done] = await graph.call<{ readonly reply: string }>('truth/operation', { key: keyOf(namespace, id) });
  const reply = done === undefined ? null : (JSON.parse(done.reply) as KeptReply | null);
  if (reply?.outcome === 'retired') return reply;
  throw new PalimpsestError('not_found', 'retire: operationId names no retirement of this entity; leave it out to begin one', {
    operation: 'retire',
    issues: [{ path: 'operationId', message: 'names no retirement of this entity', next: 'leave it out to begin one' }],
  });
}

/** Rolls back: more is to be changed than one transaction takes. */
class TooMany extends Error {}
/** A server may be too slow for that many in the time that a transaction has. */
const isBusy = (error: unknown): boolean => isPalimpsestError(error) && error.code === 'busy';

/** All in one transaction, or nothing. */
async function together(
  graph: Graph,
  { predicates }: Tools,
  about: Operation,
  retirement: Retirement,
  dryRun: boolean,
  sizes: Sizes,
): Promise<KeptReply> {
  const { namespace, replacement } = retirement;
  const others = [entityKeyOf(retirement), ...(replacement === null ? [] : [keyOf(namespace, replacement.id)])];
  let seen: Seen | undefined;
  let left: { readonly doing: Doing; readonly told: number } | undefined;
  try {
    const reply = await withSlots<KeptReply, HangingRow>(
      graph,
      async (call) => {
        seen = await look(call, predicates, retirement);
        if (seen.changes.length > sizes.together) throw new TooMany();
        return [...seen.changes];
      },
      (locks, work) => Change.operate(graph, about, locks, work),
      async (change, changes) => {
        const { call } = change;
        if (!(await standsStill(call, retirement))) throw new Again();
        const at = retirement.at ?? change.at;
        const found = { ...(seen as Seen), changes };
        const plan = await planFor(call, retirement, at, found);
        const lapsing = new Set(plan.lapsing);
        const doing: Doing = { graph, predicates, by: about.id, retirement, at, policyOf: found.policyOf, lapsing };
        const toDo = changes.filter((row) => isToDo(doing, row));
        const times = { at, now: change.at };
        if (toDo.length > 0) await carryOut(change, doing, toDo);
        if (dryRun || toDo.length === 0) throw new Rollback(replyOf(dryRun ? 'planned' : 'nothing', null, retirement, plan, times));
        change.journal.about(others);
        left = { doing, told: change.at };
        return replyOf('retired', about.id, retirement, plan, times);
      },
      others,
    );
    if (left !== undefined) await sweep(left.doing, left.told);
    return reply;
  } catch (error) {
    if (error instanceof Rollback) return error.reply as KeptReply;
    const many = error instanceof TooMany || (isBusy(error) && (seen?.changes.length ?? 0) > sizes.batch);
    if (!many || seen === undefined) throw error;
    if (!dryRun) throw new TooMany();
    const now = graph.clock();
    const at = retirement.at ?? now;
    const plan = await planFor(graph.call, retirement, at, seen);
    return replyOf('planned', null, retirement, plan, { at, now });
  }
}
