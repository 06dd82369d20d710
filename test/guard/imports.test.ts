import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../src/', import.meta.url));

/** Who may import whom: files or folders of src/, and packages. Folders that are not named here may import any of src/. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  domain: ['domain', 'errors.ts', 'node:crypto'],
  contract: ['contract', 'domain', 'errors.ts', 'zod'],
  engine: ['engine', 'errors.ts', 'neo4j-driver', '@grafeo-db/js', 'node:'],
  wire: ['wire', 'contract', 'domain', 'errors.ts', 'palimpsest.ts', 'zod'],
  loading: ['loading', 'contract', 'palimpsest.ts', 'errors.ts', 'zod'],
  client: ['client', 'wire', 'loading', 'contract', 'domain', 'palimpsest.ts', 'errors.ts', 'zod'],
  config: ['config', 'errors.ts', 'zod', 'fastest-levenshtein', 'node:'],
  values: ['values', 'domain', 'libphonenumber-js', 'node:'],
  procedures: ['procedures', 'engine', 'domain', 'errors.ts', 'node:'],
};
/** Packages that one folder keeps to itself. */
const DRIVERS: Readonly<Record<string, string>> = {
  'neo4j-driver': 'engine/neo4j/',
  '@grafeo-db/js': 'engine/grafeo/',
  express: 'http/',
  pino: 'http/',
  'prom-client': 'http/',
};

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

function imports(path: string, source: string): string[] {
  const pattern = /^(?:import|export|\})[^'\n]*\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
  const specifiers = [...source.matchAll(pattern)].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? '');
  return specifiers.map((specifier) => (specifier.startsWith('.') ? relative(ROOT, join(ROOT, dirname(path), specifier)) : specifier));
}

const covers = (allowed: string, target: string) =>
  allowed === target || target.startsWith(`${allowed}/`) || (allowed === 'node:' && target.startsWith('node:'));

describe.each(files)('src/$path', ({ path, source }) => {
  it('imports only what its place allows', () => {
    const place = Object.keys(MAY_IMPORT).find((name) => covers(name, path));
    if (place === undefined) return;
    const allowed = MAY_IMPORT[place] ?? [];
    expect(imports(path, source).filter((target) => !allowed.some((name) => covers(name, target)))).toEqual([]);
  });

  it('reaches no package that another folder keeps to itself', () => {
    const foreign = imports(path, source).filter((target) => target in DRIVERS && !path.startsWith(String(DRIVERS[target])));
    expect(foreign).toEqual([]);
  });

  it('holds no Cypher', () => {
    expect(source).not.toMatch(/\b(?:MATCH|MERGE|UNWIND|DETACH DELETE)\s*[({$]|\bUNWIND\s+\$/);
  });
});

it('there are files to check', () => {
  expect(files.length).toBeGreaterThan(10);
});
