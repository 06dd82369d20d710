import fc from 'fast-check';
import type { Said } from './model.ts';

export interface GenerateOptions {
  readonly values?: readonly string[];
  readonly lastDay?: number;
  readonly ends?: boolean;
  readonly bounded?: boolean;
  readonly defaults?: boolean;
}

/** A claim of few values, days and confidences, so that rules meet. */
export function arbitrarySaid({
  values = ['a', 'b', 'c'],
  lastDay = 40,
  ends = true,
  bounded = true,
  defaults = true,
}: GenerateOptions = {}): fc.Arbitrary<Said> {
  const kinds: fc.Arbitrary<Said['kind']> = ends ? fc.constantFrom('assert', 'assert', 'assert', 'end') : fc.constant('assert');
  return fc
    .record({
      kind: kinds,
      value: fc.constantFrom(...values),
      start: fc.integer({ min: 0, max: lastDay }),
      lag: fc.integer({ min: -10, max: 20 }),
      explicit: fc.boolean(),
      length: bounded ? fc.option(fc.integer({ min: 1, max: 15 }), { freq: 4 }) : fc.constant(null),
      confidence: fc.constantFrom(0, 0.2, 0.35, 0.5, 0.6, 0.65, 0.78, 0.9, 1),
      source: fc.constantFrom('s1', 's2', 's3', null),
      origin: fc.constantFrom<Said['origin'][]>(
        ...(defaults ? (['stated', 'stated', 'extracted', 'extracted', 'default'] as const) : (['stated', 'extracted'] as const)),
      ),
    })
    .map(({ lag, length, ...c }) => {
      const end = c.kind === 'end';
      const explicit = c.explicit || end;
      const origin = end && c.origin === 'default' ? 'stated' : c.origin;
      return {
        ...c,
        origin,
        explicit,
        said: explicit ? Math.max(0, c.start + lag) : c.start,
        to: length === null || end ? null : c.start + length,
      };
    });
}

/** As many claims, no two with one start, end or told time in common. */
export function arbitraryDistinct(max: number): fc.Arbitrary<Said[]> {
  return fc.array(arbitrarySaid({ lastDay: 4_000 }), { minLength: 1, maxLength: max }).filter((claims) => {
    const times = claims.flatMap((c) => [...new Set([c.start, ...(c.explicit ? [c.said] : []), ...(c.to === null ? [] : [c.to])])]);
    return new Set(times).size === times.length;
  });
}
