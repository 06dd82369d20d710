/** Reply of retiring an entity. */
import { z } from 'zod';
import { RETIRE_POLICIES, RETIRE_VIAS } from '../domain/retire.ts';
import type * as P from '../palimpsest.ts';
import { count, id, instant, maybe, value } from './replies.ts';

const retiredFact = z
  .strictObject({
    factId: id.describe('The fact.'),
    subject: id.describe('Whom it is about.'),
    predicate: z.string().describe('Canonical name.'),
    value: value.describe('Canonical.'),
    via: z
      .enum(RETIRE_VIAS)
      .describe(
        'The entity is its subject or value; `role`: it was told through a role the entity had; `dependency`: it held by a fact that ends.',
      ),
    policy: z.enum(RETIRE_POLICIES).describe('What becomes of it.'),
    depth: count.describe('1: it names the entity; each cause in between adds one.'),
    causedBy: z.array(id).describe('Facts that end and that it held by.'),
  })
  .meta({ id: 'RetiredFact' }) satisfies z.ZodType<P.RetiredFact>;

export const retireReply = z
  .strictObject({
    outcome: z.enum(['planned', 'retired', 'nothing']).describe('`planned`: a dry run; `nothing`: nothing was left to be done.'),
    operationId: maybe(id).describe('What was done, as an operation; null where nothing was.'),
    entity: id.describe('The one that is retired.'),
    replacement: maybe(id).describe('Who takes its place.'),
    at: instant.describe('When it stopped.'),
    counts: z
      .strictObject({
        end: count.describe('Over.'),
        keep: count.describe('Go on as they are.'),
        repoint: count.describe('Go on with the replacement.'),
        review: count.describe('A person decides.'),
      })
      .describe('Facts by what becomes of them.'),
    facts: z.array(retiredFact).describe('Causes before what they cause; at most 500.'),
    more: count.describe('How many more there are.'),
    recordedAt: instant.describe('When it was recorded.'),
  })
  .meta({ id: 'RetireReply' }) satisfies z.ZodType<P.RetireReply>;
