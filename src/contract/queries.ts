import { z } from 'zod';
import { parseTime } from '../domain/time.ts';
import { invalidInput } from '../errors.ts';
import { qualifiersSchema, valueSchema } from './candidate.ts';
import { textOf } from './check.ts';
import { LIMITS } from './limits.ts';

export const STATUSES = ['current', 'scheduled', 'superseded', 'ended', 'withdrawn'] as const;

const mention = textOf(LIMITS.id);
const predicate = textOf(LIMITS.predicate);
const predicates = z.union([predicate, z.array(predicate).min(1, 'is empty; leave it out to ask for all').max(100)]);
export const whole = (max: number) =>
  z
    .number()
    .int('must be a whole number; give one such as 20')
    .min(1, `must be between 1 and ${max}; give such a number`)
    .max(max, `must be between 1 and ${max}; give such a number`);

const context = { predicate: predicates.optional(), qualifiers: qualifiersSchema.optional() };
const times = { asOf: z.string().optional(), knownAt: z.string().optional() };

export const factQuerySchema = z.strictObject({ subject: mention, ...context });
export const asOfQuerySchema = z.strictObject({ subject: mention, ...context, ...times });
export const listQuerySchema = z.strictObject({
  ...context,
  ...times,
  subject: mention.optional(),
  value: valueSchema.optional(),
  category: textOf(60).optional(),
  status: z.union([z.enum(STATUSES), z.array(z.enum(STATUSES)).min(1, 'is empty; leave it out for current')]).optional(),
  visibility: z.enum(['live', 'archived', 'all']).optional(),
  limit: whole(500).optional(),
  cursor: z.string().max(4_000, 'is not one that list gave; give the cursor of the last page').optional(),
});
export const historyQuerySchema = z.strictObject({ subject: mention, predicate, qualifiers: qualifiersSchema.optional() });
export const factIdSchema = mention;
export const entityMentionSchema = mention;
export const neighbourQuerySchema = z.strictObject({
  entity: mention,
  predicate: predicates.optional(),
  direction: z.enum(['out', 'in', 'both']).optional(),
  limit: whole(500).optional(),
});
export const pathQuerySchema = z.strictObject({
  from: mention,
  to: mention,
  maxHops: whole(4).optional(),
  predicate: predicates.optional(),
  limit: whole(100).optional(),
});

export type FactQueryInput = z.infer<typeof factQuerySchema>;
export type AsOfQueryInput = z.infer<typeof asOfQuerySchema>;
export type ListQueryInput = z.infer<typeof listQuerySchema>;

/** An instant to ask about, in epoch milliseconds; a partial date means its beginning. */
export function readInstant(text: string, operation: string, path: string): number {
  const stretch = parseTime(text);
  if (typeof stretch === 'string')
    throw invalidInput(operation, [{ path, message: stretch, next: 'write 2024-05-03T10:00:00+02:00, or a date such as 2024-05' }]);
  return stretch.from;
}
