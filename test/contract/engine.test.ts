import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Statement, Value } from '../../src/engine/engine.ts';
import { openEngine } from '../../src/engine/open.ts';
import { isPalimpsestError, PalimpsestError } from '../../src/errors.ts';
import { describeEngines, ENGINES } from '../support/engines.ts';

const read = (text: string): Statement => ({ name: 'test/read', mode: 'read', text });
const write = (text: string): Statement => ({ name: 'test/write', mode: 'write', text });

const ECHO = read('RETURN $p AS p');
const PUT = write('WITH $key AS k MERGE (n:Namespace {key: k}) SET n.value = $value');
const GET = read('WITH $key AS k MATCH (n:Namespace {key: k}) RETURN n.value AS value');
const ADD = write('WITH $key AS k MATCH (n:Namespace {key: k}) SET n.value = n.value + 1 RETURN n.value AS value');
const CREATE = write('CREATE (n:Namespace {key: $key})');
const BROKEN = read('RETRUN $p');

const key = fc.string({ unit: 'binary' }).filter((text) => !/^\$|^__proto__$|\0/.test(text));
const { value: values } = fc.letrec<{ value: Value; list: Value[]; map: { [key: string]: Value } }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.string({ unit: 'binary' }),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

/** The code an operation fails with, having checked that neither text nor values leak. */
async function failure(operation: Promise<unknown>): Promise<PalimpsestError> {
  const error = await operation.then(
    () => expect.unreachable('it should fail'),
    (reason: unknown) => reason,
  );
  if (!isPalimpsestError(error)) throw error;
  expect(error.message).not.toMatch(/RETRUN|MATCH|secret/);
  expect(JSON.stringify(error)).not.toMatch(/RETRUN|MATCH|secret/);
  return error;
}

describeEngines('values', (store) => {
  it('come back as they were sent, at any depth', async () => {
    const roundTrip = fc.asyncProperty(values, async (p) => {
      expect(await store.engine.run(ECHO, { p })).toEqual([{ p }]);
    });
    await fc.assert(roundTrip, { numRuns: 300 });
  });

  it('keep integers and floats apart in arithmetic', async () => {
    const halves = read('RETURN $integer / 2 AS integer, $float / 2 AS float, $integer * 1.0 / 2 AS forced, $zero AS zero, 2.0 AS whole');
    expect(await store.engine.run(halves, { integer: 3, float: 2.5, zero: -0 })).toEqual([
      { integer: 1, float: 1.25, forced: 1.5, zero: 0, whole: 2 },
    ]);
  });

  it.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['undefined', undefined],
    ['a bigint', 1n],
    ['a date', new Date(0)],
    ['a lone surrogate', '\ud800'],
    ['a key read as a tag', { $date: '2024-01-01' }],
  ])('refuse %s before anything is sent', async (_, bad) => {
    const error = await failure(store.engine.run(ECHO, { p: { rows: [1, bad] } as Value }));
    expect(error).toMatchObject({ code: 'invalid_input', operation: 'test/read', issues: [{ path: 'p.rows[1]' }] });
  });

  it('refuse an integer that JavaScript cannot hold', async () => {
    expect(await failure(store.engine.run(read('RETURN 9007199254740993 AS n'), {}))).toMatchObject({ code: 'corrupt' });
  });

  it('give temporal values as ISO strings and refuse nodes', async () => {
    const times = read("RETURN datetime('2024-01-02T03:04:05.123Z') AS at, date('2024-01-02') AS day");
    expect(await store.engine.run(times, {})).toEqual([{ at: '2024-01-02T03:04:05.123Z', day: '2024-01-02' }]);
    await store.engine.run(PUT, { key: store.freshNamespace(), value: 'secret' });
    const node = read('MATCH (n:Namespace) RETURN n LIMIT 1');
    expect(await failure(store.engine.run(node, {}))).toMatchObject({ code: 'internal' });
  });
});

