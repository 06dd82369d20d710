import { readDependsOn } from '../domain/fact.ts';
import { keyOf } from '../domain/keys.ts';
import { type Lapse, lapsesOf, type Span } from '../domain/lapses.ts';
import type { Graph } from '../graph.ts';
import type { Finding } from '../palimpsest.ts';
import type { CoverRow } from '../truth/derive.ts';
import { isDerived } from '../truth/derived.ts';
import { type DerivedEnd, laterOthers, type Moment, movedOn } from '../truth/moved-on.ts';
import { readState, type SlotState, type StateRow, type StoredClaim } from '../truth/state.ts';
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
  const claims = states.flatMap((s) => s.claims.filter((c) => c.dependsOn !== null && laterOthers(s, c).length > 0));
  const ends = claims.length === 0 ? [] : await graph.call<DerivedEnd>('truth/derived-ends', { keys: claims.map((c) => c.key) });
  return states.flatMap((state) => auditState(state, covers, ends).map((wrong) => ({ namespace: state.namespace, ...wrong })));
}

function auditState(
  state: SlotState,
  covers: ReadonlyMap<string, CoverRow>,
  ends: readonly DerivedEnd[],
): Pick<Finding, 'subject' | 'problem'>[] {
  const claims = new Map(state.claims.map((c) => [c.id, c]));
  const spansOf = (rows: CoverRow['live']) => rows.map(([, from, to]): Span => [from, to]);
  const cover = (factId: string) => {
    const row = covers.get(keyOf(state.namespace, factId));
    return row === undefined ? [] : spansOf(row.live.length > 0 ? row.live : row.heirs);
  };
  const drawn = state.claims.filter(isDerived);
  const stands = (c: StoredClaim) => !drawn.some((d) => d.of === c.id && (d.start <= c.start || d.to === null));
  const moment: Moment = { ...state, at: Infinity, stands };
  const endsOf = (c: StoredClaim) => ends.filter((e) => e.of === c.id);
  const orphans = drawn.filter((c) => !claims.has(c.of as string));
  const wrong = state.claims.filter((c) => {
    if (c.dependsOn === null) return false;
    const own = drawn.filter((d) => d.of === c.id);
    // it would take away what it holds by
    if (own.some((d) => d.causedBy === '[]')) return false;
    const lapses = lapsesOf(readDependsOn(c.dependsOn), c.start, c.to, cover);
    // over another value that was told meanwhile, what lapsed doesn't come back
    const due = [...lapses, ...movedOn(moment, c, lapses, endsOf(c))];
    return spans(due) !== spans(own.map(({ start, to }) => ({ from: start, to })));
  });
  return [
    ...wrong.map((c) => ({ subject: c.id, problem: 'ends, or does not end, otherwise than what it holds by' })),
    ...orphans.map((c) => ({ subject: c.id, problem: 'ends a claim that is not there' })),
  ];
}

const spans = (all: readonly Pick<Lapse, 'from' | 'to'>[]): string =>
  all
    .map(({ from, to }) => `${from} ${to}`)
    .sort()
    .join();
