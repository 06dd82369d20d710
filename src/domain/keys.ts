/** Parts of a graph key are joined by `|`; the graph holds them encoded so that no part can pose as two. */
export const encodePart = (part: string): string => part.replace(/[%|&=]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
export const decodePart = (part: string): string =>
  part.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export const keyOf = (namespace: string, ...parts: readonly string[]): string => [namespace, ...parts.map(encodePart)].join('|');

/** What remains of a name when case, width and spacing don't count. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
