import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../src/http/server.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openPalimpsest } from '../../src/store.ts';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { serving } from '../support/serving.ts';
import { makeBench } from './cli-run.ts';

const bench = makeBench();
const file = join(bench.directory, 'facts.jsonl');
let store: Palimpsest;
let server: Running;

beforeAll(async () => {
  store = await openPalimpsest();
  server = await serving(store);
  writeFileSync(file, '{"subject": "user:bob", "predicate": "likes", "value": "tea"}\n{"subject": "user:bob", "predicate": "likes"}\n');
});
afterAll(async () => {
  await server.stop();
  await store.close();
  bench.clear();
});

/** Ids and instants of the run differ; nothing else may. */
function same(text: string, ids: Map<string, string>): string {
  return text
    .replace(/\b[cfo]_[\w-]{8,}/g, (id) => ids.get(id) ?? ids.set(id, `id${ids.size}`).get(id) ?? '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => (instant.startsWith('202') && !/T00:00:00/.test(instant) ? 'NOW' : instant))
    .replace(/ {2,}/g, '  ');
}

const STORY: readonly (readonly string[])[] = [
  ['predicates', 'define', 'plan', '--cardinality', 'single'],
  ['predicates'],
  ['remember', 'user:ada', 'works_at', 'Acme', '--from', '2024-03', '--source', 'chat:1'],
  ['remember', 'user:ada', 'works_at', 'Acme', '--from', '2024-03', '--source', 'chat:1'],
  ['remember', 'user:ada', 'works_at', 'Globex', '--from', '2026-01', '--key', 'k-1'],
  ['remember', 'user:ada', 'works_at', 'Globex', '--from', '2026-01', '--key', 'k-1'],
  ['remember', 'user:ada', 'works_at', 'Initech', '--from', '2026-01', '--key', 'k-1'],
  ['remember', 'user:ada', 'works_at', 'Acme', '-c', '7'],
  ['import', file],
  ['import', file],
  ['current', 'user:ada'],
  ['current', 'user:nobody'],
  ['as-of', '2025-01-01', 'user:ada', 'works_at'],
  ['history', 'user:ada', 'works_at'],
  ['list', '--value', 'tea'],
  ['list', '--status', 'superseded', '--json'],
  ['why', 'user:ada', 'works_at'],
  ['retract', 'user:ada', 'works_at', '--at', '2026-05'],
  ['withdraw', 'f_nothing'],
  ['correct', 'f_nothing', 'Acme'],
  ['resolve', 'VW', 'acme', 'user:nobody', 'Glober', '--predicate', 'works_at'],
  ['resolve', 'acme', '--json'],
  ['aliases', 'add', 'acme', 'The Acme People', '--kind', 'nickname', '--by', 'ada', '--reason', 'so they say'],
  ['aliases', 'add', 'globex', 'acme people'],
  ['aliases', 'list', 'Acme People'],
  ['aliases', 'remove', 'acme', 'the acme people', '--key', 'k-2'],
  ['aliases', 'remove', 'acme', 'the acme people', '--key', 'k-2'],
  ['aliases', 'remove', 'acme', 'Acme'],
  ['doctor'],
];

describe('every command on a server', () => {
  it('says what it says on a store', async () => {
    const known = [new Map<string, string>(), new Map<string, string>()] as const;
    for (const [n, command] of STORY.entries()) {
      const there = await bench.cli(['--url', server.url, ...command]);
      const here = await bench.cli(command);
      const [a, b] = [there, here].map((ran, i) => ({
        ...ran,
        out: same(ran.out, known[i] as never),
        err: same(ran.err, known[i] as never),
      }));
      expect(a, `${n}: ${command.join(' ')}`).toEqual(b);
    }
  });

  it('PALIMPSEST_URL is --url', async () => {
    const env = { PALIMPSEST_URL: server.url };
    const { code, out } = await bench.spawned(['current', 'user:bob'], { env });
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('tea') });
    const weaker = await bench.spawned(['current', 'user:bob', '--store', 'memory:'], { env });
    expect(weaker).toMatchObject({ code: 4 });
  });
});

describe('what makes no sense', () => {
  it('a store and a server at once', async () => {
    const { code, err } = await bench.cli(['current', 'user:ada', '--store', 'memory:', '--url', server.url]);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'palimpsest current: --store and --url: are both given — name the store, or the server that has it\n',
    });
  });

  it.each([
    ['ftp://there', 'is not an http or https address'],
    ['http://ada:secret@there', 'holds credentials'],
  ])('%s', async (url, says) => {
    const { code, err } = await bench.cli(['current', 'user:ada', '--url', url]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`--url: ${says}`) });
    expect(err).not.toContain('secret');
  });

  it.each(['serve', 'demo'])('%s of a server', async (command) => {
    const { code, err } = await bench.cli([command, '--url', server.url]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('names a server, which this does not work on') });
  });
});

// a command tries for seconds: both do so at the same time
describe.concurrent('a server that fails', () => {
  it('is said to be out of reach, with what to do', async () => {
    const gone = await CuttingProxy.before(server.url);
    const { url } = gone;
    await gone.close();
    const { code, err } = await bench.cli(['current', 'user:ada', '--url', url]);
    expect(code).toBe(6);
    // that it is tried again is said only where there was time to
    expect(err.replace(`palimpsest: the server at ${url} does not answer; trying again\n`, '')).toBe(
      `palimpsest current: the server at ${url} cannot be reached (ECONNREFUSED); start it (palimpsest serve), or mend the url\n`,
    );
  });

  it('before the answer leaves the key with which to settle it', async () => {
    const proxy = await CuttingProxy.before(server.url);
    proxy.cuts.push(...new Array(200).fill('answered'));
    const say = ['remember', 'user:eve', 'likes', 'chess', '--url', proxy.url];
    const { code, err } = await bench.cli(say);
    expect(code).toBe(6);
    const key = / again with --key (\S+)\n$/.exec(err)?.[1] as string;
    proxy.cuts.length = 0;
    expect((await bench.cli([...say, '--key', key])).out).toContain('sent before: nothing was written this time');
    expect((await store.history('default', { subject: 'user:eve', predicate: 'likes' })).claims).toHaveLength(1);
    await proxy.close();
  });
});
