import type { FactValue } from '../domain/fact.ts';
import { boundedPart, foldValue } from '../domain/keys.ts';
import type { CanonicalValue } from '../domain/value.ts';

/** What keeps a text from being a value of a type: it can't be one, or it may be several; candidates are canonical values of the type. */
export type Problem =
  | { readonly problem: 'invalid'; readonly message: string }
  | { readonly problem: 'ambiguous'; readonly candidates: readonly string[] };

export interface ValueOptions {
  /** BCP 47, such as `en-IN`: decides where the text alone doesn't. */
  readonly locale?: string | undefined;
}

/** Reads one type. `raw` is as it was given, `text` without spaces around it and never empty. */
export type ReadValue = (raw: FactValue, text: string, options: ValueOptions) => CanonicalValue | Problem;

export const invalid = (message: string): Problem => ({ problem: 'invalid', message });
export const ambiguous = (candidates: readonly string[]): Problem => ({ problem: 'ambiguous', candidates });
export const isProblem = (read: object): read is Problem => 'problem' in read;

/** Also of what a type doesn't know: nothing is lost, and the same words are the same value. */
export const readText: ReadValue = (raw, text) => ({
  value: typeof raw === 'string' ? text : raw,
  key: `t:${boundedPart(foldValue(text))}`,
  text,
});

/** For what is read by a pattern that takes longer the longer a text is: nobody writes an amount in so many letters. */
export const unlessLong =
  (read: ReadValue): ReadValue =>
  (raw, text, options) =>
    (text.length > 200 ? readText : read)(raw, text, options);

/** The region a locale names; one without says nothing about places. */
export const regionOf = (locale: string | undefined): string | undefined =>
  locale === undefined ? undefined : new Intl.Locale(locale).region;

/** A type whose values have codes: one code is the value, none is kept as text. */
export function readCoded(prefix: string, find: (text: string, options: ValueOptions) => readonly string[]): ReadValue {
  return (raw, text, options) => {
    const found = find(text, options);
    const [code] = found;
    if (code === undefined) return readText(raw, text, options);
    return found.length > 1 ? ambiguous(found) : { value: code, key: `${prefix}:${boundedPart(code)}`, text };
  };
}
