import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocksOf = (markdown: string) =>
  [...markdown.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({ language, text: text as string }));
const blocks = blocksOf(readme);
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (args: string[]): string =>
  execFileSync(process.execPath, ['--import', 'tsx', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PALIMPSEST_STORE: `file:${join(folder, 'tour.db')}`, NO_COLOR: '1' },
  });

/** Runs TypeScript and compares what it prints with what its comments say. */
function runs(text: string, name: string): void {
  const file = join(folder, `${name}.mts`);
  writeFileSync(file, text.replace("'palimpsest'", `'${pathToFileURL(join(root, 'src/index.ts')).href}'`));
  const said = [...text.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, words]) => words);
  expect(node([file]).trim().split('\n')).toEqual(said);
}

describe('docs/truth.md', () => {
  it('has worked examples that come out as they say', () => {
    const [opening, ...examples] = blocksOf(readFileSync(join(root, 'docs/truth.md'), 'utf8')).filter((b) => b.language === 'ts');
    expect(examples.length).toBeGreaterThan(3);
    runs([opening, ...examples].map((b) => b?.text).join(''), 'truth');
  });
});

describe.each(['identity', 'review', 'retire', 'operations', 'dependencies'])('docs/%s.md', (page) => {
  it('has a worked example that comes out as it says', () => {
    const [example] = blocksOf(readFileSync(join(root, `docs/${page}.md`), 'utf8')).filter((b) => b.language === 'ts');
    runs(example?.text as string, page);
  });
});

describe('the README', () => {
  it('has TypeScript that prints what its comments say', () => {
    const examples = blocks.filter((b) => b.language === 'ts');
    expect(examples.length).toBeGreaterThan(0);
    for (const [i, { text }] of examples.entries()) runs(text, `example-${i}`);
  });

  it('has commands that work, in their order', () => {
    const tour = blocks.find((b) => b.language === 'bash' && b.text.startsWith('palimpsest remember')) as { text: string };
    const lines = tour.text.trim().split('\n');
    const printed = lines.map((line) => node(['src/cli/main.ts', ...line.split(' ').slice(1)]));
    expect(printed[2]).toContain('Globex');
    expect(printed[2]).not.toContain('Acme');
    expect(printed[3]).toContain('Acme');
    expect(printed[4]).toContain('Acme');
    expect(printed.at(-1)).toMatch(/I1/);
  });

  it('has commands about names that work, in their order', () => {
    const tour = blocks.find((b) => b.language === 'bash' && b.text.startsWith('palimpsest settings')) as { text: string };
    const printed = tour.text
      .trim()
      .split('\n')
      .map((line) => node(['src/cli/main.ts', ...(line.match(/"[^"]*"|\S+/g) ?? []).slice(1).map((w) => w.replaceAll('"', ''))]));
    expect(printed[3]).toContain('code review');
    expect(printed[4]).toMatch(/^user:lea +works_at +Volkswagen/m);
    expect(printed[5]).toMatch(/^my employer +known +entity:org:volkswagen +role /m);
    expect(printed[5]).toMatch(/^ +perhaps +entity:org:volkswagen +similar /m);
    expect(printed[6]).toContain('VW AG');
  });

  it('names only files and scripts that are there', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    for (const [, name] of readme.matchAll(/npm run (?:-s )?([a-z:]+)/g)) expect(scripts, name).toHaveProperty(name as string);
    for (const [, path] of readme.matchAll(/\]\(([^)#:]+)\)/g))
      expect(() => readFileSync(join(root, path as string)), path).not.toThrow(/ENOENT/);
  });
});
