import { boundedPart } from '../domain/keys.ts';
import { readDecimal } from './decimal.ts';
import { invalid, isProblem, type ReadValue } from './value-type.ts';

const SCIENTIFIC = /^[+-]?\d+(?:\.\d+)?[eE][+-]?\d+$/;

/** One with more digits than a number holds stays in its digits, so that two long numbers are never taken for one. */
export const readNumber: ReadValue = (raw, text, { locale }) => {
  if (typeof raw === 'boolean') return invalid('must be a number');
  const scientific = typeof raw === 'number' || SCIENTIFIC.test(text);
  const read = scientific ? String(Number(text)) : readDecimal(text, locale, true);
  if (typeof read !== 'string') return isProblem(read) ? read : invalid('must be a number');
  const value = Number(read);
  if (!Number.isFinite(value)) return invalid('must be a number');
  const exact = significant(read) <= 15 || String(value) === read;
  return { value: exact ? value : read, key: `n:${exact ? value : boundedPart(read)}`, text };
};

const significant = (number: string): number => number.replace(/e.*$|[.-]/g, '').replace(/^0+|0+$/g, '').length;
