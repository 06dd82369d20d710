import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Candidate, Review } from '../../src/palimpsest.ts';
import { arbitrarySaid } from '../support/generate.ts';
import type { Said } from '../support/model.ts';
import { snapshot } from '../support/snapshot.ts';
import { describeInProcess } from '../support/stores.ts';

const DAY = 86_400_000;
const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const NOW = BEGIN + 60 * DAY;
const day = (n: number): string => new Date(BEGIN + n * DAY).toISOString();

/** A few claims told of each of two subjects, so that what is decided of one has nothing to do with the other. */
const stories = fc.array(fc.tuple(fc.constantFrom('user:ada', 'user:ben'), arbitrarySaid({ defaults: false, lastDay: 15 })), {
  minLength: 3,
  maxLength: 12,
});

describeInProcess('any claims that stand against one another', (on) => {
  const candidate = (subject: string, c: Said): Candidate => ({
    subject,
    predicate: 'plan',
    value: c.value,
    kind: c.kind,
    confidence: c.confidence,
    origin: c.origin,
    observedAt: day(c.said),
    ...(c.explicit && { validFrom: day(c.start) }),
    ...(c.to !== null && { validFrom: day(c.start), validTo: day(c.to) }),
    ...(c.source !== null && { source: { session: c.source } }),
  });
  const settings = { cardinality: 'single', valueType: 'text', halfLifeDays: 300 } as const;
  /** With the ids of the claims, in the order of the story. */
  const tell = async (story: readonly (readonly [string, Said])[], together: boolean) => {
    on.at(NOW);
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'plan', settings);
    const candidates = story.map(([subject, said]) => candidate(subject, { ...said, confidence: Math.max(said.confidence, 0.6) }));
    const results = [];
    if (together) results.push(...(await on.store.remember(ns, candidates)));
    else for (const c of candidates) results.push(...(await on.store.remember(ns, c)));
    return { ns, claims: results.map((r) => r.claimId) };
  };
  const told = async (...args: Parameters<typeof tell>): Promise<string> => (await tell(...args)).ns;
  const timelines = async (ns: string): Promise<string[]> => {
    const { facts } = await snapshot(on.store, ns, []);
    return facts.map((f) => `${f.subject} ${f.value} ${f.validFrom} ${f.validTo} ${f.confidence}`).sort();
  };
  const pending = async (ns: string): Promise<readonly Review[]> => (await on.store.reviews(ns, { limit: 500 })).reviews;
  const subjectsOf = ['user:ada', 'user:ben'];
  const healthy = async (ns: string) => expect((await on.store.doctor(ns)).findings).toEqual([]);

  /** Every claim that counts against what holds is part of a question that waits, and only those are. */
  const agrees = async (ns: string): Promise<void> => {
    const reviews = await pending(ns);
    const asked = new Set(reviews.flatMap((r) => r.about.claims));
    for (const subject of subjectsOf) {
      const held = await on.store.current(ns, { subject, predicate: 'plan' }).catch(() => ({ facts: [] }));
      for (const { challengedBy } of held.facts) for (const { claimId } of challengedBy) expect(asked).toContain(claimId);
    }
    const counts = (await on.store.reviews(ns)).counts.filter((c) => c.state === 'open');
    expect(counts.reduce((sum, c) => sum + c.count, 0)).toBe(reviews.length);
    for (const { sides, suggestion } of reviews) {
      expect(sides?.challenger.claims.length).toBeGreaterThan(0);
      expect(suggestion).not.toBeNull();
    }
    await healthy(ns);
  };
  const runs = on.engine.shared ? 8 : 20;

  it('are asked about exactly as long as they do', async () => {
    await fc.assert(
      fc.asyncProperty(stories, fc.boolean(), async (story, together) => agrees(await told(story, together))),
      { numRuns: runs },
    );
  });

  it('accepted, the value holds from its start; rejected, it is as if it had not been told', async () => {
    await fc.assert(
      fc.asyncProperty(stories, fc.nat(), fc.boolean(), async (story, pick, accept) => {
        const { ns, claims: ids } = await tell(story, false);
        const reviews = (await pending(ns)).filter((r) => r.kind !== 'late-change');
        const review = reviews[pick % Math.max(1, reviews.length)];
        if (review === undefined) return;
        const { challenger } = review.sides as NonNullable<Review['sides']>;
        const decided = await on.store.decideReview(ns, review.id, { decision: accept ? 'accept' : 'reject' });
        const subject = review.about.entities[0] as string;
        if (accept) {
          const [first] = challenger.claims;
          const asOf = challenger.kind === 'end' ? first?.start : decided.result?.claimId && first?.start;
          const { facts } = await on.store.asOf(ns, { subject, predicate: 'plan', asOf: asOf as string });
          if (challenger.kind === 'end') expect(facts.map((f) => f.value)).not.toContain(challenger.value);
          else expect(facts.map((f) => f.value)).toEqual([challenger.value]);
        } else {
          const gone = challenger.claims.map((c) => c.id);
          const without = story.filter((_, n) => !gone.includes(ids[n] ?? ''));
          expect(await timelines(ns)).toEqual(await timelines(await told(without, false)));
        }
        await agrees(ns);
      }),
      { numRuns: runs },
    );
  });

  it('whatever is decided, taken back it is as before, and asked as before', async () => {
    await fc.assert(
      fc.asyncProperty(stories, fc.nat(), fc.boolean(), async (story, pick, accept) => {
        const ns = await told(story, true);
        const reviews = await pending(ns);
        const review = reviews[pick % Math.max(1, reviews.length)];
        if (review === undefined) return;
        const before = await snapshot(on.store, ns, []);
        const decided = await on.store.decideReview(ns, review.id, { decision: accept ? 'accept' : 'reject' });
        await on.store.undo(ns, decided.operationId as string);
        expect(await snapshot(on.store, ns, [])).toEqual(before);
        expect((await pending(ns)).map((r) => r.id)).toEqual(reviews.map((r) => r.id));
        expect(await on.store.review(ns, review.id)).toEqual(review);
        await healthy(ns);
      }),
      { numRuns: runs },
    );
  });

  it('decided in any order, those of different subjects come to the same', async () => {
    await fc.assert(
      fc.asyncProperty(stories, fc.boolean(), async (story, accept) => {
        const values = async (order: 1 | -1) => {
          const ns = await told(story, true);
          const reviews = await pending(ns);
          const first = subjectsOf.flatMap((s) => reviews.find((r) => r.about.entities.includes(s)) ?? []);
          const rows = first.map((r) => ({ id: r.id, decision: accept ? ('accept' as const) : ('reject' as const) }));
          const answers = await on.store.decideReviews(ns, order === 1 ? rows : rows.reverse());
          expect(answers.flatMap((a) => a.error ?? [])).toEqual([]);
          return timelines(ns);
        };
        expect(await values(1)).toEqual(await values(-1));
      }),
      { numRuns: runs },
    );
  });
});
