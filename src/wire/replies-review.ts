/** Replies about reviews. */
import { z } from 'zod';
import { ORIGINS } from '../domain/claim.ts';
import { TIERS } from '../domain/predicate.ts';
import { DECISIONS, REVIEW_KINDS, REVIEW_STATES, SUGGESTION_REASONS } from '../domain/review.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import type * as P from '../palimpsest.ts';
import { claim, confidence, count, id, instant, issue, maybe, rememberResult, resolvedCandidate, source, value } from './replies.ts';

const kind = z.enum(REVIEW_KINDS).describe('What is asked; docs/review.md says of each what accepting it does.');
const state = z
  .enum(REVIEW_STATES)
  .describe('`deferred`: still to be decided; `moot`: what was asked has become clear, or was settled by what came since.');

const said = z
  .strictObject({
    subject: z.string().describe('As it was said.'),
    predicate: z.string().describe('As it was said.'),
    value: value.exactOptional().describe('As it was said.'),
    kind: z.enum(['assert', 'end']).exactOptional().describe('A value, or that it ended.'),
    confidence: confidence.exactOptional().describe('0 to 1.'),
    qualifiers: z.record(z.string(), z.string()).exactOptional().describe('What narrows it.'),
    validFrom: z.string().exactOptional().describe('When it began to hold.'),
    validTo: z.string().exactOptional().describe('When it stops.'),
    observedAt: z.string().exactOptional().describe('When it was said; else that is `at` of the review.'),
    source: source.exactOptional().describe('Where it came from.'),
    origin: z.enum(ORIGINS).exactOptional().describe('How it is known.'),
    tier: z.enum(TIERS).exactOptional().describe('How long it matters.'),
    pinned: z.boolean().exactOptional().describe('Kept with the fact.'),
    dependsOn: z.array(z.array(z.string())).exactOptional().describe('Ids of facts that it holds by.'),
    fallback: value.exactOptional().describe('What takes its place when those end.'),
    expectedCurrent: maybe(z.string()).exactOptional().describe('The fact that must hold when it is written, or null for none.'),
  })
  .meta({ id: 'Said' }) satisfies z.ZodType<P.Candidate>;

const { rule, score, evidence } = resolvedCandidate.shape;
const candidate = z
  .strictObject({
    means: z.string().describe('Id of an entity, or a value of the type of the predicate; for that the rest is null.'),
    type: maybe(z.string()).describe('Such as `person`.'),
    name: maybe(z.string()).describe('What it is shown by.'),
    rule: maybe(rule).describe('What speaks for it.'),
    score: maybe(score).describe('How much that says, 0 to 1.'),
    evidence: maybe(evidence).describe('The name of it that speaks for it.'),
  })
  .meta({ id: 'ReviewCandidate' }) satisfies z.ZodType<P.ReviewCandidate>;

const question = z
  .strictObject({
    field: z.enum(['subject', 'value']).describe('Field of the candidate.'),
    asks: z.enum(['entity', 'value']).describe('Who is meant, or which value.'),
    mention: z.string().describe('As it was said.'),
    candidates: z.array(candidate).describe('What it may mean, the best first.'),
  })
  .meta({ id: 'ReviewQuestion' }) satisfies z.ZodType<P.ReviewQuestion>;

const meaning = z
  .strictObject({
    entity: id.exactOptional().describe('This entity.'),
    new: z.literal(true).exactOptional().describe('A new one.'),
    value: value.exactOptional().describe('This value.'),
  })
  .meta({ id: 'ReviewMeaning' }) satisfies z.ZodType<P.ReviewMeaning>;

const answer = z
  .strictObject({
    decision: z.enum(DECISIONS).describe('What was decided.'),
    subject: meaning.exactOptional().describe('Who the subject is.'),
    value: meaning.exactOptional().describe('Who or what the value is.'),
  })
  .meta({ id: 'ReviewAnswer' }) satisfies z.ZodType<P.ReviewAnswer>;

