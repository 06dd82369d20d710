import type { FactValue } from './fact.ts';
import { encodePart } from './keys.ts';

/** A value as the graph keeps it. Equal keys are one value; `text` is how it was said. */
export interface CanonicalValue {
  readonly value: FactValue;
  readonly key: string;
  readonly text: string;
}

export const entityKey = (id: string): string => `e:${encodePart(id)}`;
