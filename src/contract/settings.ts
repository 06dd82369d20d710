import { z } from 'zod';
import { idText, mapOf, textOf } from './check.ts';
import { entityIdSchema } from './entity.ts';
import { LIMITS } from './limits.ts';

const role = z.strictObject({
  predicate: textOf(LIMITS.predicate).describe('Name, alias or inverse of a predicate whose values are entities.'),
  nouns: z
    .array(textOf(60))
    .max(20)
    .optional()
    .describe('Such as `club`: each is understood with my, our and the user’s, in English and German (`my club`, `mein club`).'),
  phrases: z.array(textOf(LIMITS.id)).max(100).optional().describe('Phrases as they stand, such as `where I train`.'),
});

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-')).length === 1;
  } catch {
    return false;
  }
}

/** Every field may be left out: it stays as it is. */
export const settingsSchema = z.strictObject({
  locale: z
    .union([textOf(60).refine(isLocale, 'is not a language tag; give one such as de-AT or en-IN'), z.null()])
    .optional()
    .describe('Language and region such as `de-AT`: decides what IST, $ or 01/03/2024 is; null: they stay ambiguous.'),
  subject: z
    .union([entityIdSchema, z.null()])
    .optional()
    .describe('Id of the entity that I, me and the user mean; made if it is not there. Set once: another one is a `conflict`.'),
  uncertainNames: z
    .enum(['wait', 'new'])
    .optional()
    .describe('Of a name much like a known one: `wait` asks somebody first, `new` makes a new entity at once. Default `wait`.'),
  roles: mapOf(idText(60), z.union([role, z.null()]))
    .optional()
    .describe('By name, beside the shipped roles or instead of them; null turns a shipped one off. All of them are given together.'),
});

export type SettingsInput = z.infer<typeof settingsSchema>;
