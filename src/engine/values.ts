import { invalidInput, PalimpsestError } from '../errors.ts';
import type { Params, Statement, Value } from './engine.ts';

const DEEPEST = 50;
// tags of one engine, a prototype, and a byte that cuts a name short
const RESERVED_KEY = /^\$|^__proto__$|\0/;

class Unsendable {
  readonly message: string;
  readonly next: string;

  constructor(message: string, next: string) {
    this.message = message;
    this.next = next;
  }
}

/** Keys and places from the parameters down to the value being copied. */
type Trail = (string | number)[];

/**
 * Copies parameters with every integer mapped by `integer`, refusing what either engine would change or drop without a word:
 * NaN, undefined, lone surrogates, class instances, and keys that one of them reads as a tag.
 */
export function sendable(statement: Statement, params: Params, integer: (value: number) => unknown): Record<string, unknown> {
  const trail: Trail = [];
  try {
    return mapEntries(params, integer, trail);
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    const path = trail.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');
    throw invalidInput(statement.name, [{ path, message: error.message, next: error.next }]);
  }
}

function map(value: Value, integer: (value: number) => unknown, trail: Trail): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value;
    throw new Unsendable('holds half of a surrogate pair', 'send well-formed Unicode');
  }
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return integer(value + 0);
    if (Number.isFinite(value)) return value;
    throw new Unsendable('is not a finite number', 'send a finite number or null');
  }
  if (trail.length > DEEPEST + 1) throw new Unsendable('is nested too deeply', `keep it within ${DEEPEST} levels`);
  if (Array.isArray(value)) return mapItems(value, integer, trail);
  if (typeof value === 'object' && isPlain(value)) return mapEntries(value, integer, trail);
  throw new Unsendable(`is of a type that cannot be stored (${typeof value})`, 'send null, a boolean, number, string, list or plain map');
}

function mapItems(items: readonly Value[], integer: (value: number) => unknown, trail: Trail): unknown[] {
  return items.map((item, index) => {
    trail.push(index);
    const mapped = map(item, integer, trail);
    trail.pop();
    return mapped;
  });
}

function mapEntries(entries: Params, integer: (value: number) => unknown, trail: Trail): Record<string, unknown> {
  const mapped: Record<string, unknown> = {};
  for (const key of Object.keys(entries)) {
    if (RESERVED_KEY.test(key) || !key.isWellFormed()) {
      throw new Unsendable('has a key that is reserved or not well-formed', 'rename the key');
    }
    trail.push(key);
    mapped[key] = map(entries[key] as Value, integer, trail);
    trail.pop();
  }
  return mapped;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function finite(statement: Statement, value: number): number {
  if (Number.isFinite(value)) return value + 0;
  throw new PalimpsestError('corrupt', `${statement.name}: computed a number that is not finite; check the figures it works on`, {
    operation: statement.name,
  });
}

export function safeInteger(statement: Statement, value: number | bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number + 0;
  throw new PalimpsestError('corrupt', `${statement.name}: returned an integer beyond 2^53; run the audit to find it`, {
    operation: statement.name,
  });
}

export function unreturnable(statement: Statement, what: string): PalimpsestError {
  return new PalimpsestError('internal', `${statement.name}: returned a ${what}; return properties or a map instead`, {
    operation: statement.name,
  });
}
