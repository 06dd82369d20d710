/** Replies of the verbs that change things, of the registry, the graph and the audit. */
import { z } from 'zod';
import type { Entity } from '../domain/entity.ts';
import { type Predicate, TIERS, VALUE_TYPES } from '../domain/predicate.ts';
import { RETIRE_POLICIES } from '../domain/retire.ts';
import type * as P from '../palimpsest.ts';
import { count, id, instant, maybe } from './replies.ts';

export const retractReply = z
  .strictObject({
    outcome: z
      .enum(['ended', 'contested', 'no_effect', 'withdrawn', 'corroborated'])
      .describe(
        '`ended`; `withdrawn` where that was at or before its start; `contested` where it was too weak; `corroborated` with later word for the same; `no_effect`.',
      ),
    claimId: maybe(id).describe('The end as a claim; null where the fact was withdrawn.'),
    factId: id.describe('The fact that was meant.'),
    operationId: id.describe('What was done, as an operation.'),
    currentChanged: z.boolean().describe('What holds now is another fact, or another value, than before.'),
    recordedAt: instant.describe('When it was recorded.'),
  })
  .meta({ id: 'RetractReply' }) satisfies z.ZodType<P.RetractReply>;

export const operationReply = z
  .strictObject({
    operationId: id.describe('What was done, as an operation.'),
    changed: z.array(id).describe('Ids of the facts whose timeline changed.'),
    claimId: maybe(id).describe('The claim that was made or withdrawn, where it is one.'),
    currentChanged: z.boolean().describe('What holds now is another fact, or another value, than before.'),
    movedOn: z
      .array(id)
      .describe('Claims that hold again by what they depend on, and do not come back, as another value was told meanwhile.'),
    recordedAt: instant.describe('When it was recorded.'),
  })
  .meta({ id: 'OperationReply' }) satisfies z.ZodType<P.OperationReply>;

export const predicate = z
  .strictObject({
    name: z.string().describe('Canonical name.'),
    version: count.describe('Counts the changes of its settings, from 1; 0: shipped, and not used here yet.'),
    turned: z.boolean().describe('`slotBy` was changed once, so that its past lies in slots of either kind.'),
    source: z.enum(['core', 'defined', 'unknown']).describe('Shipped, defined here, or met in a write and taken as `multi`.'),
    cardinality: z.enum(['single', 'multi']).describe('How many values hold at once: one, or several.'),
    slotBy: z.enum(['subject', 'value']).describe('`value` turns the slot round: one subject per value (one leader per team).'),
    valueType: z.enum(VALUE_TYPES).describe('How values are read and compared.'),
    range: maybe(z.string()).describe('Type of the entities it points to, or null.'),
    category: z.string().describe('Such as `work`; lists can be narrowed to it.'),
    tier: z.enum(TIERS).describe('How long it matters.'),
    separators: z.array(z.string()).describe('Qualifiers, beyond the common ones, that keep answers apart.'),
    aliases: z.array(z.string()).describe('Other names for it.'),
    inverse: maybe(z.string()).describe('Name that answers from the side of the value, or null.'),
    margin: z.number().describe('How far below what holds a challenger may stay and still win, 0 to 1.'),
    halfLifeDays: maybe(z.number()).describe('Days in which the weight of a support halves; null: it never fades.'),
    onRetire: z
      .strictObject({
        subject: maybe(z.enum(RETIRE_POLICIES)).describe('Facts about the entity itself; null: `keep`.'),
        value: maybe(z.enum(RETIRE_POLICIES)).describe(
          'Facts that name it as value; null: `repoint` where there is a replacement, else `end`.',
        ),
      })
      .describe('What becomes of its facts when an entity that they name is retired.'),
    immutable: z.boolean().describe('Never fades from use.'),
    labels: z.record(z.string(), z.string()).describe('Its name in languages, by language code.'),
    phrases: z.record(z.string(), z.array(z.string())).describe('How it is said, by language code.'),
    description: z.string().describe('For people.'),
  })
  .meta({ id: 'Predicate' }) satisfies z.ZodType<Predicate>;

const stretch = z.strictObject({
  value: z.string().describe('In words.'),
  validFrom: instant.describe('When it began to hold.'),
  validTo: maybe(instant).describe('Exclusive; null while open.'),
});
export const predicateReply = z
  .strictObject({
    predicate: predicate.describe('As it is, or would be.'),
    applied: z.boolean().describe('False for a dry run.'),
    operationId: maybe(id).describe('Null where nothing was done.'),
    slots: z
      .array(
        z.strictObject({
          subject: id.describe('Whose timeline.'),
          before: z.array(stretch).describe('As it was.'),
          after: z.array(stretch).describe('As it is, or would be.'),
        }),
      )
      .describe('Those that change.'),
  })
  .meta({ id: 'PredicateReply' }) satisfies z.ZodType<P.PredicateReply>;

export const entity = z
  .strictObject({
    id: id.describe('Its one id.'),
    type: z.string().describe('Such as `person`.'),
    name: z.string().describe('What it is shown by.'),
    state: z.literal('active').describe('Always active: an id that was merged into another answers for that one.'),
    aliases: z.array(z.string()).describe('Exact names it answers to.'),
    merged: z.array(id).describe('Ids of the entities that were merged into it.'),
    createdAt: instant.describe('When it was made.'),
  })
  .meta({ id: 'Entity' }) satisfies z.ZodType<Entity>;

const direction = z.enum(['out', 'in']);
export const neighbour = z
  .strictObject({
    entity: z
      .strictObject({
        id: id.describe('Its id.'),
        type: z.string().describe('Such as `person`.'),
        name: z.string().describe('What it is shown by.'),
      })
      .describe('The other end.'),
    predicate: z.string().describe('Of the fact between them.'),
    direction: direction.describe('`out`: the asked entity is its subject.'),
    factId: id.describe('The fact between them.'),
    validFrom: instant.describe('When it began to hold.'),
    validTo: maybe(instant).describe('Exclusive; null while open.'),
  })
  .meta({ id: 'Neighbour' }) satisfies z.ZodType<P.Neighbour>;

export const path = z
  .strictObject({
    entities: z
      .array(z.strictObject({ id: id.describe('Its id.'), name: z.string().describe('What it is shown by.') }))
      .describe('Along the way, both ends included.'),
    steps: z
      .array(
        z.strictObject({
          predicate: z.string().describe('Of the fact.'),
          factId: id.describe('Its id.'),
          direction: direction.describe('`out`: along the fact, from subject to value.'),
        }),
      )
      .describe('The facts between them, one fewer.'),
  })
  .meta({ id: 'Path' }) satisfies z.ZodType<P.Path>;

export const doctorReport = z
  .strictObject({
    checks: z
      .array(
        z.strictObject({
          invariant: z.string().describe('Name of the promise.'),
          means: z.string().describe('What it promises.'),
          findings: count.describe('How often it is broken.'),
        }),
      )
      .describe('All that were made.'),
    findings: z
      .array(
        z.strictObject({
          invariant: z.string().describe('Promise that is broken.'),
          namespace: z.string().describe('Where.'),
          subject: z.string().describe('Ids or keys concerned; never a value.'),
          problem: z.string().describe('What is wrong.'),
        }),
      )
      .describe('Each thing found.'),
    ok: z.boolean().describe('Nothing was found.'),
  })
  .meta({ id: 'DoctorReport' }) satisfies z.ZodType<P.DoctorReport>;
