/** What comes back, as schemas; each holds exactly the fields of its interface. Requests have their own, in contract/. */
import { z } from 'zod';
import { STATUSES } from '../contract/queries.ts';
import { FOLD_OUTCOMES, ORIGINS } from '../domain/claim.ts';
import type { Challenger, ClaimSource, ClaimView, Fact } from '../domain/fact.ts';
import type { Issue } from '../errors.ts';
import type * as P from '../palimpsest.ts';

export const instant = z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC' });
export const id = z.string();
export const maybe = <T extends z.ZodType>(schema: T) => z.union([schema, z.null()]);
const value = z.union([z.string(), z.number(), z.boolean()]);
const confidence = z.number().min(0).max(1);
export const count = z.number().int().min(0);
const precision = z.enum(['year', 'month', 'day', 'instant']);

export const issue = z
  .strictObject({ path: z.string(), message: z.string(), next: z.string().exactOptional() })
  .meta({ id: 'Issue' }) satisfies z.ZodType<Issue>;

export const challenger = z
  .strictObject({ claimId: id, kind: z.enum(['assert', 'end']), value, text: z.string(), confidence })
  .meta({ id: 'Challenger' }) satisfies z.ZodType<Challenger>;

const factFields = {
  id,
  version: count.meta({ description: 'counts the rewrites of this id, from 1' }),
  subject: id,
  predicate: z.string(),
  value,
  valueType: z.string(),
  text: z.string().meta({ description: 'the value in the words it was said in; for an entity its name' }),
  qualifiers: z.record(z.string(), z.string()),
  confidence,
  validFrom: instant,
  validTo: maybe(instant).meta({ description: 'exclusive; null while open' }),
  precision: z.strictObject({ from: precision, to: precision }),
  recordedAt: instant,
  endedAt: maybe(instant),
  withdrawnAt: maybe(instant),
  status: z.enum(STATUSES),
  visibility: z.enum(['live', 'archived', 'restricted']),
  supersedes: maybe(id),
  supersededBy: maybe(id),
  resumes: maybe(id),
  challengedBy: z.array(challenger),
  pinned: z.boolean(),
  uses: count,
  lastUsedAt: maybe(instant),
  fallback: z.literal(true).exactOptional(),
};
export const fact = z.strictObject(factFields).meta({ id: 'Fact' }) satisfies z.ZodType<Fact>;
export const historyFact = z
  .strictObject({ ...factFields, basedOn: z.array(id) })
  .meta({ id: 'HistoryFact' }) satisfies z.ZodType<P.HistoryFact>;

const source = z
  .strictObject({
    session: z.string(),
    turn: z.string().exactOptional(),
    kind: z.string().exactOptional(),
    quote: z.string().exactOptional(),
  })
  .meta({ id: 'Source' }) satisfies z.ZodType<ClaimSource>;

export const claim = z
  .strictObject({
    id,
    kind: z.enum(['assert', 'end']),
    value,
    text: z.string(),
    confidence,
    start: instant,
    explicit: z.boolean(),
    validTo: maybe(instant),
    observedAt: instant,
    recordedAt: instant,
    origin: z.enum(ORIGINS),
    source: maybe(source),
    reason: maybe(z.string()),
    withdrawnAt: maybe(instant),
    outcome: maybe(z.enum(FOLD_OUTCOMES)),
    factId: maybe(id),
  })
  .meta({ id: 'Claim' }) satisfies z.ZodType<ClaimView>;

const resolved = z
  .strictObject({
    mention: z.string(),
    entity: maybe(id),
    band: z.enum(['accept', 'new', 'ambiguous']),
    rule: maybe(z.enum(['id', 'name', 'catalogue', 'joined'])),
    candidates: z.array(id),
  })
  .meta({ id: 'Resolved' }) satisfies z.ZodType<P.Resolved>;

export const rememberResult = z
  .strictObject({
    outcome: z.enum([...FOLD_OUTCOMES, 'rejected', 'unresolved', 'ambiguous', 'restricted']),
    factId: maybe(id),
    claimId: maybe(id),
    supersededIds: z.array(id),
    currentChanged: z.boolean(),
    replayed: z.boolean(),
    late: z.boolean(),
    recordedAt: maybe(instant),
    reviewId: maybe(id),
    reason: maybe(z.string()),
    issues: z.array(issue),
    resolved: z.strictObject({ subject: maybe(resolved), value: maybe(resolved) }),
    annotations: z.array(z.string()),
  })
  .meta({ id: 'RememberResult' }) satisfies z.ZodType<P.RememberResult>;

export const factPage = z
  .strictObject({
    facts: z.array(fact),
    hidden: z.strictObject({ superseded: count, scheduled: count, contested: count }),
    cursor: maybe(z.string()),
  })
  .meta({ id: 'FactPage' }) satisfies z.ZodType<P.FactPage>;

export const history = z
  .strictObject({ facts: z.array(historyFact), claims: z.array(claim) })
  .meta({ id: 'History' }) satisfies z.ZodType<P.History>;

const link = z.strictObject({ fact, by: id, at: instant }).meta({ id: 'SupersedesLink' }) satisfies z.ZodType<P.SupersedesLink>;
const operation = z
  .strictObject({ id, kind: z.string(), at: instant, reason: maybe(z.string()) })
  .meta({ id: 'Operation' }) satisfies z.ZodType<P.OperationView>;
export const why = z
  .strictObject({
    fact,
    versions: z.array(fact),
    claims: z.array(claim),
    supersedes: z.array(link),
    supersededBy: z.array(link),
    challengers: z.array(claim),
    operations: z.array(operation),
  })
  .meta({ id: 'Why' }) satisfies z.ZodType<P.Why>;
