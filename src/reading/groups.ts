import type { Runner } from '../engine/engine.ts';
import type { Graph } from '../graph.ts';
import type { Reach } from './ask.ts';

/** The slots by subject and predicate that an entity has without being their owner, or all that it has. */
export async function had(graph: Graph, key: string, reach: Reach, runner?: Runner): Promise<string[]> {
  if (reach.had !== null && reach.had.length === 0) return [];
  return groupsOf(graph, { subjects: [key], values: [], predicates: reach.had }, runner);
}
/** Those with facts that point to it. */
export async function pointing(graph: Graph, key: string, reach: Reach, runner?: Runner): Promise<string[]> {
  return reach.pointing.length === 0 ? [] : groupsOf(graph, { subjects: [], values: [key], predicates: reach.pointing }, runner);
}

async function groupsOf(
  graph: Graph,
  q: { readonly subjects: string[]; readonly values: string[]; readonly predicates: readonly string[] | null },
  runner?: Runner,
): Promise<string[]> {
  const predicates = q.predicates === null ? null : [...q.predicates];
  return (await graph.call<{ grp: string }>('read/groups', { ...q, predicates }, runner)).map((r) => r.grp);
}
