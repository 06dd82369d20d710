import { boundedPart, foldText } from '../domain/keys.ts';
import { readDecimal, unmistakable } from './decimal.ts';
import { lazily, readSeed } from './table.ts';
import { ambiguous, isProblem, type Problem, readText, regionOf, unlessLong } from './value-type.ts';

/** A unit in terms of the canonical one of its dimension: times the factor, plus the offset. */
interface Unit {
  readonly base: string;
  readonly factor: number;
  readonly offset: number;
  /** The system a name belongs to that several systems have: US, GB or metric. */
  readonly system: string | null;
}
interface Seed {
  readonly units: readonly (readonly [
    base: string,
    factor: number,
    symbols: string,
    names: string,
    system?: string | null,
    offset?: number,
  ])[];
}

/** Symbols by case, since mW isn't MW; names without. */
const units = lazily(() => {
  const [symbols, names] = [new Map<string, Unit[]>(), new Map<string, Unit[]>()];
  const add = (to: Map<string, Unit[]>, word: string, unit: Unit) => to.set(word, [...(to.get(word) ?? []), unit]);
  for (const [base, factor, short, long, system = null, offset = 0] of readSeed<Seed>('units.json').units) {
    const unit = { base, factor, offset, system };
    for (const word of short.split('|')) if (word !== '') add(symbols, word, unit);
    for (const word of long.split('|')) if (word !== '') add(names, word, unit);
  }
  return { symbols, names };
});

const PART =
  /([+-]?\d+(?:,\d{2}(?=,)|[.,’'_ ]\d{3}(?!\d))*(?:[.,]\d+)?) ?((?:[^\d\s+-]|[23](?=\W|$))[^\d,]*?(?:[23](?=\W|$))?)(?:,? ?(?:and |und )?(?=\d)|$)/gy;

/** A number in the canonical unit of its dimension: `5000 m`. Parts are added up ("5 ft 10 in"); a number alone has no unit. */
export const readQuantity = unlessLong((raw, text, options) => {
  const said = text.normalize('NFKC').replace(/[−–]/g, '-').replace(/\s+/g, ' ');
  const bare = readDecimal(said, options.locale, true);
  if (typeof bare === 'string') return { value: bare, key: `q:${bare}`, text };
  if (bare.problem === 'ambiguous') return bare;
  const parts = partsOf(said);
  if (parts === null) return readText(raw, text, options);
  let sums: readonly Sum[] = [{ base: '', amount: 0 }];
  for (const [number, word] of parts) {
    const amounts = numbersOf(readDecimal(number, options.locale, false));
    const fitting = unitsOf(word, regionOf(options.locale));
    sums = sums.flatMap((sum) => amounts.flatMap((amount) => fitting.flatMap((unit) => added(sum, amount, unit))));
  }
  const found = [...new Set(sums.map(({ base, amount }) => `${rounded(amount)} ${base}`))];
  const [value] = found;
  if (value === undefined) return readText(raw, text, options);
  return found.length > 1 ? ambiguous(found) : { value, key: `q:${boundedPart(value)}`, text };
});

interface Sum {
  readonly base: string;
  readonly amount: number;
}

function added(sum: Sum, amount: number, { base, factor, offset }: Unit): Sum[] {
  if (sum.base !== '' && sum.base !== base) return [];
  return [{ base, amount: sum.amount + amount * factor + offset }];
}

function partsOf(text: string): [number: string, unit: string][] | null {
  const parts = [...text.matchAll(PART)];
  const read = parts.reduce((length, [part]) => length + part.length, 0);
  return parts.length === 0 || read !== text.length ? null : parts.map(([, number = '', unit = '']) => [number, unit.trim()]);
}

const numbersOf = (read: string | Problem): number[] =>
  typeof read === 'string' ? [Number(read)] : isProblem(read) && read.problem === 'ambiguous' ? read.candidates.map(Number) : [];

function unitsOf(word: string, region: string | undefined): readonly Unit[] {
  const { symbols, names } = units();
  const found = symbols.get(word) ?? names.get(foldText(word)) ?? symbols.get(word.replace(/\.$/, '')) ?? [];
  if (found.length < 2 || region === undefined) return found;
  const here = found.filter(({ system }) => system === (region === 'US' || region === 'GB' ? region : 'metric'));
  // a unit that nobody there uses is still one of those there are
  return here.length > 0 ? here : found;
}

/** To the twelve digits that conversion keeps. */
const rounded = (amount: number): string => unmistakable(String(Number(amount.toPrecision(12))));
