import type { AliasKind } from '../../contract/catalogue.ts';
import { keyOf } from '../../domain/keys.ts';
import { PalimpsestError } from '../../errors.ts';
import { clusterOf, keysOf } from '../../identity/cluster.ts';
import { nameStates } from '../../registry/name-states.ts';
import { aliasKey, apartKey } from '../../registry/names/keys.ts';
import type { Change } from '../../truth/change.ts';
import type { Doubt } from '../../truth/doubt.ts';
import type { Context } from './kind.ts';

/** What a name is to the entity that it was like. */
const KINDS: Readonly<Record<string, AliasKind>> = { similar: 'typo', acronym: 'acronym' };

/** A name much like that of a known entity, and it is the same: it becomes a name of that one, in the transaction of the decision. */
export async function nameOf(
  { desk, namespace, operation }: Context,
  doubt: Doubt,
  id: string,
): Promise<(change: Change) => Promise<void>> {
  const { entities } = desk.registry;
  const { mention } = doubt;
  const rule = doubt.candidates.find((c) => c.means === id)?.rule ?? '';
  const kindOf = () => KINDS[rule] ?? null;
  // asked before the transaction, which on one engine lets nobody else in
  const known = (await entities.byId(namespace, id)) ?? { id, type: doubt.type ?? 'thing', name: mention };
  // of one that was merged it is its own name, and goes with it where that is taken back
  const ref = { ...known, id: ('via' in known ? known.via : undefined) ?? known.id };
  const registration = { ref, shared: [], owned: [mention], type: null, source: 'decision', kindOf } as const;
  return async (change) => {
    const cluster = await clusterOf(change.call, namespace, ref.id, operation);
    const owners = keysOf(cluster);
    const before = await nameStates(change.call, namespace, [mention]);
    const [other] = (await entities.register(namespace, [registration], change.runner)).get(keyOf(namespace, ref.id)) ?? [];
    // one that was merged into it may have the name already
    if (other !== undefined && !owners.includes(keyOf(namespace, other.owner))) throw nameTaken(operation, doubt, other.owner);
    // a name that was taken from it means it again
    const key = { key: keyOf(namespace, ref.id), aliasKey: aliasKey(namespace, mention), apart: apartKey(namespace, mention) };
    await change.call('registry/note-alias', { ...key, owners, properties: {} });
    change.journal.renamed(before, await nameStates(change.call, namespace, [mention]));
  };
}

export const nameTaken = (operation: string, { field }: Doubt, owner: string): PalimpsestError =>
  new PalimpsestError('conflict', `${operation}: ${field} is a name of ${owner} by now; give that, or decide anew`, { operation });
