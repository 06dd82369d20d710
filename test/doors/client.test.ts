import { describe, expect, it } from 'vitest';
import { type ConnectOptions, connect, isPalimpsestError, type PalimpsestError } from '../../src/client/index.ts';
import { CODECS } from '../../src/wire/routes.ts';

const NS = 'ns';
const said = { subject: 'user:ada', predicate: 'works_at', value: 'Acme' };
const page = { facts: [], hidden: { superseded: 0, scheduled: 0, contested: 0, archived: 0 }, cursor: null };

type Answer = Response | Error | ((init: RequestInit) => Promise<Response>);
interface Seen {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A client whose network gives these answers in turn, the last again and again. */
function clientOf(answers: readonly Answer[], options: Partial<ConnectOptions> = {}) {
  const seen: Seen[] = [];
  const network = (async (url: string, init: RequestInit) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)] as Answer;
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body));
    seen.push({ url, method: String(init.method), headers: new Headers(init.headers), body });
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer.clone() : answer(init);
  }) as typeof fetch;
  return { client: connect({ url: 'http://there', fetch: network, ...options }), seen };
}

const reply = (body: object, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const problem = (code: string, status: number, headers: Record<string, string> = {}) =>
  reply(
    { type: 'urn:x', title: 't', status, detail: `remember: ${code}`, code, retryable: true, operation: 'remember', requestId: 'r-1' },
    status,
    headers,
  );
const cut = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
const hanging = ({ signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))));

async function failureOf(work: Promise<unknown>): Promise<PalimpsestError> {
  const error = await work.then(
    () => null,
    (e: unknown) => e,
  );
  if (!isPalimpsestError(error)) throw new Error(`expected an error of ours, got ${String(error)}`);
  return error;
}

describe('options', () => {
  it.each([
    [{ url: 'file:x' }, 'options.url'],
    [{ url: 'nonsense' }, 'options.url'],
    [{ url: 'http://ada:secret@there' }, 'options.url'],
    [{ url: 'http://there?x=1' }, 'options.url'],
    [{ url: 'http://there', retries: 3 }, 'options'],
    [{ url: 'http://there', timeoutMs: -1 }, 'options.timeoutMs'],
    [{}, 'options.url'],
  ])('%j is refused at once', (options, path) => {
    expect(() => connect(options as ConnectOptions)).toThrow(
      expect.objectContaining({ code: 'invalid_input', issues: [expect.objectContaining({ path })] }),
    );
  });

  it('url may have a path of its own, and headers go with every request', async () => {
    const { client, seen } = clientOf([reply(page)], { url: 'https://there/memory/', headers: { Authorization: 'Bearer x' } });
    await client.current(NS, { subject: 'Ada Löwe', predicate: ['a', 'b'] });
    expect(seen[0]?.url).toBe('https://there/memory/v1/ns/facts?subject=Ada+L%C3%B6we&predicate=a&predicate=b');
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer x');
  });
});

