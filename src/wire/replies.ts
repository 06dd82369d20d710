/** What comes back, as schemas; each holds exactly the fields of its interface. Requests have their own, in contract/. */
import { z } from 'zod';
import { STATUSES } from '../contract/queries.ts';
import { FOLD_OUTCOMES, ORIGINS } from '../domain/claim.ts';
import type { Challenger, ClaimSource, ClaimView, Fact } from '../domain/fact.ts';
import { OPERATION_KINDS } from '../domain/operation.ts';
import type { Issue } from '../errors.ts';
import type * as P from '../palimpsest.ts';

export const instant = z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC' });
export const id = z.string();
export const maybe = <T extends z.ZodType>(schema: T) => z.union([schema, z.null()]);
export const value = z.union([z.string(), z.number(), z.boolean()]);
export const confidence = z.number().min(0).max(1);
export const count = z.number().int().min(0);
const precision = z.enum(['year', 'month', 'day', 'instant']);

export const issue = z
  .strictObject({
    path: z.string().describe('Field, such as `facts[0].validFrom`.'),
    message: z.string().describe('What is wrong with it; never its value.'),
    next: z.string().exactOptional().describe('What to do.'),
  })
  .meta({ id: 'Issue' }) satisfies z.ZodType<Issue>;

export const challenger = z
  .strictObject({
    claimId: id.describe('The claim too weak to win.'),
    kind: z.enum(['assert', 'end']).describe('Another value, or that it ended.'),
    value: value.describe('Canonical value that it speaks for.'),
    text: z.string().describe('That value in words.'),
    confidence: confidence.describe('Its strength: all that speak for the value together.'),
  })
  .meta({ id: 'Challenger' }) satisfies z.ZodType<Challenger>;

const dependsOn = z.array(z.array(id));

const factFields = {
  id: id.describe('Stays the same through rewrites.'),
  version: count.describe('Counts the rewrites of this id, from 1; the last one that is not withdrawn is believed.'),
  subject: id.describe('Id of the entity it is about.'),
  predicate: z.string().describe('Canonical name.'),
  value: value.describe('Canonical: an entity id, a number, a boolean or text.'),
  valueType: z.string().describe('As the predicate says, such as `entity`.'),
  text: z.string().describe('The value in the words it was said in; for an entity its name.'),
  qualifiers: z.record(z.string(), z.string()).describe('What narrows it.'),
  confidence: confidence.describe('Strongest support, 0 to 1.'),
  validFrom: instant.describe('When it began to hold.'),
  validTo: maybe(instant).describe('When it stopped or will, exclusive; null while open.'),
  precision: z
    .strictObject({
      from: precision.describe('Of `validFrom`.'),
      to: precision.describe('Of `validTo`: of a date that was told, `validTo` is the first moment after it.'),
    })
    .describe('How exactly the ends were told; `instant` where another fact or the clock decided.'),
  recordedAt: instant.describe('When the store wrote this version.'),
  endedAt: maybe(instant).describe('When the store learnt of `validTo`, which is not when it ended: that is `validTo`. Null while open.'),
  withdrawnAt: maybe(instant).describe(
    'When this version stopped being believed: rewritten as another version of the id, or taken back. Null while believed.',
  ),
  status: z
    .enum(STATUSES)
    .describe(
      'At the moment asked about. `superseded`: over, another fact followed; `ended`: over, nothing followed; `withdrawn`: this version is not believed any more.',
    ),
  visibility: z.enum(['live', 'archived', 'restricted']).describe('`live`, unless archived or restricted.'),
  supersedes: maybe(id).describe('Id of the fact it took over from.'),
  supersededBy: maybe(id).describe('Id of the fact that took over, or of what followed when it lapsed.'),
  resumes: maybe(id).describe('Id of the fact whose later piece this is, after something hid it for a while.'),
  challengedBy: z.array(challenger).describe('Contested claims held against it.'),
  dependsOn: dependsOn.describe('Of the claims it is based on, the groups of those that depend on facts.'),
  pinned: z.boolean().describe('As said with the claim.'),
  uses: count.describe('How often it was used in answers; 0 as nothing counts it yet.'),
  lastUsedAt: maybe(instant).describe('When it was last used; null as nothing counts it yet.'),
  fallback: z.literal(true).exactOptional().describe('Asked in a context, answered by the general fact.'),
};
export const fact = z.strictObject(factFields).meta({ id: 'Fact' }) satisfies z.ZodType<Fact>;
export const historyFact = z
  .strictObject({ ...factFields, basedOn: z.array(id).describe('Ids of the claims it is based on.') })
  .meta({ id: 'HistoryFact' }) satisfies z.ZodType<P.HistoryFact>;

