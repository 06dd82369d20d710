import type { FoldOutcome } from '../domain/claim.ts';
import { PalimpsestError } from '../errors.ts';
import type { Call } from '../graph.ts';
import type { UndoReply } from '../palimpsest.ts';
import type { Change } from '../truth/change.ts';
import { SlotChange } from '../truth/slot-change.ts';
import type { Chain } from './chain.ts';
import type { Kind } from './kinds/kind.ts';

export type Standing = UndoReply['standing'];

/** Of each list. */
const LISTED = 100;

/** In which what changed claims is changed once more. */
export const WAYS = ['added', 'withdrawn', 'restored', 'moved', 'archived', 'unarchived', 'decided'] as const;

/** The operations that changed the same since. */
export async function laterOperations(call: Call, chain: Chain, { hows, later }: Pick<Kind, 'hows' | 'later'>): Promise<string[]> {
  const ids = new Set<string>(await later?.(call, chain));
  const ways = [{ of: chain.base, hows }, ...chain.beside.map((of) => ({ of, hows: WAYS }))];
  for (const { of, hows } of ways)
    for (const { id } of await call<{ id: string }>('operations/standing', { key: of.key, since: of.since, hows: [...hows] })) ids.add(id);
  for (const { id } of chain.beside) ids.delete(id);
  return [...ids].sort();
}

/** What the fold says of claims, by their ids. What is derived is not told by anybody. */
export type Outcomes = ReadonlyMap<string, FoldOutcome>;

export function outcomesOf(slots: readonly SlotChange[]): Outcomes {
  const told = (slot: SlotChange) => [...slot.claims.values()].filter((c) => c.of === null);
  return new Map(slots.flatMap((s) => told(s).flatMap((c) => entry(c.id, s.folded.outcomes.get(c.id)))));
}

const entry = (id: string, outcome: FoldOutcome | undefined): [string, FoldOutcome][] => (outcome === undefined ? [] : [[id, outcome]]);

/** The claims told since (epoch ms) of which the fold says something else now; `before`: what it said of those of the slots that were looked at. */
export function turnedOver(change: Change, before: Outcomes, since: number, except: ReadonlySet<string>): string[] {
  const claims = change.slots.flatMap((s) => [...s.claims.values()].filter((c) => c.recordedAt > since && !except.has(c.id)));
  const after = outcomesOf(change.slots);
  // what only depends on what changes was not looked at before
  const reached = change.slots.filter((s) => [...s.claims.keys()].some((id) => !before.has(id)));
  const then = new Map([...outcomesOf(reached.map((s) => new SlotChange(s.state))), ...before]);
  return claims
    .filter((c) => c.of === null && then.get(c.id) !== after.get(c.id))
    .map((c) => c.id)
    .sort();
}

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
