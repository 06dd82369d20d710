import { expect, it } from 'vitest';
import type { History } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';
import { loadStories, type StoryQuestion, StoryTeller } from '../support/story.ts';

const believed = ({ facts }: History) =>
  facts
    .filter((f) => f.status !== 'withdrawn')
    .map((f) => ({ value: f.text, from: f.validFrom, to: f.validTo, ...(f.resumes !== null && { resumed: true }) }));
const outcomes = ({ claims }: History) =>
  [...claims].sort((a, b) => Date.parse(a.recordedAt) - Date.parse(b.recordedAt)).map((c) => c.outcome);

describeStores('stories', (on) => {
  it.each(loadStories())('$name', async ({ predicates, steps, ask }) => {
    const namespace = on.fresh();
    const teller = new StoryTeller(on.store, namespace);
    await teller.define(predicates);
    for (const [n, step] of steps.entries()) {
      const outcome = await teller.step(step);
      if (step.expect !== undefined) expect(outcome, `step ${n}`).toBe(step.expect.outcome);
    }
    for (const question of ask) await check(teller, question);
    // on a server the doctor reads what every other test left there too; the proofs call it
    if (!on.engine.shared) expect((await on.store.doctor(namespace)).findings).toEqual([]);
  });
});

async function check(teller: StoryTeller, question: StoryQuestion): Promise<void> {
  const { why, expect: right } = question;
  const page = await teller.ask(question);
  expect(page.facts.map((f) => f.text).sort(), why).toEqual([...right.values].sort());
  expect(
    page.facts.some((f) => f.fallback === true),
    why,
  ).toBe(right.fallback ?? false);
  if (right.challengedBy !== undefined)
    expect(page.facts.flatMap((f) => f.challengedBy.map((c) => c.text)).sort(), why).toEqual([...right.challengedBy].sort());
  if (right.hidden !== undefined) expect(page.hidden, why).toMatchObject(right.hidden);
  if (right.history === undefined && right.claims === undefined && right.outcomes === undefined) return;
  const history = await teller.history(question);
  if (right.history !== undefined) expect(believed(history), why).toEqual(right.history);
  if (right.claims !== undefined) expect(history.claims, why).toHaveLength(right.claims);
  if (right.outcomes !== undefined) expect(outcomes(history), why).toEqual(right.outcomes);
}
