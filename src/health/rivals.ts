import { fold } from '../domain/fold.ts';
import type { Graph } from '../graph.ts';
import type { Finding } from '../palimpsest.ts';
import type { RivalData } from '../review/rivals/data.ts';
import { lateChangeStands, rivalries } from '../review/rivals/rivalry.ts';
import { foldClaims, readState, type SlotState, type StateRow } from '../truth/state.ts';
import { prefixOf } from './prefix.ts';

interface AskedRow {
  readonly namespace: string;
  readonly id: string;
  readonly data: string;
  readonly claims: readonly string[];
  readonly slots: readonly string[];
}
/** Slots folded at a time, and questions read. */
const AT_ONCE = 500;
const MOST = 100_000;

/** I8: what waits for a person is still a question, and is asked once. */
export async function auditRivals(graph: Graph, namespace: string | null, limit: number): Promise<Omit<Finding, 'invariant'>[]> {
  const asked = await graph.call<AskedRow>('audit/i8-rivals', { prefix: prefixOf(namespace), limit: MOST });
  const findings: Omit<Finding, 'invariant'>[] = [];
  for (let i = 0; i < asked.length && findings.length < limit; i += AT_ONCE) {
    const page = asked.slice(i, i + AT_ONCE);
    const keys = [...new Set(page.flatMap((r) => r.slots))];
    const states = new Map((await graph.call<StateRow>('truth/state', { keys })).map((row) => [row.slotKey, readState(row)]));
    const seen = new Set<string>();
    for (const row of page) {
      const slots = row.slots.flatMap((key) => states.get(key) ?? []);
      for (const problem of problemsOf(row, slots, graph.clock(), seen))
        findings.push({ namespace: row.namespace, subject: row.id, problem });
    }
  }
  return findings.slice(0, limit);
}

function problemsOf({ data, claims }: AskedRow, slots: readonly SlotState[], now: number, seen: Set<string>): string[] {
  const { late } = JSON.parse(data) as RivalData;
  const problems: string[] = [];
  if (slots.some((s) => s.watched !== true)) problems.push('waits for a decision, but its slot is written as if nobody were asked');
  const standing = slots.flatMap((state) => {
    const arrived = foldClaims(state.claims, state.settings.slotBy);
    const folded = fold(arrived, state.settings);
    if (late !== undefined) return lateChangeStands(late, folded, now) === null ? [] : [`${state.slotKey} ${late.claimId}`];
    const mine = rivalries(arrived, folded, now).filter((r) => r.claims.some((c) => claims.includes(c.id)));
    return mine.map((r) => `${state.slotKey} ${r.claims[0]?.id}`);
  });
  if (standing.length === 0) problems.push('waits for a decision, but its claims do not stand against what holds');
  if (standing.some((question) => seen.has(question))) problems.push('asks what another one asks');
  for (const question of standing) seen.add(question);
  return problems;
}
