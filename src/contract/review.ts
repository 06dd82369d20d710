import { z } from 'zod';
import { ANSWERS, REVIEW_KINDS, REVIEW_STATES } from '../domain/review.ts';
import { valueSchema } from './candidate.ts';
import { idText, textOf } from './check.ts';
import { LIMITS } from './limits.ts';
import { entityMentionSchema, whole } from './queries.ts';

const oneOrMore = <T extends readonly [string, ...string[]]>(values: T) =>
  z.union([z.enum(values), z.array(z.enum(values)).min(1, 'is empty; leave it out')]);

export const reviewIdSchema = idText(LIMITS.id);

export const reviewsQuerySchema = z.strictObject({
  state: oneOrMore(REVIEW_STATES).optional(),
  kind: oneOrMore(REVIEW_KINDS).optional(),
  subject: entityMentionSchema.optional(),
  limit: whole(500).optional(),
  cursor: z.string().max(4_000, 'is not one that reviews gave; give the cursor of the last page').optional(),
});
export type ReviewsQueryInput = z.infer<typeof reviewsQuerySchema>;

export const meaningSchema = z
  .strictObject({
    entity: idText(LIMITS.id).optional().describe('Id of the entity that is meant.'),
    new: z.literal(true).optional().describe('None that is known: a new entity of that name.'),
    value: valueSchema.optional().describe('Value of the type of the predicate, where that is asked for.'),
  })
  .refine((m) => Object.values(m).filter((part) => part !== undefined).length === 1, 'must hold one of entity, new and value; give one');

const decision = {
  decision: z
    .enum(ANSWERS)
    .describe(
      '`accept`: it is believed; `reject`: it is not, and what stands against something is withdrawn; `defer`: not now; `undo`: its decision is taken back.',
    ),
  subject: meaningSchema.optional().describe('With `accept`: who the subject is. Left out, that must be clear by now.'),
  value: meaningSchema.optional().describe('With `accept`: who or what the value is. Left out, that must be clear by now.'),
  until: z.string().optional().describe('With `defer`: when it is asked again, an instant or a date. Left out: it stays deferred.'),
  by: textOf(LIMITS.source).optional().describe('Who decides.'),
  reason: textOf(LIMITS.reason).optional().describe('Kept with the decision.'),
};
type Given = { readonly decision: string; readonly subject?: unknown; readonly value?: unknown; readonly until?: unknown };
const onlyAccepted = (d: Given) => d.decision === 'accept' || (d.subject === undefined && d.value === undefined);
const MESSAGE = { path: ['decision'], message: 'takes subject and value with accept only; leave them out' };
const onlyDeferred = (d: Given) => d.decision === 'defer' || d.until === undefined;
const UNTIL = { path: ['until'], message: 'has a meaning with defer only; leave it out' };

export const decisionSchema = z.strictObject(decision).refine(onlyAccepted, MESSAGE).refine(onlyDeferred, UNTIL);
export type DecisionInput = z.infer<typeof decisionSchema>;
/** One row of several decisions. */
export const decisionRowSchema = z
  .strictObject({ id: reviewIdSchema.describe('Of the review.'), ...decision })
  .refine(onlyAccepted, MESSAGE)
  .refine(onlyDeferred, UNTIL);
