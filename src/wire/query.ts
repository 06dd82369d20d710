/** Query strings: one reading, one writing, exact inverses. */
import { type Issue, invalidInput } from '../errors.ts';
import type { Kind, Query, QueryParam } from './wire.ts';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The rule for `value`: what is a JSON number, `true`, `false` or a JSON string is read as that; anything else is text as it stands.
 * So `8080` is a number, `"8080"` (in quotes) a text, `Acme` a text.
 */
export function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (NUMBER.test(text)) return Number(text);
  if (!text.startsWith('"')) return text;
  const parsed = json(text);
  return typeof parsed === 'string' ? parsed : text;
}

export function writeValue(value: unknown): string {
  return typeof value === 'string' && readValue(value) === value ? value : JSON.stringify(value);
}

const READ: Readonly<Record<Exclude<Kind, 'texts'>, (text: string) => { readonly value: unknown } | Omit<Issue, 'path'>>> = {
  text: (text) => ({ value: text }),
  // in a query a + that isn't encoded arrives as a space
  time: (text) => ({ value: text.replace(/(?<=T[\d:.]+) (?=\d\d:\d\d$)/, '+') }),
  value: (text) => ({ value: readValue(text) }),
  whole: (text) => (NUMBER.test(text) ? { value: Number(text) } : { message: 'is not a number', next: 'give a whole number such as 20' }),
  flag: (text) =>
    text === 'true' || text === 'false' ? { value: text === 'true' } : { message: 'is not a flag', next: 'give true or false' },
  json: (text) => {
    const parsed = json(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? { value: parsed }
      : { message: 'is not a JSON object', next: 'give one such as {"context":"work"}, percent-encoded' };
  },
};

/** What was asked for, by name; unknown and repeated parameters are refused, all at once. */
export function readQuery(query: readonly (readonly [string, string])[], params: Query, operation: string): Record<string, unknown> {
  const issues: Issue[] = [];
  const out = new Map<string, unknown>();
  for (const name of new Set(query.map(([n]) => n))) {
    const given = query.filter(([n]) => n === name).map(([, text]) => text);
    const param = Object.hasOwn(params, name) ? (params[name] as QueryParam) : undefined;
    if (param === undefined) {
      const known = Object.keys(params).join(', ');
      issues.push({ path: 'query', message: 'has an unknown parameter', next: known === '' ? 'leave it out' : `it takes ${known}` });
    } else if (param.kind === 'texts') out.set(name, given.length === 1 ? given[0] : given);
    else if (given.length > 1) issues.push({ path: name, message: 'is given more than once', next: 'give it once' });
    else {
      const read = READ[param.kind](given[0] as string);
      if ('value' in read) out.set(name, read.value);
      else issues.push({ path: name, ...read });
    }
  }
  if (issues.length > 0) throw invalidInput(operation, issues);
  return Object.fromEntries(out);
}

export function writeQuery(fields: Readonly<Record<string, unknown>>, params: Query): (readonly [string, string])[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => {
      const kind = params[name]?.kind;
      if (kind === 'value') return [[name, writeValue(value)] as const];
      if (typeof value === 'string') return [[name, value] as const];
      if (Array.isArray(value)) return value.map((each) => [name, String(each)] as const);
      return [[name, JSON.stringify(value)] as const];
    });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
