import { parse } from '../contract/check.ts';
import { historyQuerySchema } from '../contract/queries.ts';
import { encodePart, keyOf } from '../domain/keys.ts';
import { MAX_TIME } from '../domain/time.ts';
import type { Runner } from '../engine/engine.ts';
import type { Graph } from '../graph.ts';
import type { History } from '../palimpsest.ts';
import { askedPredicates, type Reach, reachOf } from './ask.ts';
import { type JudgedSlot, judgeSlots } from './claim-view.ts';
import { hasAll } from './context.ts';
import { byArrival, compare, latest, statusOf, toFact } from './fact-view.ts';
import { had, pointing } from './groups.ts';
import type { Lookups } from './lookup.ts';
import { oneMoment } from './one-moment.ts';
import type { ClaimRow, FactRow } from './rows.ts';

type Version = FactRow & { readonly basedOn: readonly string[] };
interface SlotHistory {
  readonly slotKey: string;
  readonly facts: readonly Version[];
}

/** All that was ever held of a subject and predicate, what was withdrawn included, and every claim with what became of it. */
export async function history(
  graph: Graph,
  lookups: Lookups,
  namespace: string,
  query: { readonly subject: string; readonly predicate: string; readonly qualifiers?: Readonly<Record<string, string>> },
): Promise<History> {
  const { subject, predicate, qualifiers = {} } = parse(historyQuerySchema, query, 'history');
  const asked = await askedPredicates(lookups, namespace, predicate, 'history');
  const where = { operation: 'history', path: 'subject' };
  const read = async (id: string) => {
    const reach = reachOf(namespace, id, asked, true);
    const key = keyOf(namespace, id);
    const all = async (runner?: Runner) => {
      const slots = await slotHistories(graph, key, reach, runner);
      const keys = slots.map((s) => s.slotKey);
      const judged = await judgeSlots(graph, keys, MAX_TIME, runner);
      // a slot of somebody else in which it once was, as long as it was taken for another, says nothing of it
      const tells = (s: SlotHistory) =>
        s.slotKey.startsWith(`${key}|`) || reach.pointing.length > 0 || speaksOf(judged.get(s.slotKey), encodePart(id));
      return { id, reach, slots: slots.filter(tells), judged };
    };
    const now = latest(graph.clock());
    const unsettled = (s: SlotHistory) => s.facts.filter((f) => statusOf(f, now) === 'current').length !== 1;
    return oneMoment(graph, key, all, (found) => found.slots.some(unsettled));
  };
  const { id } = await lookups.entities.require(namespace, subject.trim(), where.operation, where.path);
  // what was believed of an entity before it was merged stays where it was
  const [own, merged] = await Promise.all([read(id), lookups.entities.mergedInto(namespace, id)]);
  const { reach } = own;
  const parts = [own, ...(await Promise.all(merged.map(read)))];
  const slots = [...new Map(parts.flatMap((p) => p.slots).map((s) => [s.slotKey, s])).values()];
  const judged = new Map(parts.flatMap((p) => [...p.judged]));
  // Asked from the value's side, the same slots hold other values too.
  const bothSides = asked?.some((a) => a.predicate.inverse === a.predicate.name) ?? true;
  const isPart = (r: FactRow | ClaimRow) =>
    reach.pointing.length === 0 || r.valueEntity === keyOf(namespace, id) || (bothSides && r.subject === encodePart(id));
  const concerns = (r: FactRow | ClaimRow) => isPart(r) && hasAll(r.qualifiers, qualifiers);
  const at = latest(graph.clock());
  const versions = slots.flatMap(({ slotKey, facts }) => facts.filter(concerns).map((fact) => ({ fact, slot: judged.get(slotKey) })));
  return {
    facts: versions
      .sort((a, b) => inTime(a.fact, b.fact))
      .map(({ fact, slot }) => ({ ...toFact(fact, at, challengersOf(fact, slot)), basedOn: [...fact.basedOn].sort(compare) })),
    claims: claimsOf(
      slots.flatMap((s) => judged.get(s.slotKey) ?? []),
      concerns,
    ),
  };
}

/** One that all claims have left, when its predicate changed, speaks of everybody it did. */
const speaksOf = (slot: JudgedSlot | undefined, subject: string): boolean =>
  slot === undefined || slot.claims.length === 0 || slot.claims.some((c) => c.subject === subject);

async function slotHistories(graph: Graph, key: string, reach: Reach, runner: Runner | undefined): Promise<SlotHistory[]> {
  const groups = [...reach.groups, ...(await had(graph, key, reach, runner)), ...(await pointing(graph, key, reach, runner))];
  return groups.length === 0 ? [] : graph.call<SlotHistory>('read/history', { groups: [...new Set(groups)] }, runner);
}

const challengersOf = (fact: Version, slot: JudgedSlot | undefined): readonly ClaimRow[] =>
  fact.withdrawnAt == null ? (slot?.challengersOf(fact.validFrom) ?? []) : [];

function claimsOf(judged: readonly JudgedSlot[], concerns: (claim: ClaimRow) => boolean): History['claims'] {
  const claims = judged.flatMap((slot) => slot.claims.filter(concerns).map((claim) => ({ claim, slot })));
  return claims.sort((a, b) => byArrival(a.claim, b.claim)).map(({ claim, slot }) => slot.view(claim));
}

const inTime = (a: FactRow, b: FactRow): number =>
  a.validFrom - b.validFrom || a.recordedAt - b.recordedAt || a.version - b.version || a.seq - b.seq || compare(a.key, b.key);
