import {
  isDate,
  isDateTime,
  isDuration,
  isInt,
  isLocalDateTime,
  isLocalTime,
  isNode,
  isPath,
  isRelationship,
  isTime,
  isUnboundRelationship,
  type Record as Neo4jRecord,
} from 'neo4j-driver';
import type { Row, Statement, Value } from '../engine.ts';
import { finite, safeInteger, unreturnable } from '../values.ts';

export function receivedRow(statement: Statement, record: Neo4jRecord): Row {
  const row: Record<string, Value> = {};
  for (const key of record.keys) row[String(key)] = received(statement, record.get(key));
  return row;
}

function received(statement: Statement, value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return finite(statement, value);
  if (isInt(value)) return value.inSafeRange() ? value.toNumber() : safeInteger(statement, value.toBigInt());
  if (Array.isArray(value)) return value.map((item) => received(statement, item));
  if (typeof value !== 'object') throw unreturnable(statement, typeof value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return temporal(statement, value);
  const map: Record<string, Value> = {};
  for (const key of Object.keys(value)) map[key] = received(statement, (value as Record<string, unknown>)[key]);
  return map;
}

// an offset or nanoseconds are dropped, so that an instant reads the same on both engines
function temporal(statement: Statement, value: object): string {
  if (isDateTime(value)) return value.toStandardDate().toISOString();
  if (isLocalDateTime(value)) return new Date(`${value.toString()}Z`).toISOString();
  if (isDate(value) || isTime(value) || isLocalTime(value) || isDuration(value)) return value.toString();
  if (isNode(value)) throw unreturnable(statement, 'node');
  if (isRelationship(value) || isUnboundRelationship(value) || isPath(value)) throw unreturnable(statement, 'relationship');
  throw unreturnable(statement, 'value of a kind only this engine has');
}
