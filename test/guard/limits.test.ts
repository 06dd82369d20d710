import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';

it('docs/limits.md states the limits of the contract', () => {
  const text = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');
  const stated = [...text.matchAll(/\| ([0-9; ]+) \|/g)].flatMap(([, numbers]) => (numbers as string).split(';').map(Number));
  expect(stated.sort()).toEqual(Object.values(LIMITS).map(Number).sort());
});
