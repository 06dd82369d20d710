export type Precision = 'year' | 'month' | 'day' | 'instant';

/** The stretch a time text covers: `[from, to)` in epoch milliseconds; for an instant both are the same. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly precision: Precision;
}

const PARTIAL = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})$/;
const NAIVE = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}/;

export const MAX_TIME = 8.64e15;

/** Reads ISO 8601: an instant with offset or a partial date ("2021", "2021-05", "2021-05-03", in UTC). Returns what is wrong otherwise. */
export function parseTime(text: string): Stretch | string {
  const partial = PARTIAL.exec(text);
  if (partial !== null) return partialDate(partial);
  if (!INSTANT.test(text)) return NAIVE.test(text) ? 'has no offset' : 'is not an ISO 8601 date or instant';
  const day = PARTIAL.exec(text.slice(0, 10));
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
  if (back.getUTCMonth() !== month || back.getUTCDate() !== day) return 'names a day that does not exist';
  if (d !== undefined) return { from, to: utc(year, month, day + 1), precision: 'day' };
  if (m !== undefined) return { from, to: utc(year, month + 1, 1), precision: 'month' };
  return { from, to: utc(year + 1, 0, 1), precision: 'year' };
}

/** Date.UTC reads years below 100 as 19xx; setUTCFullYear doesn't. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

export const iso = (ms: number): string => new Date(ms).toISOString();
