import { z } from 'zod';
import { RETIRE_POLICIES } from '../domain/retire.ts';
import { idText, mapOf, textOf } from './check.ts';
import { LIMITS } from './limits.ts';

const policy = z.enum(RETIRE_POLICIES);

/** What a predicate says of both sides; one that is left out is as for every predicate. */
export const onRetireSchema = z.strictObject({
  subject: z.union([policy, z.null()]).default(null).describe('Facts about the entity itself; null: `keep`.'),
  value: z
    .union([policy, z.null()])
    .default(null)
    .describe('Facts that name it as value; null: `repoint` where there is a replacement, else `end`.'),
});

const asked = z
  .strictObject({
    subject: policy.optional().describe('Facts about the entity itself.'),
    value: policy.optional().describe('Facts that name it as value.'),
  })
  .refine((p) => p.subject !== undefined || p.value !== undefined, 'holds no policy; give subject or value');

export const retireSchema = z.strictObject({
  at: z.string().optional().describe('When it stopped; default: now. May lie ahead.'),
  reason: textOf(LIMITS.reason).optional().describe('Kept with the operation.'),
  replacement: idText(LIMITS.id).optional().describe('Who takes its place: id, exact name or alias.'),
  policies: mapOf(textOf(LIMITS.predicate), asked)
    .optional()
    .describe(
      'By predicate and side, such as `{"works_at": {"value": "end"}}`: `end`, `keep`, `repoint` to the replacement, or `review`; before what the predicate says itself.',
    ),
  dryRun: z.boolean().default(false).describe('Answers what would be done, and does nothing.'),
  operationId: idText(LIMITS.id).optional().describe('Goes on with a retirement that was cut off.'),
  by: textOf(LIMITS.source).optional().describe('Who decided it.'),
});
export type RetireParams = z.infer<typeof retireSchema>;
