import type { Statement, Value } from '../engine.ts';
import { finite, safeInteger, unreturnable } from '../values.ts';

export function received(statement: Statement, value: unknown): Value {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return finite(statement, value);
    case 'bigint':
      return safeInteger(statement, value);
    case 'object':
      break;
    default:
      throw unreturnable(statement, typeof value);
  }
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => received(statement, item));
  if (value instanceof Date) return value.toISOString();
  if (Object.getPrototypeOf(value) !== Object.prototype) throw unreturnable(statement, 'value of a kind only this engine has');
  if ('_id' in value && '_labels' in value) throw unreturnable(statement, 'node');
  if ('_id' in value && '_source' in value) throw unreturnable(statement, 'relationship');
  const keys = Object.keys(value);
  const entries = value as Record<string, unknown>;
  // decimals and the like; no parameter can hold such a key
  if (keys.length === 1 && keys[0]?.startsWith('$') && typeof entries[keys[0]] === 'string') return entries[keys[0]] as string;
  const map: Record<string, Value> = {};
  for (const key of keys) map[key] = received(statement, entries[key]);
  return map;
}
