import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { connect, isPalimpsestError, type Palimpsest } from '../../src/client/index.ts';
import { type ServeChild, serveChild } from '../support/serve-child.ts';

const NS = 'load';
const WRITERS = 32;
const directory = mkdtempSync(join(tmpdir(), 'palimpsest-stop-'));
const running: ServeChild[] = [];

afterAll(async () => {
  for (const child of running) await child.stop('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

interface Write {
  readonly subject: string;
  readonly predicate: string;
  readonly value: string;
}
const told = (w: number, i: number): Write => ({ subject: `user:w${w}`, predicate: 'likes', value: `thing ${i}` });

/** Writes until the server is gone. */
async function writer(client: Palimpsest, w: number, acknowledged: Map<string, Write>): Promise<{ write: Write; key: string } | null> {
  for (let i = 0; ; i++) {
    const write = told(w, i);
    try {
      const [result] = await client.remember(NS, write);
      acknowledged.set(String(result?.claimId), write);
    } catch (error) {
      if (!isPalimpsestError(error)) throw error;
      const key = error.details?.idempotencyKey;
      // either it never reached the server, or it is not known and can be settled
      return key === undefined ? null : { write, key: String(key) };
    }
  }
}

async function claimsOf(client: Palimpsest): Promise<string[]> {
  const stories = await Promise.all(
    Array.from({ length: WRITERS }, (_, w) => client.history(NS, { subject: `user:w${w}`, predicate: 'likes' })),
  );
  return stories.flatMap(({ claims }) => claims.map((c) => c.id)).sort();
}

it('a server that is told to stop under load loses nothing acknowledged, and nothing is there twice', async () => {
  const store = `file:${join(directory, 'store.db')}`;
  const first = await serveChild(store);
  running.push(first);
  const client = connect({ url: first.url, retryMs: 0 });
  const acknowledged = new Map<string, Write>();
  const writers = Array.from({ length: WRITERS }, (_, w) => writer(client, w, acknowledged));
  while (acknowledged.size < 200) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await first.stop()).toBe(0);
  const unknown = (await Promise.all(writers)).filter((left) => left !== null);

  const second = await serveChild(store);
  running.push(second);
  const again = connect({ url: second.url });
  const found = await claimsOf(again);
  expect(found.filter((id) => acknowledged.has(id))).toHaveLength(acknowledged.size);
  expect(found.length).toBeLessThanOrEqual(acknowledged.size + unknown.length);

  // what was not known is settled by its key
  for (const { write, key } of unknown) {
    const [result] = await again.remember(NS, write, { idempotencyKey: key });
    acknowledged.set(String(result?.claimId), write);
  }
  expect(await claimsOf(again)).toEqual([...acknowledged.keys()].sort());
  expect((await again.doctor(NS)).findings).toEqual([]);
  console.info(`stopped after ${acknowledged.size} writes, ${unknown.length} of them unknown`);
  expect(await second.stop()).toBe(0);
});

it('a client writes on across a restart of the server, each write once', async () => {
  const store = `file:${join(directory, 'again.db')}`;
  const first = await serveChild(store);
  running.push(first);
  const client = connect({ url: first.url });
  const claims: string[] = [];
  const writers = Array.from({ length: WRITERS }, async (_, w) => {
    for (let i = 0; i < 12; i++) claims.push(...(await client.remember(NS, told(w, i))).map((r) => String(r.claimId)));
  });
  while (claims.length < 100) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await first.stop()).toBe(0);
  expect(claims.length).toBeLessThan(WRITERS * 12);
  const second = await serveChild(store, Number(new URL(first.url).port));
  running.push(second);
  await Promise.all(writers);
  expect(await claimsOf(client)).toEqual(claims.sort());
  expect(new Set(claims).size).toBe(WRITERS * 12);
  expect(await second.stop()).toBe(0);
});
