import { LIMITS } from '../contract/limits.ts';
import { PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { Judgement } from '../palimpsest.ts';
import { typesMeet } from '../registry/types.ts';
import type { Cluster } from './cluster.ts';
import { between } from './ledger.ts';

/** Why two clusters should not become one; `force` overrules all but a judgement. */
export function objections(graph: Graph, from: Cluster, into: Cluster, judgements: readonly Judgement[]): Objection[] {
  const found: Objection[] = [];
  for (const j of between(judgements, from, into))
    if (j.verdict === 'not_same')
      found.push({ path: 'from', message: `was judged not the same: ${j.a} and ${j.b}`, next: 'judge them the same first', final: true });
  const size = 2 + from.members.length + into.members.length;
  if (size > LIMITS.cluster)
    found.push({ path: 'from', message: `would make one of ${size} entities`, next: 'look whether one name swallows many, or pass force' });
  if (!typesMeet(from.root.type, into.root.type) && !typesMeet(into.root.type, from.root.type))
    found.push({
      path: 'from',
      message: `is a ${from.root.type} and not a ${into.root.type}`,
      next: 'mend the type with putEntity, or pass force',
    });
  const listed = [from, into].map(({ root }) => graph.catalogue.byId(root.id));
  if (listed.every((entry) => entry !== null))
    found.push({ path: 'from', message: 'and into are two entries of the catalogue', next: 'pass force if the catalogue is wrong' });
  return found;
}

export interface Objection {
  readonly path: string;
  readonly message: string;
  readonly next: string;
  /** Not even with `force`. */
  readonly final?: boolean;
}

export function refuseOn(objections: readonly Objection[], force: boolean, operation: string): void {
  const standing = objections.filter((o) => o.final === true || !force);
  const [first] = standing;
  if (first === undefined) return;
  const issues = standing.map(({ path, message, next }) => ({ path, message, next }));
  throw new PalimpsestError('refused', `${operation}: ${first.path} ${first.message}; ${first.next}`, { operation, issues });
}
