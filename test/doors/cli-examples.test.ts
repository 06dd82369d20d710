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
type Setup = (store: Palimpsest, namespace: string, line: string) => Promise<string | null>;
const two: Setup = async (store, namespace) => {
  await store.putEntity(namespace, 'user:ada', { aliases: ['Ada2'] });
  await store.putEntity(namespace, 'customer:42', {});
  return null;
};
/** Two of one name, and somebody who says it; answers the id of the review. */
const asked: Setup = async (store, namespace) => {
  await store.putEntity(namespace, 'org:acme', { name: 'Acme GmbH' });
  await store.putEntity(namespace, 'org:acme2', { name: 'Acme AG' });
  const [told] = await store.remember(namespace, { subject: 'user:bob', predicate: 'works_at', value: 'Acme' });
  return told?.reviewId ?? null;
};
const named: Setup = async (store, namespace, line) => {
  const forgets = line.includes(' remove ');
  await store.putEntity(namespace, 'user:42', { aliases: forgets ? ['customer_42'] : [] });
  await store.putEntity(namespace, 'org:vw', { name: 'Volkswagen', aliases: ['VW'] });
  return null;
};
/** Answers the id of an operation. */
const ended: Setup = async (store, namespace) => (await store.retract(namespace, { subject: 'user:ada', predicate: 'plan' })).operationId;
const archived: Setup = async (store, namespace) => {
  const [fact] = (await store.current(namespace, { subject: 'user:ada', predicate: 'works_at' })).facts;
  await store.archive(namespace, { factId: fact?.id ?? '' });
  return null;
};
/** What must be there before the examples of a command. */
const SETUPS: Readonly<Record<string, Setup>> = {
  merge: two,
  split: two,
  judge: two,
  how: two,
  unmerge: async (store, namespace, line) => {
    await two(store, namespace, line);
    await store.merge(namespace, { from: 'customer:42', into: 'user:ada' });
    return null;
  },
  retire: async (store, namespace) => {
    await store.putEntity(namespace, 'org:acme', { name: 'Acme' });
    return null;
  },
  reviews: asked,
  review: asked,
  decide: async (store, namespace, line) => {
    const id = await asked(store, namespace, line);
    if (line.includes(' undo')) await store.decideReview(namespace, String(id), { decision: 'reject' });
    return id;
  },
  aliases: named,
  restore: archived,
  operation: ended,
  undo: ended,
};
const ids = new Map<
  string,
  { readonly factId: string; readonly claimId: string; readonly reviewId: string; readonly operationId: string }
>();
let server: Running;
let served: Palimpsest;

beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(bench.directory, name), text);
  served = await openPalimpsest();
  server = await serving(served);
  const store = await openPalimpsest({ store: bench.store });
  for (const [i, { command, line }] of examples.entries()) {
    // these are what somebody does first
    if ((command === 'remember' && !line.includes('FACT_ID')) || command.startsWith('predicates')) continue;
    const say = (predicate: string, value: string, more = {}) => ({ subject: 'user:ada', predicate, value, validFrom: '2024-03', ...more });
    const [job] = await store.remember(`ns-${i}`, [
      say('works_at', 'Globex'),
      say('lives_in', 'Berlin'),
      say('speaks', 'French'),
      say('plan', 'Pro'),
      say('editor', 'Vim', { qualifiers: { repo: 'api' } }),
    ]);
    const made = await SETUPS[command.split(' ')[0] as string]?.(store, `ns-${i}`, line);
    ids.set(`ns-${i}`, { factId: job?.factId ?? '', claimId: job?.claimId ?? '', reviewId: made ?? '', operationId: made ?? '' });
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
    const { factId = '', claimId = '', reviewId = '', operationId = '' } = ids.get(namespace) ?? {};
    const [command = '', input] = line
      .replace(/^palimpsest /, '')
      .replace('FACT_ID', factId)
      .replace('CLAIM_ID', claimId)
      .replace('REVIEW_ID', reviewId)
      .replace('OPERATION_ID', operationId)
      .replace('http://127.0.0.1:7411', server.url)
      .split(' < ');
    const args = wordsOf(command).map((word) => (word in FILES ? join(bench.directory, word) : word));
    const ran = await bench.cli(['-n', namespace, ...args], input === undefined ? '' : FILES[input]);
    expect(ran).toEqual({ code: 0, out: expect.stringMatching(/\S/), err: '' });
  });
});
