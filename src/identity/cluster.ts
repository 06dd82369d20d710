import { decodePart, keyOf } from '../domain/keys.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../graph.ts';

export interface Node {
  readonly key: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
}
/** An entity that was merged into another: which, when (epoch ms), and by which operation. */
export interface Member extends Node {
  readonly into: string;
  readonly at: number;
  readonly by: string;
}
/** Whom an entity stands for now, and all that were merged into it. */
export interface Cluster {
  readonly root: Node;
  readonly members: readonly Member[];
}

/** The clusters of these ids, in their order. */
export async function clustersOf(call: Call, namespace: string, ids: readonly string[], operation: string): Promise<Cluster[]> {
  const keys = ids.map((id) => keyOf(namespace, id));
  const rows = await call<Cluster & { readonly key: string }>('identity/cluster', { keys: [...new Set(keys)] });
  const found = new Map(rows.map(({ key, root, members }) => [key, { root: decoded(root), members: members.map(decodedMember) }]));
  return keys.map((key) => {
    const cluster = found.get(key);
    if (cluster === undefined) throw notFound(operation, 'entity', 'is no id of an entity of this namespace', 'give the id');
    return cluster;
  });
}

export async function clusterOf(call: Call, namespace: string, id: string, operation: string): Promise<Cluster> {
  const [cluster] = await clustersOf(call, namespace, [id], operation);
  return cluster as Cluster;
}

const decoded = <N extends Node>(node: N): N => ({ ...node, id: decodePart(node.id) });
const decodedMember = (m: Member): Member => ({ ...decoded(m), into: decodePart(m.into) });

/** Whom an entity stood for at a recorded time (epoch ms), as far as its merges weren't taken back since. */
export function stoodFor({ root, members }: Cluster, id: string, known: number): Node {
  const step = members.find((m) => m.id === id);
  if (step === undefined) return root;
  return step.at <= known ? stoodFor({ root, members }, step.into, known) : step;
}

export const keysOf = ({ root, members }: Cluster): string[] => [root.key, ...members.map((m) => m.key)];

/** A member and all that were merged into it, before or after. */
export function under({ members }: Cluster, id: string): Member[] {
  const found = members.filter((m) => m.id === id);
  for (const next of found) found.push(...members.filter((m) => m.into === next.id));
  return found;
}
