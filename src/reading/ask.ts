import { encodePart, keyOf } from '../domain/keys.ts';
import type { Predicate } from '../domain/predicate.ts';
import type { Lookups, Times } from './lookup.ts';

/** A predicate that is asked for, and the side it is asked from. */
export interface Asked {
  readonly predicate: Predicate;
  readonly inverse: boolean;
}

/** Where the facts of an entity that are asked for are found. Keys and names are encoded. */
export interface Reach {
  /** Slots found by subject and predicate in one seek. */
  readonly groups: readonly string[];
  /** Predicates whose slots belong to their value, asked from the subject's side; null: everything it has. */
  readonly had: readonly string[] | null;
  /** Predicates asked from the value's side. */
  readonly pointing: readonly string[];
  /** Some values are entities, whose names are wanted. */
  readonly named: boolean;
}

const ID = /^[a-z][a-z0-9_-]*:\S+$/u;

/** All by their canonical names; null: every predicate. */
export async function askedPredicates(
  { predicates }: Lookups,
  namespace: string,
  names: string | readonly string[] | undefined,
  operation: string,
): Promise<readonly Asked[] | null> {
  if (names === undefined) return null;
  if (typeof names === 'string') return [await predicates.require(namespace, names, operation, 'predicate')];
  return Promise.all(names.map((name, i) => predicates.require(namespace, name, operation, `predicate[${i}]`)));
}

/**
 * `past`: for what may have been recorded under other settings, which turned the slots round: then every slot that the entity ever had, or
 * was the value in, is looked through.
 */
export function reachOf(namespace: string, id: string, asked: readonly Asked[] | null, past = false): Reach {
  if (asked === null) return { groups: [], had: null, pointing: [], named: true };
  const groups = new Set<string>();
  const had = new Set<string>();
  const pointing = new Set<string>();
  for (const { predicate, inverse } of asked) {
    const { name, slotBy } = predicate;
    const turned = past && predicate.turned;
    // What is its own inverse (spouse) is asked from both sides.
    for (const side of predicate.inverse === name ? [false, true] : [inverse]) {
      if (!turned && side === (slotBy === 'value')) groups.add(keyOf(namespace, id, name));
      else (side ? pointing : had).add(encodePart(name));
    }
  }
  const named = asked.some((a) => a.predicate.valueType === 'entity');
  return { groups: [...groups], had: [...had], pointing: [...pointing], named };
}

/**
 * Reads about an entity. An id needs no look-up before: only when nothing was found is the registry asked whether there is such an
 * entity, or another one that answers to this text.
 */
export async function about<T>(
  { entities }: Lookups,
  namespace: string,
  mention: string,
  where: { readonly operation: string; readonly path: string; readonly at?: Times },
  read: (id: string) => Promise<T>,
  isEmpty: (found: T) => boolean,
): Promise<T> {
  const text = mention.trim();
  const { operation, path, at } = where;
  if (!ID.test(text)) return read((await entities.require(namespace, text, operation, path, at)).id);
  const found = await read(text);
  if (!isEmpty(found)) return found;
  const { id } = await entities.require(namespace, text, operation, path, at);
  return id === text ? found : read(id);
}
