import type { FactValue } from './fact.ts';
import { boundedPart, encodePart, foldText, foldValue } from './keys.ts';
import type { ValueType } from './predicate.ts';
import { parseTime } from './time.ts';

/** A value as the graph keeps it. Equal keys are one value; `text` is how it was said. */
export interface CanonicalValue {
  readonly value: FactValue;
  readonly key: string;
  readonly text: string;
}

/** Reads a value by its predicate's type; returns what is wrong otherwise. Entities are resolved by the registry instead. */
export function canonicalValue(raw: FactValue, type: ValueType): CanonicalValue | string {
  const text = String(raw).normalize('NFC').trim();
  if (text === '') return 'is empty';
  switch (type) {
    case 'number': {
      const value = typeof raw === 'number' ? raw : Number(typeof raw === 'string' ? text : Number.NaN);
      return Number.isFinite(value) ? { value, key: `n:${value}`, text } : 'must be a number';
    }
    case 'boolean': {
      const value = foldText(text);
      return value === 'true' || value === 'false' ? { value: value === 'true', key: `b:${value}`, text } : 'must be true or false';
    }
    case 'date': {
      const read = parseTime(text);
      return typeof read === 'string' ? `as a date, ${read}` : { value: text, key: `d:${encodePart(text)}`, text };
    }
    default:
      return { value: typeof raw === 'string' ? text : raw, key: `t:${boundedPart(foldValue(text))}`, text };
  }
}

export const entityKey = (id: string): string => `e:${encodePart(id)}`;
