import { keyOf } from '../../domain/keys.ts';
import { PalimpsestError } from '../../errors.ts';
import type { Change } from '../../truth/change.ts';
import type { Doubt } from '../../truth/doubt.ts';
import type { Context } from './kind.ts';

/** A name much like that of a known entity, and it is the same: it becomes a name of that one. */
export async function addName({ desk, namespace, operation }: Context, change: Change, doubt: Doubt, id: string): Promise<void> {
  const { entities } = desk.registry;
  const ref = (await entities.byId(namespace, id)) ?? { id, type: doubt.type ?? 'thing', name: doubt.mention };
  const taken = await entities.register(namespace, [{ ref, shared: [], owned: [doubt.mention], type: null }], change.runner);
  const [other] = taken.get(keyOf(namespace, id)) ?? [];
  if (other !== undefined) throw nameTaken(operation, doubt, other.owner);
}

export const nameTaken = (operation: string, { field }: Doubt, owner: string): PalimpsestError =>
  new PalimpsestError('conflict', `${operation}: ${field} is a name of ${owner} by now; give that, or decide anew`, { operation });
