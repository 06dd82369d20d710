import type { Statement } from './engine.ts';

const asksForNow = new WeakMap<Statement, boolean>();

export function usesNow(statement: Statement): boolean {
  let uses = asksForNow.get(statement);
  if (uses === undefined) {
    uses = /\$now\b/.test(statement.text);
    asksForNow.set(statement, uses);
  }
  return uses;
}

/** Reads the clock of either engine, through the same door as any other statement. */
export const READ_CLOCK: Statement = { name: 'engine/now', text: 'RETURN $now AS now', mode: 'read' };
