import { z } from 'zod';
import { parse, parseNamespace } from './contract/check.ts';
import { LIMITS } from './contract/limits.ts';
import { rememberOptionsSchema } from './contract/operations.ts';
import { entityMentionSchema } from './contract/queries.ts';
import type { Entity } from './domain/entity.ts';
import { isPalimpsestError, PalimpsestError } from './errors.ts';
import type { Graph } from './graph.ts';
import { doctor } from './health/doctor.ts';
import { how, whySame } from './identity/explain.ts';
import { judge } from './identity/judge.ts';
import { merge } from './identity/merge.ts';
import { split } from './identity/split.ts';
import { unmerge } from './identity/unmerge.ts';
import { type OpenOptions, openGraph } from './open-graph.ts';
import { imported } from './operations/import.ts';
import { operation, operations } from './operations/read.ts';
import { undo } from './operations/undo.ts';
import type { Palimpsest } from './palimpsest.ts';
import { asOf } from './reading/as-of.ts';
import { current } from './reading/current.ts';
import { history } from './reading/history.ts';
import { list } from './reading/list.ts';
import { neighbours } from './reading/neighbours.ts';
import { paths } from './reading/paths.ts';
import { why } from './reading/why.ts';
import { addAlias, aliases, removeAlias } from './registry/aliases.ts';
import { changeSettings } from './registry/change-settings.ts';
import { Entities } from './registry/entities.ts';
import { Predicates } from './registry/predicates.ts';
import { putEntity, readEntity } from './registry/put-entity.ts';
import { resolve } from './registry/resolve.ts';
import { Settings } from './registry/settings.ts';
import { Whom } from './registry/whom.ts';
import { retire } from './retire/retire.ts';
import { decideReview, decideReviews } from './review/decide.ts';
import { review, reviews } from './review/read.ts';
import { settleParked, settleReviews } from './review/settle.ts';
import { archive } from './truth/archive.ts';
import { Commits } from './truth/commits.ts';
import { correct } from './truth/correct.ts';
import { factsAmong } from './truth/depend.ts';
import { definePredicate } from './truth/redefine.ts';
import { type Desk, remember } from './truth/remember.ts';
import { retract } from './truth/retract.ts';
import { withdraw } from './truth/withdraw.ts';

export type { OpenOptions };
export { openGraph };

const rows = z.array(z.unknown()).max(LIMITS.batch, `holds more than ${LIMITS.batch} decisions; send them in several calls`);
const batch = z.array(z.unknown()).max(LIMITS.batch, `holds more than ${LIMITS.batch} candidates; send them in several calls`);

/** Opens a store and makes it ready: schema applied, procedures planned. Close it when done. */
export async function openPalimpsest(options: OpenOptions = {}): Promise<Palimpsest> {
  return palimpsestOn(await openGraph(options));
}

