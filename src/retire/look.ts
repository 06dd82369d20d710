import type { Call } from '../graph.ts';
import { clustersOf } from '../identity/cluster.ts';
import type { Predicates } from '../registry/predicates.ts';
import { type HangingRow, type Plan, planOf } from './plan.ts';
import { entityKeyOf, type PolicyOf, policiesOf, type Retirement } from './retirement.ts';

/** Facts that name the entity and hold at the time of its retirement or later. */
export interface Seen {
  readonly policyOf: PolicyOf;
  readonly keeps: readonly HangingRow[];
  readonly changes: readonly HangingRow[];
}

export async function look(call: Call, predicates: Predicates, retirement: Retirement): Promise<Seen> {
  const rows = await call<HangingRow>('retire/hanging', { key: entityKeyOf(retirement), at: retirement.at });
  const names = rows.map((r) => r.predicate);
  const policyOf = await policiesOf(predicates, retirement, names);
  const keeps = (r: HangingRow) => policyOf(r.predicate, sideOf(r)) === 'keep';
  return { policyOf, keeps: rows.filter(keeps), changes: rows.filter((r) => !keeps(r)) };
}

/** The plan for what was seen, as of `at` (epoch ms). */
export function planFor(call: Call, { namespace }: Retirement, at: number, { policyOf, keeps, changes }: Seen): Promise<Plan> {
  const hanging = [...keeps, ...changes].filter((r) => r.validTo === null || r.validTo > at);
  return planOf(call, namespace, at, hanging, policyOf);
}

export const sideOf = ({ bySubject }: HangingRow) => (bySubject ? 'subject' : 'value');

/** Whether neither the entity nor who replaces it is another's now, nor being retired. */
export async function standsStill(call: Call, retirement: Retirement): Promise<boolean> {
  const { namespace, entity, replacement } = retirement;
  const ids = [entity, ...(replacement === null ? [] : [replacement.id])];
  const clusters = await clustersOf(call, namespace, ids, 'retire');
  if (clusters.some((c, n) => c.root.id !== ids[n])) return false;
  return (await call<object>('retire/running', { key: entityKeyOf(retirement) })).length === 0;
}
