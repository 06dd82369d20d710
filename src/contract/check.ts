import { z } from 'zod';
import { type Issue, invalidInput } from '../errors.ts';
import { LIMITS } from './limits.ts';

const NAMESPACE = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._:@-]{0,${LIMITS.namespace - 1}}$`);
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come in
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Text that both engines keep as it is: not blank, no control characters, no half of a surrogate pair. Taken composed and trimmed.
 * Here and in every schema a message reads "what is wrong; what to do".
 */
export const textOf = (max: number) =>
  z
    .string()
    .overwrite((s) => s.normalize('NFC').trim())
    .max(max, `is longer than ${max} characters; shorten it`)
    .refine((s) => s.trim() !== '', 'is empty; give some text, or leave the field out')
    .refine((s) => !CONTROL.test(s) && s.isWellFormed(), 'holds control characters or broken Unicode; remove them');

/** Ids and names that become part of a key. */
export const idText = (max: number) => textOf(max).refine((s) => !s.includes('|'), 'holds the separator "|"; use another character');

/** A map from names to values. An own `__proto__`, as JSON.parse makes it, is refused: objects drop it silently when they are copied. */
export const mapOf = <V extends z.ZodType>(name: z.ZodType<string, string>, value: V) =>
  z
    .custom<Readonly<Record<string, unknown>>>()
    .superRefine((map, context) => {
      if (typeof map === 'object' && map !== null && Object.hasOwn(map, '__proto__'))
        context.addIssue({ code: 'custom', path: ['__proto__'], message: 'is a reserved name; choose another' });
    })
    .pipe(z.record(name, value));

export const namespaceSchema = z
  .string()
  .regex(NAMESPACE, `is not a valid one; give 1 to ${LIMITS.namespace} letters, digits and . _ : @ -, beginning with a letter or digit`);

/** The parsed value, or what is wrong with it: where, what and what to do; never the value. */
export function check<T>(schema: z.ZodType<T>, input: unknown, prefix = ''): { readonly value: T } | { readonly issues: Issue[] } {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return { value: parsed.data };
  return { issues: parsed.error.issues.map((issue) => toIssue(issue, prefix, schema)) };
}

/** As `check`, for calls that do one thing: throws. */
export function parse<T>(schema: z.ZodType<T>, input: unknown, operation: string, prefix = ''): T {
  const checked = check(schema, input, prefix);
  if ('issues' in checked) throw invalidInput(operation, checked.issues);
  return checked.value;
}

export const parseNamespace = (namespace: unknown, operation: string): string => parse(namespaceSchema, namespace, operation, 'namespace');

function toIssue(issue: z.core.$ZodIssue, prefix: string, schema: z.core.$ZodType): Issue {
  const path = issue.path.reduce<string>(
    (p, step) => (typeof step === 'number' ? `${p}[${step}]` : p === '' ? String(step) : `${p}.${String(step)}`),
    prefix,
  );
  const where = path === '' ? 'input' : path;
  switch (issue.code) {
    case 'invalid_type': {
      const next = `give ${article(issue.expected)}`;
      return { path: where, message: issue.input === undefined ? 'is missing' : `must be ${article(issue.expected)}`, next };
    }
    case 'invalid_value':
      return { path: where, message: `must be one of ${issue.values.map(String).join(', ')}`, next: 'choose one of them' };
    case 'unrecognized_keys': {
      const known = fieldsAt(schema, issue.path);
      const next = known.length === 0 ? 'leave them out' : `it takes ${known.join(', ')}`;
      return { path: where, message: `has unknown fields: ${issue.keys.join(', ')}`, next };
    }
    case 'too_small':
    case 'too_big':
      return /^(is|must|holds|has)\b/.test(issue.message) ? said(where, issue.message) : bound(where, issue);
    case 'invalid_union': {
      if (issue.input === undefined) return { path: where, message: 'is missing', next: 'give it' };
      // the branch that got furthest says best what is wrong
      const inner = issue.errors.flat().find((e) => e.code !== 'invalid_type' || e.path.length > 0);
      if (inner !== undefined) return toIssue(inner as z.core.$ZodIssue, where, schema);
      const kinds = issue.errors.flat().flatMap((e) => (e.code === 'invalid_type' ? [article(e.expected)] : []));
      return { path: where, message: 'is of the wrong type', next: `give ${[...new Set(kinds)].join(' or ')}` };
    }
    default:
      return said(where, issue.message);
  }
}

function said(path: string, text: string): Issue {
  const [message = text, next] = text.split('; ', 2);
  return next === undefined ? { path, message } : { path, message, next };
}

type Bound = { readonly code: 'too_small' | 'too_big'; readonly minimum?: number | bigint; readonly maximum?: number | bigint };

function bound(path: string, issue: Bound): Issue {
  return issue.code === 'too_small'
    ? { path, message: `must be at least ${issue.minimum}`, next: 'give more' }
    : { path, message: `must be at most ${issue.maximum}`, next: 'give less' };
}

/** The names of the object at that place. */
function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let at: z.core.$ZodType | undefined = schema;
  for (const step of [...path, null]) {
    while (at instanceof z.ZodOptional) at = at.unwrap();
    if (step === null) break;
    at = at instanceof z.ZodArray ? at.element : at instanceof z.ZodObject ? (at.shape as Record<PropertyKey, z.ZodType>)[step] : undefined;
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

const article = (noun: string): string => (noun === 'null' ? noun : /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);
