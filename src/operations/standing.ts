import type { FoldOutcome } from '../domain/claim.ts';
import { PalimpsestError } from '../errors.ts';
import type { UndoReply } from '../palimpsest.ts';
import type { Change } from '../truth/change.ts';
import { isDerived } from '../truth/derived.ts';
import type { SlotChange } from '../truth/slot-change.ts';
import type { Chain } from './chain.ts';

export type Standing = UndoReply['standing'];

/** Of each list. */
const LISTED = 100;

/** The operations that changed the same since. */
export async function laterOperations(change: Change, { base }: Chain, hows: readonly string[]): Promise<string[]> {
  const rows = await change.call<{ id: string }>('operations/standing', { key: base.key, since: base.since, hows: [...hows] });
  return rows.map((r) => r.id).sort();
}

/** What the fold says of the claims told since, by id. */
export function outcomesSince(slots: readonly SlotChange[], since: number, except: ReadonlySet<string>): Map<string, FoldOutcome> {
  const out = new Map<string, FoldOutcome>();
  for (const slot of slots)
    for (const c of slot.claims.values()) {
      const outcome = c.recordedAt > since && !except.has(c.id) && !isDerived(c) ? slot.folded.outcomes.get(c.id) : undefined;
      if (outcome !== undefined) out.set(c.id, outcome);
    }
  return out;
}

/** Those of which the fold would say something else. */
export const differing = (before: ReadonlyMap<string, FoldOutcome>, after: ReadonlyMap<string, FoldOutcome>): string[] =>
  [...before].flatMap(([id, outcome]) => (after.get(id) === outcome ? [] : [id])).sort();

export function refuseWhere({ operations, claims }: Standing): void {
  if (operations.length + claims.length === 0) return;
  const issues = [
    ...operations
      .slice(0, LISTED)
      .map((id) => ({ path: 'id', message: `names what the operation ${id} has changed since`, next: 'take that back first' })),
    ...claims.slice(0, LISTED).map((id) => ({
      path: 'id',
      message: `names what the claim ${id}, told since, stands on`,
      next: 'withdraw that first, or leave it',
    })),
  ];
  const [first] = issues;
  throw new PalimpsestError('refused', `undo: ${first?.path} ${first?.message}; ${first?.next}`, {
    operation: 'undo',
    issues,
    details: { operations: operations.slice(0, LISTED), claims: claims.slice(0, LISTED) },
  });
}
