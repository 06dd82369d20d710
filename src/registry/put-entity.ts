import { parse } from '../contract/check.ts';
import { entityIdSchema, entitySchema } from '../contract/entity.ts';
import type { Entity } from '../domain/entity.ts';
import { decodePart, keyOf } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import { PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { EntityInput } from '../palimpsest.ts';
import type { Entities } from './entities.ts';

interface EntityRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly createdAt: number;
  readonly aliases: readonly string[];
}

/** Makes an entity on purpose, or changes its name and type and adds aliases. */
export async function putEntity(graph: Graph, entities: Entities, namespace: string, id: string, input: EntityInput): Promise<Entity> {
  parse(entityIdSchema, id, 'putEntity', 'id');
  const { type, name, aliases = [] } = parse(entitySchema, input, 'putEntity', 'entity');
  const names = name === undefined ? aliases : [name, ...aliases];
  for (const [i, alias] of names.entries()) {
    const owner = await entities.find(namespace, alias);
    if (owner === null || owner.id === id) continue;
    const path = name === undefined ? `entity.aliases[${i}]` : i === 0 ? 'entity.name' : `entity.aliases[${i - 1}]`;
    throw new PalimpsestError(
      'conflict',
      `putEntity: ${path} refers to ${owner.id} already; choose another, or take it from that entity first`,
      {
        operation: 'putEntity',
        issues: [{ path, message: `refers to ${owner.id} already` }],
      },
    );
  }
  const prefix = id.slice(0, id.indexOf(':'));
  const known = await entities.find(namespace, id);
  const ref = { id, type: type ?? known?.type ?? prefix, name: name ?? known?.name ?? id.slice(prefix.length + 1) };
  await entities.register(namespace, [{ ref, aliases: known === null ? [ref.name, ...aliases] : names }]);
  if (known !== null)
    await graph.call('registry/update-entity', { key: keyOf(namespace, id), properties: { name: ref.name, type: ref.type } });
  entities.forget();
  return readEntity(graph, namespace, id);
}

export async function readEntity(graph: Graph, namespace: string, id: string): Promise<Entity> {
  const [row] = await graph.call<EntityRow>('registry/entity', { key: keyOf(namespace, id) });
  if (row === undefined) throw new PalimpsestError('not_found', 'entity: id names no entity of this namespace; make it with putEntity');
  const aliases = row.aliases.filter((a) => a !== row.name).sort();
  return { id: decodePart(row.id), type: row.type, name: row.name, state: 'active', aliases, createdAt: iso(row.createdAt) };
}
