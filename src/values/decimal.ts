import { ambiguous, invalid, type Problem } from './value-type.ts';

/** What a decimal point and grouping may look like in one number. */
const PLAIN = /^[+-]?\d+(?:\.\d+)?$/;
const SPACED = /^[+-]?\d{1,3}(?:[ '_]\d{3})+(?:[.,]\d+)?$/;
const ENGLISH = /^[+-]?\d{1,3}(?:,\d{2,3})*,\d{3}\.\d+$|^[+-]?\d{1,3}(?:,\d{2,3})+,\d{3}$/;
const GERMAN = /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$|^[+-]?\d{1,3}(?:\.\d{3}){2,}$/;
const COMMA = /^[+-]?\d+,\d+$/;
/** "1,234" and "1.234": a thousand or a fraction. */
const UNCLEAR = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;

/** Reads digits as people write them. `point`: a single point is always the decimal point, as programs write numbers. */
export function readDecimal(text: string, locale: string | undefined, point: boolean): string | Problem {
  const said = text.normalize('NFKC').replace(/[−–]/g, '-').replace(/[’‘]/g, "'").trim();
  const separator = UNCLEAR.exec(said)?.[1];
  if (separator !== undefined && !(point && separator === '.')) {
    const [whole, fraction] = [plain(said.replace(separator, '')), plain(said.replace(separator, '.'))];
    if (locale === undefined) return ambiguous([whole, fraction]);
    return decimalPoint(locale) === separator ? fraction : whole;
  }
  if (PLAIN.test(said)) return plain(said);
  if (SPACED.test(said)) return plain(said.replace(/[ '_]/g, '').replace(',', '.'));
  if (ENGLISH.test(said)) return plain(said.replaceAll(',', ''));
  if (GERMAN.test(said)) return plain(said.replaceAll('.', '').replace(',', '.'));
  if (COMMA.test(said)) return plain(said.replace(',', '.'));
  return invalid('must be a number');
}

const decimalPoint = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';

/** Without a plus sign and zeros that say nothing. */
export function plain(number: string): string {
  const [whole = '', fraction = ''] = number.replace(/^[+-]/, '').split('.');
  const digits = `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`.replace(/\.$/, '');
  return number.startsWith('-') && digits !== '0' ? `-${digits}` : digits;
}

/** Times ten to the power of `places`, exactly. */
export function shift(number: string, places: number): string {
  const [whole = '', fraction = ''] = number.split('.');
  const digits = fraction.padEnd(places, '0');
  return plain(`${whole}${digits.slice(0, places)}.${digits.slice(places)}`);
}

/** As shown: a fraction of three digits gets a zero, so that it is never read as thousands. */
export const unmistakable = (number: string): string => (UNCLEAR.test(number) ? `${number}0` : number);
