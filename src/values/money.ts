import { boundedPart, foldText } from '../domain/keys.ts';
import type { CanonicalValue } from '../domain/value.ts';
import { digitsOf, findCurrency } from './currency.ts';
import { readDecimal, shift, unmistakable } from './decimal.ts';
import { ambiguous, isProblem, readText, unlessLong, type ValueOptions } from './value-type.ts';

const AMOUNT =
  /^(?<sign>[-−])? ?(?<before>[^\d+\-−]*?) ?(?<number>[+-]?\d(?:[\d.,'’_ \u00a0\u202f]*\d)?) ?(?<after>[^\d]*?)(?: ?(?:\/|per |an? |pro |je |im |p\. ?)(?<period>[\p{L}. ]+))?$/iu;

/** Powers of ten by their names; German's Billion is not English's, so only its plural is one. */
const SCALES = byWord([
  [3, 'k|thousand|tsd|tausend'],
  [6, 'm|mn|mm|mio|million|millions|millionen'],
  [9, 'b|bn|billion|billions|mrd|milliarde|milliarden'],
  [12, 'tn|trillion|trillions|billionen'],
]);
const PERIODS = byWord([
  ['year', 'year|annum|a|a.|yr|jahr'],
  ['month', 'month|mo|mon|monat'],
  ['week', 'week|wk|woche'],
  ['day', 'day|tag'],
  ['hour', 'hour|h|hr|stunde'],
]);

function byWord<T>(words: readonly (readonly [meaning: T, words: string])[]): ReadonlyMap<string, T> {
  return new Map(words.flatMap(([meaning, said]) => said.split('|').map((word): [string, T] => [word, meaning])));
}

/** `USD 5.50`, or `5.5` where no currency was said: none is assumed. With the period a rate is for: `EUR 80000.00/year`. */
export const readMoney = unlessLong((raw, text, options) => {
  const { sign = '', before = '', number = '', after = '', period } = AMOUNT.exec(text.replace(/\s+/g, ' '))?.groups ?? {};
  const [scale, unit] = scaled(after);
  const per = period === undefined ? '' : PERIODS.get(foldText(period));
  if (number === '' || per === undefined) return readText(raw, text, options);
  const words = [before, unit].map((word) => word.trim()).filter((word) => word !== '');
  const codes = words.length === 0 ? [''] : currencyOf(words, options);
  const read = readDecimal(`${sign}${number}`, options.locale, false);
  const amounts = typeof read === 'string' ? [read] : isProblem(read) && read.problem === 'ambiguous' ? read.candidates : [];
  const all = codes.flatMap((code) =>
    likely(amounts, code, number, scale).map((amount) => canonical(code, shift(amount, scale), per, text)),
  );
  const [one] = all;
  if (one === undefined) return readText(raw, text, options);
  return all.length > 1 ? ambiguous(all.map((each) => String(each.value))) : one;
});

/** "50,000 USD": nobody writes thousandths of a cent. "1.859 €" may be the price of a litre, and "1.234 million" a fraction. */
function likely(amounts: readonly string[], code: string, number: string, scale: number): readonly string[] {
  const thousands = amounts.length > 1 && code !== '' && digitsOf(code) < 3 && scale === 0 && !/^[+-]?\d\.\d{3}$/.test(number);
  return thousands ? amounts.slice(0, 1) : amounts;
}

/** "$5 CAD" says it twice: what both can be; the locale decides only between what is left. */
function currencyOf(words: readonly string[], options: ValueOptions): readonly string[] {
  const [first = [], ...others] = words.map((word) => findCurrency(word, {}));
  const both = first.filter((code) => others.every((codes) => codes.includes(code)));
  const [word] = words;
  const here = both.length > 1 && word !== undefined ? findCurrency(word, options).filter((code) => both.includes(code)) : [];
  return here.length === 1 ? here : both;
}

/** "k EUR", "Mio. €", "million dollars": the scale, and what is left. */
function scaled(after: string): [places: number, rest: string] {
  const [, word = '', rest = ''] = /^(\p{L}+)\.? ?(.*)$/u.exec(after.trim()) ?? [];
  const places = SCALES.get(word.toLowerCase());
  return places === undefined ? [0, after] : [places, rest];
}

function canonical(code: string, amount: string, period: string, text: string): CanonicalValue {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = code === '' ? 0 : digitsOf(code);
  const padded = unmistakable(fraction === '' && digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, '0')}`);
  const rate = period === '' ? '' : `/${period}`;
  const value = `${code === '' ? '' : `${code} `}${padded}${rate}`;
  return { value, key: `m:${boundedPart(`${code}:${amount}${rate}`)}`, text };
}
