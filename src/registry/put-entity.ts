import { parse } from '../contract/check.ts';
import { entityIdSchema, entitySchema } from '../contract/entity.ts';
import type { Entity } from '../domain/entity.ts';
import { decodePart, keyOf } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import { PalimpsestError, refusal } from '../errors.ts';
import type { Graph } from '../graph.ts';
import { clusterOf } from '../identity/cluster.ts';
import type { EntityInput } from '../palimpsest.ts';
import { conflict, hijacked } from './aliases.ts';
import type { Entities } from './entities.ts';
import { aliasKey } from './names/keys.ts';
import { refuseReserved } from './reserved.ts';
import type { Settings } from './settings.ts';
import { typesMeet } from './types.ts';

interface EntityRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly createdAt: number;
  readonly aliases: readonly string[];
  readonly merged: readonly string[];
}

/** Makes an entity on purpose, or changes its name and type and adds aliases. */
export async function putEntity(
  graph: Graph,
  { entities, settings }: { readonly entities: Entities; readonly settings: Settings },
  namespace: string,
  id: string,
  input: EntityInput,
): Promise<Entity> {
  parse(entityIdSchema, id, 'putEntity', 'id');
  const { type, name, aliases = [], retype = false } = parse(entitySchema, input, 'putEntity', 'entity');
  const asked = [...(name === undefined ? [] : [{ text: name, path: 'entity.name' }])];
  asked.push(...aliases.map((text, i) => ({ text, path: `entity.aliases[${i}]` })));
  await refuseReserved(settings, namespace, asked, 'putEntity');
  const owners = await hijacked(
    entities,
    namespace,
    id,
    asked.map((a) => a.text),
  );
  owners.forEach((owner, i) => {
    if (owner !== null) throw conflict('putEntity', asked[i]?.path as string, owner);
  });
  const known = await entities.byId(namespace, id);
  // an id that was merged into another answers for that one
  if (known !== null && known.id !== id) return putEntity(graph, { entities, settings }, namespace, known.id, input);
  if (known !== null && type !== undefined && !retype && !typesMeet(known.type, type)) throw anotherKind();
  // what was told of the alias would be hidden behind the new entity
  const called = known === null ? await entities.owner(namespace, id) : null;
  if (called !== null && called.id !== id) throw conflict('putEntity', 'id', called.id);
  const prefix = id.slice(0, id.indexOf(':'));
  const ref = { id, type: type ?? known?.type ?? prefix, name: name ?? known?.name ?? id.slice(prefix.length + 1) };
  const key = keyOf(namespace, id);
  // the name that an id alone gives is one that others may have too
  const shared = known === null && name === undefined ? [ref.name] : [];
  const members = known === null ? new Set<string>() : await namesOfMembers(graph, namespace, id);
  for (const { text } of asked) if (members.has(aliasKey(namespace, text))) shared.push(text);
  const owned = asked.map((a) => a.text).filter((text) => !shared.includes(text));
  await graph.engine.transaction(async (tx) => {
    const taken = await entities.register(namespace, [{ ref, shared, owned, type: null, source: 'put' }], tx);
    const [first] = taken.get(key) ?? [];
    const path = asked.find((a) => aliasKey(namespace, a.text) === first?.alias)?.path;
    if (first !== undefined && path !== undefined) throw conflict('putEntity', path, first.owner);
    if (known !== null) await graph.call('registry/update-entity', { key, properties: { name: ref.name, type: ref.type } }, tx);
  });
  entities.forget();
  return readEntity(graph, namespace, id);
}

function anotherKind(): PalimpsestError {
  return refusal('conflict', 'putEntity', {
    path: 'entity.type',
    message: 'would make another kind of thing of this entity',
    next: 'leave it out or use another id; retype: true if its type was wrong',
  });
}

/** Keys of the names of those that were merged into an entity: it may have them too. */
async function namesOfMembers(graph: Graph, namespace: string, id: string): Promise<Set<string>> {
  const { call } = graph;
  const cluster = await clusterOf(call, namespace, id, 'putEntity');
  const keys = cluster.members.map((m) => m.key);
  const names = keys.length === 0 ? [] : await call<{ readonly key: string }>('registry/aliases', { keys });
  return new Set(names.map((n) => n.key));
}

export async function readEntity(graph: Graph, namespace: string, id: string): Promise<Entity> {
  const [row] = await graph.call<EntityRow>('registry/entity', { key: keyOf(namespace, id) });
  if (row === undefined) throw new PalimpsestError('not_found', 'entity: id names no entity of this namespace; make it with putEntity');
  const { type, name } = row;
  const aliases = [...new Set(row.aliases)].filter((a) => a !== name).sort();
  const merged = row.merged.map(decodePart).sort();
  return { id: decodePart(row.id), type, name, state: 'active', aliases, merged, createdAt: iso(row.createdAt) };
}
