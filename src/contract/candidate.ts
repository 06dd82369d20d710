import { z } from 'zod';
import { ORIGINS } from '../domain/claim.ts';
import { TIERS } from '../domain/predicate.ts';
import { idText, mapOf, textOf } from './check.ts';
import { LIMITS } from './limits.ts';

export const sourceSchema = z.strictObject({
  session: idText(LIMITS.source).describe('Conversation, document or import it came from.'),
  turn: idText(LIMITS.source).optional().describe('Place in it. With one the statement is stored once, however often it is sent.'),
  kind: textOf(LIMITS.source).optional().describe('Such as `chat`, `mail`, `import`.'),
  quote: textOf(LIMITS.quote).optional().describe('The words it was said in.'),
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
    subject: idText(LIMITS.id).describe('Entity id (`user:ada`; made on first use), or the exact name or alias of a known entity.'),
    predicate: textOf(LIMITS.predicate).describe('Name, alias or inverse. One that nobody defined is registered as `multi`.'),
    value: valueSchema
      .optional()
      .describe('Needed unless `kind` is `end`. Of an entity-valued predicate the id, name or alias of an entity.'),
    kind: z
      .enum(['assert', 'end'])
      .optional()
      .describe(
        '`end`: it stopped being so at `validFrom` (default: `observedAt`); without a value it ends whatever holds then. Default `assert`.',
      ),
    confidence: confidence.optional().describe('0 to 1; default 0.8.'),
    qualifiers: qualifiersSchema
      .optional()
      .describe(
        'What narrows it. `context`, `project`, `repo`, `device` and the separators of the predicate keep answers apart; others annotate.',
      ),
    validFrom: z
      .string()
      .optional()
      .describe(
        'When it began to hold: an instant with offset, or a date in UTC (2021, 2021-05), of which the beginning. Default: `observedAt`.',
      ),
    validTo: z
      .string()
      .optional()
      .describe('When it stops: an instant (exclusive), or a date in UTC, of which the end: that day still counts. Default: open.'),
    observedAt: z.string().optional().describe('When it was said; default: now.'),
    source: sourceSchema.optional().describe('Where it came from.'),
    origin: z
      .enum(ORIGINS)
      .optional()
      .describe('How it is known; default `extracted`: a model or pattern read it. `stated`: a person or a trusted system said it.'),
    tier: z.enum(TIERS).optional().describe('How long it matters; kept with the claim.'),
    pinned: z.boolean().optional().describe('Kept with the fact; default false.'),
    dependsOn: z
      .array(z.array(idText(LIMITS.id)).min(1, 'is empty; name a fact, or leave the group out').max(20))
      .max(20)
      .optional()
      .describe(
        'Ids of facts that it holds by, in groups: all of one group are needed, any group is enough. The facts by which a role was understood are added.',
      ),
    fallback: valueSchema
      .optional()
      .describe(
        'What takes its place when the facts that it holds by end, of a single-valued predicate: an id, name or alias, or a value.',
      ),
    expectedCurrent: z
      .union([idText(LIMITS.id), z.null()])
      .optional()
      .describe('Compare-and-set: the id of the fact that must hold now, or null for none; else the row is rejected with `conflict`.'),
  })
  .refine((c) => c.kind === 'end' || c.value !== undefined, {
    path: ['value'],
    message: 'is missing; give a value, or kind: end to say that it ended',
  })
  .refine((c) => c.kind !== 'end' || c.validTo === undefined, {
    path: ['validTo'],
    message: 'has no meaning for an end; say in validFrom when it ended',
  })
  .refine((c) => c.kind !== 'end' || c.fallback === undefined, {
    path: ['fallback'],
    message: 'has no meaning for an end; leave it out',
  })
  .refine((c) => c.kind !== 'end' || c.dependsOn === undefined, {
    path: ['dependsOn'],
    message: 'has no meaning for an end; leave it out',
  });

export type CandidateInput = z.infer<typeof candidateSchema>;

const target = {
  factId: idText(LIMITS.id).optional().describe('Id of the fact; or give subject and predicate.'),
  subject: idText(LIMITS.id).optional().describe('Entity id, exact name or alias.'),
  predicate: textOf(LIMITS.predicate).optional().describe('Name, alias or inverse.'),
  value: valueSchema.optional().describe('Which one, where several may hold.'),
  qualifiers: qualifiersSchema.optional().describe('Of the slot that is meant.'),
};
const reason = textOf(LIMITS.reason).optional().describe('Kept with the operation.');
const by = idText(LIMITS.source).optional().describe('Who decided it.');
const source = sourceSchema.optional().describe('Where that was said; with a turn it is done once.');

export const retractSchema = z
  .strictObject({
    ...target,
    at: z
      .string()
      .optional()
      .describe(
        'When it ended: an instant, or a date, of which the beginning; default now. At or before its start the fact is withdrawn instead.',
      ),
    confidence: confidence.optional().describe('0 to 1; default 0.8. Too weak to end the fact, it is `contested`.'),
    by,
    reason,
    source,
  })
  .refine((i) => i.factId !== undefined || (i.subject !== undefined && i.predicate !== undefined), {
    path: ['factId'],
    message: 'is missing; give it, or subject and predicate',
  })
  .refine(
    ({ factId, subject, predicate, value, qualifiers }) => {
      const others = [subject, predicate, value, qualifiers];
      return factId === undefined || others.every((field) => field === undefined);
    },
    {
      path: ['factId'],
      message: 'says which fact already; give it alone, or subject and predicate without it',
    },
  );

export const withdrawSchema = z
  .strictObject({
    claimId: idText(LIMITS.id).optional().describe('One claim; or give factId.'),
    factId: idText(LIMITS.id).optional().describe('Every claim that supports this fact.'),
    by,
    reason,
  })
  .refine((i) => (i.claimId === undefined) !== (i.factId === undefined), {
    path: ['claimId'],
    message: 'or factId must be given, not both; give exactly one',
  });

export const archiveSchema = z.strictObject({ factId: idText(LIMITS.id).describe('Id of the fact.'), by, reason });

export const correctSchema = z.strictObject({
  factId: idText(LIMITS.id).describe('Id of the fact that was never true.'),
  value: valueSchema.describe('What is true instead.'),
  validFrom: z.string().optional().describe('Default: the start of the fact.'),
  validTo: z.string().optional().describe('A date is meant inclusively. Default: the end of the fact.'),
  by,
  reason,
  source,
});

/** Of remember and of the acts that change what is believed. */
export const writeOptionsSchema = z.strictObject({
  idempotencyKey: idText(LIMITS.key).optional().describe('The same key with the same body has one effect; kept at least seven days.'),
});
