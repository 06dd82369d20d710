import { decodePart, encodePart, keyOf } from '../domain/keys.ts';
import { COMMON_SEPARATORS, type Predicate, type PredicateDefinition, UNKNOWN } from '../domain/predicate.ts';
import type { Params, Runner } from '../engine/engine.ts';
import { notFound, PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import { corePredicates } from './core-predicates.ts';
import { nearNames } from './near.ts';

const DAY = 86_400_000;

/** A predicate as the graph holds it. */
export interface PredicateRow {
  readonly name: string;
  readonly version: number;
  readonly source: string;
  readonly definition: string;
}
/** A name that a predicate wants and another one has. */
export interface NameTaken {
  readonly name: string;
  readonly owner: string;
}
/** As the procedures answer it. */
export const nameTaken = (taken: NameTaken | null): NameTaken | null =>
  taken === null ? null : { name: taken.name, owner: decodePart(taken.owner) };

/** A predicate by any of its names; `inverse` when the name asks from the value's side. */
export interface Found {
  readonly predicate: Predicate;
  readonly inverse: boolean;
}
/** As a write found it; `near`, where the write registered it: names much like it. */
export interface Used extends Found {
  readonly near?: readonly string[];
}
/** Names of one write that are compared with those there are; a load of many unknown ones isn't held up by it. */
const COMPARED = 50;

/** One spelling for what is said alike: "Shoe Size" and shoe-size are shoe_size. */
const spoken = (name: string): string =>
  name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[\s-]+/gu, '_');

export const halfLifeMs = (p: PredicateDefinition): number | null => (p.halfLifeDays === null ? null : p.halfLifeDays * DAY);

/** What the procedures read of a predicate, and its whole definition. */
export function predicateProperties(namespace: string, p: Predicate): Params {
  const { name, version, source, onRetire, ...rest } = p;
  // left out where it says nothing, as predicates were kept before there was such a thing
  const definition = onRetire.subject === null && onRetire.value === null ? rest : { ...rest, onRetire };
  return {
    namespace,
    definedIn: namespace,
    name: encodePart(name),
    version,
    source,
    cardinality: p.cardinality,
    slotBy: p.slotBy,
    margin: p.margin,
    halfLife: halfLifeMs(p),
    separators: [...new Set([...COMMON_SEPARATORS, ...p.separators])].sort(),
    // what no other predicate of the namespace may be called
    names: [...new Set([p.name, ...p.aliases, ...(p.inverse === null ? [] : [p.inverse])])].sort(),
    definition: JSON.stringify(definition),
  };
}

export const fromRow = (row: PredicateRow): Predicate => ({
  ...UNKNOWN,
  turned: false,
  ...(JSON.parse(row.definition) as PredicateDefinition),
  name: decodePart(row.name),
  version: row.version,
  source: row.source as Predicate['source'],
});

type Names = ReadonlyMap<string, Found>;
const NAMESPACES_KEPT = 2_000;
/** Other processes may change settings; writes find out by their version, reads after this long. */
const FRESH_MS = 5_000;

/** Names win over aliases, aliases over inverses. */
function namesOf(predicates: readonly Predicate[]): Names {
  const names = new Map<string, Found>();
  const add = (name: string | null, found: Found) => name !== null && !names.has(name) && names.set(name, found);
  for (const predicate of predicates) add(predicate.name, { predicate, inverse: false });
  for (const predicate of predicates) for (const alias of predicate.aliases) add(alias, { predicate, inverse: false });
  for (const predicate of predicates) add(predicate.inverse, { predicate, inverse: true });
  for (const [name, found] of [...names]) add(spoken(name), found);
  return names;
}
let core: Names | undefined;
const coreNames = (): Names => {
  core ??= namesOf(corePredicates());
  return core;
};

