import { createHash } from 'node:crypto';

/** Parts of a graph key are joined by `|`; the graph holds them encoded so that no part can pose as two. */
export const encodePart = (part: string): string => part.replace(/[%|&=]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
export const decodePart = (part: string): string =>
  part.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export const keyOf = (namespace: string, ...parts: readonly string[]): string => [namespace, ...parts.map(encodePart)].join('|');

/** The id in the key of whatever has one. */
export const idOfKey = (key: string): string => decodePart(key.slice(key.indexOf('|') + 1));

/** The longest part, in bytes of UTF-8, that a key holds whole: the longest key of all then fits an index entry of 8 kB. */
const WHOLE = 240;

/**
 * As `encodePart`, for text that is never read back from a key: what is long keeps its beginning and a digest of the whole. It then is
 * longer than any part kept whole, so neither can pose as the other.
 */
export const boundedPart = (text: string): string => bounded(encodePart(text));

function bounded(part: string): string {
  const bytes = Buffer.from(part);
  if (bytes.length <= WHOLE) return part;
  let cut = WHOLE;
  // not within a character
  while (((bytes[cut] as number) & 0xc0) === 0x80) cut -= 1;
  return `${bytes.toString('utf8', 0, cut)}~${createHash('sha256').update(part).digest('hex')}`;
}

/** A qualifier as the keys of the slots that it splits hold it. */
export const qualifierPart = (key: string, value: string): string => bounded(`${encodePart(key)}=${encodePart(value)}`);

/**
 * What remains of a text value when case, composition, full width and spacing don't count. ² and ½ are not 2 and 1/2; case counts where it
 * tells things apart: in addresses (https://x/Ab) and in units after a number (5 MW, 5 mW).
 */
export function foldValue(text: string): string {
  const words = text
    .normalize('NFC')
    .replace(/[\u3000\uff00-\uffef]+/gu, (wide) => wide.normalize('NFKC'))
    .trim()
    .split(/\s+/u);
  const isUnit = (word: string, before: string | undefined) =>
    /^\p{Nd}[\p{Nd}.,]*\p{L}{1,3}$/u.test(word) || (/^\p{L}{1,3}$/u.test(word) && /^\p{Nd}[\p{Nd}.,]*$/u.test(before ?? ''));
  return words.map((word, i) => (word.includes('://') || isUnit(word, words[i - 1]) ? word : word.toLowerCase())).join(' ');
}

/** What remains of a name when case, width and spacing don't count. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
