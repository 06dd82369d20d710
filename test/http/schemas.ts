/** Values for a JSON Schema of the document: what it allows, made with the words of a small world so that requests meet one another. */
import fc from 'fast-check';
import { DOCUMENT } from './conform.ts';

export type Schema = Readonly<Record<string, unknown>>;

const WORLD = ['user:ada', 'user:bob', 'Acme', 'entity:org:acme', 'works_at', 'name', 'likes', 'spouse', 'employer', 'Ada', 'on_call'];
const TIMES = ['2024', '2024-05', '2025-01-01', '2026-05-01T10:00:00Z', '2024-02-30', 'yesterday', '-1', '+012345-01-01T00:00:00Z'];
const STRANGE = [
  '',
  ' ',
  '__proto__',
  'constructor',
  '.',
  '..',
  '/',
  '%',
  '%00',
  '\u0000',
  '|',
  '"',
  '\\',
  '🜁',
  'ﬃ',
  '‮abc',
  '\u{10ffff}',
  '\ud800',
  "' OR 1=1 //",
];

const text = (max: number) =>
  fc
    .oneof(
      { weight: 8, arbitrary: fc.constantFrom(...WORLD) },
      { weight: 3, arbitrary: fc.constantFrom(...TIMES) },
      { weight: 2, arbitrary: fc.constantFrom(...STRANGE) },
      { weight: 2, arbitrary: fc.string({ maxLength: 30, unit: 'grapheme' }) },
      { weight: 1, arbitrary: fc.nat({ max: max + 1 }).map((n) => 'x'.repeat(Math.min(n, 9_000))) },
    )
    .filter((s) => s.length <= max);

/** Words of the world that match are picked beforehand: text that is made until it matches takes seconds for a strict pattern. */
function matching(pattern: RegExp, max: number): fc.Arbitrary<string> {
  const words = [...WORLD, ...TIMES, ...STRANGE].filter((word) => word.length <= max && pattern.test(word));
  const made = fc.stringMatching(new RegExp(pattern.source));
  return words.length === 0 ? made : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: made });
}

export function madeBy(schema: Schema): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') return madeBy(DOCUMENT.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (Array.isArray(schema.anyOf)) return fc.oneof(...(schema.anyOf as Schema[]).map(madeBy));
  const bound = (name: string, otherwise: number) => (typeof schema[name] === 'number' ? (schema[name] as number) : otherwise);
  switch (schema.type) {
    case 'string':
      return typeof schema.pattern === 'string'
        ? matching(new RegExp(schema.pattern, 'u'), bound('maxLength', 200))
        : text(bound('maxLength', 5_000));
    case 'integer':
      return fc.integer({ min: bound('minimum', -5), max: Math.min(bound('maximum', 600), 600) });
    case 'number':
      return fc.oneof(
        fc.double({ min: bound('minimum', -1e6), max: bound('maximum', 1e6), noNaN: true }),
        fc.constant(bound('minimum', 0)),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(madeBy((schema.items ?? {}) as Schema), {
        minLength: bound('minItems', 0),
        maxLength: Math.min(bound('maxItems', 4), 4),
      });
    case 'object':
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

function objectOf(schema: Schema): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0) {
    const names = (schema.propertyNames as Schema | undefined) ?? { type: 'string', maxLength: 20 };
    const values = typeof schema.additionalProperties === 'object' ? (schema.additionalProperties as Schema) : { type: 'string' };
    return fc.dictionary(madeBy(names) as fc.Arbitrary<string>, madeBy(values), { maxKeys: 3 });
  }
  const required = (schema.required ?? []) as string[];
  return fc.record(Object.fromEntries(properties.map(([name, s]) => [name, madeBy(s)])), { requiredKeys: required });
}

/** The same document with one part of it replaced, so that it is mostly right. */
export function spoiled(value: unknown, chance: number, junk: unknown): unknown {
  if (typeof value !== 'object' || value === null) return junk;
  const keys = Object.keys(value);
  if (keys.length === 0 || chance % 5 === 0) return Array.isArray(value) ? [...value, junk] : { ...value, surplus: junk };
  const key = keys[chance % keys.length] as string;
  const inner = spoiled((value as Record<string, unknown>)[key], Math.floor(chance / 3), junk);
  return Array.isArray(value) ? value.map((v, i) => (String(i) === key ? inner : v)) : { ...value, [key]: inner };
}
