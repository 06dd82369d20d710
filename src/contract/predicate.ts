import { z } from 'zod';
import { TIERS, VALUE_TYPES } from '../domain/predicate.ts';
import { idText, mapOf, textOf } from './check.ts';
import { LIMITS } from './limits.ts';

const name = idText(LIMITS.predicate);
const names = z.array(name).max(50);

/** Every field may be left out: it stays as it is. */
export const predicateSchema = z.strictObject({
  cardinality: z.enum(['single', 'multi']).optional(),
  slotBy: z.enum(['subject', 'value']).optional(),
  valueType: z.enum(VALUE_TYPES).optional(),
  range: z.union([textOf(60), z.null()]).optional(),
  category: textOf(60).optional(),
  tier: z.enum(TIERS).optional(),
  separators: z.array(idText(LIMITS.qualifierName)).max(LIMITS.qualifiers).optional(),
  aliases: names.optional(),
  inverse: z.union([name, z.null()]).optional(),
  margin: z
    .number()
    .min(0, 'must be between 0 and 1; give a number such as 0.8')
    .max(1, 'must be between 0 and 1; give a number such as 0.8')
    .optional(),
  halfLifeDays: z
    .union([
      z
        .number()
        .positive('must be more than 0; give days, such as 180')
        .max(36_500, 'must be at most 36500; give fewer days, or null for never'),
      z.null(),
    ])
    .optional(),
  immutable: z.boolean().optional(),
  labels: mapOf(z.string(), textOf(200)).optional(),
  phrases: mapOf(z.string(), z.array(textOf(200))).optional(),
  description: z.string().max(LIMITS.reason).optional(),
});

export const predicateNameSchema = name;
export const predicateChangeSchema = z.strictObject({ resolve: z.literal('fold').optional(), dryRun: z.boolean().optional() });