const side = z
  .strictObject({
    subject: id.describe('Id of whom it is said of.'),
    kind: z.enum(['assert', 'end']).describe('A value, or that it ended.'),
    value: maybe(value).describe('What it says; null: it names no value, or nothing of it is left.'),
    text: z.string().describe('The value in the words it was said in.'),
    facts: z.array(id).describe('Ids of the facts that it is, or was.'),
    claims: z.array(claim).describe('What was said for it, in order of arrival.'),
  })
  .meta({ id: 'ReviewSide' }) satisfies z.ZodType<P.ReviewSide>;

const sides = z
  .strictObject({ challenger: side.describe('Right if it is accepted.'), incumbent: side.describe('Right if it is rejected.') })
  .meta({ id: 'ReviewSides' }) satisfies z.ZodType<P.ReviewSides>;

const suggestion = z
  .strictObject({
    decision: z.enum(['accept', 'reject']).describe('What to decide.'),
    reason: z.enum(SUGGESTION_REASONS).describe('Why; docs/review.md says what each means.'),
  })
  .meta({ id: 'ReviewSuggestion' }) satisfies z.ZodType<P.ReviewSuggestion>;

export const review = z
  .strictObject({
    id: id.describe('Id of the review.'),
    kind,
    state,
    at: instant.describe('When it was asked.'),
    candidate: maybe(said).describe('What was said and waits for the answer; null where the question is about something else.'),
    questions: z.array(question).describe('What is asked about the candidate.'),
    details: maybe(z.record(z.string(), z.unknown())).describe('What kinds without a candidate say of their question.'),
    about: z
      .strictObject({
        entities: z.array(id).describe('Ids of entities.'),
        facts: z.array(id).describe('Ids of facts.'),
        claims: z.array(id).describe('Ids of claims, also of the one that came of it.'),
      })
      .describe('What it is about, or may be.'),
    sides: maybe(sides).describe('Of claims that stand against one another: who says what.'),
    suggestion: maybe(suggestion).describe('Of the same, until it is decided: what the claims speak for as they are now.'),
    decision: maybe(answer).describe('Null as long as nobody decided.'),
    decidedAt: maybe(instant).describe('When it was decided.'),
    by: maybe(z.string()).describe('Who decided.'),
    reason: maybe(z.string()).describe('As given with the decision.'),
    deferredUntil: maybe(instant).describe('Of one that is deferred: when it is asked again; null: when somebody comes back to it.'),
    operationId: maybe(id).describe('The operation that the decision is.'),
    settledBy: maybe(id).describe('Of one that is moot: the claim or operation that settled it; null: the clock did.'),
    result: maybe(rememberResult).describe('What came of the candidate, or of the decision, when it was written.'),
  })
  .meta({ id: 'Review' }) satisfies z.ZodType<P.Review>;

export const reviewPage = z
  .strictObject({
    reviews: z.array(review).describe('The oldest first.'),
    counts: z
      .array(
        z.strictObject({ kind, state, count: count.describe('How many.'), oldest: instant.describe('When the oldest of them was asked.') }),
      )
      .describe('How many there are in the namespace, whatever was asked for.'),
    cursor: maybe(z.string()).describe('Where the next page begins; null on the last.'),
  })
  .meta({ id: 'ReviewPage' }) satisfies z.ZodType<P.ReviewPage>;

export const decided = z
  .strictObject({
    id: id.describe('As it was given.'),
    review: maybe(review).describe('As it was decided; null where that was not possible.'),
    error: maybe(
      z.strictObject({
        code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).describe('As of a problem.'),
        message: z.string().describe('What is wrong, and what to do.'),
        issues: z.array(issue).describe('The same, by field.'),
      }),
    ).describe('Why it was not possible.'),
  })
  .meta({ id: 'ReviewDecided' }) satisfies z.ZodType<P.ReviewDecided>;
