import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MUTANTS } from '../../scripts/mutants/table.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));

it.each(MUTANTS.map((m) => [m.file, m.text.trim(), m] as const))('%s: %s stands there once, and its tests are there', (file, _, mutant) => {
  expect(readFileSync(pathOf(file), 'utf8').split(mutant.text)).toHaveLength(2);
  expect(mutant.instead).not.toBe(mutant.text);
  for (const test of mutant.killedBy.files) expect(existsSync(pathOf(test)), test).toBe(true);
});
