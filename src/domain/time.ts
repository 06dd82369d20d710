export type Precision = 'year' | 'month' | 'day' | 'instant';

/** The stretch a time text covers: `[from, to)` in epoch milliseconds; for an instant both are the same. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly precision: Precision;
}

// a year of four digits, or of six with a sign (ISO 8601's expanded form, which years after 9999 are shown in)
const PARTIAL = /^(\d{4}|[+-]\d{6})(?:-(\d{2}))?(?:-(\d{2}))?$/;
const INSTANT = /^((?:\d{4}|[+-]\d{6})-\d{2}-\d{2})[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})$/;
const NAIVE = /^(?:\d{4}|[+-]\d{6})-\d{2}-\d{2}[Tt ]\d{2}:\d{2}/;

export const MAX_TIME = 8.64e15;

/** Reads ISO 8601: an instant with offset or a partial date ("2021", "2021-05", "2021-05-03", in UTC). Returns what is wrong otherwise. */
export function parseTime(text: string): Stretch | string {
  const partial = PARTIAL.exec(text);
  if (partial !== null) return partialDate(partial);
  const instant = INSTANT.exec(text);
  if (instant === null) return NAIVE.test(text) ? 'has no offset' : 'is not an ISO 8601 date or instant';
  const day = PARTIAL.exec(instant[1] as string);
  if (day === null || typeof partialDate(day) === 'string') return 'names a day that does not exist';
  const ms = Date.parse(
    text
      .replace(' ', 'T')
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
      .toUpperCase(),
  );
  if (Number.isNaN(ms)) return 'names a time that does not exist';
  return { from: ms, to: ms, precision: 'instant' };
}

function partialDate([, y, m, d]: RegExpExecArray): Stretch | string {
  const year = Number(y);
  const month = m === undefined ? 0 : Number(m) - 1;
  const day = d === undefined ? 1 : Number(d);
  const from = utc(year, month, day);
  const back = new Date(from);
  if (y === '-000000') return 'names a year that does not exist';
  if (back.getUTCMonth() !== month || back.getUTCDate() !== day) return 'names a day that does not exist';
  const precision = d !== undefined ? 'day' : m !== undefined ? 'month' : 'year';
  const to = d !== undefined ? utc(year, month, day + 1) : m !== undefined ? utc(year, month + 1, 1) : utc(year + 1, 0, 1);
  return Number.isNaN(to) ? 'is further away than time is counted' : { from, to, precision };
}

/** Date.UTC reads years below 100 as 19xx; setUTCFullYear doesn't. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

export const iso = (ms: number): string => new Date(ms).toISOString();
