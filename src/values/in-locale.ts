import type { FactValue } from '../domain/fact.ts';
import type { ValueType } from '../domain/predicate.ts';
import type { CanonicalValue } from '../domain/value.ts';
import { canonicalValue, leftToLocale } from './canonical.ts';
import type { Problem } from './value-type.ts';

/** Where the locale of a namespace is kept. */
export interface Locales {
  get(namespace: string): Promise<{ readonly locale: string | null }>;
}
export type ReadTyped = (raw: FactValue, type: ValueType) => Promise<CanonicalValue | Problem>;

/** Reads the values of one call; the namespace's locale is asked for once, and only where it may decide. */
export function typedIn(locales: Locales, namespace: string): ReadTyped {
  let locale: Promise<string | null> | undefined;
  return async (raw, type) => {
    const read = canonicalValue(raw, type);
    if (!leftToLocale(read, type)) return read;
    locale ??= locales.get(namespace).then((s) => s.locale);
    const decided = (await locale) ?? undefined;
    return decided === undefined ? read : canonicalValue(raw, type, { locale: decided });
  };
}
