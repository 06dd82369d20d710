import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../src/', import.meta.url));

/** What a file loads when it runs; types are gone by then. */
function loads(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const pattern = /^(?:import|export)(?! type)\b[^'";]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...source.matchAll(pattern)].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? '');
}

function graphOf(entry: string): { readonly files: readonly string[]; readonly packages: readonly string[] } {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const specifier of loads(file)) {
      if (specifier.startsWith('.')) files.add(join(dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files: [...files].map((file) => relative(ROOT, file)), packages: [...packages] };
}

const client = graphOf(join(ROOT, 'client/index.ts'));

it('the client loads nothing of Node, so that a browser can run it', () => {
  expect(client.packages).toEqual(['zod']);
});

it('the client loads nothing of the store, the engines or the server', () => {
  const places = new Set(client.files.map((file) => file.split('/')[0]));
  expect([...places].sort()).toEqual(['client', 'contract', 'domain', 'errors.ts', 'loading', 'wire']);
});

it('the client uses no global that only Node has', () => {
  for (const file of client.files)
    expect(readFileSync(join(ROOT, file), 'utf8'), file).not.toMatch(/\b(?:Buffer|process|setImmediate|require)\b[.(]/);
});

it('the walk finds what there is: the server needs Node', () => {
  expect(graphOf(join(ROOT, 'http/serve.ts')).packages).toContain('express');
});
