import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/domain/claim.ts';
import { fold } from '../../src/domain/fold.ts';
import { describeWithData } from '../support/data.ts';
import { loadTimelineCases, type TimelinePiece } from '../support/datasets/timeline.ts';
import { arbitraryDistinct, arbitrarySaid } from '../support/generate.ts';
import { claimOf, DAY, foldOf, line, linesOfPieces } from '../support/model.ts';

const linesOfStep = (timeline: readonly TimelinePiece[]): string[] =>
  timeline.map((p) => line(p.value, p.from * DAY, p.to === null ? null : p.to * DAY, p.confidence, p.claims, p.resumed));

describeWithData('the reference timelines', ['cases/timeline.jsonl'], () => {
  const cases = loadTimelineCases();

  it('are all there', () => expect(cases).toHaveLength(515));

  it.each(cases.map((c) => c.case))('$name: every step and every outcome', ({ claims, steps, outcome, margin, halfLife }) => {
    const all = claims.map((c) => claimOf(c, c.id, c.seq));
    let live: Claim[] = [];
    for (const [k, step] of steps.entries()) {
      live = 'withdraw' in step ? live.filter((c) => c.id !== step.withdraw) : [...live, all[k] as Claim];
      expect(linesOfPieces(foldOf(live, margin, halfLife).timeline), `step ${k}`).toEqual(linesOfStep(step.timeline));
    }
    expect(Object.fromEntries(foldOf(live, margin, halfLife).outcomes)).toEqual(outcome);
  });
});

const settings = fc.constantFrom({ margin: 0.2, halfLife: null }, { margin: 0.2, halfLife: 10 * DAY }, { margin: 0, halfLife: 40 * DAY });
const claims = fc.array(arbitrarySaid(), { minLength: 1, maxLength: 12 }).map((said) => said.map((s, i) => claimOf(s, `c${i}`, i)));

describe('the fold', () => {
  it('never overlaps, never leaves an empty interval, and answers every claim', () => {
    fc.assert(
      fc.property(claims, settings, (all, s) => {
        const { timeline, outcomes } = fold(all, s);
        timeline.forEach((p, i) => {
          expect(p.to === null || p.to > p.from).toBe(true);
          const before = timeline[i - 1];
          expect(before === undefined || (before.to !== null && before.to <= p.from)).toBe(true);
        });
        expect([...outcomes.keys()].sort()).toEqual(all.map((c) => c.id).sort());
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives one timeline and one set of outcomes for any order of arrival, where all times are distinct', () => {
    const shuffled = arbitraryDistinct(10).chain((said) =>
      fc.record({
        said: fc.constant(said),
        order: fc.shuffledSubarray(
          said.map((_, i) => i),
          { minLength: said.length },
        ),
      }),
    );
    fc.assert(
      fc.property(shuffled, settings, ({ said, order }, s) => {
        const told = said.map((c, i) => claimOf(c, `c${i}`, i));
        const retold = said.map((c, i) => claimOf(c, `c${i}`, order[i] as number));
        const [a, b] = [fold(told, s), fold(retold, s)];
        expect(linesOfPieces(b.timeline)).toEqual(linesOfPieces(a.timeline));
        expect(Object.fromEntries(b.outcomes)).toEqual(Object.fromEntries(a.outcomes));
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not care in which order an array holds the claims', () => {
    fc.assert(
      fc.property(claims, settings, (all, s) => {
        expect(linesOfPieces(fold([...all].reverse(), s).timeline)).toEqual(linesOfPieces(fold(all, s).timeline));
      }),
    );
  });
});
