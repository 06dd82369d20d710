/** Replies of the verbs that change things, of the registry, the graph and the audit. */
import { z } from 'zod';
import type { Entity } from '../domain/entity.ts';
import { type Predicate, TIERS, VALUE_TYPES } from '../domain/predicate.ts';
import type * as P from '../palimpsest.ts';
import { count, id, instant, maybe } from './replies.ts';

export const retractReply = z
  .strictObject({
    outcome: z.enum(['ended', 'contested', 'no_effect', 'withdrawn', 'corroborated']),
    claimId: maybe(id),
    factId: id,
    operationId: id,
    currentChanged: z.boolean(),
    recordedAt: instant,
  })
  .meta({ id: 'RetractReply' }) satisfies z.ZodType<P.RetractReply>;

export const operationReply = z
  .strictObject({
    operationId: id,
    changed: z.array(id).meta({ description: 'ids of the facts whose timeline changed' }),
    claimId: maybe(id),
    currentChanged: z.boolean(),
    recordedAt: instant,
  })
  .meta({ id: 'OperationReply' }) satisfies z.ZodType<P.OperationReply>;

export const predicate = z
  .strictObject({
    name: z.string(),
    version: count,
    source: z.enum(['core', 'defined', 'unknown']),
    cardinality: z.enum(['single', 'multi']),
    slotBy: z.enum(['subject', 'value']),
    valueType: z.enum(VALUE_TYPES),
    range: maybe(z.string()),
    category: z.string(),
    tier: z.enum(TIERS),
    separators: z.array(z.string()),
    aliases: z.array(z.string()),
    inverse: maybe(z.string()),
    margin: z.number(),
    halfLifeDays: maybe(z.number()),
    immutable: z.boolean(),
    labels: z.record(z.string(), z.string()),
    phrases: z.record(z.string(), z.array(z.string())),
    description: z.string(),
  })
  .meta({ id: 'Predicate' }) satisfies z.ZodType<Predicate>;

const stretch = z.strictObject({ value: z.string(), validFrom: instant, validTo: maybe(instant) });
export const predicateReply = z
  .strictObject({
    predicate,
    applied: z.boolean(),
    operationId: maybe(id),
    slots: z.array(z.strictObject({ subject: id, before: z.array(stretch), after: z.array(stretch) })),
  })
  .meta({ id: 'PredicateReply' }) satisfies z.ZodType<P.PredicateReply>;

export const entity = z
  .strictObject({
    id,
    type: z.string(),
    name: z.string(),
    state: z.literal('active'),
    aliases: z.array(z.string()),
    createdAt: instant,
  })
  .meta({ id: 'Entity' }) satisfies z.ZodType<Entity>;

const direction = z.enum(['out', 'in']);
export const neighbour = z
  .strictObject({
    entity: z.strictObject({ id, type: z.string(), name: z.string() }),
    predicate: z.string(),
    direction,
    factId: id,
    validFrom: instant,
    validTo: maybe(instant),
  })
  .meta({ id: 'Neighbour' }) satisfies z.ZodType<P.Neighbour>;

export const path = z
  .strictObject({
    entities: z.array(z.strictObject({ id, name: z.string() })),
    steps: z.array(z.strictObject({ predicate: z.string(), factId: id, direction })),
  })
  .meta({ id: 'Path' }) satisfies z.ZodType<P.Path>;

export const doctorReport = z
  .strictObject({
    checks: z.array(z.strictObject({ invariant: z.string(), means: z.string(), findings: count })),
    findings: z.array(z.strictObject({ invariant: z.string(), namespace: z.string(), subject: z.string(), problem: z.string() })),
    ok: z.boolean(),
  })
  .meta({ id: 'DoctorReport' }) satisfies z.ZodType<P.DoctorReport>;
