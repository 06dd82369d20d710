import { parse } from '../contract/check.ts';
import { neighbourQuerySchema } from '../contract/queries.ts';
import { decodePart, encodePart, keyOf } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import type { Runner } from '../engine/engine.ts';
import type { Graph } from '../graph.ts';
import type { Neighbour, NeighbourQuery } from '../palimpsest.ts';
import { type Asked, about, askedPredicates } from './ask.ts';
import { isoOrNull } from './fact-view.ts';
import type { Lookups } from './lookup.ts';
import { oneMoment } from './one-moment.ts';

interface Row {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly predicate: string;
  readonly direction: 'out' | 'in';
  readonly factId: string;
  readonly validFrom: number;
  readonly validTo: number | null;
  readonly lately: boolean;
}

/** The entities that current facts connect an entity with. */
export async function neighbours(graph: Graph, lookups: Lookups, namespace: string, query: NeighbourQuery): Promise<Neighbour[]> {
  const { entity, predicate, direction = 'both', limit = 100 } = parse(neighbourQuerySchema, query, 'neighbours');
  const asked = await askedPredicates(lookups, namespace, predicate, 'neighbours');
  const read = (id: string) => {
    const key = keyOf(namespace, id);
    const params = { key, outgoing: towards('out', direction, asked), incoming: towards('in', direction, asked), limit };
    const rows = (runner?: Runner) => graph.call<Row>('read/neighbours', params, runner);
    return oneMoment(graph, key, rows, (found) => found[0]?.lately !== false);
  };
  const where = { operation: 'neighbours', path: 'entity' };
  const rows = await about(lookups, namespace, entity, where, read, (r) => r.length === 0);
  return rows.map(({ id, type, name, predicate: p, validFrom, validTo, ...row }) => ({
    entity: { id: decodePart(id), type, name },
    predicate: decodePart(p),
    direction: row.direction,
    factId: row.factId,
    validFrom: iso(validFrom),
    validTo: isoOrNull(validTo),
  }));
}

/** Predicates to follow that way; null: all. The inverse's name follows the same facts the other way. */
function towards(way: 'out' | 'in', wanted: 'out' | 'in' | 'both', asked: readonly Asked[] | null): string[] | null {
  if (asked === null) return wanted === 'both' || wanted === way ? null : [];
  const fits = ({ inverse }: Asked) => wanted === 'both' || (way === wanted) !== inverse;
  return asked.filter(fits).map((a) => encodePart(a.predicate.name));
}
