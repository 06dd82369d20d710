import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ENGINES } from '../support/engines.ts';
import { dial, type Line, problemIn } from './raw.ts';
import { describeServed } from './served.ts';

const EMBEDDED = ENGINES.slice(0, 1);
const MB = 1024 * 1024;
const FACTS = '/v1/demo/facts';
/** Padded to a size; its one candidate is rejected, as its value is too long. */
const bodyOf = (size: number) => {
  const frame = '{"facts":[{"subject":"user:ada","predicate":"name","value":""}]}';
  return frame.replace('""', `"${'x'.repeat(size - frame.length)}"`);
};
const head = (length: number) =>
  `POST ${FACTS} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describeServed(
  'sizes',
  (on) => {
    const { ask } = on;
    it('a body of 10 MB is read, one byte more is not', async () => {
      const most = await ask('POST', FACTS, { raw: bodyOf(10 * MB) });
      expect(most).toMatchObject({ status: 200, body: { results: [{ outcome: 'rejected' }] } });
      const more = await ask('POST', FACTS, { raw: bodyOf(10 * MB + 1) });
      expect(more).toMatchObject({ status: 413, body: { code: 'too_large', issues: [{ path: 'body' }] } });
    });

    it('what a compressed body unpacks to counts', async () => {
      const { status } = await ask('POST', FACTS, { raw: gzipSync(bodyOf(50 * MB)), headers: { 'content-encoding': 'gzip' } });
      expect(status).toBe(413);
    });

    it('100,000 candidates at once are refused, 10,000 pass', async () => {
      const facts = (n: number) => Array.from({ length: n }, () => ({ subject: 'user:ada', predicate: 'name' }));
      const many = await ask('POST', FACTS, { body: { facts: facts(100_000) } });
      expect(many).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', issues: [{ path: 'facts', message: expect.stringContaining('10000') }] },
      });
      const most = await ask('POST', FACTS, { body: { facts: facts(10_000) } });
      expect(most.body.results).toHaveLength(10_000);
    });

    it('many large bodies at once are asked to come again; small ones pass', async () => {
      const slow: Line[] = [];
      // some more than fit: the budget of the request before may not be free yet when the first ones come
      for (let i = 0; i < 20; i++) {
        const line = await dial(on.url);
        line.send(head(10 * MB));
        slow.push(line);
      }
      await expect.poll(async () => (await ask('POST', FACTS, { raw: bodyOf(MB) })).status).toBe(503);
      const refused = await ask('POST', FACTS, { raw: bodyOf(MB) });
      expect(refused).toMatchObject({ body: { code: 'busy', retryable: true } });
      expect(refused.headers.get('retry-after')).toBe('1');
      expect((await ask('POST', FACTS, { raw: bodyOf(1_000) })).status).toBe(200);
      for (const { socket } of slow) socket.destroy();
      await expect.poll(async () => (await ask('POST', FACTS, { raw: bodyOf(MB) })).status).toBe(200);
    });
  },
  {},
  EMBEDDED,
);

describeServed(
  'slowness',
  (on) => {
    it('headers that trickle in are cut off', async () => {
      const line = await dial(on.url);
      line.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
      const trickle = setInterval(() => line.send('X-A: b\r\n'), 100);
      const reply = await line.closed;
      clearInterval(trickle);
      expect(problemIn(reply)).toMatchObject({ status: 408, code: 'timeout', retryable: true });
    });

    it('a body that trickles in is cut off', async () => {
      const line = await dial(on.url);
      line.send(head(1_000));
      const trickle = setInterval(() => line.send('x'), 100);
      const reply = await line.closed;
      clearInterval(trickle);
      expect(problemIn(reply)).toMatchObject({ status: 408 });
    });

    it('1,000 idle connections keep nobody out, and are closed in time', async () => {
      const lines = await Promise.all(Array.from({ length: 1_000 }, () => dial(on.url)));
      expect((await on.ask('GET', '/v1/demo/predicates')).status).toBe(200);
      await Promise.all(lines.map(({ closed }) => closed));
    });
  },
  { headersTimeout: 500, requestTimeout: 1_000 },
  EMBEDDED,
);

describeServed(
  'crowds',
  (on) => {
    it('more connections than allowed are turned away', async () => {
      const lines: Line[] = [];
      for (let i = 0; i < 6; i++) lines.push(await dial(on.url));
      await lines.at(-1)?.closed;
      for (const { socket } of lines) socket.destroy();
      await expect
        .poll(() =>
          on.ask('GET', '/healthz').then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
    });

    it('more requests than allowed are asked to come again; health is always answered', async () => {
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) statuses.push((await on.ask('GET', '/v1/demo/predicates')).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      const { headers, body } = await on.ask('GET', '/v1/demo/predicates');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).toMatchObject({ code: 'rate_limited', retryable: true });
      expect((await on.ask('GET', '/healthz')).status).toBe(200);
    });
  },
  { maxConnections: 5, rateLimit: 3 },
  EMBEDDED,
);
