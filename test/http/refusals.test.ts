import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/config/config.ts';
import { ERRORS, PalimpsestError } from '../../src/errors.ts';
import { readiness } from '../../src/health/readiness.ts';
import { makeLogger } from '../../src/http/log.ts';
import { makeMetrics } from '../../src/http/metrics.ts';
import { startServer } from '../../src/http/server.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, type EngineCase } from '../support/engines.ts';
import { dial, problemIn } from './raw.ts';
import { ask, describeServed, serveOn } from './served.ts';

const EMBEDDED = ENGINES.slice(0, 1);
const FACTS = '/v1/demo/facts';

describeServed(
  'what is refused',
  (on) => {
    const post = (raw: string | Uint8Array, headers: Record<string, string> = {}) => on.ask('POST', FACTS, { raw, headers });

    it('says it as a problem, with code, status, type, next step and request id', async () => {
      const { status, headers, body } = await on.ask('GET', '/v1/demo/history?subject=user:ada&colour=red', {
        headers: { 'X-Request-Id': 'mine-1' },
      });
      expect(status).toBe(400);
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect(headers.get('x-request-id')).toBe('mine-1');
      expect(body).toMatchObject({
        type: 'urn:palimpsest:error:invalid_input',
        title: ERRORS.invalid_input.title,
        status: 400,
        code: 'invalid_input',
        operation: 'history',
        requestId: 'mine-1',
        issues: [{ path: 'query', next: expect.stringContaining('predicate') }],
      });
    });

    it('an insane request id is replaced', async () => {
      const { headers } = await on.ask('GET', '/healthz', { headers: { 'X-Request-Id': '<script>' } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    it.each([
      ['an unknown route', 'GET', '/v1/demo/factz', 404, 'unknown_route'],
      ['a route with a slash too many', 'GET', '/v1/demo/facts/', 404, 'unknown_route'],
      ['a route in other letters', 'GET', '/V1/demo/facts', 404, 'unknown_route'],
      ['a method of another route', 'DELETE', FACTS, 405, 'method_not_allowed'],
      ['a method nobody knows here', 'PATCH', '/v1/demo/entities/user:ada', 405, 'method_not_allowed'],
      ['a method of a system route', 'POST', '/healthz', 405, 'method_not_allowed'],
      ['a bad namespace', 'GET', '/v1/a%20b/facts', 400, 'invalid_input'],
      ['broken percent-encoding', 'GET', '/v1/demo/entities/%E0%A4', 400, 'invalid_input'],
      ['a repeated parameter', 'GET', `${FACTS}?subject=a&subject=b`, 400, 'invalid_input'],
      ['an unknown subject', 'GET', `${FACTS}?subject=nobody`, 404, 'not_found'],
      ['an empty mention', 'GET', '/v1/demo/entities/%20', 400, 'invalid_input'],
    ])('%s', async (_, method, path, status, code) => {
      expect(await on.ask(method, path)).toMatchObject({ status, body: { code, status } });
    });

    it('a wrong method says which are right', async () => {
      expect((await on.ask('DELETE', FACTS)).headers.get('allow')).toBe('POST, GET, HEAD');
      expect((await on.ask('DELETE', '/v1/demo/retractions')).headers.get('allow')).toBe('POST');
    });

    it.each([
      ['broken', '{"facts": [', {}, 400, 'invalid_input'],
      ['empty', '', {}, 400, 'invalid_input'],
      ['a list', '[]', {}, 400, 'invalid_input'],
      ['a word', '"facts"', {}, 400, 'invalid_input'],
      ['with a field too many', '{"facts": [], "more": 1}', {}, 400, 'invalid_input'],
      ['of another type', '{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
      ['of no type', '{}', { 'content-type': '' }, 415, 'unsupported_media_type'],
      ['a form', 'facts=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
      ['in another charset', '{}', { 'content-type': 'application/json; charset=latin1' }, 415, 'unsupported_media_type'],
      ['in an unknown encoding', '{}', { 'content-encoding': 'zip' }, 415, 'unsupported_media_type'],
      ['that is not gzip', '{}', { 'content-encoding': 'gzip' }, 400, 'invalid_input'],
    ])('a body: %s', async (_, raw, headers, status, code) => {
      expect(await post(raw, headers)).toMatchObject({ status, body: { code } });
    });

    it('a body that is not UTF-8, instead of storing something else', async () => {
      const bytes = Buffer.concat([
        Buffer.from('{"facts":[{"subject":"user:x","predicate":"name","value":"'),
        Buffer.from([0xe4]),
        Buffer.from('"}]}'),
      ]);
      expect(await post(bytes)).toMatchObject({ status: 400, body: { issues: [{ path: 'body' }] } });
    });

    it('takes a compressed body', async () => {
      expect(await post(gzipSync('{"facts":[]}'), { 'content-encoding': 'gzip' })).toMatchObject({ status: 200, body: { results: [] } });
    });

    it('no body at all', async () => {
      expect(await on.ask('POST', FACTS)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    });

    it('an Accept without JSON', async () => {
      expect(await on.ask('GET', FACTS, { headers: { accept: 'text/html' } })).toMatchObject({
        status: 406,
        body: { code: 'not_acceptable' },
      });
      expect((await on.ask('GET', FACTS, { headers: { accept: 'text/html, */*;q=0.1' } })).status).toBe(200);
    });

    it('conditions it would have to ignore', async () => {
      expect(await on.ask('PUT', '/v1/demo/entities/user:ada', { body: {}, headers: { 'If-Match': '"a"' } })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'If-Match' }] },
      });
      expect(await on.ask('PUT', '/v1/demo/predicates/p', { body: {}, headers: { 'Idempotency-Key': 'a' } })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'Idempotency-Key' }] },
      });
    });

    it('a Host that is not this machine, as a page in a browser would send', async () => {
      const line = await dial(on.url);
      line.send('GET /healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
      expect(problemIn(await line.closed)).toMatchObject({ status: 403, code: 'restricted', issues: [{ path: 'Host' }] });
    });

    it('what is not HTTP', async () => {
      const line = await dial(on.url);
      line.send('HELLO\r\n\r\n');
      expect(problemIn(await line.closed)).toMatchObject({ status: 400, code: 'invalid_input' });
    });

    it('headers that are too large', async () => {
      const line = await dial(on.url);
      line.send(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(140_000)}\r\n\r\n`);
      expect(problemIn(await line.closed)).toMatchObject({ status: 413, code: 'too_large' });
    });

    it('deeply nested JSON', async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      for (const raw of [
        deep,
        `{"facts":${deep}}`,
        `{"facts":[${deep}]}`,
        `{"facts":[{"subject":"a:b","predicate":"p","value":${deep}}]}`,
      ]) {
        const { status } = await post(raw, { 'idempotency-key': `deep-${raw.length}` });
        expect([200, 400]).toContain(status);
      }
    });

    it('the log tells route, status and id, and nothing of what was asked or said', async () => {
      const before = on.log.length;
      const secret = 'ada-lovelace';
      await on.ask('GET', `/v1/${secret}/facts?value=${secret}`, { headers: { 'X-Request-Id': 'logged-1' } });
      await on.ask('GET', `/v1/${secret}/entities/${secret}`);
      await on.ask('GET', `/${secret}`);
      await on.ask('POST', `/v1/${secret}/facts`, { raw: `{"${secret}` });
      await on.ask('PUT', `/v1/${secret}/entities/user:${secret}`, { body: { name: secret } });
      await expect.poll(() => on.log.length).toBe(before + 5);
      const lines = on.log.slice(before).map((line) => JSON.parse(line));
      expect(lines[0]).toEqual({
        level: 30,
        time: expect.any(String),
        method: 'GET',
        route: '/v1/{namespace}/facts',
        status: 200,
        ms: expect.any(Number),
        requestId: 'logged-1',
        msg: 'request',
      });
      expect(lines.map((l) => [l.status, l.route])).toEqual([
        [200, '/v1/{namespace}/facts'],
        [404, '/v1/{namespace}/entities/{id}'],
        [404, 'none'],
        [400, '/v1/{namespace}/facts'],
        [200, '/v1/{namespace}/entities/{id}'],
      ]);
      expect(JSON.stringify(lines)).not.toContain(secret);
    });
  },
  {},
  EMBEDDED,
);

const [engine] = EMBEDDED as unknown as readonly [EngineCase];

/** A server on a store that a test holds in its hand. */
async function onStore(change: (store: Palimpsest) => Palimpsest = (store) => store) {
  const log: string[] = [];
  const graph = await openGraph({ store: 'memory:' });
  const store = palimpsestOn(graph);
  const settings = readSettings({ port: 0 }, {});
  const logger = makeLogger('info', { write: (line) => void log.push(line) });
  const ready = () => readiness(graph);
  const running = await startServer({ store: change(store), log: logger, metrics: makeMetrics(), settings, version: '0', ready });
  return { store, running, log };
}

describe('a store that fails', () => {
  it('is a 503 once closed, and the server is not ready', async () => {
    const { store, running } = await onStore();
    await store.close();
    expect(await ask(running.url, 'GET', FACTS)).toMatchObject({ status: 503, body: { code: 'closed' } });
    const ready = await ask(running.url, 'GET', '/readyz');
    expect(ready).toMatchObject({ status: 503, body: { ready: false } });
    expect(ready.body.checks.map((c: { check: string; ok: boolean }) => [c.check, c.ok])).toEqual([
      ['store', false],
      ['schema', false],
      ['clock', false],
    ]);
    expect((await ask(running.url, 'GET', '/healthz')).status).toBe(200);
    await running.stop();
  });

  it('says when to come again while it is busy', async () => {
    const { store, running } = await onStore((s) => ({ ...s, entity: () => Promise.reject(new PalimpsestError('busy', 'entity: busy')) }));
    const { status, headers, body } = await ask(running.url, 'GET', '/v1/demo/entities/a');
    expect([status, headers.get('retry-after'), body.retryable]).toEqual([503, '1', true]);
    await running.stop();
    await store.close();
  });

  it('a defect is a 500 that tells nothing but its id, and a line in the log with the place', async () => {
    const { store, running, log } = await onStore((s) => ({ ...s, entity: () => Promise.reject(new Error('value: hunter2')) }));
    const { status, headers, body } = await ask(running.url, 'GET', '/v1/demo/entities/a');
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'internal', requestId: headers.get('x-request-id') });
    const defect = JSON.parse(log[0] as string);
    expect(defect).toMatchObject({ level: 50, msg: 'defect', requestId: body.requestId, at: expect.arrayContaining(['Error']) });
    expect(JSON.stringify(body) + log.join()).not.toContain('hunter2');
    await running.stop();
    await store.close();
  });
});

describe('the address', () => {
  it('listens on no other address unless told to', async () => {
    await expect(serveOn(engine, { host: '0.0.0.0' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'host', next: expect.stringContaining('--insecure-public') }],
    });
    const served = await serveOn(engine, { host: '0.0.0.0', insecurePublic: true });
    expect((await ask(served.url.replace('0.0.0.0', '127.0.0.1'), 'GET', '/healthz')).status).toBe(200);
    await served.close();
  });

  it('says that a port is taken', async () => {
    const first = await serveOn(engine);
    await expect(serveOn(engine, { port: Number(new URL(first.url).port) })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('--port'),
    });
    await first.close();
  });
});
