import { parse } from '../contract/check.ts';
import { type FactQueryInput, factQuerySchema } from '../contract/queries.ts';
import { encodePart, keyOf } from '../domain/keys.ts';
import type { Runner } from '../engine/engine.ts';
import type { Graph } from '../graph.ts';
import type { FactPage, FactQuery } from '../palimpsest.ts';
import { about, askedPredicates, type Reach, reachOf } from './ask.ts';
import { latest, statusOf } from './fact-view.ts';
import type { Lookups } from './lookup.ts';
import { oneMoment } from './one-moment.ts';
import { challengersNow, predicatesOf, type SlotRow, saysNothing, toPage } from './page.ts';

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
  const now = latest(clock);
  const read = async (id: string) => {
    const owner = encodePart(id);
    const reach = reachOf(namespace, id, asked);
    const slots = (runner?: Runner) => slotsNow(graph, namespace, id, reach, clock, runner);
    const unsettled = (s: SlotRow) => ownerOf(s) === owner && s.facts.filter((f) => statusOf(f, now) === 'current').length !== 1;
    return { owner, slots: await oneMoment(graph, keyOf(namespace, id), slots, (found) => found.some(unsettled)) };
  };
  const found = await about(lookups, namespace, subject, { operation, path: 'subject' }, read, (r) => saysNothing(r.slots));
  const predicateOf = await predicatesOf(lookups, namespace, asked);
  // A whole subject also has the slots that decide who is its leader; they tell nothing about it as a subject.
  const own = (s: SlotRow) => asked !== null || s.facts.length > 0 || ownerOf(s) !== found.owner || predicateOf(s).slotBy !== 'value';
  return toPage(found.slots.filter(own), now, qualifiers, predicateOf, challengersNow(graph));
}

const ownerOf = ({ grp }: SlotRow): string | undefined => grp.split('|')[1];

async function slotsNow(
  graph: Graph,
  namespace: string,
  id: string,
  reach: Reach,
  at: number,
  runner: Runner | undefined,
): Promise<SlotRow[]> {
  const { groups, had, pointing, named } = reach;
  const key = keyOf(namespace, id);
  const calls: Promise<SlotRow[]>[] = [];
  if (groups.length > 0) calls.push(graph.call<SlotRow>(named ? 'read/current-named' : 'read/current', { groups: [...groups] }, runner));
  if (had === null || had.length > 0) {
    const predicates = had === null ? null : [...had];
    calls.push(graph.call<SlotRow>('read/current-of-subject', { key, subject: encodePart(id), predicates }, runner));
  }
  if (pointing.length > 0) calls.push(graph.call<SlotRow>('read/current-of-value', { key, predicates: [...pointing], at }, runner));
  return (await Promise.all(calls)).flat();
}
