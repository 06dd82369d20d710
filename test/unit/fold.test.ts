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

describe('what holds by other facts', () => {
  const lapse = fc.record({
    of: fc.nat(11),
    from: fc.integer({ min: 0, max: 60 }),
    length: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 3 }),
  });
  const followed = (values: readonly string[], more: object = {}) =>
    fc.record({
      claims: fc
        .array(arbitrarySaid({ values, ...more }), { minLength: 1, maxLength: 8 })
        .map((said) => said.map((s, i) => claimOf(s, `c${i}`, i))),
      lapses: fc.array(lapse, { maxLength: 6 }),
      settings,
    });
  const endsOf = (claims: readonly Claim[], lapses: readonly { of: number; from: number; length: number | null }[]): Claim[] =>
    lapses.flatMap(({ of, from, length }, i) => {
      const claim = claims[of % claims.length] as Claim;
      if (claim.kind === 'end') return [];
      const to = length === null ? null : (from + length) * DAY;
      const end: Claim = { ...claim, id: `d${i}`, seq: 100 + i, kind: 'end', start: from * DAY, said: from * DAY, to, explicit: true };
      return [{ ...end, confidence: 1, source: null, origin: 'derived', of: claim.id }];
    });
  const lapsedAt = (ends: readonly Claim[], id: string, t: number) =>
    ends.some((e) => e.of === id && e.start <= t && (e.to === null || t < e.to));

  it('is shown only where one of the claims that it rests on has a justification', () => {
    fc.assert(
      fc.property(followed(['a', 'b', 'c']), ({ claims: all, lapses, settings: s }) => {
        const ends = endsOf(all, lapses);
        const { timeline, outcomes } = fold([...all, ...ends], s);
        expect([...outcomes.keys()].sort()).toEqual([...all, ...ends].map((c) => c.id).sort());
        timeline.forEach((p, i) => {
          const before = timeline[i - 1];
          expect(before === undefined || (before.to !== null && before.to <= p.from)).toBe(true);
          for (const t of [p.from, p.to === null ? p.from + 1 : p.to - 1])
            expect([...p.basis.keys()].some((id) => !lapsedAt(ends, id, t))).toBe(true);
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it('of one value is shown wherever one of its open claims has a justification, and nowhere else', () => {
    const open = followed(['a'], { ends: false, bounded: false, defaults: false });
    fc.assert(
      fc.property(open, ({ claims: all, lapses, settings: s }) => {
        const ends = endsOf(all, lapses);
        const { timeline } = fold([...all, ...ends], s);
        for (let day = 0; day <= 90; day++) {
          const t = day * DAY;
          const expected = all.some((c) => c.start <= t && !lapsedAt(ends, c.id, t));
          const shown = timeline.some((p) => p.from <= t && (p.to === null || t < p.to));
          expect([day, shown]).toEqual([day, expected]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('that has no justification from the beginning is as if its fallback had been told', () => {
    fc.assert(
      fc.property(claims, settings, (all, s) => {
        const of = all.find((c) => c.kind === 'assert' && c.origin !== 'default');
        if (of === undefined) return;
        const end: Claim = { ...of, id: 'd', seq: 98, kind: 'end', to: null, explicit: true, origin: 'derived', of: of.id };
        const fallback: Claim = { ...of, id: 'f', value: 'z', of: of.id };
        const instead = all.map((c) => (c === of ? { ...c, id: 'f', value: 'z' } : c));
        expect(linesOfPieces(fold([...all, end, fallback], s).timeline)).toEqual(linesOfPieces(fold(instead, s).timeline));
      }),
    );
  });

  it('without a lapse is as if nothing followed it', () => {
    fc.assert(
      fc.property(claims, settings, (all, s) => {
        const of = all.find((c) => c.kind === 'assert');
        const fallback: Claim[] = of === undefined ? [] : [{ ...of, id: 'f', seq: 99, value: 'z', of: of.id }];
        expect(linesOfPieces(fold([...all, ...fallback], s).timeline)).toEqual(linesOfPieces(fold(all, s).timeline));
      }),
    );
  });
});
