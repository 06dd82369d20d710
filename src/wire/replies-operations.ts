/** Replies of the verbs about what was done on purpose. */
import { z } from 'zod';
import { HOWS } from '../domain/operation.ts';
import type * as P from '../palimpsest.ts';
import { count, id, maybe, operationView } from './replies.ts';
import { operationReply } from './replies-amend.ts';

export const operationPage = z
  .strictObject({
    operations: z.array(operationView).describe('The newest first.'),
    cursor: maybe(z.string()).describe('Asks for the next page; null on the last.'),
  })
  .meta({ id: 'OperationPage' }) satisfies z.ZodType<P.OperationPage>;

const claims = z
  .array(
    z.strictObject({
      id: id.describe('Of a claim.'),
      how: z.enum(HOWS).describe('What became of it; `moved`: it speaks of another entity now.'),
    }),
  )
  .describe('At most 1,000.');

export const operationDetail = z
  .strictObject({
    ...operationView.shape,
    claims,
    facts: z
      .array(
        z.strictObject({
          id: id.describe('Of a fact.'),
          how: z.enum(['made', 'changed', 'withdrawn']).describe('`changed`: rewritten, or ended.'),
        }),
      )
      .describe('At most 1,000.'),
    entities: z.array(id).describe('Those it was about itself, beside their claims.'),
    predicates: z.array(z.string()).describe('Those it changed.'),
    reviews: z.array(id).describe('Those it decided.'),
    counts: z
      .strictObject({ claims: count.describe('Claims that it changed.'), facts: count.describe('Facts that it changed.') })
      .describe('How many there are in all.'),
  })
  .meta({ id: 'OperationDetail' }) satisfies z.ZodType<P.OperationDetail>;

const { changed, currentChanged, movedOn, recordedAt } = operationReply.shape;
export const undoReply = z
  .strictObject({
    operationId: maybe(id).describe('Of the undo, which can be undone too; null for a dry run.'),
    undoes: id.describe('What it took back.'),
    applied: z.boolean().describe('False for a dry run.'),
    changed,
    claims,
    currentChanged,
    movedOn,
    recordedAt,
    standing: z
      .strictObject({
        operations: z.array(id).describe('Operations in effect that changed the same since.'),
        claims: z.array(id).describe('Claims told since of which the fold would say something else.'),
      })
      .describe('What stands on it; empty unless for a dry run, as an undo is `refused` then.'),
  })
  .meta({ id: 'UndoReply' }) satisfies z.ZodType<P.UndoReply>;
