import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PalimpsestError } from '../../src/errors.ts';
import { errorOf } from '../../src/wire/problem.ts';
import { readValue, writeValue } from '../../src/wire/query.ts';
import { CODECS, ROUTES } from '../../src/wire/routes.ts';
import type { Received, Route, Verb, WireRequest } from '../../src/wire/wire.ts';

/** What the server makes of a request that was sent: matched, decoded, and asked for its verb. */
function arrive({ method, path, query, headers, body }: WireRequest) {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value] as [string, string]));
  const url = new URL(`http://localhost${path}?${search}`);
  for (const route of ROUTES) {
    const pattern = new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const found = route.method === method ? pattern.exec(url.pathname) : null;
    if (found === null) continue;
    const params = Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]));
    const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const received: Received = {
      params,
      query: [...url.searchParams],
      headers: (name) => lower.get(name),
      body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
    };
    return route.toCall(received);
  }
  throw new Error(`no route for ${method} ${path}`);
}

const travel = (verb: Verb, ...args: readonly unknown[]) =>
  arrive((CODECS[verb].toRequest as (...a: readonly unknown[]) => WireRequest)(...args));

// text is taken composed and trimmed, so it is asked so here
const text = fc
  .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
  .map((s) => s.normalize('NFC').trim())
  .filter((s) => s.trim() !== '' && !/[\p{Cc}|]/u.test(s) && s !== '.' && s !== '..' && s.isWellFormed());
const value = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
  fc.boolean(),
  fc.constantFrom('8080', 'true', '"x"', '1e999', '"', 'null', '-0', '01'),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const qualifiers = fc
  .dictionary(
    text.filter((s) => s !== '__proto__'),
    text,
    { maxKeys: 3 },
  )
  .map((q) => ({ ...q }));
const given = (fields: object) => JSON.parse(JSON.stringify(fields)) as Record<string, unknown>;
const ns = fc.constantFrom('default', 'user-42', 'a@b.c:d_e');

it('a + of an offset that came as a space is read as it was meant', () => {
  const { verb, args } = (ROUTES.find(({ id }) => id === 'facts') as Route).toCall({
    params: { namespace: 'demo' },
    query: [...new URLSearchParams('subject=user:ada&asOf=2025-01-01T00:00:00+02:00&knownAt=2025-01-01T00:00%2B02:00')],
    headers: () => undefined,
    body: undefined,
  });
  expect({ verb, args }).toEqual({
    verb: 'asOf',
    args: ['demo', { subject: 'user:ada', asOf: '2025-01-01T00:00:00+02:00', knownAt: '2025-01-01T00:00+02:00' }],
  });
});

describe('a value in a query', () => {
  it('reads as it was written', () => {
    fc.assert(fc.property(value, (v) => void expect(readValue(writeValue(v))).toBe(v)));
  });

  it.each([
    ['8080', 8080],
    ['"8080"', '8080'],
    ['Acme', 'Acme'],
    ['true', true],
    ['True', 'True'],
    ['null', 'null'],
    ['01', '01'],
    ['-1.5e3', -1500],
    ['"', '"'],
    [' 1', ' 1'],
  ])('%s', (written, read) => expect(readValue(written)).toBe(read));
});

