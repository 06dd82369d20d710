import { parse } from '../contract/check.ts';
import { entityMentionSchema } from '../contract/queries.ts';
import { iso } from '../domain/time.ts';
import type { Graph } from '../graph.ts';
import type { EntityBrief, HowReport, MergeStep, SameReport } from '../palimpsest.ts';
import { idAsSaid } from '../registry/decide.ts';
import type { EntityRef } from '../registry/entities.ts';
import { compareNames } from '../registry/names/match.ts';
import { readEntity } from '../registry/put-entity.ts';
import type { Names } from '../registry/whom.ts';
import { type Cluster, clusterOf, clustersOf, keysOf, type Member, type Node } from './cluster.ts';
import { objections } from './guards.ts';
import { between, judgementsOf } from './ledger.ts';

/** Names of each side that are compared. */
const NAMES = 50;

/** Why two entities are one, or not: merges, judgements, names, and what would speak against a merge. */
export async function whySame(graph: Graph, { whom }: Names, namespace: string, a: string, b: string): Promise<SameReport> {
  const one = await whom.require(namespace, parse(entityMentionSchema, a, 'whySame', 'a'), 'whySame', 'a');
  const other = await whom.require(namespace, parse(entityMentionSchema, b, 'whySame', 'b'), 'whySame', 'b');
  const { call } = graph;
  const [left, right] = (await clustersOf(call, namespace, [one.id, other.id], 'whySame')) as [Cluster, Cluster];
  const same = one.id === other.id;
  const all = await judgementsOf(call, same ? [left] : [left, right]);
  const said = [idAsSaid(one), idAsSaid(other)];
  return {
    a: briefOf(one, left),
    b: briefOf(other, right),
    same,
    merges: same ? wayOf(left, said) : [],
    judgements: same ? all.filter((j) => said.includes(j.a) || said.includes(j.b)) : between(all, left, right),
    names: bestOf(await namesOf(graph, namespace, one, left), await namesOf(graph, namespace, other, right), left.root.type),
    objections: same ? [] : objections(graph, left, right, all).map(({ path, message }) => `${path} ${message}`),
  };
}

/** How an entity came to be what it is. */
export async function how(graph: Graph, { whom }: Names, namespace: string, mention: string): Promise<HowReport> {
  const { id } = await whom.require(namespace, parse(entityMentionSchema, mention, 'how', 'id'), 'how', 'id');
  const { call } = graph;
  const cluster = await clusterOf(call, namespace, id, 'how');
  const names = await namesGiven(graph, keysOf(cluster));
  const idOf = new Map([cluster.root, ...cluster.members].map((n) => [n.key, n.id]));
  return {
    entity: await readEntity(graph, namespace, id),
    merges: cluster.members.map(stepOf).sort((x, y) => (x.at < y.at ? -1 : 1)),
    names: names.map(({ text, of }) => ({ name: text, of: idOf.get(of) ?? id })),
    judgements: await judgementsOf(call, [cluster]),
  };
}

/** By whose they are, then by name. */
async function namesGiven(graph: Graph, keys: readonly string[]): Promise<{ readonly text: string; readonly of: string }[]> {
  const rows = await graph.call<{ readonly text: string; readonly of: string }>('registry/aliases', { keys: [...keys] });
  return rows.sort((a, b) => (a.of === b.of ? (a.text < b.text ? -1 : 1) : a.of < b.of ? -1 : 1));
}

const briefOf = (e: EntityRef, { root, members }: Cluster): EntityBrief => {
  const { id, type, name }: Node = members.find((m) => m.id === e.via) ?? root;
  return { id, type, name };
};

const stepOf = ({ id, into, at, by }: Member): MergeStep => ({ from: id, into, at: iso(at), operationId: by });

/** The steps from each to the root, and no others. */
function wayOf({ members }: Cluster, ids: readonly string[]): MergeStep[] {
  const way = new Set<Member>();
  for (const id of ids)
    for (let step = members.find((m) => m.id === id); step !== undefined; step = members.find((m) => m.id === (step as Member).into))
      way.add(step);
  return [...way].map(stepOf);
}

/** Its own names while it is part of another, else all it answers to. */
async function namesOf(graph: Graph, namespace: string, e: EntityRef, cluster: Cluster): Promise<string[]> {
  const member = cluster.members.find((m) => m.id === e.via);
  if (member !== undefined) {
    const own = await namesGiven(graph, [member.key]);
    return [...new Set([member.name, ...own.map((n) => n.text)])].slice(0, NAMES);
  }
  const { name, aliases } = await readEntity(graph, namespace, e.id);
  return [name, ...aliases].slice(0, NAMES);
}

function bestOf(mine: readonly string[], theirs: readonly string[], type: string): SameReport['names'] {
  const RANK = { accept: 2, review: 1, new: 0 };
  const all = mine.flatMap((a) =>
    theirs.map((b) => {
      const { band, rule, score, veto } = compareNames(a, b, type);
      return { a, b, band, rule, score, veto };
    }),
  );
  return all.sort((x, y) => RANK[y.band] - RANK[x.band] || y.score - x.score)[0] as SameReport['names'];
}
