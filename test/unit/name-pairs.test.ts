import { describe, expect, it } from 'vitest';
import { compareNames } from '../../src/registry/names/match.ts';
import { NAME_PAIRS } from '../support/name-pairs.ts';
import { scoreNames, scoreTable, TYPE_OF } from '../support/score-names.ts';

describe('the labelled pairs of names', () => {
  const scored = scoreNames();
  console.log(scoreTable(scored));

  it('are many, each once, and of every label', () => {
    expect(NAME_PAIRS.length).toBeGreaterThanOrEqual(220);
    expect(new Set(NAME_PAIRS.map(({ kind, a, b }) => `${kind}\n${a}\n${b}`)).size).toBe(NAME_PAIRS.length);
    for (const label of ['same', 'ask', 'different']) expect(NAME_PAIRS.filter((p) => p.label === label).length).toBeGreaterThan(50);
  });

  it('that are two are never accepted, with the catalogue or without, either way round', () => {
    const wrong = NAME_PAIRS.filter((p) => p.label === 'different').filter(
      ({ a, b, kind }) => compareNames(a, b, TYPE_OF[kind]).band === 'accept' || compareNames(b, a, TYPE_OF[kind]).band === 'accept',
    );
    expect(wrong).toEqual([]);
    expect(scored.filter((s) => s.pair.label === 'different' && s.verdict.band === 'accept')).toEqual([]);
  });

  it('that are one are accepted, but for a few that are asked', () => {
    const same = scored.filter((s) => s.pair.label === 'same');
    expect(same.filter((s) => s.verdict.band === 'accept').length / same.length).toBeGreaterThan(0.95);
  });
});
