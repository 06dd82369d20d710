/** The public face; a name added here becomes part of it. */
export type { ClaimOrigin, FoldOutcome, Origin } from './domain/claim.ts';
export type { Entity } from './domain/entity.ts';
export type { Challenger, ClaimSource, ClaimView, DependsOn, Fact, FactStatus, FactValue, Qualifiers, Visibility } from './domain/fact.ts';
export type { Cardinality, Predicate, PredicateDefinition, Tier, ValueType } from './domain/predicate.ts';
export type { NamespaceSettings, RoleDefinition } from './domain/settings.ts';
export { ERRORS, type ErrorCode, type Issue, isPalimpsestError, PalimpsestError } from './errors.ts';
export { type ImportDone, type ImportOptions, type ImportTotals, importFacts } from './loading/import-facts.ts';
export type * from './palimpsest.ts';
export { type OpenOptions, openPalimpsest } from './store.ts';
export { relateTimezones, type TimezoneRelation } from './values/timezone.ts';
