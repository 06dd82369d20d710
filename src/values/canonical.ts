import type { FactValue } from '../domain/fact.ts';
import type { ValueType } from '../domain/predicate.ts';
import type { CanonicalValue } from '../domain/value.ts';
import { readBoolean } from './boolean.ts';
import { readCountry } from './country.ts';
import { readCurrency } from './currency.ts';
import { readDate } from './date.ts';
import { readEmail } from './email.ts';
import { readLanguage } from './language.ts';
import { readMoney } from './money.ts';
import { readNumber } from './number.ts';
import { isLocal, readPhone } from './phone.ts';
import { readQuantity } from './quantity.ts';
import { isRegional, readTimezone } from './timezone.ts';
import { readTool } from './tool.ts';
import { readUrl } from './url.ts';
import { invalid, type Problem, type ReadValue, readText, type ValueOptions } from './value-type.ts';

const READERS: Readonly<Record<ValueType, ReadValue>> = {
  text: readText,
  // the registry resolves entities; here only as the words that name one
  entity: readText,
  timezone: readTimezone,
  country: readCountry,
  currency: readCurrency,
  language: readLanguage,
  date: readDate,
  number: readNumber,
  quantity: readQuantity,
  money: readMoney,
  url: readUrl,
  email: readEmail,
  phone: readPhone,
  boolean: readBoolean,
  tool: readTool,
};

/** Reads a value by its predicate's type: the canonical form and the words as said, or what keeps it from being one. */
export function canonicalValue(raw: FactValue, type: ValueType, { locale }: ValueOptions = {}): CanonicalValue | Problem {
  const text = String(raw).normalize('NFC').trim();
  return text === '' ? invalid('is empty') : READERS[type](raw, text, { locale: localeOf(locale) });
}

/** Whether a locale may read it otherwise than it was read without one. */
export function leftToLocale(read: CanonicalValue | Problem, type: ValueType): boolean {
  if ('problem' in read) return read.problem === 'ambiguous';
  return type === 'timezone' ? isRegional(read.text) : type === 'phone' && isLocal(read);
}

/** How a problem reads in an issue: never with the value itself, but with what it may be. */
export function describeProblem(problem: Problem): { readonly message: string; readonly next?: string } {
  if (problem.problem === 'invalid') return { message: problem.message };
  const { candidates } = problem;
  const named = candidates.length > SHOWN ? [...candidates.slice(0, SHOWN), 'another one'] : candidates;
  return { message: `may be ${named.slice(0, -1).join(', ')} or ${named.at(-1)}`, next: 'say which one' };
}
const SHOWN = 5;

/** A locale nobody can read decides nothing. */
function localeOf(locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined;
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}