describe('what arrives is what was asked', () => {
  it('list', () => {
    const query = fc.record({
      subject: maybe(text),
      predicate: maybe(fc.array(text, { minLength: 2, maxLength: 3 })),
      value: maybe(value),
      category: maybe(text),
      status: maybe(fc.constantFrom('current', 'ended')),
      qualifiers: maybe(qualifiers),
      asOf: maybe(fc.constant('2024-05')),
      limit: maybe(fc.integer({ min: 1, max: 500 })),
      cursor: maybe(text),
    });
    fc.assert(
      fc.property(ns, query, (namespace, fields) => {
        const asked = given(fields);
        const call = travel('list', namespace, asked);
        expect(call.verb).toBe('list');
        const [to, got] = call.args as [string, Record<string, unknown>];
        expect(to).toBe(namespace);
        // the default may be said
        expect({ limit: 100, ...got }).toEqual({ limit: 100, ...asked });
      }),
    );
  });

  it('current, asOf and history', () => {
    fc.assert(
      fc.property(ns, text, text, maybe(qualifiers), (namespace, subject, predicate, q) => {
        const asked = given({ subject, predicate, qualifiers: q });
        expect(travel('current', namespace, asked)).toEqual({ verb: 'current', args: [namespace, asked] });
        expect(travel('history', namespace, asked)).toEqual({ verb: 'history', args: [namespace, asked] });
        const then = { ...asked, asOf: '2024-05-03T10:00:00+02:00', knownAt: '2025' };
        expect(travel('asOf', namespace, then)).toEqual({ verb: 'asOf', args: [namespace, then] });
      }),
    );
  });

  it('ids in paths, keys in headers', () => {
    fc.assert(
      fc.property(ns, text, (namespace, id) => {
        expect(travel('why', namespace, id)).toEqual({ verb: 'why', args: [namespace, id] });
        expect(travel('entity', namespace, id)).toEqual({ verb: 'entity', args: [namespace, id] });
        expect(travel('definePredicate', namespace, id, { margin: 0.1 }, { dryRun: true, resolve: 'fold' })).toEqual({
          verb: 'definePredicate',
          args: [namespace, id, { margin: 0.1 }, { dryRun: true, resolve: 'fold' }],
        });
        for (const [verb, input] of [
          ['remember', [{ subject: id }]],
          ['retract', { factId: id }],
          ['withdraw', { factId: id }],
          ['correct', { factId: id, value: 1 }],
        ] as const)
          expect(travel(verb, namespace, input, { idempotencyKey: id })).toEqual({
            verb,
            args: [namespace, input, { idempotencyKey: id }],
          });
      }),
    );
  });

  it('the others', () => {
    expect(travel('predicates', 'a')).toEqual({ verb: 'predicates', args: ['a'] });
    expect(travel('doctor')).toEqual({ verb: 'doctor', args: [] });
    expect(travel('doctor', 'a')).toEqual({ verb: 'doctor', args: ['a'] });
    expect(travel('putEntity', 'a', 'repo:x/y', { name: 'n' })).toEqual({ verb: 'putEntity', args: ['a', 'repo:x/y', { name: 'n' }] });
    const near = { entity: 'user:ada', predicate: ['a', 'b'], direction: 'out', limit: 5 };
    expect(travel('neighbours', 'a', near)).toEqual({ verb: 'neighbours', args: ['a', near] });
    const way = { from: 'user:ada', to: 'x', maxHops: 2 };
    expect(travel('paths', 'a', way)).toEqual({ verb: 'paths', args: ['a', way] });
  });

  it('what the store would refuse is refused before it is sent', () => {
    expect(() => travel('current', 'a b', { subject: 'x' })).toThrow(
      expect.objectContaining({ code: 'invalid_input', operation: 'current' }),
    );
    expect(() => travel('list', 'a', { limit: 0 })).toThrow(/limit/);
    expect(() => travel('entity', 'a', '..')).toThrow(/path/);
    expect(() => travel('remember', 'a', [], { idempotencyKey: '' })).toThrow(/idempotencyKey/);
  });
});

it('an error is the same after the way over', () => {
  const error = new PalimpsestError('conflict', 'putEntity: taken', {
    operation: 'putEntity',
    issues: [{ path: 'name', message: 'm', next: 'n' }],
    details: { a: 1 },
  });
  const back = errorOf({ ...JSON.parse(JSON.stringify(error)), requestId: 'r' });
  expect(back?.toJSON()).toEqual({ ...error.toJSON(), requestId: 'r' });
  expect(errorOf('<html>')).toBeNull();
  expect(errorOf({ code: 'unheard_of', detail: 'x' })).toBeNull();
});
