import { boundedPart, foldText } from '../domain/keys.ts';
import type { CanonicalValue } from '../domain/value.ts';
import { digitsOf, findCurrency } from './currency.ts';
import { readDecimal, shift, unmistakable } from './decimal.ts';
import { ambiguous, isProblem, type ReadValue, readText } from './value-type.ts';

const AMOUNT =
  /^(?<sign>[-−])? ?(?<before>[^\d+\-−]*?) ?(?<number>[+-]?\d(?:[\d.,'’_ \u00a0\u202f]*\d)?) ?(?<after>[^\d]*?)(?: ?(?:\/|per |an? |pro |je |im |p\. ?)(?<period>[\p{L}. ]+))?$/iu;

/** Powers of ten by their names; German's Billion is not English's, so only its plural is one. */
const SCALES: Readonly<Record<string, number>> = Object.fromEntries(
  (
    [
      [3, 'k thousand tsd tausend'],
      [6, 'm mn mm mio million millions millionen'],
      [9, 'b bn billion billions mrd milliarde milliarden'],
      [12, 'tn trillion trillions billionen'],
    ] as const
  ).flatMap(([places, words]) => words.split(' ').map((word) => [word, places])),
);
const PERIODS: Readonly<Record<string, string>> = Object.fromEntries(
  ['year|annum|a|a.|yr|jahr', 'month|mo|mon|monat', 'week|wk|woche', 'day|tag', 'hour|h|hr|stunde'].flatMap((words) =>
    words.split('|').map((word) => [word, words.split('|')[0] as string]),
  ),
);

/** `USD 5.50`, or `5.5` where no currency was said: none is assumed. With the period a rate is for: `EUR 80000.00/year`. */
export const readMoney: ReadValue = (raw, text, options) => {
  const { sign = '', before = '', number = '', after = '', period } = AMOUNT.exec(text.replace(/\s+/g, ' '))?.groups ?? {};
  const [scale, unit] = scaled(after);
  const per = period === undefined ? '' : PERIODS[foldText(period)];
  if (number === '' || per === undefined) return readText(raw, text, options);
  const words = [before, unit].map((word) => word.trim()).filter((word) => word !== '');
  const found = words.map((word) => findCurrency(word, options));
  if (found.some((codes) => codes.length === 0)) return readText(raw, text, options);
  // "$5 CAD" is said twice: what both can be
  const codes = found.length === 0 ? [''] : (found[0] as readonly string[]).filter((code) => found.every((f) => f.includes(code)));
  const read = readDecimal(`${sign}${number}`, options.locale, false);
  const amounts = typeof read === 'string' ? [read] : isProblem(read) && read.problem === 'ambiguous' ? read.candidates : [];
  const all = codes.flatMap((code) => amounts.map((amount) => canonical(code, shift(amount, scale), per, text)));
  const [one] = all;
  if (one === undefined) return readText(raw, text, options);
  return all.length > 1 ? ambiguous(all.map((each) => String(each.value))) : one;
};

/** "k EUR", "Mio. €", "million dollars": the scale, and what is left. */
function scaled(after: string): [places: number, rest: string] {
  const [, word = '', rest = ''] = /^(\p{L}+)\.?(?: (.*)|(?=\P{L}|$)(.*))?$/u.exec(after.trim()) ?? [];
  const places = SCALES[word] ?? SCALES[word.toLowerCase()];
  return places === undefined ? [0, after] : [places, rest || (/^\p{L}+\.?(\P{L}.*)$/u.exec(after.trim())?.[1] ?? '')];
}

function canonical(code: string, amount: string, period: string, text: string): CanonicalValue {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = code === '' ? 0 : digitsOf(code);
  const padded = unmistakable(fraction === '' && digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, '0')}`);
  const rate = period === '' ? '' : `/${period}`;
  const value = `${code === '' ? '' : `${code} `}${padded}${rate}`;
  return { value, key: `m:${boundedPart(`${code}:${amount}${rate}`)}`, text };
}
