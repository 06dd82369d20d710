import { decodePart, encodePart } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import type { Call } from '../graph.ts';
import type { Judgement, Verdict } from '../palimpsest.ts';
import { type Cluster, keysOf } from './cluster.ts';

/** A judgement before it is written; `a` and `b` are ids as said, merged or not. */
export interface Judged {
  readonly id: string;
  readonly a: string;
  readonly b: string;
  readonly verdict: Verdict;
  readonly at: number;
  readonly by: string | null;
  readonly score: number | null;
  readonly rule: string | null;
  readonly reason: string | null;
  readonly operationId: string | null;
}

/** What isn't said of a judgement is null. */
type NewJudgement = Pick<Judged, 'id' | 'a' | 'b' | 'verdict' | 'at'> & Partial<Judged>;
const UNSAID = { by: null, score: null, rule: null, reason: null, operationId: null };

/** Adds to the ledger; what was judged before stays in it. */
export async function writeJudgements(call: Call, namespace: string, judged: readonly NewJudgement[]): Promise<void> {
  const rows = judged.map((j) => {
    const [a, b] = [encodePart(j.a), encodePart(j.b)];
    const keys = { key: `${namespace}|${j.id}`, aKey: `${namespace}|${a}`, bKey: `${namespace}|${b}` };
    return { ...keys, properties: { ...UNSAID, ...j, a, b, namespace } };
  });
  if (rows.length > 0) await call('identity/judge', { rows });
}

/** All that was judged of any of these entities, latest first. */
export async function judgementsOf(call: Call, clusters: readonly Cluster[]): Promise<Judgement[]> {
  const keys = [...new Set(clusters.flatMap(keysOf))];
  const rows = await call<Judged>('identity/judgements', { keys });
  return rows.map((j) => ({ ...j, a: decodePart(j.a), b: decodePart(j.b), at: iso(j.at) }));
}

/** What holds of each pair that has one of each side: its latest judgement. */
export function between(judgements: readonly Judgement[], one: Cluster, other: Cluster): Judgement[] {
  const [left, right] = [idsOf(one), idsOf(other)];
  const latest = new Map<string, Judgement>();
  for (const j of judgements) {
    const pair = [j.a, j.b].sort().join('\n');
    const concerns = (left.has(j.a) && right.has(j.b)) || (left.has(j.b) && right.has(j.a));
    if (concerns && !latest.has(pair)) latest.set(pair, j);
  }
  return [...latest.values()];
}

const idsOf = ({ root, members }: Cluster): Set<string> => new Set([root.id, ...members.map((m) => m.id)]);
