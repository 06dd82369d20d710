import { keyOf } from '../../domain/keys.ts';
import { PalimpsestError } from '../../errors.ts';
import type { Call } from '../../graph.ts';
import { slotsIn, slotsOf, sweep } from '../../identity/claims.ts';
import { type Cluster, clustersOf, keysOf } from '../../identity/cluster.ts';
import { writeJudgements } from '../../identity/ledger.ts';
import { join, saidOf } from '../../identity/merge.ts';
import { apart, givenBack, partOf, slotsSaid } from '../../identity/unmerge.ts';
import type { Verdict } from '../../palimpsest.ts';
import type { Change, Operation } from '../../truth/change.ts';
import { digestOf } from '../../truth/ids.ts';
import { pastOf } from '../../truth/past.ts';
import type { Chain } from '../chain.ts';
import { outcomesOf } from '../standing.ts';
import { withBeside } from './beside.ts';
import type { Context, Inversion } from './kind.ts';

/** What merges and their undoing keep: who became part of whom, by which merge. */
interface Step {
  readonly part: string;
  readonly whole: string;
  readonly by: string;
  readonly verdict?: 'unsure' | 'not_same';
}

/** A merge is taken back as `unmerge` does, an unmerge by merging the two again. */
export async function ofMerge(context: Context, chain: Chain): Promise<Inversion> {
  const { base } = chain;
  if (base.after === null)
    throw new PalimpsestError('refused', 'undo: id names a merge of an older version; use unmerge', { operation: 'undo' });
  const step = JSON.parse(base.after) as Step;
  const areOne = (base.kind === 'merge') === (base.undoneBy === null);
  return withBeside(context, chain, await (areOne ? parting(context, step) : joining(context, step)));
}

async function parting({ graph, namespace, about }: Context, { part: id, verdict = 'unsure' }: Step): Promise<Inversion> {
  const seen = await partOf(graph.call, namespace, id, undefined);
  return {
    find: slotsSaid(seen),
    others: keysOf(seen.cluster),
    work: async (change, rows) => {
      const part = await partOf(change.call, namespace, id, undefined);
      const before = outcomesOf(slotsIn(change, rows));
      await apart(change, rows, part, verdict);
      await judge(change, namespace, about, [id, part.step.into], verdict);
      return { before };
    },
    after: async () => {
      await graph.engine.settled();
      await sweep(graph, about.id, slotsSaid(seen), (c) => givenBack(c, seen.cluster, seen.parts), [seen.cluster.root.key, seen.step.key]);
    },
  };
}

async function joining({ graph, namespace, about }: Context, { part: id, whole, by }: Step): Promise<Inversion> {
  const both = async (call: Call) => (await clustersOf(call, namespace, [id, whole], 'undo')) as [Cluster, Cluster];
  const seen = await both(graph.call);
  const keys = seen.map((c) => c.root.key);
  return {
    // what was theirs together comes back under its id, though either of them goes on with it now
    find: slotsOf([keyOf(namespace, id), ...keys]),
    others: seen.flatMap(keysOf),
    work: async (change, rows, chain) => {
      const [from, into] = await both(change.call);
      if (from.root.id !== id || into.root.key === from.root.key)
        throw new PalimpsestError('conflict', `undo: id names what has come to be of another since; see how of ${id}`, {
          operation: 'undo',
        });
      const past = pastOf(change, [chain.last.id], chain.last.at);
      const before = outcomesOf(slotsIn(change, rows));
      await join(change, rows, { namespace, from, into, said: whole, by }, past);
      await judge(change, namespace, about, [id, whole], 'same');
      // the facts name the merge, by which it can be taken back again
      return { before, by };
    },
    after: async () => {
      await graph.engine.settled();
      await sweep(graph, by, slotsOf(keys.slice(0, 1)), (c) => saidOf(c, id, seen[1].root.id), keys);
    },
  };
}

/** The ledger keeps all; the latest of a pair counts. */
async function judge(
  change: Change,
  namespace: string,
  { id, by = null, reason }: Operation,
  [a, b]: readonly [string, string],
  verdict: Verdict,
): Promise<void> {
  const judged = { id: `j_${digestOf([id])}`, a, b, verdict, at: change.at, by, reason, rule: 'undo', operationId: id };
  await writeJudgements(change.call, namespace, [judged]);
}
