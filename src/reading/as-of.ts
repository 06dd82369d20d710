import { parse } from '../contract/check.ts';
import { asOfQuerySchema } from '../contract/queries.ts';
import { encodePart, keyOf } from '../domain/keys.ts';
import type { Runner } from '../engine/engine.ts';
import type { Graph } from '../graph.ts';
import type { AsOfQuery, FactPage } from '../palimpsest.ts';
import { about, askedPredicates, type Reach, reachOf } from './ask.ts';
import { judgeSlots } from './claim-view.ts';
import { currentOf } from './current.ts';
import { statusOf } from './fact-view.ts';
import { had, pointing } from './groups.ts';
import type { Lookups } from './lookup.ts';
import { momentOf } from './moment.ts';
import { oneMoment } from './one-moment.ts';
import { challengersNow, predicatesOf, type SlotRow, saysNothing, toPage } from './page.ts';

type AsOfRow = SlotRow & { readonly slotKey: string };
type At = { readonly valid: number; readonly known: number };

/** What held at `asOf` in the world, as the store knew it at `knownAt`. */
export async function asOf(graph: Graph, lookups: Lookups, namespace: string, query: AsOfQuery): Promise<FactPage> {
  const q = parse(asOfQuerySchema, query, 'asOf');
  if (q.asOf === undefined && q.knownAt === undefined) return currentOf(graph, lookups, namespace, q, 'asOf');
  const { clock, known, valid: given } = await momentOf(graph, q, 'asOf');
  const valid = given ?? (q.knownAt === undefined ? clock : Math.max(clock, known));
  const moment = { valid, clock, known };
  const asked = await askedPredicates(lookups, namespace, q.predicate, 'asOf');
  const read = (id: string) => {
    const reach = reachOf(namespace, id, asked, q.knownAt !== undefined);
    const slots = (runner?: Runner) => slotsAsOf(graph, namespace, id, reach, { valid, known }, runner);
    const unsettled = (s: AsOfRow) => s.facts.filter((f) => statusOf(f, moment) === 'current').length !== 1;
    return oneMoment(graph, keyOf(namespace, id), slots, (found) => found.length === 0 || found.some(unsettled));
  };
  const where = { operation: 'asOf', path: 'subject', at: { asOf: q.asOf, knownAt: q.knownAt } };
  const slots = await about(lookups, namespace, q.subject, where, read, saysNothing);
  const predicateOf = await predicatesOf(lookups, namespace, asked);
  if (q.knownAt === undefined) return toPage(slots, moment, q.qualifiers, predicateOf, challengersNow(graph));
  // Who challenged what is not written down for every time; the claims known then tell.
  const judged = await judgeSlots(
    graph,
    slots.map((s) => s.slotKey),
    known,
  );
  const slotOf = new Map(slots.flatMap((s) => s.facts.map((f) => [f.key, s.slotKey])));
  const asKnown = slots.map((s) => ({ ...s, contested: judged.get(s.slotKey)?.contested ?? 0 }));
  return toPage(
    asKnown,
    moment,
    q.qualifiers,
    predicateOf,
    async () => (f) => judged.get(slotOf.get(f.key) ?? '')?.challengersOf(f.validFrom) ?? [],
  );
}

async function slotsAsOf(
  graph: Graph,
  namespace: string,
  id: string,
  reach: Reach,
  at: At,
  runner: Runner | undefined,
): Promise<AsOfRow[]> {
  const key = keyOf(namespace, id);
  const read = async (groups: readonly string[], whose: { readonly subject: string | null; readonly valueEntity: string | null }) =>
    groups.length === 0 ? [] : graph.call<AsOfRow>('read/as-of', { groups: [...groups], ...whose, ...at }, runner);
  const rows = await Promise.all([
    read(reach.groups, { subject: null, valueEntity: null }),
    had(graph, key, reach, runner).then((groups) => read(groups, { subject: encodePart(id), valueEntity: null })),
    pointing(graph, key, reach, runner).then((groups) => read(groups, { subject: null, valueEntity: key })),
  ]);
  return rows.flat();
}