export const source = z
  .strictObject({
    session: z.string().describe('Conversation, document or import.'),
    turn: z.string().exactOptional().describe('Place in it.'),
    kind: z.string().exactOptional().describe('Such as `chat`.'),
    quote: z.string().exactOptional().describe('The words it was said in.'),
  })
  .meta({ id: 'Source' }) satisfies z.ZodType<ClaimSource>;

export const claim = z
  .strictObject({
    id: id.describe('Id of the claim.'),
    kind: z.enum(['assert', 'end']).describe('A value, or that it ended.'),
    value: value.describe('Canonical value it speaks for.'),
    text: z.string().describe('The value in the words it was said in.'),
    near: z.literal(true).exactOptional().describe('The words are not those of the value, but nearly.'),
    confidence: confidence.describe('0 to 1, as said.'),
    start: instant.describe('From when it speaks.'),
    explicit: z.boolean().describe('The caller gave the start as `validFrom`; else it is when it was said.'),
    validTo: maybe(instant).describe('Its own stated end, exclusive.'),
    observedAt: instant.describe('When it was said.'),
    recordedAt: instant.describe('When the store wrote it.'),
    origin: z.enum([...ORIGINS, 'derived']).describe('How it is known; `derived`: the store drew it from other facts.'),
    source: maybe(source).describe('Where it came from.'),
    reason: maybe(z.string()).describe('As given with the operation that made it.'),
    dependsOn: dependsOn.describe('Ids of facts that it holds by: all of one group are needed, any group is enough.'),
    follows: maybe(id).describe('Claim that it follows: a `derived` one ends it where nothing justifies it; any other is its fallback.'),
    causedBy: z.array(id).describe('Of a derived end, the facts whose end it follows from.'),
    withdrawnAt: maybe(instant).describe('When it was taken back.'),
    outcome: maybe(z.enum(FOLD_OUTCOMES)).describe(
      'What the fold makes of it now, `superseded`: it took over from another value. Null once withdrawn.',
    ),
    factId: maybe(id).describe('The fact it supports, ended or challenges.'),
  })
  .meta({ id: 'Claim' }) satisfies z.ZodType<ClaimView>;

export const resolvedCandidate = z
  .strictObject({
    entity: id.describe('Its id.'),
    name: z.string().describe('What it is shown by.'),
    type: z.string().describe('Such as `person`.'),
    rule: z
      .enum(['name', 'catalogue', 'joined', 'sorted', 'acronym', 'similar', 'role'])
      .describe('What speaks for it; `sorted`: another order of words; `similar`: one slip of the pen; `catalogue`: a well-known name.'),
    score: confidence.describe('How much that says, 0 to 1.'),
    evidence: z.string().describe('The name of it that speaks for it; of a role the id of the fact.'),
  })
  .meta({ id: 'ResolvedCandidate' }) satisfies z.ZodType<P.ResolvedCandidate>;

export const resolved = z
  .strictObject({
    mention: z.string().describe('As it was written.'),
    entity: maybe(id).describe('Id of the entity that was meant; null unless known, or made by this write.'),
    band: z
      .enum(['accept', 'new', 'review', 'ambiguous', 'unresolved'])
      .describe('Known; nobody known, so a write makes it; and of what waits in a review: perhaps a known one, one of several, or nobody.'),
    rule: maybe(z.enum(['id', 'name', 'catalogue', 'joined', 'self', 'role'])).describe(
      'By what it was understood: docs/names.md has the order.',
    ),
    score: confidence.describe('Of the entity, or of the best candidate: 1 by id or name, 0 where nobody is like it.'),
    evidence: maybe(z.string()).describe('The name of the entity by which it was understood; of a role the id of the fact.'),
    candidates: z
      .array(resolvedCandidate)
      .describe('Who it may be, the best first, at most five. Of a new entity: who it might be after all; they are not linked.'),
  })
  .meta({ id: 'Resolved' }) satisfies z.ZodType<P.Resolved>;

const resolvedPredicate = z
  .strictObject({
    mention: z.string().describe('As it was written.'),
    predicate: z.string().describe('Its canonical name.'),
    band: z.enum(['accept', 'new']).describe('`new`: nobody had defined it, so this write registered it as `multi`.'),
    candidates: z.array(z.string()).describe('Where it is new: names much like it, the nearest first, at most three.'),
  })
  .meta({ id: 'ResolvedPredicate' }) satisfies z.ZodType<P.ResolvedPredicate>;

