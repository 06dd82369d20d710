import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/domain/claim.ts';
import { fold } from '../../src/domain/fold.ts';
import { noisyOr, strongest } from '../../src/domain/strength.ts';

/** Days do; in order of arrival. */
const said = (value: string, start: number, more: Partial<Claim> = {}): Omit<Claim, 'id' | 'seq'> => ({
  kind: 'assert',
  value,
  start,
  said: start,
  explicit: false,
  to: null,
  confidence: 0.9,
  source: null,
  origin: 'stated',
  ...more,
});

const SETTINGS = { margin: 0.2, halfLife: null };
function told(claims: readonly Omit<Claim, 'id' | 'seq'>[], settings: { margin: number; halfLife: number | null } = SETTINGS) {
  const all = claims.map((c, seq) => ({ ...c, id: `c${seq}`, seq }));
  const { timeline, outcomes } = fold(all, settings);
  return {
    outcomes: all.map((c) => outcomes.get(c.id)),
    timeline: timeline.map((p) => `${p.value} ${p.from} ${p.to ?? 'open'}`),
  };
}

describe('at the very instant', () => {
  it('an end comes before what is asserted', () => {
    const { outcomes } = told([said('b', 10), said('a', 0), said('a', 10, { kind: 'end', explicit: true })]);
    expect(outcomes).toEqual(['inserted', 'inserted', 'ended']);
  });

  it('at which something bounded ends, nothing of it holds', () => {
    const bounded = said('a', 0, { to: 10, explicit: true });
    expect(told([bounded, said('b', 10, { confidence: 0.3 })])).toEqual({
      outcomes: ['inserted', 'inserted'],
      timeline: ['a 0 10', 'b 10 open'],
    });
    expect(told([bounded, said('b', 20)]).timeline).toEqual(['a 0 10', 'b 20 open']);
    expect(told([bounded, said('b', 10, { origin: 'default' })]).outcomes).toEqual(['inserted', 'inserted']);
  });

  it('at which a value was closed, a mention of it is stale if that was told later, and only then', () => {
    const closing = (when: number) => [said('a', 0), said('b', 10, { explicit: true, said: when, confidence: 0.7 })];
    expect(told([...closing(20), said('a', 10)]).outcomes[2]).toBe('contested');
    expect(told([...closing(20), said('a', 20)]).outcomes[2]).toBe('superseded');
  });

  it('at which a challenger runs out, it helps nobody', () => {
    const weak = { confidence: 0.5, explicit: true };
    const { outcomes } = told([
      said('a', 0),
      said('b', 5, { ...weak, to: 10, source: 's1' }),
      said('b', 10, { confidence: 0.5, source: 's2' }),
    ]);
    expect(outcomes).toEqual(['inserted', 'contested', 'contested']);
  });

  it('two explicit claims of two sources with one start, as sure and told together: the first stays', () => {
    const explicit = { explicit: true, said: 5 };
    const { outcomes } = told([said('a', 0, { ...explicit, source: 's1' }), said('b', 0, { ...explicit, source: 's2' })]);
    expect(outcomes).toEqual(['inserted', 'contested']);
  });

  it('at which it was told, what ends there is not given once more', () => {
    const claims = [
      said('a', 0, { explicit: true, said: 10, to: 10 }),
      said('a', 0, { explicit: true, said: 0, to: 20, confidence: 0.5 }),
      said('b', 12, { confidence: 0.5 }),
    ];
    expect(told(claims, { margin: 0.2, halfLife: 10 }).outcomes[2]).toBe('superseded');
  });

  it('at its own start a claim is closed and nothing of it is left', () => {
    const { outcomes } = told([said('a', 10, { confidence: 0.5 }), said('b', 10)]);
    expect(outcomes).toEqual(['replaced', 'superseded']);
  });
});

describe('exactly as strong', () => {
  it('as what is needed is enough', () => {
    expect(told([said('a', 0), said('b', 5, { confidence: 0.7 })]).outcomes).toEqual(['inserted', 'superseded']);
  });

  it('as the challengers, a support forgets them', () => {
    const weak = (value: string, start: number, source: string) => said(value, start, { confidence: 0.5, source });
    const { outcomes } = told([said('a', 0), weak('b', 1, 's1'), weak('a', 2, 's3'), weak('b', 3, 's2')]);
    expect(outcomes).toEqual(['inserted', 'contested', 'duplicate', 'contested']);
  });

  it('as a stated end, an open statement lifts it', () => {
    const { timeline } = told([
      said('a', 0, { explicit: true }),
      said('a', 5, { explicit: true, to: 20, confidence: 0.8 }),
      said('a', 7, { explicit: true, confidence: 0.8 }),
    ]);
    expect(timeline).toEqual(['a 0 open']);
  });

  it('of two supports the later counts', () => {
    const support = (given: number) => ({ confidence: 0.8, given, extracted: false });
    expect(strongest([support(0), support(10)], null)).toMatchObject({ given: 10 });
  });
});

it('what was extracted gets no margin against what was not', () => {
  const extracted = { origin: 'extracted' as const, confidence: 0.8 };
  expect(told([said('a', 0), said('b', 5, extracted)]).outcomes[1]).toBe('contested');
  expect(told([said('a', 0, { origin: 'extracted' }), said('b', 5, extracted)]).outcomes[1]).toBe('superseded');
});

it('a source counts once, with the surest that it said', () => {
  const claim = (confidence: number, source: string) => ({ ...said('a', 0, { confidence, source }), id: '', seq: 0 });
  expect(noisyOr([claim(0.6, 's'), claim(0.3, 's')])).toBe(0.6);
  expect(noisyOr([claim(0.6, 's'), claim(0.3, 's'), claim(0.5, 't')])).toBeCloseTo(0.8);
});

it('an end is what it is to the rest, unless it ends a default', () => {
  const claims = [said('c', 50, { origin: 'default' }), said('a', 0), said('a', 10, { kind: 'end', explicit: true })];
  expect(told(claims).outcomes[2]).toBe('ended');
  const ofDefault = [said('c', 0, { origin: 'default' }), said('c', 10, { kind: 'end', explicit: true, confidence: 0.1 })];
  expect(told(ofDefault)).toEqual({ outcomes: ['inserted', 'ended'], timeline: ['c 0 10'] });
});
