/** Replies about names. */
import { z } from 'zod';
import { ALIAS_KINDS } from '../contract/catalogue.ts';
import type * as P from '../palimpsest.ts';
import { id, instant } from './replies.ts';

export const alias = z
  .strictObject({
    alias: z.string().describe('The name as it was first written.'),
    kind: z.enum(ALIAS_KINDS).describe('What it is to the entity.'),
    source: z.string().describe('Where it is known from: `mention` (it was said), `put`, `catalogue`, `decision`, or as given.'),
    since: instant.describe('When the entity got it.'),
  })
  .meta({ id: 'Alias' }) satisfies z.ZodType<P.EntityAlias>;

export const aliasReply = z
  .strictObject({
    operationId: id.describe('What was done, as an operation.'),
    entity: id.describe('Whose names they are.'),
    aliases: z.array(alias).describe('Those it has now.'),
  })
  .meta({ id: 'AliasReply' }) satisfies z.ZodType<P.AliasReply>;
