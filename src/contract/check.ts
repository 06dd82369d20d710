import { z } from 'zod';
import { type Issue, invalidInput } from '../errors.ts';
import { LIMITS } from './limits.ts';

const NAMESPACE = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._:@-]{0,${LIMITS.namespace - 1}}$`);
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come in
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Text that both engines keep as it is: not blank, no control characters, no half of a surrogate pair. Taken composed and trimmed. */
export const textOf = (max: number) =>
  z
    .string()
    .overwrite((s) => s.normalize('NFC').trim())
    .max(max, `is longer than ${max} characters`)
    .refine((s) => s.trim() !== '', 'is empty')
    .refine((s) => !CONTROL.test(s) && s.isWellFormed(), 'holds control characters or broken Unicode');

/** Ids and names that become part of a key. */
export const idText = (max: number) => textOf(max).refine((s) => !s.includes('|'), 'holds the separator "|"');

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
  .regex(NAMESPACE, `is 1 to ${LIMITS.namespace} letters, digits and . _ : @ -, beginning with a letter or digit`);

/** The parsed value, or what is wrong with it: where, what and what to do; never the value. */
export function check<T>(schema: z.ZodType<T>, input: unknown, prefix = ''): { readonly value: T } | { readonly issues: Issue[] } {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { value: parsed.data };
  return { issues: parsed.error.issues.map((issue) => toIssue(issue, prefix)) };
}

/** As `check`, for calls that do one thing: throws. */
export function parse<T>(schema: z.ZodType<T>, input: unknown, operation: string, prefix = ''): T {
  const checked = check(schema, input, prefix);
  if ('issues' in checked) throw invalidInput(operation, checked.issues);
  return checked.value;
}

export const parseNamespace = (namespace: unknown, operation: string): string => parse(namespaceSchema, namespace, operation, 'namespace');

function toIssue(issue: z.core.$ZodIssue, prefix: string): Issue {
  const path = issue.path.reduce<string>(
    (p, step) => (typeof step === 'number' ? `${p}[${step}]` : p === '' ? String(step) : `${p}.${String(step)}`),
    prefix,
  );
  const where = path === '' ? 'input' : path;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { path: where, message: 'is missing or of the wrong type', next: `give ${article(issue.expected)}` }
        : { path: where, message: `must be ${article(issue.expected)}` };
    case 'invalid_value':
      return { path: where, message: `must be one of ${issue.values.map(String).join(', ')}` };
    case 'unrecognized_keys':
      return { path: where, message: `has unknown fields: ${issue.keys.join(', ')}`, next: 'see the interface for the fields it takes' };
    case 'too_small':
    case 'too_big':
      return { path: where, message: issue.message.startsWith('is') || issue.message.startsWith('must') ? issue.message : bound(issue) };
    case 'invalid_union': {
      if (issue.input === undefined) return { path: where, message: 'is missing' };
      // the branch that got furthest says best what is wrong
      const inner = issue.errors.flat().find((e) => e.code !== 'invalid_type');
      return inner === undefined ? { path: where, message: 'is of the wrong type' } : toIssue(inner as z.core.$ZodIssue, where);
    }
    default:
      return { path: where, message: issue.message };
  }
}

function bound(issue: {
  readonly code: 'too_small' | 'too_big';
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
}): string {
  return issue.code === 'too_small' ? `must be at least ${issue.minimum}` : `must be at most ${issue.maximum}`;
}

const article = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);