/** A namespace's own names, then those of the core that it hasn't redefined. */
function lookUp(own: Names, name: string): Found | null {
  const mine = own.get(name);
  if (mine !== undefined) return mine;
  const shipped = coreNames().get(name);
  return shipped === undefined || own.has(shipped.predicate.name) ? null : shipped;
}
/** worksFor is works_for, where that is known; GitHub stays one word where that is. */
const parted = (name: string): string => spoken(name.normalize('NFKC').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_'));
const resolve = (own: Names, name: string): Found | null => lookUp(own, name) ?? lookUp(own, spoken(name)) ?? lookUp(own, parted(name));

/** The predicates of a namespace: those in its graph over the shipped core. Remembered until a write finds them changed. */
export class Predicates {
  readonly #graph: Graph;
  readonly #known = new Map<string, { readonly names: Promise<Names>; readonly since: number }>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  forget(namespace: string): void {
    this.#known.delete(namespace);
  }

  async find(namespace: string, name: string): Promise<Found | null> {
    return resolve(await this.#own(namespace), name) ?? (await this.#another(namespace, name));
  }

  /** What is unknown here may be another process's new predicate or alias. */
  async #another(namespace: string, name: string): Promise<Found | null> {
    if (!this.#graph.engine.capabilities.multiProcess) return null;
    this.forget(namespace);
    return resolve(await this.#own(namespace), name);
  }

  /** For reads: the predicate that is meant, or `not_found` with names much like it. */
  async require(namespace: string, name: string, operation: string, path: string): Promise<Found> {
    const found = await this.find(namespace, name);
    if (found !== null) return found;
    const near = nearNames(spoken(name), await this.#names(namespace));
    const next = `${near.length === 0 ? '' : `did you mean ${near.join(' or ')}? `}see predicates for the names and aliases there are`;
    throw notFound(operation, path, 'names no predicate of this namespace', next);
  }

  async #names(namespace: string): Promise<string[]> {
    const own = await this.#own(namespace);
    return [...own.keys(), ...[...coreNames().keys()].filter((name) => lookUp(own, name) !== null)];
  }

  async list(namespace: string): Promise<Predicate[]> {
    const own = await this.#own(namespace);
    const mine = new Set([...own.values()].map((f) => f.predicate));
    const shipped = corePredicates().filter((p) => !own.has(p.name));
    return [...mine, ...shipped].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** As `find`, and brings what the graph doesn't have yet into it: core predicates as shipped, others as unknown. */
  async use(namespace: string, names: readonly string[], again = true): Promise<Map<string, Used>> {
    const found = new Map<string, Used>();
    const missing = new Map<string, Predicate>();
    for (const name of names) {
      const hit = (await this.find(namespace, name)) ?? {
        predicate: { ...UNKNOWN, name: spoken(name) || name.trim(), version: 0, source: 'unknown' as const, turned: false },
        inverse: false,
      };
      found.set(name, hit);
      if (hit.predicate.version === 0) missing.set(hit.predicate.name, { ...hit.predicate, version: 1 });
    }
    if (missing.size === 0) return found;
    if (!again) throw new PalimpsestError('busy', 'predicates kept changing meanwhile; try again');
    const fresh = [...found].filter(([, { predicate }]) => predicate.version === 0 && predicate.source === 'unknown');
    const known = fresh.length === 0 ? [] : await this.#names(namespace);
    const near = new Map(fresh.map(([name], i) => [name, i < COMPARED ? nearNames(spoken(name), known) : []]));
    await this.register(namespace, [...missing.values()]);
    const used = await this.use(namespace, names, false);
    return new Map([...used].map(([name, hit]) => [name, near.has(name) ? { ...hit, near: near.get(name) ?? [] } : hit]));
  }

  /** What is there already stays as it is; one whose names are another's is not made. */
  async register(namespace: string, predicates: readonly Predicate[], runner?: Runner): Promise<(NameTaken | null)[]> {
    const rows = predicates.map((p) => ({ key: keyOf(namespace, p.name), properties: predicateProperties(namespace, p) }));
    const written = await this.#graph.call<{ key: string; taken: NameTaken | null }>('registry/register-predicates', { rows }, runner);
    this.forget(namespace);
    const takenBy = new Map(written.map((w) => [w.key, nameTaken(w.taken)]));
    return rows.map((row) => takenBy.get(row.key) ?? null);
  }

  #own(namespace: string): Promise<Names> {
    const known = this.#known.get(namespace);
    const lasts = !this.#graph.engine.capabilities.multiProcess || performance.now() - (known?.since ?? 0) < FRESH_MS;
    if (known !== undefined && lasts) return known.names;
    if (this.#known.size >= NAMESPACES_KEPT) this.#known.delete(this.#known.keys().next().value as string);
    const loading = this.#graph.call<PredicateRow>('registry/predicates', { namespace }).then((rows) => namesOf(rows.map(fromRow)));
    this.#known.set(namespace, { names: loading, since: performance.now() });
    // a failed load is not remembered
    loading.catch(() => this.forget(namespace));
    return loading;
  }
}
