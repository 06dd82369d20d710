import { addAliasSchema, aliasTextSchema, removeAliasSchema } from '../contract/alias.ts';
import { writeOptionsSchema } from '../contract/candidate.ts';
import type { AliasKind } from '../contract/catalogue.ts';
import { parse } from '../contract/check.ts';
import { entityMentionSchema } from '../contract/queries.ts';
import { decodePart, keyOf } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import { notFound, PalimpsestError } from '../errors.ts';
import type { Call, Graph } from '../graph.ts';
import { type Cluster, clusterOf, keysOf } from '../identity/cluster.ts';
import type { AliasInput, AliasReply, EntityAlias, RemoveAliasInput, WriteOptions } from '../palimpsest.ts';
import { Change } from '../truth/change.ts';
import { once, operationOf } from '../truth/operate.ts';
import type { Entities, EntityRef } from './entities.ts';
import { nameStates, takeName } from './name-states.ts';
import { aliasKey, apartKey } from './names/keys.ts';
import { registrationRow, type Taken } from './registration.ts';
import { refuseReserved } from './reserved.ts';
import type { Settings } from './settings.ts';

type AliasRow = { key: string; text: string; of: string; kind: AliasKind; source: string; since: number };

/** The names of an entity and of all merged into it, but for what it is called itself. */
export async function aliases(graph: Graph, entities: Entities, namespace: string, mention: string): Promise<EntityAlias[]> {
  const { id } = await entities.require(namespace, parse(entityMentionSchema, mention, 'aliases', 'id'), 'aliases', 'id');
  const { call } = graph;
  const cluster = await clusterOf(call, namespace, id, 'aliases');
  return listed(call, namespace, cluster);
}

async function listed(call: Call, namespace: string, cluster: Cluster): Promise<EntityAlias[]> {
  const rows = await call<AliasRow>('registry/aliases', { keys: keysOf(cluster) });
  const own = aliasKey(namespace, cluster.root.name);
  const once = new Map<string, AliasRow>();
  for (const row of rows) if (row.key !== own && (once.get(row.key)?.since ?? Infinity) > row.since) once.set(row.key, row);
  return [...once.values()].map(({ text, kind, source, since }) => ({ alias: text, kind, source, since: iso(since) }));
}

/** Gives an entity another name, unless that means somebody else already. */
export async function addAlias(
  graph: Graph,
  { entities, settings }: { readonly entities: Entities; readonly settings: Settings },
  namespace: string,
  mention: string,
  input: AliasInput,
  options: WriteOptions = {},
): Promise<AliasReply> {
  const asked = parse(entityMentionSchema, mention, 'addAlias', 'id');
  const i = parse(addAliasSchema, input, 'addAlias', 'alias');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'addAlias', 'options');
  const said = { ...(i.reason !== undefined && { reason: i.reason }), ...(i.by !== undefined && { by: i.by }), entity: asked, alias: i };
  const about = operationOf({ namespace, kind: 'add-alias', input: said, statement: said, idempotencyKey });
  return once<AliasReply>(graph, about, async () => {
    const { id, type, name, via } = await entities.require(namespace, asked, 'addAlias', 'id');
    await refuseReserved(settings, namespace, [{ text: i.alias, path: 'alias.alias' }], 'addAlias');
    const [owner = null] = await hijacked(entities, namespace, id, [i.alias]);
    if (owner !== null) throw conflict('addAlias', 'alias.alias', owner);
    // of one that was merged it is its own, and goes with it where that is taken back
    const own = via ?? id;
    const seen = await clusterOf(graph.call, namespace, id, 'addAlias');
    return Change.operate(graph, about, keysOf(seen), async (change) => {
      const { call } = change;
      change.journal.about([keyOf(namespace, id)]);
      const before = await nameStates(call, namespace, [i.alias]);
      const how = { source: i.source ?? 'put', ...(i.kind !== undefined && { kind: i.kind }) };
      const rows = [registrationRow(namespace, { ref: { id: own, type, name }, shared: [], owned: [i.alias], type: null })];
      const [given] = await call<{ taken: Taken[] }>('registry/register-entities', { rows });
      const [taken] = given?.taken ?? [];
      // one that was merged into it has the name already
      if (taken !== undefined && !keysOf(seen).includes(`${namespace}|${taken.owner}`))
        throw conflict('addAlias', 'alias.alias', decodePart(taken.owner));
      const [was] = (await call<AliasRow>('registry/aliases', { keys: keysOf(seen) })).filter(
        (a) => a.key === aliasKey(namespace, i.alias),
      );
      await call('registry/note-alias', {
        key: was?.of ?? keyOf(namespace, own),
        aliasKey: aliasKey(namespace, i.alias),
        apart: apartKey(namespace, i.alias),
        owners: keysOf(seen),
        properties: how,
      });
      change.journal.renamed(before, await nameStates(call, namespace, [i.alias]));
      return { operationId: about.id, entity: id, aliases: await listed(call, namespace, seen) };
    });
  });
}

