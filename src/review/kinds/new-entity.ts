import { createHash } from 'node:crypto';
import { entityIdSchema } from '../../contract/entity.ts';
import { keyOf } from '../../domain/keys.ts';
import { writeJudgements } from '../../identity/ledger.ts';
import { idAsSaid } from '../../registry/decide.ts';
import type { EntityRef } from '../../registry/entities.ts';
import { mintId } from '../../registry/names/mint-id.ts';
import { refuseReserved } from '../../registry/reserved.ts';
import type { Doubt } from '../../truth/doubt.ts';
import { digestOf } from '../../truth/ids.ts';
import type { Context } from './kind.ts';
import { nameTaken } from './near-name.ts';

/**
 * None of the candidates is meant: a new entity, which has the name for itself so that it isn't asked again; where several have the name
 * already, one more. Whoever got the name meanwhile is it.
 */
export async function makeEntity(context: Context, doubt: Doubt, reviewId: string): Promise<string> {
  const { desk, namespace, operation } = context;
  const { entities } = desk.registry;
  const { mention, kind } = doubt;
  await refuseReserved(desk.registry.settings, namespace, [{ text: mention, path: doubt.field }], operation);
  const isId = entityIdSchema.safeParse(mention).success;
  const shares = kind === 'ambiguous-entity';
  const owner = shares ? null : await entities.owner(namespace, mention);
  if (owner !== null) return owner.id;
  const [prefix = 'thing', second] = mention.split(':');
  const type = doubt.type ?? (isId ? (prefix === 'entity' && second !== undefined ? second : prefix) : 'thing');
  const minted = isId ? mention : mintId(type, mention);
  const taken = (await entities.byId(namespace, minted)) !== null;
  // made again it is the same one
  const id = taken ? `${minted}~${createHash('sha256').update(`${reviewId} ${doubt.field}`).digest('hex').slice(0, 12)}` : minted;
  const name = isId ? mention.slice(mention.lastIndexOf(':') + 1) : mention;
  const names = { shared: isId || shares ? [name] : [], owned: isId || shares ? [] : [name] };
  const others = shares ? await whoElse(context, doubt) : [];
  const lost = await entities.register(namespace, [
    { ref: { id, type, name }, ...names, type: doubt.type },
    ...others.map((ref) => ({
      ref: { ...ref, id: idAsSaid(ref) },
      shared: [mention],
      owned: [],
      type: null,
      source: 'decision' as const,
    })),
  ]);
  const [other] = lost.get(keyOf(namespace, id)) ?? [];
  if (other !== undefined) throw nameTaken(operation, doubt, other.owner);
  await keepApart(context, id, doubt, reviewId);
  return id;
}

/** Goes into the ledger: it is none of those that it might have been. */
async function keepApart({ graph, namespace, by = null }: Context, id: string, doubt: Doubt, reviewId: string): Promise<void> {
  const said = { a: id, verdict: 'not_same' as const, at: graph.clock(), by };
  const others = doubt.candidates.filter((c) => c.means !== id);
  await writeJudgements(
    graph.call,
    namespace,
    others.map(({ means: b, rule, score }, n) => ({ id: `j_${digestOf([reviewId, doubt.field, n])}`, b, rule, score, ...said })),
  );
}

/** Those of the namespace whom a name meant by another form of it: they have it too, or it would mean the new one alone. */
async function whoElse({ desk, namespace }: Context, { mention, type }: Doubt): Promise<EntityRef[]> {
  const { entities } = desk.registry;
  const [meant] = await entities.resolve(namespace, [{ text: mention, type }]);
  const possible = meant === undefined || meant.band === 'review' ? [] : meant.candidates.map((c) => c.entity);
  if (meant?.band === 'accept' && meant.entity !== null) possible.push(meant.entity);
  const here = await Promise.all(possible.map((e) => entities.byId(namespace, e.id)));
  return here.flatMap((e) => e ?? []);
}
