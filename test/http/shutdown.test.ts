import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openPalimpsest } from '../../src/store.ts';
import { ENGINES, type EngineCase, freshNamespace, LOGIN } from '../support/engines.ts';
import { dial } from './raw.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'palimpsest-serve-'));
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

interface Process {
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number>;
  readonly log: () => string;
}

/** As an operator starts it. */
async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Process> {
  const base = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('PALIMPSEST_')));
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, 'serve', '--port', '0', ...args], { env: { ...base, ...env } });
  running.push(child);
  let out = '';
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  const ready = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const url = /ready at (\S+)/.exec(out)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([ready, ended.then((code) => Promise.reject(new Error(`ended with ${code}: ${err}`)))]);
  expect(out.trim().split('\n')).toHaveLength(1);
  return { url, child, ended, log: () => err };
}

/** Facts that a writer was told are kept. */
async function write(url: string, namespace: string, writer: number, acknowledged: string[]): Promise<void> {
  for (let n = 0; ; n++) {
    const value = `v${writer}-${n}`;
    const facts = [{ subject: `user:${writer}`, predicate: 'note', value, source: { session: 's', turn: value } }];
    try {
      const response = await fetch(`${url}/v1/${namespace}/facts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ facts }),
      });
      const { results } = (await response.json()) as { results: { claimId: string }[] };
      if (response.status === 200 && results[0]?.claimId) acknowledged.push(value);
    } catch {
      // stopped: nothing was acknowledged
      return;
    }
  }
}

describe.each(ENGINES)('SIGTERM under load on $name', (engine: EngineCase) => {
  it('loses nothing acknowledged, and ends with 0', async () => {
    const store = engine.shared ? engine.url : `file:${join(directory, 'load.db')}`;
    const namespace = freshNamespace();
    const login = { PALIMPSEST_NEO4J_USER: LOGIN.user, PALIMPSEST_NEO4J_PASSWORD: LOGIN.password };
    const { url, child, ended, log } = await start(['--store', store], engine.shared ? login : {});
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 20 }, (_, writer) => write(url, namespace, writer, acknowledged));
    await expect.poll(() => acknowledged.length, { timeout: 90_000 }).toBeGreaterThan(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await Promise.all(writers);
    expect(log()).not.toMatch(/"status":5/);

    const reopened = await openPalimpsest({ store, ...(engine.shared && LOGIN) });
    const kept = new Set<unknown>();
    for (let writer = 0; writer < 20; writer++) {
      const { claims } = await reopened.history(namespace, { subject: `user:${writer}`, predicate: 'note' });
      for (const { value } of claims) kept.add(value);
    }
    expect(acknowledged.filter((value) => !kept.has(value))).toEqual([]);
    expect((await reopened.doctor(namespace)).findings).toEqual([]);
    await reopened.close();
  }, 180_000);
});

const beginning = (length: number) =>
  `POST /v1/demo/facts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
/** The server has seen one that is not all there yet. */
const requestUnderWay = (url: string) =>
  expect.poll(async () => (await (await fetch(`${url}/metrics`)).text()).includes('palimpsest_http_in_flight 2')).toBe(true);
const answer = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => 'answers',
    () => 'refuses',
  );
const refusal = (url: string) => expect.poll(() => answer(url)).toBe('refuses');

describe('being told to stop', () => {
  it('answers the request that is under way, and takes no other', async () => {
    const { url, child, ended } = await start(['--store', 'memory:']);
    const body = JSON.stringify({ facts: [{ subject: 'user:ada', predicate: 'name', value: 'Ada' }] });
    const line = await dial(url);
    line.send(beginning(body.length));
    await requestUnderWay(url);
    child.kill('SIGTERM');
    await refusal(url);
    line.send(body);
    const reply = await line.closed;
    expect(reply).toMatch(/^HTTP\/1\.1 200/);
    expect(reply).toMatch(/^Connection: close/im);
    expect(reply).toContain('inserted');
    expect(await ended).toBe(0);
  });

  it('waits no longer than it is told to', async () => {
    const { url, child, ended } = await start(['--store', 'memory:'], { PALIMPSEST_SHUTDOWN_TIMEOUT: '300' });
    const line = await dial(url);
    line.send(beginning(10));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('waits for no connection that never asked anything', async () => {
    const { url, child, ended } = await start(['--store', 'memory:']);
    await dial(url);
    const before = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(performance.now() - before).toBeLessThan(8_000);
  });

  it('a second time, ends at once', async () => {
    const { url, child, ended } = await start(['--store', 'memory:']);
    const line = await dial(url);
    line.send(beginning(10));
    await requestUnderWay(url);
    child.kill('SIGTERM');
    await refusal(url);
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
  });
});

describe('starting', () => {
  it('says on one line what is wrong, with an exit code', async () => {
    const [{ url, child }] = await Promise.all([
      start(['--store', 'memory:'], { PALIMPSEST_LOG_LEVEL: 'silent' }),
      expect(start(['--store', 'memory:', '--host', '0.0.0.0'])).rejects.toThrow(/ended with 2: .*--insecure-public/),
      expect(start(['--store', 'nowhere:'])).rejects.toThrow(/ended with 2: .*--store/),
    ]);
    await expect(start(['--store', 'memory:', '--port', new URL(url).port])).rejects.toThrow(/ended with 6: .*--port/);
    child.kill('SIGTERM');
  });
});
