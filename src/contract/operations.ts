import { z } from 'zod';
import { OPERATION_KINDS } from '../domain/operation.ts';
import { writeOptionsSchema } from './candidate.ts';
import { idText, textOf } from './check.ts';
import { LIMITS } from './limits.ts';
import { entityMentionSchema, whole } from './queries.ts';

export const operationIdSchema = idText(LIMITS.id);

export const operationsQuerySchema = z.strictObject({
  kind: z.union([z.enum(OPERATION_KINDS), z.array(z.enum(OPERATION_KINDS)).min(1, 'is empty; leave it out')]).optional(),
  about: entityMentionSchema.optional(),
  since: z.string().optional(),
  limit: whole(500).optional(),
  cursor: z.string().max(4_000, 'is not one that operations gave; give the cursor of the last page').optional(),
});

export const undoSchema = z.strictObject({
  by: idText(LIMITS.source).optional().describe('Who decided it.'),
  reason: textOf(LIMITS.reason).optional().describe('Kept with the operation.'),
  dryRun: z.boolean().optional().describe('Answers what would change and what stands on it, and changes nothing.'),
});

export const importSchema = z.strictObject({
  id: idText(LIMITS.id)
    .regex(/^o_\S+$/, 'must begin with o_ and hold no space; give one such as o_crm-2026-07')
    .describe('Id of the operation, as the caller chooses it: `o_` and something that no other has.'),
  by: idText(LIMITS.source).optional().describe('Who imports.'),
  reason: textOf(LIMITS.reason).optional().describe('Kept with the operation.'),
});
export const rememberOptionsSchema = writeOptionsSchema.extend({ import: importSchema.optional() });