describe('a read', () => {
  it.each([
    ['a cut connection', cut],
    ['a busy server', problem('busy', 503)],
    ['a gateway', new Response('<html>', { status: 502 })],
  ])('is tried again after %s', async (_, failure) => {
    const { client, seen } = clientOf([failure, failure, reply(page)]);
    expect(await client.current(NS, { subject: 'user:ada' })).toEqual(page);
    expect(seen).toHaveLength(3);
  });

  it('is not tried again after an answer, which is the error of the store', async () => {
    const { client, seen } = clientOf([problem('not_found', 404)]);
    expect(await failureOf(client.why(NS, 'f_x'))).toMatchObject({
      code: 'not_found',
      status: 404,
      operation: 'remember',
      requestId: 'r-1',
    });
    expect(seen).toHaveLength(1);
  });

  it('says that something else is there', async () => {
    for (const other of [new Response('<html>', { status: 404 }), new Response('<html>'), new Response(null, { status: 302 })]) {
      const { client, seen } = clientOf([other]);
      expect((await failureOf(client.predicates(NS))).message).toMatch(
        /^predicates: the server at http:\/\/there answered \d+ in a way that Palimpsest does not; check that the url/,
      );
      expect(seen).toHaveLength(1);
    }
  });

  it('gives up in time, and says what happened', async () => {
    const told: string[] = [];
    const { client } = clientOf([refused], { retryMs: 200, onRetry: ({ code }) => told.push(code) });
    const begun = performance.now();
    const error = await failureOf(client.predicates(NS));
    expect(error).toMatchObject({ code: 'unavailable', retryable: true });
    expect(error.message).toBe(
      'predicates: the server at http://there cannot be reached (ECONNREFUSED); start it (palimpsest serve), or mend the url',
    );
    expect(new Set(told)).toEqual(new Set(['unavailable']));
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('takes a long silence for a failure', async () => {
    const { client, seen } = clientOf([hanging, reply(page)], { timeoutMs: 50 });
    expect(await client.current(NS, { subject: 'user:ada' })).toEqual(page);
    expect(seen).toHaveLength(2);
    const silent = clientOf([hanging], { timeoutMs: 20, retryMs: 0 }).client;
    expect((await failureOf(silent.predicates(NS))).message).toContain('did not answer within 20 ms');
  });

  it('waits as long as the server asks for', async () => {
    const { client } = clientOf([problem('rate_limited', 429, { 'Retry-After': '1' }), reply(page)]);
    const begun = performance.now();
    await client.current(NS, { subject: 'user:ada' });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1_000);
    const impatient = clientOf([problem('rate_limited', 429, { 'Retry-After': '60' })], { retryMs: 5_000 });
    expect(await failureOf(impatient.client.current(NS, { subject: 'user:ada' }))).toMatchObject({ code: 'rate_limited' });
    expect(impatient.seen).toHaveLength(1);
  });
});

describe('a write', () => {
  const done = reply({ results: [] });
  const keyOf = ({ headers }: Seen) => headers.get('Idempotency-Key');

  it('has a key of its own, the same in every attempt and another in every call', async () => {
    const { client, seen } = clientOf([cut, done]);
    await client.remember(NS, said);
    await client.remember(NS, said);
    const [first, again, second] = seen.map(keyOf);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(second).not.toBe(first);
  });

  it('keeps the key it was given, whatever it is made of, and needs none where a turn names it', async () => {
    const { client, seen } = clientOf([done]);
    await client.remember(NS, said, { idempotencyKey: 'Schlüssel 100%' });
    expect(keyOf(seen[0] as Seen)).toBe(encodeURIComponent('Schlüssel 100%'));
    await client.remember(NS, [{ ...said, source: { session: 's', turn: '1' } }]);
    expect(keyOf(seen[1] as Seen)).toBeNull();
    await client.remember(NS, [{ ...said, source: { session: 's', turn: '1' } }, said]);
    expect(keyOf(seen[2] as Seen)).not.toBeNull();
  });

  it.each(['retract', 'withdraw', 'correct'] as const)('%s has one too', async (verb) => {
    const { client, seen } = clientOf([cut, reply({})]);
    await client[verb](NS, { factId: 'f_1' } as never);
    await client[verb](NS, { factId: 'f_1' } as never, { idempotencyKey: 'mine' });
    expect(seen.map(keyOf)).toEqual([expect.any(String), keyOf(seen[0] as Seen), 'mine']);
  });

  it('that may have been done says so, and with which key it is settled', async () => {
    const { client, seen } = clientOf([cut], { retryMs: 0 });
    const error = await failureOf(client.remember(NS, said));
    expect(error).toMatchObject({
      code: 'unavailable',
      operation: 'remember',
      details: { outcome: 'unknown', idempotencyKey: keyOf(seen[0] as Seen) },
    });
    expect(error.message).toBe(
      'remember: it is not known whether this was done, as the server at http://there broke the connection before its answer (ECONNRESET); ' +
        'send the same again with the same key, which is in details',
    );
    expect(JSON.stringify(error)).not.toContain('Acme');
  });

  it('that an earlier attempt may have done says so, whatever the last one met', async () => {
    const { client } = clientOf([cut, refused], { retryMs: 100 });
    expect(await failureOf(client.putEntity(NS, 'user:ada', {}))).toMatchObject({ code: 'unavailable', details: { outcome: 'unknown' } });
    const never = clientOf([refused], { retryMs: 100 });
    expect((await failureOf(never.client.remember(NS, said))).details).toBeUndefined();
  });

  it('is settled by an answer', async () => {
    const { client } = clientOf([cut, problem('conflict', 409)]);
    expect(await failureOf(client.remember(NS, said))).toMatchObject({ code: 'conflict', status: 409 });
  });

  it('is refused before it is sent where nothing but its input matters', async () => {
    const { client, seen } = clientOf([done]);
    expect(await failureOf(client.remember('a|b', said))).toMatchObject({ code: 'invalid_input', issues: [{ path: 'namespace' }] });
    expect(await failureOf(client.remember(NS, said, { idempotencyKey: '' }))).toMatchObject({ code: 'invalid_input' });
    expect(await failureOf(client.remember(NS, { ...said, value: 1n as never }))).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'facts' }],
    });
    expect(seen).toEqual([]);
  });
});

describe('the end', () => {
  it('close lets what is under way finish, and refuses what comes later in every verb', async () => {
    const { client } = clientOf([async () => new Promise((resolve) => setTimeout(resolve, 50, reply(page)))]);
    const running = client.current(NS, { subject: 'user:ada' });
    await client.close();
    expect(await running).toEqual(page);
    for (const verb of Object.keys(CODECS) as (keyof typeof CODECS)[])
      expect(await failureOf((client[verb] as (ns: string) => Promise<unknown>)(NS))).toMatchObject({ code: 'closed', operation: verb });
    await client.close();
  });

  it('a signal ends what is under way', async () => {
    const stop = new AbortController();
    const { client, seen } = clientOf([hanging], { signal: stop.signal });
    const read = failureOf(client.predicates(NS));
    const write = failureOf(client.remember(NS, said));
    stop.abort();
    expect(await read).toMatchObject({ code: 'closed' });
    expect(await write).toMatchObject({ code: 'unavailable', details: { outcome: 'unknown' } });
    expect(await failureOf(client.predicates(NS))).toMatchObject({ code: 'closed' });
    expect(seen).toHaveLength(2);
  });
});
