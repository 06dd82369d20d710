import { parse } from '../contract/check.ts';
import { pathQuerySchema } from '../contract/queries.ts';
import { decodePart, encodePart, keyOf } from '../domain/keys.ts';
import type { Graph } from '../graph.ts';
import type { Path, PathQuery } from '../palimpsest.ts';
import { askedPredicates } from './ask.ts';
import type { Lookups } from './lookup.ts';
import { type EdgeRow, Net, type Step } from './net.ts';

/** Most entities that one ring of the search starts from, and most facts it reads; beyond that it sees part of what is there. */
const RING = { entities: 5_000, facts: 20_000 };

type Named = { readonly id: string; readonly name: string };

/** Ways between two entities over current facts, whichever way they point: shortest first, none passing an entity twice. */
export async function paths(graph: Graph, lookups: Lookups, namespace: string, query: PathQuery): Promise<Path[]> {
  const { from, to, maxHops = 3, predicate, limit = 10 } = parse(pathQuerySchema, query, 'paths');
  const asked = await askedPredicates(lookups, namespace, predicate, 'paths');
  const predicates = asked === null ? null : [...new Set(asked.map((a) => encodePart(a.predicate.name)))];
  const start = await lookups.entities.require(namespace, from.trim(), 'paths', 'from');
  const end = await lookups.entities.require(namespace, to.trim(), 'paths', 'to');
  if (start.id === end.id) return [];
  const read = (keys: readonly string[]) =>
    graph.call<EdgeRow>('read/edges', { keys: keys.slice(0, RING.entities), predicates, limit: RING.facts });
  const keys = [keyOf(namespace, start.id), keyOf(namespace, end.id)] as const;
  const names = new Map<string, Named>([
    [keys[0], start],
    [keys[1], end],
  ]);
  const walks = await search(read, keys, names, maxHops, limit);
  return walks.map((steps) => ({
    entities: [start, ...steps.map((s) => names.get(s.to) as Named)].map(({ id, name }) => ({ id, name })),
    steps: steps.map((s) => ({ predicate: decodePart(s.predicate), factId: s.factId, direction: s.direction })),
  }));
}

/** Reads ring by ring from both ends, the smaller one first, no further than the answer needs. */
async function search(
  read: (keys: readonly string[]) => Promise<EdgeRow[]>,
  ends: readonly [string, string],
  names: Map<string, Named>,
  maxHops: number,
  limit: number,
): Promise<Step[][]> {
  const net = new Net(...ends);
  const sides = ends.map((key) => ({ ring: [key], seen: new Set([key]), rings: 0 }));
  let walks: Step[][] = [];
  for (let hops = 1; hops <= maxHops && walks.length < limit; hops++) {
    const [side] = sides.sort((a, b) => a.rings - b.rings || a.ring.length - b.ring.length);
    // A side with nothing left to read from has seen all that it is connected with.
    if (side === undefined || side.ring.length === 0) break;
    const next: string[] = [];
    for (const edge of await read(side.ring)) {
      net.add(edge);
      names.set(edge.otherKey, names.get(edge.otherKey) ?? { id: decodePart(edge.otherId), name: edge.otherName });
      if (side.seen.has(edge.otherKey)) continue;
      side.seen.add(edge.otherKey);
      next.push(edge.otherKey);
    }
    side.ring = next;
    side.rings += 1;
    walks = net.walks(hops, limit);
  }
  return walks;
}
