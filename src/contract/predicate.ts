import { z } from 'zod';
import { TIERS, VALUE_TYPES } from '../domain/predicate.ts';
import { idText, mapOf, textOf } from './check.ts';
import { LIMITS } from './limits.ts';
import { onRetireSchema } from './retire.ts';

const name = idText(LIMITS.predicate);
const names = z.array(name).max(50);

/** Every field may be left out: it stays as it is. */
export const predicateSchema = z.strictObject({
  cardinality: z.enum(['single', 'multi']).optional().describe('How many values hold at once: one, or several.'),
  slotBy: z.enum(['subject', 'value']).optional().describe('`value` turns the slot round: one subject per value (one leader per team).'),
  valueType: z.enum(VALUE_TYPES).optional().describe('How values are read and compared.'),
  range: z
    .union([textOf(60), z.null()])
    .optional()
    .describe('Type of the entities it points to, or null.'),
  category: textOf(60).optional().describe('Such as `work`; lists can be narrowed to it.'),
  tier: z.enum(TIERS).optional().describe('How long it matters.'),
  separators: z
    .array(idText(LIMITS.qualifierName))
    .max(LIMITS.qualifiers)
    .optional()
    .describe('Qualifiers, beyond the common ones, that keep answers apart.'),
  aliases: names.optional().describe('Other names for it.'),
  inverse: z.union([name, z.null()]).optional().describe('Name that answers from the side of the value, or null.'),
  margin: z
    .number()
    .min(0, 'must be between 0 and 1; give a number such as 0.8')
    .max(1, 'must be between 0 and 1; give a number such as 0.8')
    .optional()
    .describe('How far below what holds a challenger may stay and still win, 0 to 1.'),
  halfLifeDays: z
    .union([
      z
        .number()
        .positive('must be more than 0; give days, such as 180')
        .max(36_500, 'must be at most 36500; give fewer days, or null for never'),
      z.null(),
    ])
    .optional()
    .describe('Days in which the weight of a support halves; null: it never fades.'),
  onRetire: onRetireSchema.optional().describe('What becomes of its facts when an entity that they name is retired.'),
  immutable: z.boolean().optional().describe('Never fades from use.'),
  labels: mapOf(z.string(), textOf(200)).optional().describe('Its name in languages, by language code.'),
  phrases: mapOf(z.string(), z.array(textOf(200)))
    .optional()
    .describe('How it is said, by language code.'),
  description: z.string().max(LIMITS.reason).optional().describe('For people.'),
});

export const predicateNameSchema = name;
export const predicateChangeSchema = z.strictObject({
  resolve: z.literal('fold').optional(),
  dryRun: z.boolean().optional(),
  by: idText(LIMITS.source).optional(),
  reason: textOf(LIMITS.reason).optional(),
});
