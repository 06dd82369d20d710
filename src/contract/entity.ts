import { z } from 'zod';
import { idText, textOf } from './check.ts';
import { LIMITS } from './limits.ts';

export const entityIdSchema = idText(LIMITS.id).regex(
  /^[a-z][a-z0-9_-]*:[^\s]+$/u,
  'must look like type:name, without spaces; give one such as user:ada',
);

export const entitySchema = z.strictObject({
  type: textOf(60).optional().describe('Such as `person`; default: what the id begins with.'),
  name: textOf(LIMITS.value).optional().describe('What it is shown by.'),
  aliases: z.array(textOf(LIMITS.id)).max(100).optional().describe('Exact names it answers to, added to those it has.'),
  retype: z
    .boolean()
    .optional()
    .describe('`true`: `type` may make another kind of thing of one that is there, such as a person of a company.'),
});
