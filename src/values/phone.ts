import { createRequire } from 'node:module';
import type { CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { boundedPart } from '../domain/keys.ts';
import type { CanonicalValue } from '../domain/value.ts';
import { lazily } from './table.ts';
import { type ReadValue, readText, regionOf } from './value-type.ts';

/** Its table of all numbering plans takes a while, so only who has a phone number loads it. */
const parser = lazily(
  () =>
    (createRequire(import.meta.url)('libphonenumber-js/min') as { parsePhoneNumberFromString: typeof parsePhoneNumberFromString })
      .parsePhoneNumberFromString,
);
const NUMBER = /^(?:tel:)?[+\d(][\d\s().\-–/]*\d(?:\s*(?:;ext=|x|ext\.?|#)\s*\d+)?$/i;

/** E.164. A number without + belongs to the locale's region; without one it stays the local number it is, for no region is assumed. */
export const readPhone: ReadValue = (raw, said, options) => {
  const text = typeof raw === 'string' ? said : String(raw);
  const number = text.normalize('NFKC').trim();
  if (!NUMBER.test(number)) return readText(raw, said, options);
  const parsed = parser()(number.replace(/^tel:/i, ''), regionOf(options.locale) as CountryCode | undefined);
  if (parsed?.isValid()) {
    const value = parsed.ext === undefined ? parsed.number : `${parsed.number};ext=${parsed.ext}`;
    return { value, key: `p:${value}`, text: said };
  }
  const digits = number.replace(/^tel:/i, '').replace(/[^\d+;=x#]/gi, '');
  return { value: said, key: `p:${boundedPart(digits)}`, text: said };
};

/** A number of some region, nobody said which. */
export const isLocal = ({ key }: CanonicalValue): boolean => key.startsWith('p:') && !key.startsWith('p:+');
