import { z } from 'zod';
import { idText, textOf } from './check.ts';
import { LIMITS } from './limits.ts';

const mention = (what: string) => idText(LIMITS.id).describe(`${what}: id, exact name or alias.`);
const by = idText(LIMITS.source).optional().describe('Who decided it.');
const reason = textOf(LIMITS.reason).optional().describe('Kept with the operation.');

export const VERDICTS = ['same', 'not_same', 'unsure', 'suggested'] as const;
export const verdictSchema = z.enum(VERDICTS);

export const mergeSchema = z.strictObject({
  from: mention('The entity that becomes a redirect'),
  into: mention('The one that stays'),
  by,
  reason,
  force: z.boolean().default(false).describe('Although the types differ, the cluster is large, or both are in the catalogue.'),
});

export const unmergeSchema = z
  .strictObject({
    entity: idText(LIMITS.id).optional().describe('Id of the entity that was merged into another; or give operationId.'),
    operationId: idText(LIMITS.id).optional().describe('Of the merge.'),
    verdict: z
      .enum(['unsure', 'not_same'])
      .default('unsure')
      .describe('`not_same`: they are never to be merged again, until somebody judges otherwise.'),
    by,
    reason,
  })
  .refine((i) => (i.entity === undefined) !== (i.operationId === undefined), {
    path: ['entity'],
    message: 'or operationId must be given, not both; give exactly one',
  });

export const splitSchema = z.strictObject({
  mentions: z
    .array(textOf(LIMITS.id))
    .min(1)
    .max(100)
    .describe('Names under which the other one was meant: those go to it, and what was told by them.'),
  id: idText(LIMITS.id)
    .regex(/^[a-z][a-z0-9_-]*:[^\s]+$/u, 'must look like type:name, without spaces; give one such as user:ada')
    .optional()
    .describe('Id of the new entity; default: made from its type and first mention.'),
  name: textOf(LIMITS.id).optional().describe('Default: the first mention.'),
  type: textOf(60).optional().describe('Default: that of the entity that is split.'),
  by,
  reason,
});

export const judgeSchema = z.strictObject({
  a: mention('One'),
  b: mention('The other'),
  verdict: verdictSchema.describe(
    '`not_same` keeps both and all merged into them from ever being merged; `same` takes that back, and merges nothing.',
  ),
  score: z.number().min(0).max(1).optional().describe('0 to 1: how sure.'),
  rule: textOf(LIMITS.source).optional().describe('By what it was judged.'),
  by,
  reason,
});
