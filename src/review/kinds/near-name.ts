import { keyOf } from '../../domain/keys.ts';
import { PalimpsestError } from '../../errors.ts';
import type { Change } from '../../truth/change.ts';
import type { Doubt } from '../../truth/doubt.ts';
import type { Context } from './kind.ts';

/** A name much like that of a known entity, and it is the same: it becomes a name of that one, in the transaction of the decision. */
export async function nameOf(
  { desk, namespace, operation }: Context,
  doubt: Doubt,
  id: string,
): Promise<(change: Change) => Promise<void>> {
  const { entities } = desk.registry;
  // asked before the transaction, which on one engine lets nobody else in
  const ref = (await entities.byId(namespace, id)) ?? { id, type: doubt.type ?? 'thing', name: doubt.mention };
  return async (change) => {
    const taken = await entities.register(namespace, [{ ref, shared: [], owned: [doubt.mention], type: null }], change.runner);
    const [other] = taken.get(keyOf(namespace, ref.id)) ?? [];
    if (other !== undefined) throw nameTaken(operation, doubt, other.owner);
  };
}

export const nameTaken = (operation: string, { field }: Doubt, owner: string): PalimpsestError =>
  new PalimpsestError('conflict', `${operation}: ${field} is a name of ${owner} by now; give that, or decide anew`, { operation });
