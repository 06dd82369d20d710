/** Replies of the verbs that say who is one with whom. */
import { z } from 'zod';
import { VERDICTS } from '../contract/identity.ts';
import type * as P from '../palimpsest.ts';
import { id, instant, maybe } from './replies.ts';
import { entity, operationReply } from './replies-amend.ts';

const operation = operationReply.shape;
const words = (what: string) => maybe(z.string()).describe(what);

export const mergeReply = z
  .strictObject({
    ...operation,
    operationId: maybe(id).describe('Of the merge; null where they were one by other means, such as an alias.'),
    entity: id.describe('The entity that both are now.'),
    merged: id.describe('The one that answers for it.'),
    already: z.boolean().describe('They were one before; nothing was done.'),
    clashes: z
      .array(
        z.strictObject({
          predicate: z.string().describe('Of the slot.'),
          factIds: z.array(id).describe('What each had.'),
          reviewId: maybe(id).describe('Where somebody may decide.'),
        }),
      )
      .describe('Slots in which both had something, and not the same; the fold has decided.'),
  })
  .meta({ id: 'MergeReply' }) satisfies z.ZodType<P.MergeReply>;

export const unmergeReply = z
  .strictObject({
    ...operation,
    entity: id.describe('The entity that stands for itself again.'),
    from: id.describe('The one it was merged into.'),
  })
  .meta({ id: 'UnmergeReply' }) satisfies z.ZodType<P.UnmergeReply>;

export const splitReply = z
  .strictObject({
    ...operation,
    entity: id.describe('The new entity.'),
    moved: z.int().min(0).describe('Claims that went to it.'),
    left: z.array(id).describe('Claims that do not say by which name they came, and stayed; at most 500.'),
    reviewId: maybe(id).describe('Where somebody decides on those.'),
  })
  .meta({ id: 'SplitReply' }) satisfies z.ZodType<P.SplitReply>;

export const judgement = z
  .strictObject({
    id: id.describe('Its id.'),
    a: id.describe('One entity, as it was said.'),
    b: id.describe('The other.'),
    verdict: z.enum(VERDICTS).describe('The latest of a pair counts.'),
    at: instant.describe('When it was judged.'),
    by: words('Who judged.'),
    score: maybe(z.number()).describe('0 to 1: how sure.'),
    rule: words('By what.'),
    reason: words('Why it was judged so.'),
    operationId: maybe(id).describe('The merge, unmerge or split it came with.'),
  })
  .meta({ id: 'Judgement' }) satisfies z.ZodType<P.Judgement>;

const brief = z.strictObject({
  id: id.describe('Its id, merged or not.'),
  type: z.string().describe('Such as `person`.'),
  name: z.string().describe('What it is called.'),
});
const step = z.strictObject({
  from: id.describe('The entity that was merged.'),
  into: id.describe('Into which.'),
  at: instant.describe('When.'),
  operationId: id.describe('By which operation; `unmerge` takes it back.'),
});

export const sameReport = z
  .strictObject({
    a: brief.describe('The one asked for.'),
    b: brief.describe('The other.'),
    same: z.boolean().describe('They are one now.'),
    merges: z.array(step).describe('The steps that made them one.'),
    judgements: z.array(judgement).describe('The latest on each pair of theirs.'),
    names: z
      .strictObject({
        a: z.string().describe('A name of one.'),
        b: z.string().describe('A name of the other.'),
        band: z.enum(['accept', 'review', 'new']).describe('What the two names alone would say.'),
        rule: words('By which rule.'),
        score: z.number().describe('0 to 1; 1: the same name.'),
        veto: words('What keeps them apart.'),
      })
      .describe('Of all their names the two that say most.'),
    objections: z.array(z.string()).describe('Why a merge would be refused.'),
  })
  .meta({ id: 'SameReport' }) satisfies z.ZodType<P.SameReport>;

export const howReport = z
  .strictObject({
    entity: entity.describe('As it is.'),
    merges: z.array(step).describe('All that were merged into it, in order.'),
    names: z
      .array(z.strictObject({ name: z.string().describe('A name.'), of: id.describe('The entity it was given to.') }))
      .describe('What it answers to.'),
    judgements: z.array(judgement).describe('The ledger, latest first.'),
  })
  .meta({ id: 'HowReport' }) satisfies z.ZodType<P.HowReport>;