export const rememberResult = z
  .strictObject({
    outcome: z
      .enum([...FOLD_OUTCOMES, 'rejected', 'unresolved', 'ambiguous', 'restricted'])
      .describe('What became of it; `superseded`: it took over from another value.'),
    factId: maybe(id).describe('The fact it made, supports, ended or challenges.'),
    claimId: maybe(id).describe('What it is kept as; null where nothing was written.'),
    supersededIds: z.array(id).describe('Facts it took over from.'),
    currentChanged: z.boolean().describe('What holds now in its slot is another fact, or another value, than before.'),
    replayed: z.boolean().describe('Sent before (same key, or same session, turn and statement): nothing was written this time.'),
    late: z
      .boolean()
      .describe(
        'Folded into the timeline instead of appended in one step: told out of order, or with times of its own (an end, or a start before other claims of the slot were told). It says nothing of being wrong.',
      ),
    near: z.literal(true).exactOptional().describe('Its text is nearly one that was there and went under that value, in its own words.'),
    recordedAt: maybe(instant).describe('When it was recorded; null where nothing was written.'),
    reviewId: maybe(id).describe('Of `ambiguous` and `unresolved`: the review in which it waits for a decision; kept when that is made.'),
    reason: maybe(z.string()).describe(
      'For `rejected` an error code, or `not_believed` where a review was decided so; for a replay of a claim that was withdrawn since `withdrawn`.',
    ),
    issues: z.array(issue).describe('What is wrong, by field.'),
    resolved: z
      .strictObject({
        subject: maybe(resolved).describe('Who was meant; null where the row was refused.'),
        predicate: maybe(resolvedPredicate).describe('Which predicate was meant.'),
        value: maybe(resolved).describe('Which entity was meant; null for values that are none.'),
      })
      .describe('How names were understood.'),
    annotations: z.array(z.string()).describe('Qualifiers that annotate but do not keep answers apart.'),
  })
  .meta({ id: 'RememberResult' }) satisfies z.ZodType<P.RememberResult>;

export const factPage = z
  .strictObject({
    facts: z.array(fact).describe('Those asked for.'),
    hidden: z
      .strictObject({
        superseded: count.describe('All that is over at that moment: superseded, ended, lapsed.'),
        scheduled: count.describe('What begins later than that moment.'),
        contested: count.describe('Claims too weak to hold.'),
        archived: count.describe('What would be shown, were it not archived.'),
      })
      .describe('What was left out of the answer, by why.'),
    cursor: maybe(z.string()).describe('Where the next page begins; null on the last.'),
  })
  .meta({ id: 'FactPage' }) satisfies z.ZodType<P.FactPage>;

export const history = z
  .strictObject({
    facts: z.array(historyFact).describe('Every version of every fact of the slots, in order of valid time, then of recorded time.'),
    claims: z.array(claim).describe('Everything that was said, also what was withdrawn.'),
  })
  .meta({ id: 'History' }) satisfies z.ZodType<P.History>;

const link = z
  .strictObject({
    fact: fact.describe('The other fact.'),
    by: id.describe('The claim or operation that made the link.'),
    at: instant.describe('When that was recorded.'),
  })
  .meta({ id: 'SupersedesLink' }) satisfies z.ZodType<P.SupersedesLink>;
export const operationView = z
  .strictObject({
    id: id.describe('Id of the operation.'),
    kind: z.enum(OPERATION_KINDS).describe('Named as the verb; `settle`: what waited was written when it became clear.'),
    at: instant.describe('When it was recorded.'),
    by: maybe(z.string()).describe('Who decided it, where that was said.'),
    reason: maybe(z.string()).describe('As given with it.'),
    undoes: maybe(id).describe('Of an `undo`: the operation that it took back.'),
    undoneBy: maybe(id).describe('The `undo` that took it back; null: it is in effect.'),
  })
  .meta({ id: 'Operation' }) satisfies z.ZodType<P.OperationView>;

export const why = z
  .strictObject({
    fact: fact.describe('As it is believed, else as it last was.'),
    versions: z.array(fact).describe('All of this id, the oldest first.'),
    claims: z.array(claim).describe('What it rests on, and what ended it.'),
    supersedes: z.array(link).describe('What it took over from.'),
    supersededBy: z.array(link).describe('What took over from it.'),
    challengers: z.array(claim).describe('What speaks against it.'),
    operations: z.array(operationView).describe('What was done to it.'),
  })
  .meta({ id: 'Why' }) satisfies z.ZodType<P.Why>;
