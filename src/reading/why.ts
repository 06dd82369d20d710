import { parse } from '../contract/check.ts';
import { factIdSchema } from '../contract/queries.ts';
import { keyOf } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import { noFact } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { OperationRow } from '../operations/read.ts';
import type { OperationView, SupersedesLink, Why } from '../palimpsest.ts';
import { type JudgedSlot, judgeSlots } from './claim-view.ts';
import { latest, type Moment, toFact } from './fact-view.ts';
import type { ClaimRow, FactRow } from './rows.ts';

interface LinkRow {
  readonly fact: FactRow;
  readonly by: string;
  readonly at: number;
}
interface VersionRow {
  readonly slotKey: string;
  readonly fact: FactRow;
  readonly basedOn: readonly string[];
  readonly challengers: readonly string[];
  readonly older: readonly LinkRow[];
  readonly newer: readonly LinkRow[];
}

/** Everything a fact rests on and everything that was said and done against it. */
export async function why(graph: Graph, namespace: string, factId: string): Promise<Why> {
  const id = parse(factIdSchema, factId, 'why', 'factId');
  const rows = await graph.call<VersionRow>('read/why', { idKey: keyOf(namespace, id) });
  const versions = [...rows].sort((a, b) => a.fact.version - b.fact.version);
  // The version that is believed, else the last one that was.
  const shown = versions.findLast((v) => v.fact.withdrawnAt == null) ?? versions.at(-1);
  if (shown === undefined) throw noFact('why', id);
  const at = latest(graph.clock());
  const slot = (await judgeSlots(graph, [shown.slotKey])).get(shown.slotKey) as JudgedSlot;
  const named = (ids: readonly string[]) => slot.claims.filter((c) => ids.includes(c.id));
  const challengers = named(shown.challengers);
  const claims = slot.claims.filter((c) => shown.basedOn.includes(c.id) || (c.kind === 'end' && c.id === shown.fact.endedBy));
  const concerned = [...claims, ...challengers, ...named(versions.flatMap((v) => v.basedOn))];
  return {
    fact: toFact(shown.fact, at, challengers),
    versions: versions.map((v) => toFact(v.fact, at, v === shown ? challengers : [])),
    claims: claims.map((c) => slot.view(c)),
    supersedes: links(shown.older, shown.fact, at),
    supersededBy: links(shown.newer, shown.fact, at),
    challengers: challengers.map((c) => slot.view(c)),
    operations: await operations(graph, namespace, concerned, versions),
  };
}

/** The last link to each fact; of a believed one only those to what is believed. */
function links(rows: readonly LinkRow[], of: FactRow, at: Moment): SupersedesLink[] {
  const last = new Map<string, LinkRow>();
  const standing = rows.filter((r) => of.withdrawnAt != null || r.fact.withdrawnAt == null);
  for (const row of standing.sort((a, b) => a.at - b.at || a.fact.version - b.fact.version)) last.set(row.fact.id, row);
  return [...last.values()].map(({ fact, by, at: made }) => ({ fact: toFact(fact, at), by, at: iso(made) }));
}

async function operations(
  graph: Graph,
  namespace: string,
  claims: readonly ClaimRow[],
  versions: readonly VersionRow[],
): Promise<OperationView[]> {
  const claimKeys = [...new Set(claims.map((c) => c.key))];
  const withdrawnBy = versions.flatMap((v) => v.fact.withdrawnBy ?? []);
  const operationKeys = [...new Set(withdrawnBy)].map((id) => keyOf(namespace, id));
  const rows = await graph.call<Omit<OperationRow, 'key'>>('read/operations', { claimKeys, operationKeys });
  return rows.map(({ at, ...row }) => ({ ...row, at: iso(at) }));
}