describeEngines('transactions', (store) => {
  it('are rolled back when the work throws, and the error comes through', async () => {
    const key = store.freshNamespace();
    const refused = new PalimpsestError('refused', 'test: no');
    const work = store.engine.transaction(async (tx) => {
      await tx.run(PUT, { key, value: 1 });
      expect(await tx.run(GET, { key })).toEqual([{ value: 1 }]);
      throw refused;
    });
    await expect(work).rejects.toBe(refused);
    expect(await store.engine.run(GET, { key })).toEqual([]);
  });

  it('hide what is not committed from other callers, who need not wait', async () => {
    const key = store.freshNamespace();
    await store.engine.transaction(async (tx) => {
      await tx.run(PUT, { key, value: 1 });
      expect(await store.engine.run(GET, { key })).toEqual([]);
    });
    expect(await store.engine.run(GET, { key })).toEqual([{ value: 1 }]);
  });

  it('lose no write of many callers at once', async () => {
    const key = store.freshNamespace();
    await store.engine.run(PUT, { key, value: 0 });
    const twice = () =>
      store.engine.transaction(async (tx) => {
        await tx.run(ADD, { key });
        await tx.run(ADD, { key });
      });
    await Promise.all(Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? store.engine.run(ADD, { key }) : twice())));
    expect(await store.engine.run(GET, { key })).toEqual([{ value: 24 }]);
  });

  it('wait for statements that were not awaited, and take none after the end', async () => {
    const key = store.freshNamespace();
    let late: () => Promise<unknown> = () => Promise.resolve();
    const work = store.engine.transaction(async (tx) => {
      const pending = [tx.run(PUT, { key, value: 1 }), tx.run(BROKEN, { p: 1 })];
      late = () => tx.run(GET, { key });
      await Promise.all(pending);
    });
    expect(await failure(work)).toMatchObject({ code: 'internal', operation: 'test/read' });
    expect(await failure(late())).toMatchObject({ code: 'internal' });
    expect(await store.engine.run(GET, { key })).toEqual([]);
  });

  it('are tried again when they fail with a retryable error', async () => {
    let attempts = 0;
    const outcome = await store.engine.transaction(async () => {
      attempts++;
      if (attempts < 3) throw new PalimpsestError('busy', 'test: busy');
      return 'done';
    });
    expect({ outcome, attempts }).toEqual({ outcome: 'done', attempts: 3 });
  });

  it('survive taking two nodes in opposite order', async () => {
    const [a, b] = [store.freshNamespace(), store.freshNamespace()];
    await store.engine.run(PUT, { key: a, value: 0 });
    await store.engine.run(PUT, { key: b, value: 0 });
    const both = (first: string, second: string) =>
      store.engine.transaction(async (tx) => {
        await tx.run(ADD, { key: first });
        await tx.run(ADD, { key: second });
      });
    await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? both(a, b) : both(b, a))));
    expect(await store.engine.run(GET, { key: a })).toEqual([{ value: 8 }]);
    expect(await store.engine.run(GET, { key: b })).toEqual([{ value: 8 }]);
  });
});

describeEngines('errors', (store) => {
  it('are translated once: a taken key, a broken statement', async () => {
    const key = `${store.freshNamespace()}-secret`;
    await store.engine.run(CREATE, { key });
    expect(await failure(store.engine.run(CREATE, { key }))).toMatchObject({ code: 'conflict', operation: 'test/write', retryable: false });
    expect(await failure(store.engine.run(BROKEN, { p: 'secret' }))).toMatchObject({ code: 'internal', operation: 'test/read' });
  });

  it('leave nothing of a statement that fails half way', async () => {
    const key = store.freshNamespace();
    const half = write('UNWIND [1, 2, 1] AS i CREATE (n:Namespace {key: $key + i, value: i})');
    expect(await failure(store.engine.run(half, { key }))).toMatchObject({ code: 'conflict' });
    expect(await store.engine.run(GET, { key: `${key}1` })).toEqual([]);
  });

  it('say that a store is closed', async () => {
    const engine = await store.case.open();
    const running = engine.run(ECHO, { p: 1 });
    await engine.close();
    expect(await running).toEqual([{ p: 1 }]);
    await engine.close();
    expect(await failure(engine.run(ECHO, { p: 1 }))).toMatchObject({ code: 'closed' });
    expect(await failure(engine.transaction(async () => undefined))).toMatchObject({ code: 'closed' });
  });

  it('name the schemes there are, and a server that is not there', async () => {
    const unknown = await failure(openEngine('redis://user:secret@host'));
    expect(unknown).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('memory:') });
    expect(await failure(openEngine('bolt://127.0.0.1:1'))).toMatchObject({ code: 'unavailable', retryable: true });
  });
});

it.each(ENGINES)('an injected clock is read once the statement has its turn, on $name', async ({ open }) => {
  let time = 1_000;
  const engine = await open({ clock: () => time });
  const first = engine.transaction(async (tx) => {
    await tx.run(ECHO, { p: 1 });
    time = 2_000;
  });
  await first;
  expect(await engine.now()).toBe(2_000);
  expect(engine.capabilities.serverClock).toBe(false);
  await engine.close();
});

it.each(ENGINES)('without one the clock runs, on $name', async ({ open }) => {
  const engine = await open();
  expect(Math.abs((await engine.now()) - Date.now())).toBeLessThan(60_000);
  await engine.close();
});
