import { readDependsOn } from '../domain/fact.ts';
import { keyOf } from '../domain/keys.ts';
import { lapsesOf, type Span } from '../domain/lapses.ts';
import type { Graph } from '../graph.ts';
import type { Finding } from '../palimpsest.ts';
import { type CoverRow, otherSince } from '../truth/derive.ts';
import { isDerived } from '../truth/derived.ts';
import { readState, type SlotState, type StateRow } from '../truth/state.ts';
import { slotPages } from './pages.ts';

/** Slots held at a time. */
const AT_ONCE = 500;

/** I7: of every claim that holds by other facts, where it is said to hold by nothing is where none of them holds. */
export async function auditDependents(graph: Graph, namespace: string | null, limit: number): Promise<Omit<Finding, 'invariant'>[]> {
  const findings: Omit<Finding, 'invariant'>[] = [];
  for await (const page of slotPages(graph, 'audit/i7-slots', namespace))
    for (let i = 0; i < page.length; i += AT_ONCE) {
      const keys = page.slice(i, i + AT_ONCE).map((p) => p.slotKey);
      findings.push(...(await auditSlots(graph, keys)));
      if (findings.length >= limit) return findings.slice(0, limit);
    }
  return findings;
}

async function auditSlots(graph: Graph, keys: readonly string[]): Promise<Omit<Finding, 'invariant'>[]> {
  const states = (await graph.call<StateRow>('truth/state', { keys: [...keys] })).map(readState);
  const facts = states.flatMap((state) =>
    state.claims.flatMap((c) =>
      readDependsOn(c.dependsOn)
        .flat()
        .map((id) => keyOf(state.namespace, id)),
    ),
  );
  const rows = facts.length === 0 ? [] : await graph.call<CoverRow>('truth/justifications', { keys: [...new Set(facts)] });
  const covers = new Map(rows.map((row) => [row.idKey, row]));
  return states.flatMap((state) => auditState(state, covers).map((wrong) => ({ namespace: state.namespace, ...wrong })));
}

function auditState(state: SlotState, covers: ReadonlyMap<string, CoverRow>): Pick<Finding, 'subject' | 'problem'>[] {
  const claims = new Map(state.claims.map((c) => [c.id, c]));
  const spansOf = (rows: CoverRow['live']) => rows.map(([, from, to]): Span => [from, to]);
  const cover = (factId: string) => {
    const row = covers.get(keyOf(state.namespace, factId));
    return row === undefined ? [] : spansOf(row.live.length > 0 ? row.live : row.heirs);
  };
  const orphans = state.claims.filter((c) => isDerived(c) && !claims.has(c.of as string));
  const wrong = state.claims.filter((c) => {
    if (c.dependsOn === null) return false;
    const own = state.claims.filter((d) => isDerived(d) && d.of === c.id);
    // it would take away what it holds by
    if (own.some((d) => d.causedBy === '[]')) return false;
    const lapses = lapsesOf(readDependsOn(c.dependsOn), c.start, c.to, cover);
    const found = new Set(lapses.map((l) => `${l.from} ${l.to}`));
    const extra = own.filter((d) => !found.delete(`${d.start} ${d.to}`));
    // over another value that was told since, what lapsed doesn't come back
    return found.size > 0 || extra.some((d) => otherSince(state.claims, c, d).length === 0);
  });
  return [
    ...wrong.map((c) => ({ subject: c.id, problem: 'ends, or does not end, otherwise than what it holds by' })),
    ...orphans.map((c) => ({ subject: c.id, problem: 'ends a claim that is not there' })),
  ];
}
