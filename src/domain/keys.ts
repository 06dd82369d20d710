import { createHash } from 'node:crypto';

/** Parts of a graph key are joined by `|`; the graph holds them encoded so that no part can pose as two. */
export const encodePart = (part: string): string => part.replace(/[%|&=]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
export const decodePart = (part: string): string =>
  part.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export const keyOf = (namespace: string, ...parts: readonly string[]): string => [namespace, ...parts.map(encodePart)].join('|');

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

/** What remains of a name when case, width and spacing don't count. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
