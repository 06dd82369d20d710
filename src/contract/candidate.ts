import { z } from 'zod';
import { ORIGINS } from '../domain/claim.ts';
import { TIERS } from '../domain/predicate.ts';
import { idText, mapOf, textOf } from './check.ts';
import { LIMITS } from './limits.ts';

export const sourceSchema = z.strictObject({
  session: idText(LIMITS.source),
  turn: idText(LIMITS.source).optional(),
  kind: textOf(LIMITS.source).optional(),
  quote: textOf(LIMITS.quote).optional(),
});

export const valueSchema = z.union([textOf(LIMITS.value), z.number(), z.boolean()]);

export const qualifiersSchema = mapOf(idText(LIMITS.qualifierName), textOf(LIMITS.qualifierValue)).refine(
  (q) => Object.keys(q).length <= LIMITS.qualifiers,
  `has more than ${LIMITS.qualifiers} entries; give fewer`,
);

const confidence = z
  .number()
  .min(0, 'must be between 0 and 1; give a number such as 0.8')
  .max(1, 'must be between 0 and 1; give a number such as 0.8');

/** One row of `remember`; times are read later, where a reason can be given. */
export const candidateSchema = z
  .strictObject({
    subject: idText(LIMITS.id),
    predicate: textOf(LIMITS.predicate),
    value: valueSchema.optional(),
    kind: z.enum(['assert', 'end']).optional(),
    confidence: confidence.optional(),
    qualifiers: qualifiersSchema.optional(),
    validFrom: z.string().optional(),
    validTo: z.string().optional(),
    observedAt: z.string().optional(),
    source: sourceSchema.optional(),
    origin: z.enum(ORIGINS).optional(),
    tier: z.enum(TIERS).optional(),
    pinned: z.boolean().optional(),
    expectedCurrent: z.union([idText(LIMITS.id), z.null()]).optional(),
  })
  .refine((c) => c.kind === 'end' || c.value !== undefined, {
    path: ['value'],
    message: 'is missing; give a value, or kind: end to say that it ended',
  })
  .refine((c) => c.kind !== 'end' || c.validTo === undefined, {
    path: ['validTo'],
    message: 'has no meaning for an end; say in validFrom when it ended',
  });

export type CandidateInput = z.infer<typeof candidateSchema>;

const target = {
  factId: idText(LIMITS.id).optional(),
  subject: idText(LIMITS.id).optional(),
  predicate: textOf(LIMITS.predicate).optional(),
  value: valueSchema.optional(),
  qualifiers: qualifiersSchema.optional(),
};
const reason = textOf(LIMITS.reason).optional();

export const retractSchema = z
  .strictObject({ ...target, at: z.string().optional(), confidence: confidence.optional(), reason, source: sourceSchema.optional() })
  .refine((i) => i.factId !== undefined || (i.subject !== undefined && i.predicate !== undefined), {
    path: ['factId'],
    message: 'is missing; give it, or subject and predicate',
  });

export const withdrawSchema = z
  .strictObject({ claimId: idText(LIMITS.id).optional(), factId: idText(LIMITS.id).optional(), reason })
  .refine((i) => (i.claimId === undefined) !== (i.factId === undefined), {
    path: ['claimId'],
    message: 'or factId must be given, not both; give exactly one',
  });

export const correctSchema = z.strictObject({
  factId: idText(LIMITS.id),
  value: valueSchema,
  validFrom: z.string().optional(),
  validTo: z.string().optional(),
  reason,
  source: sourceSchema.optional(),
});

/** Of remember and of the acts that change what is believed. */
export const writeOptionsSchema = z.strictObject({ idempotencyKey: idText(LIMITS.key).optional() });
