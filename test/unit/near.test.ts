import { describe, expect, it } from 'vitest';
import { isNear, sketchOf } from '../../src/values/near.ts';
import { Chance } from '../support/chance.ts';
import { SEED } from '../support/size.ts';
import { VALUE_PAIRS } from '../support/value-pairs.ts';

describe('the labelled pairs of values', () => {
  const of = (label: string) => VALUE_PAIRS.filter(([, , l]) => l === label);

  it('are many, each once', () => {
    expect(VALUE_PAIRS.length).toBeGreaterThanOrEqual(200);
    expect(new Set(VALUE_PAIRS.map(([a, b]) => `${a}\n${b}`)).size).toBe(VALUE_PAIRS.length);
  });

  it.each(of('different'))('that are two are never taken for one: %s | %s', (a, b) => {
    expect([isNear(a, b), isNear(b, a)]).toEqual([false, false]);
  });

  it('that are one mostly are, either way round, and are found by their sketch', () => {
    const found = of('near').filter(([a, b]) => isNear(a, b));
    expect(found.length / of('near').length).toBeGreaterThan(0.9);
    for (const [a, b] of found) expect([isNear(b, a), sketchOf(a)], a).toEqual([true, sketchOf(b)]);
  });
});

describe('near values', () => {
  const words = [...new Set(VALUE_PAIRS.flatMap(([a, b]) => [...a.split(' '), ...b.split(' ')]))];
  const letters = [...'abcdefghijklmnopqrstuvwxyzäöüß -.,0123456789'];
  /** A few words, and the same with something changed. */
  const pair = (chance: Chance): [string, string] => {
    const a = Array.from({ length: chance.int(1, 9) }, () => chance.of(words));
    const b = [...a];
    for (let n = chance.int(0, 2); n > 0; n--) {
      const i = chance.int(0, b.length - 1);
      const word = b[i] as string;
      const at = chance.int(0, word.length);
      const changed = [
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + chance.of(letters) + word.slice(at),
        word.slice(0, at) + chance.of(letters) + word.slice(at + 1),
        word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2),
        chance.of(words),
      ];
      b[i] = chance.of(changed);
    }
    return [a.join(' '), b.join(' ')];
  };
  const digitsOf = (text: string) => text.match(/\p{Nd}+/gu)?.join(' ') ?? '';

  it('are so from both sides, with themselves, never across digits, and share a sketch', () => {
    const chance = new Chance(SEED);
    let near = 0;
    for (let i = 0; i < 8_000; i++) {
      const [a, b] = pair(chance);
      const told = isNear(a, b);
      expect([isNear(b, a), isNear(a, a), isNear(b, b)], `${SEED}: ${a} | ${b}`).toEqual([told, true, true]);
      if (!told) continue;
      near += 1;
      expect(digitsOf(a), `${SEED}: ${a} | ${b}`).toBe(digitsOf(b));
      if (sketchOf(a) !== null) expect(sketchOf(b), `${SEED}: ${a} | ${b}`).toBe(sketchOf(a));
    }
    expect(near).toBeGreaterThan(1_000);
  });

  it('are so from both sides where only one of two words ends as few do', () => {
    const [a, b] = ['his neighbour writes interessante letters', 'his neighbour writes interessinte letters'];
    expect([isNear(a, b), isNear(b, a)]).toEqual([false, false]);
  });

  it('are read to the end, however long: a pattern that goes back and forth would never get there', () => {
    const long = `${'lorem ipsum dolor '.repeat(440)}x`;
    expect(isNear(long, `${long}y`)).toBe(false);
    const texts = ['('.repeat(8000), '.'.repeat(8000), `${'a-'.repeat(3999)}a`, "a'".repeat(4000)];
    for (const text of texts) expect([isNear(text, text), isNear(text, `${text}!?`)]).toEqual([true, false]);
    expect(texts.map(sketchOf)).toEqual([null, null, expect.any(String), null]);
  });
});