/** Takes a name from an entity: what was told under it stays, the name is free, and doesn't mean the entity again by itself. */
export async function removeAlias(
  graph: Graph,
  entities: Entities,
  namespace: string,
  mention: string,
  name: string,
  input: RemoveAliasInput = {},
  options: WriteOptions = {},
): Promise<AliasReply> {
  const asked = parse(entityMentionSchema, mention, 'removeAlias', 'id');
  const alias = parse(aliasTextSchema, name, 'removeAlias', 'alias');
  const i = parse(removeAliasSchema, input, 'removeAlias', 'options');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'removeAlias', 'options');
  const said = { ...i, entity: asked, alias };
  const about = operationOf({ namespace, kind: 'remove-alias', input: said, statement: said, idempotencyKey });
  return once<AliasReply>(graph, about, async () => {
    const { id } = await entities.require(namespace, asked, 'removeAlias', 'id');
    const seen = await clusterOf(graph.call, namespace, id, 'removeAlias');
    return Change.operate(graph, about, keysOf(seen), async (change) => {
      const { call } = change;
      change.journal.about([keyOf(namespace, id)]);
      // under the lock: it may be called otherwise by now
      const cluster = await clusterOf(call, namespace, id, 'removeAlias');
      const key = aliasKey(namespace, alias);
      if (key === aliasKey(namespace, cluster.root.name)) throw ownName();
      const before = await nameStates(call, namespace, [alias]);
      if (!(await takeName(call, namespace, keysOf(cluster), alias)))
        throw notFound('removeAlias', 'alias', 'is no alias of the entity', 'see those it has with `aliases`');
      change.journal.renamed(before, await nameStates(call, namespace, [alias]));
      return { operationId: about.id, entity: id, aliases: await listed(call, namespace, cluster) };
    });
  });
}

/** Of each name the id of another entity that it leads to, by itself or by keys that link for sure; null: it may be given. */
export async function hijacked(entities: Entities, namespace: string, id: string, names: readonly string[]): Promise<(string | null)[]> {
  const own = (e: EntityRef) => e.id === id || e.via === id;
  return (await entities.owners(namespace, names)).map((owners) => (owners.some(own) ? null : (owners[0]?.id ?? null)));
}

export function conflict(operation: string, path: string, owner: string): PalimpsestError {
  const message = `refers to ${owner} already`;
  return new PalimpsestError('conflict', `${operation}: ${path} ${message}; choose another, or take it from that entity first`, {
    operation,
    issues: [{ path, message }],
  });
}

const ownName = () => {
  const [message, next] = ['is what the entity itself is called', 'give it another name with putEntity first'];
  return new PalimpsestError('conflict', `removeAlias: alias ${message}; ${next}`, {
    operation: 'removeAlias',
    issues: [{ path: 'alias', message, next }],
  });
};
