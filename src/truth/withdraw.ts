import { withdrawSchema, writeOptionsSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import type { Graph } from '../graph.ts';
import type { OperationReply, WithdrawInput, WriteOptions } from '../palimpsest.ts';
import { Again, untilItHolds } from './again.ts';
import { Change } from './change.ts';
import { commit, once, operationOf } from './operate.ts';
import type { Registry } from './prepare.ts';
import { homeOfClaim, homeOfFact, loaded } from './target.ts';

/** It was never true: the fold without its claims is what was there before. */
export async function withdraw(
  graph: Graph,
  registry: Registry,
  namespace: string,
  input: WithdrawInput,
  options: WriteOptions = {},
): Promise<OperationReply> {
  const i = parse(withdrawSchema, input, 'withdraw');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'withdraw', 'options');
  const about = operationOf({ namespace, kind: 'withdraw', input: i, statement: i, idempotencyKey });
  const work = async (): Promise<OperationReply> => {
    const home =
      i.claimId === undefined
        ? await homeOfFact(graph, namespace, i.factId as string, 'withdraw')
        : await homeOfClaim(graph, namespace, i.claimId, 'withdraw');
    return Change.operate(graph, about, home.locks, async (change) => {
      const slot = await loaded(change, home.slotKey);
      const fact = slot?.state.facts.find((f) => f.id === i.factId);
      const ids = i.claimId === undefined ? (fact?.basis.map((b) => b.id) ?? []) : [i.claimId];
      const claims = slot?.state.claims.filter((c) => ids.includes(c.id)) ?? [];
      if (slot === undefined || claims.length === 0) throw new Again();
      slot.withdraw(claims.map((c) => c.id));
      return commit(change, about, null);
    });
  };
  return once(graph, about, () => untilItHolds(registry, namespace, 'withdraw', work));
}
