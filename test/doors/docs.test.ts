import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PAGE as API_PAGE, REPLIES_PAGE, replies, withReference as withApi } from '../../scripts/api-docs.ts';
import { PAGE, withReference } from '../../scripts/cli-docs.ts';
import { PAGE as ERRORS_PAGE, withTable } from '../../scripts/errors-docs.ts';
import { EXIT_CODES_HELP } from '../../src/cli/exit.ts';
import { openPalimpsest } from '../../src/store.ts';
import { CODECS } from '../../src/wire/routes.ts';
import { serving } from '../support/serving.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('docs/cli.md shows the help of every command as it is', async () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(await withReference(page), 'run npm run docs:cli').toBe(page);
});

it('docs/api.md says of every verb, option and reply what they say of themselves', () => {
  const text = readFileSync(API_PAGE, 'utf8');
  expect(withApi(text), 'run npm run docs:api').toBe(text);
  expect(readFileSync(REPLIES_PAGE, 'utf8'), 'run npm run docs:api').toBe(replies());
  for (const verb of Object.keys(CODECS)) expect(text).toMatch(new RegExp(`^## ${verb}$`, 'm'));
  expect(text).toMatch(/^\| `keyPrefix` \|/m);
});

it('docs/cli.md names every exit code', () => {
  const codes = [...EXIT_CODES_HELP.matchAll(/^ {2}(\d+) /gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(7);
  const page = readFileSync(PAGE, 'utf8');
  for (const code of codes) expect(page).toMatch(new RegExp(`^\\| ${code}[ ,]`, 'm'));
});

it('docs/client.md has TypeScript that prints what its comments say', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-docs-'));
  const store = await openPalimpsest();
  const server = await serving(store);
  try {
    const text = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/client.md'), 'utf8'))?.[1] as string;
    const file = join(folder, 'client.mts');
    const client = pathToFileURL(join(root, 'src/client/index.ts')).href;
    writeFileSync(file, text.replace("'palimpsest/client'", `'${client}'`).replace('http://127.0.0.1:7411', server.url));
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file], { cwd: root });
    const said = [...text.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, words]) => words);
    expect(stdout.trim().split('\n')).toEqual(said);
  } finally {
    await server.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('docs/errors.md shows the codes as they are, and an error as it comes', async () => {
  const page = readFileSync(ERRORS_PAGE, 'utf8');
  expect(withTable(page), 'run npm run docs:errors').toBe(page);
  const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] as string) as object;
  const store = await openPalimpsest();
  const error = await store.current('demo', {} as never).catch((e: unknown) => JSON.parse(JSON.stringify(e)));
  expect({ ...error, requestId: '5f0c7c1e' }).toEqual(shown);
  await store.close();
});

it('the README has an HTTP tour that works', async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const tour = /```bash\n(curl [\s\S]*?)```/.exec(readme)?.[1] as string;
  const store = await openPalimpsest();
  const server = await serving(store);
  try {
    const here = (text: string) =>
      text.replaceAll('http://127.0.0.1:7411', server.url).replace(/^palimpsest/, 'node --import tsx src/cli/main.ts');
    const said: string[] = [];
    for (const command of tour.split(/\n(?=curl|palimpsest)/)) {
      said.push((await promisify(execFile)('sh', ['-c', here(command)], { cwd: root })).stdout);
    }
    const [told, now, then] = said.slice(0, 3).map((text) => JSON.parse(text));
    expect(told.results.map((r: { outcome: string }) => r.outcome)).toEqual(['inserted', 'superseded']);
    expect(now.facts).toMatchObject([{ text: 'Globex' }]);
    expect(then.facts).toMatchObject([{ text: 'Acme' }]);
    expect(said[3]).toContain('Globex');
    const names = [...readme.matchAll(/```bash\n(curl [\s\S]*?)```/g)][1]?.[1] as string;
    const about: string[] = [];
    for (const command of names.trim().split('\n'))
      about.push((await promisify(execFile)('sh', ['-c', here(command)], { cwd: root })).stdout);
    const [set, whom] = about.map((text) => JSON.parse(text));
    expect(set).toMatchObject({ subject: 'user:ada' });
    expect(whom.resolved.map((r: { band: string }) => r.band)).toEqual(['accept', 'accept', 'unresolved']);
  } finally {
    await server.stop();
    await store.close();
  }
});
