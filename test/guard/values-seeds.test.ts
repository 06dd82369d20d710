import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../src/domain/keys.ts';
import type { ValueType } from '../../src/domain/predicate.ts';
import { canonicalValue } from '../../src/values/canonical.ts';

const FOLDER = new URL('../../seeds/values/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8');
const TYPES: Readonly<Record<string, ValueType>> = {
  'countries.tsv': 'country',
  'currencies.tsv': 'currency',
  'languages.tsv': 'language',
  'timezones.tsv': 'timezone',
  'tools.tsv': 'tool',
};
const tables = readdirSync(FOLDER).filter((file) => file.endsWith('.tsv'));

it('every seed says where it is from and under which licence', () => {
  for (const file of readdirSync(FOLDER).filter((f) => f.endsWith('.json')))
    expect((JSON.parse(read(file)) as { source: string }).source, file).toMatch(/\(.+\)/);
});

describe.each(tables)('seeds/values/%s', (file) => {
  const lines = read(file).trimEnd().split('\n');
  const names = lines.map((line) => line.split('\t')[0] as string);

  it('is sorted as it is searched, each name once and folded', () => {
    expect(names.filter((name, i) => i > 0 && name <= (names[i - 1] as string))).toEqual([]);
    expect(names.filter((name) => foldText(name) !== name)).toEqual([]);
  });

  it('every name is found and is what it says; what is kept of it reads as itself', () => {
    const type = TYPES[file];
    if (type === undefined) return;
    const lost = lines.filter((line) => {
      const [name = '', ...codes] = line.split('\t');
      const found = canonicalValue(name, type);
      if ('problem' in found) return found.problem === 'invalid' || found.candidates.length !== codes.length;
      return found.key.startsWith('t:') || (codes.length !== 1 && !/^[a-z-]{2,3}$/.test(name));
    });
    expect(lost).toEqual([]);
    const changed = names.filter((name) => {
      const found = canonicalValue(name, type);
      return !('problem' in found) && (canonicalValue(found.value, type) as { key?: string }).key !== found.key;
    });
    expect(changed).toEqual([]);
  });
});
