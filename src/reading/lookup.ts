import type { Predicate } from '../domain/predicate.ts';
import type { NamespaceSettings } from '../domain/settings.ts';

/** What reading asks of the registry; it takes the registry by this shape and imports nothing of it. */
export interface PredicateLookup {
  /** By name, alias or inverse; `inverse` when the name asks from the value's side. */
  find(namespace: string, name: string): Promise<{ readonly predicate: Predicate; readonly inverse: boolean } | null>;
  /** As `find`; throws `not_found` naming operation and path, with names much like it. */
  require(
    namespace: string,
    name: string,
    operation: string,
    path: string,
  ): Promise<{ readonly predicate: Predicate; readonly inverse: boolean }>;
  list(namespace: string): Promise<readonly Predicate[]>;
}
export interface EntityName {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}
/** What a question is about, as it was asked: then a phrase meant who it meant then. */
export interface Times {
  readonly asOf?: string | undefined;
  readonly knownAt?: string | undefined;
}
export interface EntityLookup {
  /** Ids of all that were merged into an entity. */
  mergedInto(namespace: string, id: string): Promise<readonly string[]>;
  find(namespace: string, mention: string, at?: Times): Promise<EntityName | null>;
  /** As `find`; throws `not_found` naming operation and path. */
  require(namespace: string, mention: string, operation: string, path: string, at?: Times): Promise<EntityName>;
}
export interface SettingsLookup {
  get(namespace: string): Promise<NamespaceSettings>;
}
export interface Lookups {
  readonly predicates: PredicateLookup;
  readonly entities: EntityLookup;
  readonly settings: SettingsLookup;
}
