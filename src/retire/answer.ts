import type { FactValue } from '../domain/fact.ts';
import { decodePart, keyOf } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import type { Graph } from '../graph.ts';
import type { RetireReply } from '../palimpsest.ts';
import type { Plan, PlannedFact } from './plan.ts';
import type { Retirement } from './retirement.ts';

/** The reply as an operation keeps it: of facts only their ids, so that what they say stands nowhere but in them. */
export type KeptReply = Omit<RetireReply, 'facts'> & { readonly facts: readonly PlannedFact[] };

export function replyOf(
  outcome: RetireReply['outcome'],
  operationId: string | null,
  { entity, replacement }: Retirement,
  { counts, facts }: Pick<Plan, 'counts' | 'facts'>,
  { at, now }: { readonly at: number; readonly now: number },
): KeptReply {
  const more = Object.values(counts).reduce((sum, n) => sum + n, 0) - facts.length;
  return { outcome, operationId, entity, replacement: replacement?.id ?? null, at: iso(at), counts, facts, more, recordedAt: iso(now) };
}

interface Words {
  readonly factId: string;
  readonly subject: string;
  readonly predicate: string;
  readonly value: FactValue;
}

/** What the facts say is read anew; one that was erased since is left out. */
export async function withWords(graph: Graph, namespace: string, reply: KeptReply): Promise<RetireReply> {
  const keys = reply.facts.map((f) => keyOf(namespace, f.factId));
  const rows = keys.length === 0 ? [] : await graph.call<Words>('retire/words', { keys });
  const words = new Map(rows.map((r) => [r.factId, r]));
  const facts = reply.facts.flatMap((fact) => {
    const said = words.get(fact.factId);
    if (said === undefined) return [];
    const { subject, predicate, value } = said;
    const { factId, via, policy, depth, causedBy } = fact;
    return [{ factId, subject: decodePart(subject), predicate: decodePart(predicate), value, via, policy, depth, causedBy }];
  });
  return { ...reply, facts };
}