/** The verbs, each bound to its feature. */
export function palimpsestOn(graph: Graph): Palimpsest {
  const entities = new Entities(graph);
  const predicates = new Predicates(graph);
  const settings = new Settings(graph);
  const whom = new Whom(graph, { entities, predicates, settings });
  const registry = { entities, predicates, settings, whom, factsAmong: factsAmong(graph) };
  const lookups = { entities: whom, predicates, settings };
  const desk: Desk = {
    registry,
    commits: new Commits(graph),
    parked: (namespace, doubts) => settleParked(graph, desk, namespace, doubts),
  };

  /** What waits for whom one of an entity's names means is clear by now. */
  const settle = (namespace: string, { id, merged, name, aliases: others }: Entity, cause: string | null = null) =>
    settleReviews(graph, desk, namespace, [id, ...merged, name, ...others], cause);

  /** What waits for anything is looked at: what it waits for may be clear by this. */
  const settleAll = async <T extends object>(namespace: string, done: Promise<T>): Promise<T> => {
    const reply: T & { readonly operationId?: string | null } = await done;
    // a plan has done nothing
    if (reply.operationId !== null) await settleReviews(graph, desk, namespace, undefined, reply.operationId);
    return reply;
  };

  const takeBack: Palimpsest['undo'] = (namespace, id, input, options) => {
    // whom a name means is what others wait for
    const named = () => settleReviews(graph, desk, namespace);
    return undo({ graph, registry, named }, namespace, id, input, options);
  };
  const decider = { graph, desk, undo: takeBack };

  return Object.freeze<Palimpsest>({
    remember: verb('remember', async (namespace, candidates, options = {}) => {
      const list = parse(batch, Array.isArray(candidates) ? candidates : [candidates], 'remember', 'facts');
      const { idempotencyKey = null, import: act } = parse(rememberOptionsSchema, options, 'remember', 'options');
      const work = () => remember(graph, desk, namespace, list, idempotencyKey);
      return act === undefined ? work() : imported(graph, namespace, act, work);
    }),
    current: verb('current', (namespace, query) => current(graph, lookups, namespace, query)),
    asOf: verb('asOf', (namespace, query) => asOf(graph, lookups, namespace, query)),
    list: verb('list', (namespace, query) => list(graph, lookups, namespace, query)),
    history: verb('history', (namespace, query) => history(graph, lookups, namespace, query)),
    why: verb('why', (namespace, factId) => why(graph, namespace, factId)),
    neighbours: verb('neighbours', (namespace, query) => neighbours(graph, lookups, namespace, query)),
    paths: verb('paths', (namespace, query) => paths(graph, lookups, namespace, query)),
    retract: verb('retract', (namespace, input, options) => retract(graph, registry, namespace, input, options)),
    withdraw: verb('withdraw', (namespace, input, options) => withdraw(graph, registry, namespace, input, options)),
    archive: verb('archive', (namespace, input, options) => archive(graph, registry, namespace, 'archive', input, options)),
    restore: verb('restore', (namespace, input, options) => archive(graph, registry, namespace, 'restore', input, options)),
    correct: verb('correct', (namespace, input, options) => correct(graph, registry, namespace, input, options)),
    operations: verb('operations', (namespace, query) => operations(graph, whom, namespace, query)),
    operation: verb('operation', (namespace, id) => operation(graph, namespace, id)),
    undo: verb('undo', takeBack),
    predicates: verb('predicates', (namespace) => predicates.list(namespace)),
    definePredicate: verb('definePredicate', (namespace, name, definition, change) =>
      definePredicate(graph, predicates, namespace, name, definition, change),
    ),
    putEntity: verb('putEntity', async (namespace, id, entity) => {
      const put = await putEntity(graph, registry, namespace, id, entity);
      await settle(namespace, put);
      return put;
    }),
    entity: verb('entity', async (namespace, mention) => {
      const { id } = await whom.require(namespace, parse(entityMentionSchema, mention, 'entity', 'id'), 'entity', 'id');
      return readEntity(graph, namespace, id);
    }),
    merge: verb('merge', async (namespace, input, options) => {
      const reply = await merge(graph, registry, namespace, input, options);
      // who was one of the two is clear by now, by a name or by a role
      if (!reply.already) await settleReviews(graph, desk, namespace, undefined, reply.operationId);
      return reply;
    }),
    unmerge: verb('unmerge', (namespace, input, options) => settleAll(namespace, unmerge(graph, entities, namespace, input, options))),
    split: verb('split', (namespace, mention, input, options) =>
      settleAll(namespace, split(graph, registry, namespace, mention, input, options)),
    ),
    retire: verb('retire', (namespace, mention, input, options) =>
      settleAll(namespace, retire(graph, registry, namespace, mention, input, options)),
    ),
    judge: verb('judge', (namespace, input, options) => judge(graph, registry, namespace, input, options)),
    whySame: verb('whySame', (namespace, a, b) => whySame(graph, registry, namespace, a, b)),
    how: verb('how', (namespace, mention) => how(graph, registry, namespace, mention)),
    resolve: verb('resolve', (namespace, mentions) => resolve(registry, namespace, mentions)),
    aliases: verb('aliases', (namespace, id) => aliases(graph, entities, namespace, id)),
    addAlias: verb('addAlias', async (namespace, id, input, options) => {
      const reply = await addAlias(graph, registry, namespace, id, input, options);
      await settle(namespace, await readEntity(graph, namespace, reply.entity), reply.operationId);
      return reply;
    }),
    removeAlias: verb('removeAlias', (namespace, id, alias, act, options) =>
      settleAll(namespace, removeAlias(graph, entities, namespace, id, alias, act, options)),
    ),
    reviews: verb('reviews', (namespace, query) => reviews(graph, whom, namespace, query)),
    review: verb('review', (namespace, id) => review(graph, namespace, id)),
    decideReview: verb('decideReview', (namespace, id, decision) => decideReview(decider, namespace, id, decision)),
    decideReviews: verb('decideReviews', async (namespace, decisions) =>
      decideReviews(decider, namespace, parse(rows, decisions, 'decideReviews', 'decisions')),
    ),
    settings: verb('settings', (namespace) => settings.get(namespace)),
    changeSettings: verb('changeSettings', (namespace, change) => settleAll(namespace, changeSettings(registry, namespace, change))),
    doctor: (namespace) =>
      namespace === undefined ? named('doctor', () => doctor(graph, null)) : verb('doctor', (ns) => doctor(graph, ns))(namespace),
    close: () => graph.engine.close(),
  });
}

type Verb<A extends unknown[], R> = (namespace: string, ...rest: A) => Promise<R>;

/** What every verb does first and last: its namespace is checked, and its errors speak of it. */
const verb =
  <A extends unknown[], R>(name: keyof Palimpsest, work: Verb<A, R>): Verb<A, R> =>
  (namespace, ...rest) =>
    named(name, () => work(parseNamespace(namespace, name), ...rest));

/** An error of a procedure says which verb failed; which procedure it was, its cause says. */
async function named<R>(name: keyof Palimpsest, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    const { operation, issues, details } = isPalimpsestError(error) ? error : {};
    if (!isPalimpsestError(error) || !(operation?.includes('/') || operation === 'transaction')) throw error;
    const message = error.message.replace(`${operation}: `, `${name}: `);
    throw new PalimpsestError(error.code, message, {
      operation: name,
      ...(issues !== undefined && { issues }),
      ...(details !== undefined && { details }),
      cause: error,
    });
  }
}
