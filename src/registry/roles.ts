import type { Graph } from '../graph.ts';
import { asOf } from '../reading/as-of.ts';
import type { Lookups } from '../reading/lookup.ts';
import type { Moment } from './decide.ts';

/** Somebody who has a role, and the facts that say so: each alone suffices. */
export interface Holder {
  readonly id: string;
  readonly facts: readonly string[];
  readonly held: { readonly subject: string; readonly predicate: string };
}

/** Who a role of the subject was at a moment, by the facts of its predicate: nobody, one, or several. */
export async function holders(
  graph: Graph,
  lookups: Lookups,
  namespace: string,
  subject: string,
  predicate: string,
  { asOf: at, knownAt, qualifiers = {} }: Moment,
): Promise<Holder[]> {
  const found = await lookups.predicates.find(namespace, predicate);
  // it may be defined otherwise since the role was
  if (found === null || found.predicate.valueType !== 'entity') return [];
  const { facts } = await asOf(graph, lookups, namespace, {
    subject,
    predicate,
    ...(at !== undefined && { asOf: at }),
    ...(knownAt !== undefined && { knownAt }),
    ...(Object.keys(qualifiers).length > 0 && { qualifiers }),
  });
  const holding = new Map<string, string[]>();
  for (const fact of facts) {
    // asked by an inverse name, or of a predicate that is its own inverse, the subject may be the other side
    const id = fact.value === subject ? fact.subject : String(fact.value);
    holding.set(id, [...(holding.get(id) ?? []), fact.id]);
  }
  const held = { subject, predicate: found.predicate.name };
  return [...holding].map(([id, ids]) => ({ id, facts: ids, held }));
}
