import { encodePart } from '../domain/keys.ts';
import { iso, parseTime } from '../domain/time.ts';
import type { CanonicalValue } from '../domain/value.ts';
import { lazily, NameTable } from './table.ts';
import { ambiguous, invalid, isProblem, type Problem, type ReadValue } from './value-type.ts';

const months = lazily(() => new NameTable('months.tsv'));

const SLASHED = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/;
const DOTTED = /^(?:(\d{1,2})\. ?)?(\d{1,2})\. ?(\d{4})$/;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const HAN = /^(?:(\d{4})[年년] ?)?(\d{1,2})[月월](?: ?(\d{1,2})[日일])?$/;
const YEARLESS = /^--(\d{2})-(\d{2})$/;
/** Day, month in words, year: in either order of the first two, the year or the day left out. */
const WORDS =
  /^(?:(?:on )?(?:the )?(?<d1>\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)? )?(?:of |de |di )?(?<month>[\p{L}\p{M}]+)\.?(?: (?<d2>\d{1,2})(?:st|nd|rd|th)?(?=$|,| \d{4}$))?(?:,? (?:of |de |del )?(?<year>\d{4}))?$/u;

type Parts = readonly [year: string | undefined, month: string | number, day?: string | undefined];

/** ISO 8601, as exact as it was said: instant, day, month, year, or a day of every year (`--05-03`). */
export const readDate: ReadValue = (_, text, { locale }) => {
  const said = text.normalize('NFKC').replace(/\s+/g, ' ');
  const parts = partsOf(said, locale);
  if (parts !== null && isProblem(parts)) return parts;
  const canonical = parts === null ? canonicalIso(said) : assemble(parts);
  return typeof canonical === 'string' ? dated(canonical, text) : canonical;
};

const dated = (value: string, text: string): CanonicalValue => ({ value, key: `d:${encodePart(value)}`, text });

function partsOf(text: string, locale: string | undefined): Parts | Problem | null {
  const slashed = SLASHED.exec(text);
  if (slashed !== null) return inOrder(slashed[1] as string, slashed[3] as string, slashed[4] as string, locale);
  const dotted = DOTTED.exec(text);
  if (dotted !== null) return [dotted[3], dotted[2] as string, dotted[1]];
  const [, year4, , month2, day2] = YEAR_FIRST.exec(text) ?? [];
  if (month2 !== undefined) return [year4, month2, day2];
  const ordered = COMPACT.exec(text) ?? HAN.exec(text);
  if (ordered !== null) return [ordered[1], ordered[2] as string, ordered[3]];
  const yearless = YEARLESS.exec(text);
  if (yearless !== null) return [undefined, yearless[1] as string, yearless[2]];
  const { month = '', d1, d2, year } = WORDS.exec(text)?.groups ?? {};
  const [number] = month === '' ? [] : months().find(month);
  return number === undefined || (d1 !== undefined && d2 !== undefined) ? null : [year, number, d1 ?? d2];
}

/** 01/03/2024 is in January or in March: the numbers decide where one is no month, else the locale's order. */
function inOrder(first: string, second: string, year: string, locale: string | undefined): Parts | Problem {
  const [dayFirst, monthFirst]: [Parts, Parts] = [
    [year, second, first],
    [year, first, second],
  ];
  if (Number(second) > 12 || Number(first) === Number(second)) return monthFirst;
  if (Number(first) > 12) return dayFirst;
  if (locale !== undefined) return dayBeforeMonth(locale) ? dayFirst : monthFirst;
  const read = [dayFirst, monthFirst].map(assemble);
  const dates = read.filter((date) => typeof date === 'string');
  return dates.length === 2 ? ambiguous(dates) : invalid(NO_SUCH_DAY);
}

function dayBeforeMonth(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(0).map((p) => p.type);
  return parts.indexOf('day') < parts.indexOf('month');
}

const NO_SUCH_DAY = 'must be a date that exists';
const NO_DATE = 'must be a date such as 2024-05-03, 2024-05, 3 May 2024 or --05-03';

function assemble([year, month, day]: Parts): string | Problem {
  const two = (part: string | number) => String(part).padStart(2, '0');
  if (year !== undefined) return canonicalIso([year, two(month), ...(day === undefined ? [] : [two(day)])].join('-'));
  if (day === undefined) return invalid(NO_DATE);
  // a leap year has every day there is
  return typeof parseTime(`2024-${two(month)}-${two(day)}`) === 'string' ? invalid(NO_SUCH_DAY) : `--${two(month)}-${two(day)}`;
}

const DIGITS = { year: 0, month: 1, day: 2 } as const;

function canonicalIso(text: string): string | Problem {
  const read = parseTime(text);
  if (typeof read === 'string')
    return invalid(read.includes('exist') ? NO_SUCH_DAY : read === 'has no offset' ? 'must have an offset' : NO_DATE);
  if (read.precision === 'instant') return iso(read.from);
  const [day = ''] = iso(read.from).split('T');
  return day
    .split(/(?<=\d)-/)
    .slice(0, DIGITS[read.precision] + 1)
    .join('-');
}
