import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ORIGINS } from '../domain/claim.ts';

const statement = z.strictObject({
  predicate: z.string(),
  value: z.string(),
  confidence: z.number(),
  validFrom: z.string().exactOptional(),
  validTo: z.string().exactOptional(),
  origin: z.enum(ORIGINS).default('stated'),
  source: z.strictObject({ session: z.string() }).exactOptional(),
});

const step = z.strictObject({
  at: z.iso.datetime(),
  id: z.string().optional(),
  who: z.string(),
  /** Empty: time passes. */
  says: z.string(),
  facts: z.array(statement).default([]),
  /** Said again at these times. */
  again: z.array(z.iso.datetime()).default([]),
  /** Id of the step whose claims are taken back. */
  withdraw: z.string().optional(),
  /** Predicates to look at afterwards; default: those that were spoken of. */
  show: z.array(z.string()).optional(),
  note: z.string().optional(),
});

const question = z.discriminatedUnion('ask', [
  z.strictObject({ ask: z.literal('current'), title: z.string() }),
  z.strictObject({ ask: z.literal('history'), title: z.string(), predicate: z.string() }),
  z.strictObject({
    ask: z.literal('asOf'),
    title: z.string(),
    predicate: z.string(),
    asOf: z.string(),
    knownAt: z.string().exactOptional(),
  }),
  z.strictObject({ ask: z.literal('why'), title: z.string(), predicate: z.string(), value: z.string() }),
]);

const story = z.strictObject({
  title: z.string(),
  intro: z.string(),
  subject: z.string(),
  steps: z.array(step).min(1),
  questions: z.array(question),
  next: z.array(z.tuple([z.string(), z.string()])),
});

export type Story = z.infer<typeof story>;
export type Step = Story['steps'][number];
export type Question = Story['questions'][number];

export async function loadStory(): Promise<Story> {
  return story.parse(JSON.parse(await readFile(new URL('../../seeds/demo.json', import.meta.url), 'utf8')));
}
