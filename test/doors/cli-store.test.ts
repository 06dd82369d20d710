import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openPalimpsest } from '../../src/store.ts';
import { makeBench } from './cli-run.ts';

const bench = makeBench();
const { cli, spawned } = bench;
afterAll(() => bench.clear());

describe('a store that is not there', () => {
  const path = join(bench.directory, 'none.db');
  it.each([
    ['current', 'user:ada'],
    ['history', 'user:ada', 'plan'],
    ['as-of', 'now', 'user:ada'],
    ['list'],
    ['why', 'user:ada', 'plan'],
    ['predicates', 'define', 'x', '--dry-run'],
    ['doctor'],
    ['retract', 'user:ada', 'plan'],
    ['withdraw', 'f_1'],
    ['correct', 'f_1', 'x'],
  ])('is not made by %s', async (...command) => {
    const { code, err } = await cli(['--store', `file:${path}`, ...command]);
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('there is no store at that path yet') });
    expect(existsSync(path)).toBe(false);
  });

  it('has the shipped predicates, and is not made by asking for them', async () => {
    const { code, out, err } = await cli(['--store', `file:${path}`, 'predicates', 'list']);
    expect({ code, err }).toEqual({ code: 0, err: 'palimpsest: there is no store at that path yet: these are the shipped ones\n' });
    expect(out).toMatch(/^works_at +single/m);
    expect(existsSync(path)).toBe(false);
  });

  it('is made by a write, but not its directory', async () => {
    const deep = join(bench.directory, 'typo', 'x.db');
    const say = ['remember', 'user:ada', 'plan', 'Pro'];
    expect(await cli(['--store', `file:${deep}`, ...say])).toMatchObject({
      code: 2,
      err: expect.stringContaining('a directory that is not'),
    });
    expect(existsSync(join(bench.directory, 'typo'))).toBe(false);
    expect(await cli(['--store', `file:${path}`, ...say])).toMatchObject({ code: 0 });
  });

  it('or is something else', async () => {
    const letter = join(bench.directory, 'facts.jsonl');
    writeFileSync(letter, '{"subject": "user:ada"}\n');
    const { err } = await cli(['--store', `file:${letter}`, 'list']);
    expect(err).toContain('not a readable store; if it was one, restore it from a copy, else give another path');
  });
});

describe('a store that another process has', () => {
  it('is waited for', async () => {
    const holder = await openPalimpsest({ store: bench.store });
    setTimeout(() => holder.close(), 1_500);
    const ran = await cli(['remember', 'user:ada', 'plan', 'Pro']);
    expect(ran).toMatchObject({ code: 0, err: 'palimpsest: waiting for the store, which another process has open\n' });
  });

  it('serves six commands at once', async () => {
    const env = { PALIMPSEST_STORE: bench.store };
    const ran = await Promise.all(Array.from({ length: 6 }, (_, i) => spawned(['remember', 'user:ada', 'likes', `tea ${i}`], { env })));
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

it('an address that is taken is named', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, err } = await spawned(['serve', '--store', 'memory:', '--port', String(port)]);
  expect({ code, err }).toEqual({ code: 6, err: expect.stringContaining(`127.0.0.1:${port} cannot be listened on (EADDRINUSE)`) });
  other.close();
});

it('a variable that is no setting is said and ignored, but not by serve', async () => {
  const env = { PALIMPSEST_STOER: 'memory:', PALIMPSEST_STORE: 'memory:' };
  const ran = await spawned(['list'], { env });
  expect(ran).toMatchObject({
    code: 0,
    err: 'palimpsest: PALIMPSEST_STOER is not a setting and is ignored — did you mean PALIMPSEST_STORE?\n',
  });
  expect(await spawned(['demo', '--json', '--store', 'memory:'], { env })).toMatchObject({ code: 0, err: '' });
  expect(await spawned(['serve', '--port', '0'], { env })).toMatchObject({ code: 2, err: expect.stringContaining('PALIMPSEST_STOER') });
});
