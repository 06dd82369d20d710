import { parse } from '../contract/check.ts';
import { type FactQueryInput, factQuerySchema } from '../contract/queries.ts';
import { encodePart, keyOf } from '../domain/keys.ts';
import type { Graph } from '../graph.ts';
import type { FactPage, FactQuery } from '../palimpsest.ts';
import { about, askedPredicates, type Reach, reachOf } from './ask.ts';
import { latest } from './fact-view.ts';
import type { Lookups } from './lookup.ts';
import { challengersNow, predicatesOf, type SlotRow, toPage } from './page.ts';

/** What holds now. One round trip where the subject is named by its id; a second one where something is contested. */
export async function current(graph: Graph, lookups: Lookups, namespace: string, query: FactQuery): Promise<FactPage> {
  return currentOf(graph, lookups, namespace, parse(factQuerySchema, query, 'current'), 'current');
}

export async function currentOf(
  graph: Graph,
  lookups: Lookups,
  namespace: string,
  { subject, predicate, qualifiers }: FactQueryInput,
  operation: string,
): Promise<FactPage> {
  const asked = await askedPredicates(lookups, namespace, predicate, operation);
  const clock = graph.clock();
  const read = async (id: string) => ({
    owner: encodePart(id),
    slots: await slotsNow(graph, namespace, id, reachOf(namespace, id, asked), clock),
  });
  const found = await about(lookups, namespace, subject, { operation, path: 'subject' }, read, (r) => r.slots.length === 0);
  const predicateOf = await predicatesOf(lookups, namespace, asked);
  // A whole subject also has the slots that decide who is its leader; they tell nothing about it as a subject.
  const own = (s: SlotRow) => asked !== null || s.facts.length > 0 || ownerOf(s) !== found.owner || predicateOf(s).slotBy !== 'value';
  return toPage(found.slots.filter(own), latest(clock), qualifiers, predicateOf, challengersNow(graph));
}

const ownerOf = ({ grp }: SlotRow): string | undefined => grp.split('|')[1];

async function slotsNow(graph: Graph, namespace: string, id: string, reach: Reach, at: number): Promise<SlotRow[]> {
  const { groups, had, pointing, named } = reach;
  const key = keyOf(namespace, id);
  const calls: Promise<SlotRow[]>[] = [];
  if (groups.length > 0) calls.push(graph.call<SlotRow>(named ? 'read/current-named' : 'read/current', { groups: [...groups] }));
  if (had === null || had.length > 0) {
    const predicates = had === null ? null : [...had];
    calls.push(graph.call<SlotRow>('read/current-of-subject', { key, subject: encodePart(id), predicates }));
  }
  if (pointing.length > 0) calls.push(graph.call<SlotRow>('read/current-of-value', { key, predicates: [...pointing], at }));
  return (await Promise.all(calls)).flat();
}
