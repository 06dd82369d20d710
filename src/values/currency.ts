import { lazily, NameTable, readSeed, type SaidIn } from './table.ts';
import { readCoded, regionOf, type ValueOptions } from './value-type.ts';

interface Seed {
  readonly codes: string;
  /** Digits after the point where it isn't two. */
  readonly digits: Readonly<Record<string, number>>;
  /** What is paid with today, by territory. */
  readonly inUse: Readonly<Record<string, readonly string[]>>;
  readonly saidIn: SaidIn;
}

const currencies = lazily(() => {
  const { codes, digits, inUse, saidIn } = readSeed<Seed>('currencies.json');
  return { codes: new Set(codes.split(' ')), digits, inUse, names: new NameTable('currencies.tsv', saidIn) };
});

/** ISO 4217. Of several currencies with one symbol the locale's region has its own. */
export function findCurrency(text: string, { locale }: ValueOptions): readonly string[] {
  const { codes, inUse, names } = currencies();
  const code = text.toUpperCase();
  if (codes.has(code)) return [code];
  const all = names.find(text);
  const here = all.filter((found) => inUse[regionOf(locale) ?? '']?.includes(found));
  return here.length === 1 ? here : names.find(text, locale);
}

export const digitsOf = (code: string): number => currencies().digits[code] ?? 2;
export const readCurrency = readCoded('u', findCurrency);
