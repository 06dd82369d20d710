import { keyOf } from '../../domain/keys.ts';
import type { Predicate } from '../../domain/predicate.ts';
import { PalimpsestError, refusal } from '../../errors.ts';
import { slotsIn } from '../../identity/claims.ts';
import { pastOf } from '../../truth/past.ts';
import { setPredicate, slotsOf, sweep } from '../../truth/redefine.ts';
import { regroup } from '../../truth/regroup.ts';
import type { Chain } from '../chain.ts';
import { outcomesOf } from '../standing.ts';
import type { Context, Inversion } from './kind.ts';

/** A predicate is set back to what it was before its definition was changed. One that was new stays, as one that nobody has defined. */
export async function ofPredicate({ graph, registry, namespace, about }: Context, { base }: Chain): Promise<Inversion> {
  const { predicates } = registry;
  const target = JSON.parse((base.undoneBy === null ? base.before : base.after) ?? 'null') as Predicate | null;
  predicates.forget(namespace);
  const now = target === null ? null : await predicates.find(namespace, target.name);
  if (target === null || now === null)
    throw new PalimpsestError('refused', 'undo: id names a definition of an older version; define it as it was', { operation: 'undo' });
  const before = now.predicate;
  const turned = before.turned || before.slotBy !== target.slotBy;
  const next: Predicate = { ...target, version: before.version + 1, turned };
  const key = keyOf(namespace, next.name);
  return {
    find: slotsOf(key, () => true),
    others: [],
    work: async (change, rows, { last }) => {
      const slots = slotsIn(change, rows);
      const outcomes = outcomesOf(slots);
      // by which their values were read
      if (next.valueType !== before.valueType && rows.length > 0) {
        const standing = slots.flatMap((s) => s.state.claims.map((c) => c.id));
        if (standing.length === 0) throw readByIt();
        return { before: outcomes, standing };
      }
      await setPredicate(change, namespace, { before, next, used: rows.length > 0, operation: 'undo' });
      change.journal.set(key);
      await regroup(change, slots, { past: pastOf(change, [last.id], last.at) });
      return { before: outcomes };
    },
    after: async () => {
      await graph.engine.settled();
      await sweep(graph, next, key, about.id);
    },
  };
}

function readByIt(): PalimpsestError {
  return refusal('refused', 'undo', {
    path: 'id',
    message: 'names the definition by which values were read that are withdrawn since',
    next: 'define a new predicate',
  });
}
