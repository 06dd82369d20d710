import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';

/** The reference cases and data sets are not part of the package: a folder that holds `cases/` and `data/`. */
export const DATA_ROOT = process.env.PALIMPSEST_TEST_DATA;

/** A path below that folder, such as `cases/timeline.jsonl`. */
export function dataFile(...parts: string[]): string {
  return join(DATA_ROOT ?? '', ...parts);
}

/** Runs a suite where its files are there, and says why where they are not. */
export function describeWithData(title: string, files: string[], body: () => void): void {
  const missing = DATA_ROOT === undefined ? 'PALIMPSEST_TEST_DATA is not set' : files.find((file) => !existsSync(dataFile(file)));
  if (missing !== undefined)
    console.info(`not run: ${title} (${DATA_ROOT === undefined ? missing : `${missing} is not in PALIMPSEST_TEST_DATA`})`);
  // a skipped body would still be run to collect its tests, and read the files
  if (missing === undefined) describe(title, body);
  else describe.skip(title, () => it(`needs ${missing}`, () => {}));
}
