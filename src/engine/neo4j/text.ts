import type { Statement } from '../engine.ts';

const SERVER_CLOCK = 'datetime.realtime().epochMillis';
const adapted = new WeakMap<Statement, { readonly server: string; readonly injected: string }>();

/**
 * The server keys its plan cache on the type of each parameter, the size of each list and the length of each string, and a large
 * statement takes a second to plan. All parameters inside one map share one plan. `$now` becomes the server's clock unless one is injected.
 */
export function adapt(statement: Statement, clock: 'server' | 'injected'): string {
  let texts = adapted.get(statement);
  if (texts === undefined) {
    const inMap = (text: string) => text.replace(/\$([A-Za-z_]\w*)/g, '$p.$1');
    texts = { server: inMap(statement.text.replace(/\$now\b/g, SERVER_CLOCK)), injected: inMap(statement.text) };
    adapted.set(statement, texts);
  }
  return texts[clock];
}
