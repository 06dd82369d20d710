import { z } from 'zod';
import { rememberOptionsSchema } from './contract/candidate.ts';
import { parse, parseNamespace } from './contract/check.ts';
import { LIMITS } from './contract/limits.ts';
import type { Graph } from './graph.ts';
import { doctor } from './health/doctor.ts';
import { type OpenOptions, openGraph } from './open-graph.ts';
import type { Candidate, Palimpsest } from './palimpsest.ts';
import { asOf } from './reading/as-of.ts';
import { current } from './reading/current.ts';
import { history } from './reading/history.ts';
import { list } from './reading/list.ts';
import { neighbours } from './reading/neighbours.ts';
import { paths } from './reading/paths.ts';
import { why } from './reading/why.ts';
import { Entities } from './registry/entities.ts';
import { Predicates } from './registry/predicates.ts';
import { putEntity, readEntity } from './registry/put-entity.ts';
import { correct, retract, withdraw } from './truth/amend.ts';
import { definePredicate } from './truth/redefine.ts';
import { remember } from './truth/remember.ts';

export type { OpenOptions };
export { openGraph };

const batch = z.array(z.unknown()).max(LIMITS.batch, `holds more than ${LIMITS.batch} candidates`);

/** Opens a store and makes it ready: schema applied, procedures planned. Close it when done. */
export async function openPalimpsest(options: OpenOptions = {}): Promise<Palimpsest> {
  return palimpsestOn(await openGraph(options));
}

/** The verbs, each bound to its feature. */
export function palimpsestOn(graph: Graph): Palimpsest {
  const entities = new Entities(graph);
  const predicates = new Predicates(graph);
  const registry = { entities, predicates };

  return Object.freeze({
    async remember(namespace: string, candidates: Candidate | readonly Candidate[], options = {}) {
      const ns = parseNamespace(namespace, 'remember');
      const list = parse(batch, Array.isArray(candidates) ? candidates : [candidates], 'remember', 'facts');
      const { idempotencyKey = null } = parse(rememberOptionsSchema, options, 'remember', 'options');
      return remember(graph, registry, ns, list, idempotencyKey);
    },
    current: async (namespace, query) => current(graph, registry, parseNamespace(namespace, 'current'), query),
    asOf: async (namespace, query) => asOf(graph, registry, parseNamespace(namespace, 'asOf'), query),
    list: async (namespace, query) => list(graph, registry, parseNamespace(namespace, 'list'), query),
    history: async (namespace, query) => history(graph, registry, parseNamespace(namespace, 'history'), query),
    why: async (namespace, factId) => why(graph, parseNamespace(namespace, 'why'), factId),
    neighbours: async (namespace, query) => neighbours(graph, registry, parseNamespace(namespace, 'neighbours'), query),
    paths: async (namespace, query) => paths(graph, registry, parseNamespace(namespace, 'paths'), query),
    retract: async (namespace, input) => retract(graph, registry, parseNamespace(namespace, 'retract'), input),
    withdraw: async (namespace, input) => withdraw(graph, parseNamespace(namespace, 'withdraw'), input),
    correct: async (namespace, input) => correct(graph, registry, parseNamespace(namespace, 'correct'), input),
    predicates: async (namespace) => predicates.list(parseNamespace(namespace, 'predicates')),
    definePredicate: async (namespace, name, definition, change) =>
      definePredicate(graph, predicates, parseNamespace(namespace, 'definePredicate'), name, definition, change),
    putEntity: async (namespace, id, entity) => putEntity(graph, entities, parseNamespace(namespace, 'putEntity'), id, entity),
    async entity(namespace, mention) {
      const ns = parseNamespace(namespace, 'entity');
      const { id } = await entities.require(ns, mention, 'entity', 'id');
      return readEntity(graph, ns, id);
    },
    doctor: async (namespace) => doctor(graph, namespace === undefined ? null : parseNamespace(namespace, 'doctor')),
    close: () => graph.engine.close(),
  } satisfies Palimpsest);
}
