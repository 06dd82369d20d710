import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, readSettings } from '../../src/config/config.ts';
import { KEYS, NEXT, schema } from '../../src/config/schema.ts';
import { variableOf } from '../../src/config/sources.ts';
import { isPalimpsestError, type PalimpsestError } from '../../src/errors.ts';
import { makeBench } from '../doors/cli-run.ts';

const directory = mkdtempSync(join(tmpdir(), 'palimpsest-config-'));
const bench = makeBench();
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  bench.clear();
});

let files = 0;
function file(content: unknown): string {
  const path = join(directory, `${++files}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function failure(work: () => unknown): PalimpsestError {
  try {
    work();
  } catch (error) {
    if (isPalimpsestError(error)) return error;
    throw error;
  }
  throw new Error('nothing was wrong');
}
const pathsOf = (error: PalimpsestError) => error.issues?.map(({ path }) => path);

describe('a store or a server', () => {
  it('is named by the stronger source, and not by both at once', () => {
    const server = 'http://127.0.0.1:7411';
    const config = file({ url: server });
    expect(readSettings({ config, store: 'memory:' }, {})).toMatchObject({ store: 'memory:', url: undefined });
    const { settings, effective } = readConfig({ url: server }, { PALIMPSEST_STORE: 'memory:' });
    expect(settings).toMatchObject({ url: server, storeIsDefault: true });
    expect(effective.find(({ key }) => key === 'store')).toMatchObject({ from: 'default', value: null });
    const both = failure(() => readSettings({}, { PALIMPSEST_STORE: 'memory:', PALIMPSEST_URL: server }));
    expect(both.issues).toMatchObject([{ path: 'PALIMPSEST_STORE and PALIMPSEST_URL', message: 'are both given' }]);
  });
});

describe('settings', () => {
  it('come from a flag before the environment before the file before the default', () => {
    const config = file({ port: 1, host: 'localhost', logLevel: 'warn', rateLimit: 60 });
    const { settings, effective } = readConfig({ config, port: 3 }, { PALIMPSEST_PORT: '2', PALIMPSEST_LOG_LEVEL: 'debug' });
    expect(settings).toMatchObject({ port: 3, logLevel: 'debug', host: 'localhost', rateLimit: 60, maxConnections: 2_000 });
    const from = Object.fromEntries(effective.map((e) => [e.key, e.from]));
    expect(from).toMatchObject({ port: 'flag', logLevel: 'environment', host: 'file', maxConnections: 'default', store: 'default' });
  });

  it('name their file in the environment too', () => {
    expect(readSettings({}, { PALIMPSEST_CONFIG: file({ port: 5 }) }).port).toBe(5);
  });

  it('are all wrong at once, each by the name it was given under', () => {
    const config = file({ bodyLimit: 'large', portt: 1 });
    const env = { PALIMPSEST_RATE_LIMIT: 'many', PALIMPSEST_LOG_LEVLE: 'info', PALIMPSEST_INSECURE_PUBLIC: 'yes' };
    const error = failure(() => readSettings({ config, port: 99_999 }, env));
    expect(pathsOf(error)?.sort()).toEqual(
      ['--port', 'PALIMPSEST_INSECURE_PUBLIC', 'PALIMPSEST_LOG_LEVLE', 'PALIMPSEST_RATE_LIMIT', `bodyLimit (in ${config})`, 'portt'].sort(),
    );
    const next = (path: string) => error.issues?.find((issue) => issue.path === path)?.next;
    expect(next('PALIMPSEST_LOG_LEVLE')).toContain('did you mean PALIMPSEST_LOG_LEVEL?');
    expect(next('portt')).toContain('did you mean port?');
  });

  it('say what is wrong with their file', () => {
    expect(pathsOf(failure(() => readSettings({ config: join(directory, 'none.json') }, {})))).toEqual(['--config']);
    expect(pathsOf(failure(() => readSettings({}, { PALIMPSEST_CONFIG: file('{"port":') })))).toEqual(['PALIMPSEST_CONFIG']);
    expect(pathsOf(failure(() => readSettings({ config: file([]) }, {})))).toEqual(['--config']);
  });

  it('say where their file is no JSON, and what a path lacks', () => {
    const [issue] = failure(() => readSettings({ config: file('{\n  "port": 1,\n}') }, {})).issues ?? [];
    expect(issue).toMatchObject({ path: '--config', message: 'is not JSON at line 3, column 1' });
    const [store] = failure(() => readSettings({ store: './x.db' }, {})).issues ?? [];
    expect(store).toMatchObject({ path: '--store', next: 'write file: before the path of a file' });
  });

  it('tell of an unknown variable where that is no error', () => {
    const told: string[] = [];
    const { namespace } = readSettings({}, { PALIMPSEST_STOER: 'x', PALIMPSEST_NAMESPACE: 'a' }, ({ path }) => told.push(path));
    expect({ namespace, told }).toEqual({ namespace: 'a', told: ['PALIMPSEST_STOER'] });
  });

  it('are all in docs/settings.md, with their defaults', () => {
    const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
    const defaults = schema.parse({}) as Record<string, unknown>;
    for (const key of KEYS) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${key}\` |`));
      expect(row, key).toContain(`\`${variableOf(key)}\``);
      if (defaults[key] !== undefined) expect(row, key).toContain(`\`${defaults[key]}\``);
    }
  });

  it('never repeat a value', () => {
    const config = file({ neo4jPassword: 17, store: 'bolt://a:hunter2@b', host: ['hunter2'], port: 'hunter2' });
    const error = failure(() => readSettings({ config }, {}));
    expect(JSON.stringify(error) + String(error)).not.toContain('hunter2');
  });

  it('each say what to do', () => {
    for (const key of KEYS) expect(NEXT[key].length).toBeGreaterThan(10);
  });
});

describe('palimpsest config', () => {
  const config = file({ neo4jUser: 'neo4j', neo4jPassword: 'hunter2', port: 8 });

  it('shows every setting, its origin, and no secret', async () => {
    const { code, out } = await bench.cli(['config', '--config', config]);
    expect(code).toBe(0);
    for (const key of KEYS) expect(out).toMatch(new RegExp(`^${key}\\b`, 'm'));
    expect(out).toMatch(/^port +8 +file +PALIMPSEST_PORT$/m);
    expect(out).toContain(`file: ${config}`);
    expect(out).toMatch(/^neo4jPassword +\(set\) +file/m);
    expect(out).not.toContain('hunter2');
  });

  it('as JSON', async () => {
    const { out } = await bench.cli(['config', '--config', config, '--json']);
    const shown = JSON.parse(out) as { key: string }[];
    expect(shown.find(({ key }) => key === 'port')).toEqual({ key: 'port', value: 8, from: 'file' });
    expect(out).not.toContain('hunter2');
  });

  it('says what is wrong, with exit code 2', async () => {
    const { code, err } = await bench.cli(['config', '--config', file({ prot: 1 })]);
    expect([code, err]).toEqual([2, expect.stringContaining('did you mean port?')]);
  });
});
