import { decodePart, encodePart, keyOf } from '../domain/keys.ts';
import { COMMON_SEPARATORS, type Predicate, type PredicateDefinition, UNKNOWN } from '../domain/predicate.ts';
import type { Params } from '../engine/engine.ts';
import type { Graph } from '../graph.ts';
import { corePredicates } from './core-predicates.ts';

const DAY = 86_400_000;

interface Row {
  readonly name: string;
  readonly version: number;
  readonly source: string;
  readonly definition: string;
}
/** A predicate by any of its names; `inverse` when the name asks from the value's side. */
export interface Found {
  readonly predicate: Predicate;
  readonly inverse: boolean;
}

const spoken = (name: string): string =>
  name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, '_');

export const halfLifeMs = (p: PredicateDefinition): number | null => (p.halfLifeDays === null ? null : p.halfLifeDays * DAY);

/** What the procedures read of a predicate, and its whole definition. */
export function predicateProperties(namespace: string, p: Predicate): Params {
  const { name, version, source, ...definition } = p;
  return {
    namespace,
    name: encodePart(name),
    version,
    source,
    cardinality: p.cardinality,
    slotBy: p.slotBy,
    margin: p.margin,
    halfLife: halfLifeMs(p),
    separators: [...new Set([...COMMON_SEPARATORS, ...p.separators])].sort(),
    definition: JSON.stringify(definition),
  };
}

const fromRow = (row: Row): Predicate => ({
  ...UNKNOWN,
  ...(JSON.parse(row.definition) as PredicateDefinition),
  name: decodePart(row.name),
  version: row.version,
  source: row.source as Predicate['source'],
});

/** The predicates of a namespace: those in its graph over the shipped core. Remembered until a write finds them changed. */
export class Predicates {
  readonly #graph: Graph;
  readonly #known = new Map<string, Promise<Map<string, Found>>>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  forget(namespace: string): void {
    this.#known.delete(namespace);
  }

  async find(namespace: string, name: string): Promise<Found | null> {
    const names = await this.#names(namespace);
    return names.get(name) ?? names.get(spoken(name)) ?? null;
  }

  async list(namespace: string): Promise<Predicate[]> {
    const found = [...(await this.#names(namespace)).values()].filter((f) => !f.inverse).map((f) => f.predicate);
    return [...new Set(found)].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** As `find`, and brings what the graph doesn't have yet into it: core predicates as shipped, others as unknown. */
  async use(namespace: string, names: readonly string[]): Promise<Map<string, Found>> {
    const known = await this.#names(namespace);
    const found = new Map<string, Found>();
    const missing = new Map<string, Predicate>();
    for (const name of names) {
      const hit = known.get(name) ?? known.get(spoken(name));
      const predicate = hit?.predicate ?? { ...UNKNOWN, name, version: 1, source: 'unknown' as const };
      found.set(name, { predicate, inverse: hit?.inverse ?? false });
      if (hit === undefined || predicate.version === 0) missing.set(predicate.name, { ...predicate, version: 1 });
    }
    if (missing.size === 0) return found;
    await this.register(namespace, [...missing.values()]);
    return this.use(namespace, names);
  }

  async register(namespace: string, predicates: readonly Predicate[]): Promise<void> {
    const rows = predicates.map((p) => ({ key: keyOf(namespace, p.name), properties: predicateProperties(namespace, p) }));
    await this.#graph.call<Row>('registry/register-predicates', { rows });
    this.forget(namespace);
  }

  #names(namespace: string): Promise<Map<string, Found>> {
    const known = this.#known.get(namespace) ?? this.#load(namespace);
    this.#known.set(namespace, known);
    // A failed load is not remembered.
    known.catch(() => this.forget(namespace));
    return known;
  }

  async #load(namespace: string): Promise<Map<string, Found>> {
    const stored = (await this.#graph.call<Row>('registry/predicates', { namespace })).map(fromRow);
    const own = new Set(stored.map((p) => p.name));
    const all = [...stored, ...corePredicates().filter((p) => !own.has(p.name))];
    const names = new Map<string, Found>();
    const add = (name: string, found: Found) => names.has(name) || names.set(name, found);
    // Names win over aliases, aliases over inverses, the namespace's own over the core.
    for (const predicate of all) add(predicate.name, { predicate, inverse: false });
    for (const predicate of all) for (const alias of predicate.aliases) add(alias, { predicate, inverse: false });
    for (const predicate of all) if (predicate.inverse !== null) add(predicate.inverse, { predicate, inverse: true });
    return names;
  }
}
