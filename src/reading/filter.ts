import type { ListQueryInput } from '../contract/queries.ts';
import type { FactValue } from '../domain/fact.ts';
import { encodePart, keyOf } from '../domain/keys.ts';
import { VALUE_TYPES, type ValueType } from '../domain/predicate.ts';
import { entityKey } from '../domain/value.ts';
import type { Params } from '../engine/engine.ts';
import { invalidInput } from '../errors.ts';
import type { Graph } from '../graph.ts';
import { type ReadTyped, typedIn } from '../values/in-locale.ts';
import { type Asked, askedPredicates, reachOf } from './ask.ts';
import { had, pointing } from './groups.ts';
import type { Lookups, Times } from './lookup.ts';

/** Where candidates come from, and what they must have. */
export interface Filter {
  readonly from: 'groups' | 'namespace';
  readonly params: Params;
}

/** Null: nothing can fit. */
export async function filtersOf(graph: Graph, lookups: Lookups, namespace: string, q: ListQueryInput): Promise<Filter | null> {
  const asked = await askedPredicates(lookups, namespace, q.predicate, 'list');
  const predicates = await namesOf(lookups, namespace, asked, q.category);
  const common = {
    predicates,
    parts: Object.entries(q.qualifiers ?? {}).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`),
    valueKeys: q.value === undefined ? null : await keysOf(lookups, namespace, q, q.value, asked),
  };
  if (q.subject === undefined) return { from: 'namespace', params: { namespace, subject: null, ...common } };
  const { id } = await lookups.entities.require(namespace, q.subject.trim(), 'list', 'subject', q);
  const inverse = asked?.some((a) => a.inverse) ?? false;
  if (inverse && asked?.some((a) => !a.inverse))
    throw invalidInput('list', [{ path: 'predicate', message: 'asks from both sides of the subject', next: 'ask in two calls' }]);
  const reach = reachOf(namespace, id, asked, q.knownAt !== undefined);
  const key = keyOf(namespace, id);
  const groups = [...new Set([...reach.groups, ...(await had(graph, key, reach)), ...(await pointing(graph, key, reach))])];
  if (groups.length === 0) return null;
  if (!inverse) return { from: 'groups', params: { groups, subject: encodePart(id), ...common } };
  const own = entityKey(id);
  if (common.valueKeys !== null && !common.valueKeys.includes(own)) return null;
  return { from: 'groups', params: { groups, subject: null, ...common, valueKeys: [own] } };
}

async function namesOf(
  { predicates }: Lookups,
  namespace: string,
  asked: readonly Asked[] | null,
  category: string | undefined,
): Promise<string[] | null> {
  if (asked === null && category === undefined) return null;
  const all = asked?.map((a) => a.predicate) ?? (await predicates.list(namespace));
  return all.filter((p) => category === undefined || p.category === category).map((p) => encodePart(p.name));
}

/** The keys that a value may have, as its type depends on the predicate; of an ambiguous one those of all it may be. */
async function keysOf(
  { entities, settings }: Lookups,
  namespace: string,
  at: Times,
  value: FactValue,
  asked: readonly Asked[] | null,
): Promise<string[]> {
  const typed = typedIn(settings, namespace);
  const types: readonly ValueType[] = asked === null ? VALUE_TYPES : [...new Set(asked.map((a) => a.predicate.valueType))];
  const read = (await Promise.all(types.map((type) => keysAs(value, type, typed)))).flat();
  const entity = typeof value === 'string' ? await entities.find(namespace, value.trim(), at) : null;
  return [...new Set(entity === null ? read : [...read, entityKey(entity.id)])];
}

async function keysAs(value: FactValue, type: ValueType, typed: ReadTyped): Promise<string[]> {
  const read = await typed(value, type);
  if (!('problem' in read)) return [read.key];
  if (read.problem !== 'ambiguous') return [];
  return (await Promise.all(read.candidates.map((candidate) => keysAs(candidate, type, typed)))).flat();
}
