/** Text from the store is data: nothing in it may steer the terminal it is shown on. */
export function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
}

export function shorten(text: string, length: number): string {
  const characters = [...plain(text)];
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}

/** JSON leaves some control characters as they are. */
export function toJson(document: unknown): string {
  return JSON.stringify(document, null, 2).replace(/[\x7f-\x9f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** `2026-05-01` for a midnight in UTC, else the whole instant without idle milliseconds. */
export function when(instant: string | null): string {
  if (instant === null) return '';
  if (/T00:00:00(\.0+)?Z$/.test(instant)) return plain(instant.slice(0, instant.indexOf('T')));
  return plain(instant.replace(/\.0+Z$/, 'Z'));
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

export function joined(...parts: readonly (string | null | undefined | false)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
}
