import { DirectedGraph } from 'graphology';
import { LIMITS } from '../contract/limits.ts';
import { type DependsOn, readDependsOn } from '../domain/fact.ts';
import { keyOf } from '../domain/keys.ts';
import { RETIRE_POLICIES, type RetirePolicy, type RetireVia } from '../domain/retire.ts';
import type { Call } from '../graph.ts';
import type { SlotRow } from '../truth/slots.ts';
import type { PolicyOf } from './retirement.ts';

/** A fact that names the entity, as `retire/hanging` returns it; the predicate is encoded. */
export interface HangingRow extends SlotRow {
  readonly factId: string;
  readonly predicate: string;
  readonly bySubject: boolean;
  readonly validTo: number | null;
  readonly recordedAt: number;
  readonly asked: number;
}
interface DependentRow {
  readonly cause: string;
  readonly named: string;
  readonly factId: string;
  /** As JSON, of those claims that depend on something. */
  readonly dependsOn: readonly string[];
  readonly claims: number;
}

/** What is known of a fact of the plan, which is the node of that id. */
interface Planned {
  readonly side: 'subject' | 'value' | null;
  policy: RetirePolicy;
  /** All that it holds by ends. */
  lapses: boolean;
  depth: number;
}
/** Facts, with an edge from each that ends to those that held by it. */
type Consequences = DirectedGraph<Planned>;

/** A fact of the plan by its id; what it says is read when it is answered. */
export interface PlannedFact {
  readonly factId: string;
  readonly via: RetireVia;
  readonly policy: RetirePolicy;
  readonly depth: number;
  readonly causedBy: readonly string[];
}
export interface Plan {
  readonly counts: Readonly<Record<RetirePolicy, number>>;
  /** Causes before what they cause; as many as a reply names. */
  readonly facts: readonly PlannedFact[];
  /** Those that end because all they hold by does, whatever their own policy. */
  readonly lapsing: readonly string[];
}

const ends = (policy: RetirePolicy): boolean => policy === 'end' || policy === 'repoint';
/** Facts that are looked up in one call. */
const CHUNK = 1_000;

/** What is to become of the facts that name the entity, and of all that hold by those that end. */
export async function planOf(call: Call, namespace: string, at: number, hanging: readonly HangingRow[], policyOf: PolicyOf): Promise<Plan> {
  const plan: Consequences = new DirectedGraph();
  for (const { factId, predicate, bySubject } of hanging) {
    const side = bySubject ? 'subject' : 'value';
    plan.mergeNode(factId, { side, policy: policyOf(predicate, side), lapses: false, depth: 1 });
  }
  const supports = await addDependents(call, namespace, at, plan);
  markLapsing(plan, supports);
  setDepths(plan);
  return written(plan);
}

/** What a fact rests on: each of its claims with what it depends on; empty: on nothing. */
type Supports = Map<string, readonly DependsOn[]>;

/** Adds whatever holds by facts that end, level by level. */
async function addDependents(call: Call, namespace: string, at: number, plan: Consequences): Promise<Supports> {
  const supports: Supports = new Map();
  let causes = plan.filterNodes((_, { policy }) => ends(policy));
  const seen = new Set(causes);
  // what a merge joined to another fact is that one now
  const nowOf = new Map<string, string>();
  while (causes.length > 0) {
    const found: DependentRow[] = [];
    for (let i = 0; i < causes.length; i += CHUNK) {
      const keys = causes.slice(i, i + CHUNK).map((id) => keyOf(namespace, id));
      found.push(...(await call<DependentRow>('retire/dependents', { keys, at })));
    }
    for (const { cause, named } of found) if (!plan.hasNode(named)) nowOf.set(named, cause);
    for (const { cause, factId, dependsOn, claims } of found) {
      if (!plan.hasNode(factId)) plan.addNode(factId, { side: null, policy: 'keep', lapses: false, depth: 0 });
      plan.mergeEdge(cause, factId);
      const groups = dependsOn.map((json): DependsOn => readDependsOn(json).map((group) => group.map((id) => nowOf.get(id) ?? id)));
      supports.set(factId, groups.length < claims ? [...groups, []] : groups);
    }
    causes = [...new Set(found.map((f) => f.factId))].filter((id) => !seen.has(id));
    for (const id of causes) seen.add(id);
  }
  return supports;
}

/** Of the facts that hold by others, those that nothing supports but facts that end. What supports only itself, in a circle, is not supported. */
function markLapsing(plan: Consequences, supports: Supports): void {
  const doubtful = new Set([...supports.keys()].filter((id) => !ends(plan.getNodeAttribute(id, 'policy'))));
  const stands = (id: string) => !plan.hasNode(id) || (!doubtful.has(id) && !ends(plan.getNodeAttribute(id, 'policy')));
  const holds = (groups: DependsOn) => groups.length === 0 || groups.some((group) => group.every(stands));
  for (let before = -1; before !== doubtful.size; ) {
    before = doubtful.size;
    for (const id of doubtful) if (supports.get(id)?.some(holds)) doubtful.delete(id);
  }
  for (const id of doubtful) plan.mergeNodeAttributes(id, { lapses: true, policy: 'end' });
  // what goes on has no cause here
  for (const id of supports.keys()) {
    const { side, policy } = plan.getNodeAttributes(id);
    if (ends(policy)) continue;
    if (side === null) plan.dropNode(id);
    else for (const edge of plan.inEdges(id)) plan.dropEdge(edge);
  }
}

/** 1: it names the entity and ends for that; else one more than the nearest of its causes. */
function setDepths(plan: Consequences): void {
  let level = plan.filterNodes((_, { lapses }) => !lapses);
  for (const id of level) plan.setNodeAttribute(id, 'depth', 1);
  const seen = new Set(level);
  for (let depth = 2; level.length > 0; depth++) {
    level = [...new Set(level.flatMap((id) => plan.outNeighbors(id)))].filter((id) => !seen.has(id));
    for (const id of level) {
      seen.add(id);
      plan.setNodeAttribute(id, 'depth', depth);
    }
  }
}

function viaOf({ side, lapses }: Planned): RetireVia {
  if (!lapses) return side ?? 'dependency';
  return side === null ? 'dependency' : 'role';
}

function written(plan: Consequences): Plan {
  const counts = { ...(Object.fromEntries(RETIRE_POLICIES.map((p) => [p, 0])) as Record<RetirePolicy, number>) };
  plan.forEachNode((_, { policy }) => {
    counts[policy]++;
  });
  const inOrder = (a: string, b: string) => plan.getNodeAttribute(a, 'depth') - plan.getNodeAttribute(b, 'depth') || (a < b ? -1 : 1);
  const facts = plan
    .nodes()
    .sort(inOrder)
    .slice(0, LIMITS.retireRows)
    .map((factId) => {
      const node = plan.getNodeAttributes(factId);
      return { factId, via: viaOf(node), policy: node.policy, depth: node.depth, causedBy: plan.inNeighbors(factId).sort() };
    });
  return { counts, facts, lapsing: plan.filterNodes((_, { lapses }) => lapses) };
}
