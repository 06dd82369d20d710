import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../src/http/server.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openPalimpsest } from '../../src/store.ts';
import { serving } from '../support/serving.ts';
import { makeBench } from './cli-run.ts';

const bench = makeBench();
const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
/** They tell a story of their own, run until they are stopped, or print a script; each has a test elsewhere. */
const ELSEWHERE = ['demo', 'serve', 'completion'];
const examples = [...page.matchAll(/^## (.+)\n[\s\S]*?```bash\n([\s\S]*?)```/gm)]
  .filter(([, command]) => !ELSEWHERE.includes(command as string))
  .flatMap(([, command, block]) =>
    (block as string).split('\n').flatMap((line) => (line.startsWith('palimpsest ') ? [{ command: command as string, line }] : [])),
  );
const FACTS = '{"subject": "user:bob", "predicate": "likes", "value": "tea"}\n';
const FILES: Readonly<Record<string, string>> = { 'facts.jsonl': FACTS, 'crm-export.jsonl': FACTS, 'production.json': '{"port": 7412}' };
const ids = new Map<string, { readonly factId: string; readonly claimId: string }>();
let server: Running;
let served: Palimpsest;

beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(bench.directory, name), text);
  served = await openPalimpsest();
  server = await serving(served);
  const store = await openPalimpsest({ store: bench.store });
  for (const [i, { command }] of examples.entries()) {
    // these are what somebody does first
    if (command === 'remember' || command.startsWith('predicates')) continue;
    const say = (predicate: string, value: string, more = {}) => ({ subject: 'user:ada', predicate, value, validFrom: '2024-03', ...more });
    const [job] = await store.remember(`ns-${i}`, [
      say('works_at', 'Globex'),
      say('lives_in', 'Berlin'),
      say('speaks', 'French'),
      say('plan', 'Pro'),
      say('editor', 'Vim', { qualifiers: { repo: 'api' } }),
    ]);
    if (['merge', 'unmerge', 'split', 'judge', 'how'].includes(command)) {
      await store.putEntity(`ns-${i}`, 'user:ada', { aliases: ['Ada2'] });
      await store.putEntity(`ns-${i}`, 'customer:42', {});
      if (command === 'unmerge') await store.merge(`ns-${i}`, { from: 'customer:42', into: 'user:ada' });
    }
    ids.set(`ns-${i}`, { factId: job?.factId ?? '', claimId: job?.claimId ?? '' });
  }
  await store.close();
});
afterAll(async () => {
  await server.stop();
  await served.close();
  bench.clear();
});

const wordsOf = (line: string): string[] => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

describe('docs/cli.md', () => {
  it('has examples of every command', () => {
    expect(new Set(examples.map(({ command }) => command)).size).toBeGreaterThan(12);
  });

  it.each(examples.map(({ line }, i) => [i, line] as const))('%i: %s', async (i, line) => {
    const namespace = `ns-${i}`;
    const { factId = '', claimId = '' } = ids.get(namespace) ?? {};
    const [command = '', input] = line
      .replace(/^palimpsest /, '')
      .replace('FACT_ID', factId)
      .replace('CLAIM_ID', claimId)
      .replace('http://127.0.0.1:7411', server.url)
      .split(' < ');
    const args = wordsOf(command).map((word) => (word in FILES ? join(bench.directory, word) : word));
    const ran = await bench.cli(['-n', namespace, ...args], input === undefined ? '' : FILES[input]);
    expect(ran).toEqual({ code: 0, out: expect.stringMatching(/\S/), err: '' });
  });
});
