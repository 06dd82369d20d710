import { readFileSync } from 'node:fs';
import { type Predicate, UNKNOWN } from '../domain/predicate.ts';

let core: readonly Predicate[] | undefined;

/** The shipped set; version 0: not yet in any graph. */
export function corePredicates(): readonly Predicate[] {
  core ??= read();
  return core;
}

function read(): readonly Predicate[] {
  const file = new URL('../../seeds/predicates.json', import.meta.url);
  const { predicates } = JSON.parse(readFileSync(file, 'utf8')) as { predicates: readonly Partial<Predicate>[] };
  return predicates.map((p) => ({ ...UNKNOWN, ...p, name: p.name as string, version: 0, source: 'core', turned: false }));
}
