import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBench } from './cli-run.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocksOf = (markdown: string) =>
  [...markdown.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({ language, text: text as string }));
const blocks = blocksOf(readme);
const pages = ['truth', 'identity', 'review', 'retire', 'operations', 'dependencies'];
const typescriptOf = (markdown: string) => blocksOf(markdown).flatMap(({ language, text }) => (language === 'ts' ? [text] : []));
const examplesOf = (page: string) => typescriptOf(readFileSync(join(root, `docs/${page}.md`), 'utf8'));
const shown = typescriptOf(readme);
const examples = new Map([
  // one story, told in pieces
  ['truth', examplesOf('truth').join('')],
  ...pages.slice(1).flatMap((page) => examplesOf(page).map((text, i) => [i === 0 ? page : `${page}-${i}`, text] as const)),
  ...shown.map((text, i) => [`example-${i}`, text] as const),
]);

const bench = makeBench();
let printed: ReadonlyMap<string, string>;
beforeAll(() => {
  printed = print(examples, bench.directory);
});
afterAll(() => bench.clear());

/** What each prints, or how it fails. One process runs them all, as starting it takes longer than they do. */
function print(texts: ReadonlyMap<string, string>, folder: string): ReadonlyMap<string, string> {
  const source = pathToFileURL(join(root, 'src/index.ts')).href;
  for (const [name, text] of texts) writeFileSync(join(folder, `${name}.mts`), text.replace("'palimpsest'", `'${source}'`));
  const all = join(folder, 'all.mts');
  const running = [...texts.keys()].map((name) => `console.log('\\f${name}'); await import('./${name}.mts').catch(console.log);`);
  writeFileSync(all, running.join('\n'));
  const said = execFileSync(process.execPath, ['--import', 'tsx', all], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PALIMPSEST_STORE: bench.store, NO_COLOR: '1' },
  });
  const parts = said.split('\f').slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]));
}

/** It prints what its comments say. */
function comesOutAsItSays(name: string): void {
  const said = [...(examples.get(name) as string).matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, words]) => words);
  expect(printed.get(name)?.trim().split('\n')).toEqual(said);
}

async function commands(beginning: string): Promise<string[]> {
  const tour = blocks.find((b) => b.language === 'bash' && b.text.startsWith(beginning)) as { text: string };
  const said: string[] = [];
  for (const line of tour.text.trim().split('\n')) {
    const { code, out } = await bench.cli((line.match(/"[^"]*"|\S+/g) ?? []).slice(1).map((word) => word.replaceAll('"', '')));
    expect(code, line).toBe(0);
    said.push(out);
  }
  return said;
}

describe.each(pages)('docs/%s.md', (page) => {
  it('has worked examples that come out as they say', () => {
    for (const name of examples.keys()) if (name === page || name.startsWith(`${page}-`)) comesOutAsItSays(name);
  });
});

it('docs/truth.md has more than three examples', () => {
  expect(examplesOf('truth').slice(1).length).toBeGreaterThan(3);
});

describe('the README', () => {
  it('has TypeScript that prints what its comments say', () => {
    expect(shown.length).toBeGreaterThan(0);
    for (const i of shown.keys()) comesOutAsItSays(`example-${i}`);
  });

  it('has commands that work, in their order', async () => {
    const said = await commands('palimpsest remember');
    expect(said[2]).toContain('Globex');
    expect(said[2]).not.toContain('Acme');
    expect(said[3]).toContain('Acme');
    expect(said[4]).toContain('Acme');
    expect(said.at(-1)).toMatch(/I1/);
  });

  it('has commands about names that work, in their order', async () => {
    const said = await commands('palimpsest settings');
    expect(said[3]).toContain('code review');
    expect(said[4]).toMatch(/^user:lea +works_at +Volkswagen/m);
    expect(said[5]).toMatch(/^my employer +known +entity:org:volkswagen +role /m);
    expect(said[5]).toMatch(/^ +perhaps +entity:org:volkswagen +similar /m);
    expect(said[6]).toContain('VW AG');
  });

  it('names only files and scripts that are there', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    for (const [, name] of readme.matchAll(/npm run (?:-s )?([a-z:]+)/g)) expect(scripts, name).toHaveProperty(name as string);
    for (const [, path] of readme.matchAll(/\]\(([^)#:]+)\)/g))
      expect(() => readFileSync(join(root, path as string)), path).not.toThrow(/ENOENT/);
  });
});
