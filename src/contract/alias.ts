import { z } from 'zod';
import { ALIAS_KINDS } from './catalogue.ts';
import { idText, textOf } from './check.ts';
import { LIMITS } from './limits.ts';

export const aliasTextSchema = textOf(LIMITS.id);
const by = idText(LIMITS.source).optional().describe('Who decided it.');
const reason = textOf(LIMITS.reason).optional().describe('Kept with the operation.');

export const addAliasSchema = z.strictObject({
  alias: aliasTextSchema.describe('A name that means the entity; it may look like an id.'),
  kind: z.enum(ALIAS_KINDS).optional().describe('What it is to the entity; default `name`.'),
  source: textOf(LIMITS.source).optional().describe('Where it is known from; default `put`.'),
  by,
  reason,
});
export const removeAliasSchema = z.strictObject({ by, reason });
