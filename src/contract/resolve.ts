import { z } from 'zod';
import { textOf } from './check.ts';
import { LIMITS } from './limits.ts';

const mention = textOf(LIMITS.value).describe('A name or id.');
const asked = z
  .strictObject({
    mention,
    type: textOf(60).optional().describe('Only an entity of this type is meant.'),
    predicate: textOf(LIMITS.predicate).optional().describe('As a value of this predicate, whose range says the type.'),
  })
  .refine((m) => m.type === undefined || m.predicate === undefined, {
    path: ['type'],
    message: 'and predicate say the same; give one of them',
  });

export const mentionsSchema = z
  .array(z.union([mention, asked]))
  .max(LIMITS.mentions, `holds more than ${LIMITS.mentions} mentions; ask for them in several calls`)
  .describe('Names or ids, each with the type that is meant, where that is known.');
