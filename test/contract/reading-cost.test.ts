import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Params } from '../../src/engine/engine.ts';
import type { Graph } from '../../src/graph.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { loadProcedures, type Procedure } from '../../src/procedures/load.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';

const ADA = 'user:ada';
const procedures = new Map(loadProcedures().map((p) => [p.name, p]));

describe.each(ENGINES)('the cost of reading on $name', (engineCase) => {
  let graph: Graph;
  let store: Palimpsest;
  const called: string[] = [];
  const asked: (readonly [name: string, params: Params])[] = [];

  const counting = (on: Graph): Graph => ({
    ...on,
    call: (name, params, runner) => {
      called.push(name);
      asked.push([name, params]);
      return on.call(name, params, runner);
    },
  });
  beforeAll(async () => {
    graph = await openGraph({ store: engineCase.url, ...(engineCase.shared && LOGIN) });
    store = palimpsestOn(counting(graph));
  });
  afterAll(async () => graph?.engine.close());

  const plans = (n: number) =>
    Array.from({ length: n }, (_, i) => ({
      subject: ADA,
      predicate: 'plan',
      value: `Plan ${i}`,
      observedAt: new Date(Date.UTC(2020, 0, i + 1)).toISOString(),
    }));
  /** What a question calls once predicates and names are known. */
  const calls = async (ask: () => Promise<unknown>): Promise<string[]> => {
    await ask();
    called.length = 0;
    await ask();
    return [...called];
  };

  it('is one round trip for what holds now, and one more where something is contested', async () => {
    const ns = freshNamespace();
    await store.remember(ns, [...plans(3), { subject: ADA, predicate: 'works_at', value: 'Acme', observedAt: '2026-01-01T00:00:00Z' }]);
    const ask = (predicate?: string | string[], subject = ADA) =>
      calls(() => store.current(ns, predicate === undefined ? { subject } : { subject, predicate }));
    expect(await ask('plan')).toEqual(['read/current']);
    expect(await ask('works_at')).toEqual(['read/current-named']);
    expect(await ask(['plan', 'works_at'])).toEqual(['read/current-named']);
    expect(await ask()).toEqual(['read/current-of-subject']);
    expect(await ask('employs', 'entity:org:acme')).toEqual(['read/current-of-value']);
    await store.remember(ns, {
      subject: ADA,
      predicate: 'plan',
      value: 'Guess',
      confidence: 0.1,
      origin: 'extracted',
      observedAt: '2020-01-04T00:00:00Z',
    });
    expect(await ask('plan')).toEqual(['read/current', 'read/challengers']);
    expect(await calls(() => store.asOf(ns, { subject: ADA, predicate: 'works_at', asOf: '2026' }))).toEqual(['read/as-of']);
  });

  it('of a page is about that of a page, however much the namespace holds', async () => {
    // when something is recorded must not depend on how busy the machine is
    let now = Date.parse('2026-06-01T00:00:00Z');
    const timed = await openGraph({ store: engineCase.url, clock: () => now, ...(engineCase.shared && LOGIN) });
    const store = palimpsestOn(counting(timed));
    const scanned = async (batches: number) => {
      const ns = freshNamespace();
      for (let i = 0; i < batches; i++) {
        const batch = Array.from({ length: 20 }, (_, j) => ({
          subject: `user:u${i % 7}`,
          predicate: 'likes',
          value: `thing ${i * 20 + j}`,
        }));
        await store.remember(ns, batch);
        // recorded one after the other, with a pause somewhere
        now += i === 5 ? 30 : 2;
      }
      const { cursor } = await store.list(ns, { limit: 20 });
      asked.length = 0;
      const page = await store.list(ns, { limit: 20, cursor: cursor as string });
      expect(page.facts).toHaveLength(20);
      const rows = asked.map(async ([name, params]) => {
        expect(name).not.toContain('summary');
        const { rowsScanned, plan } = await timed.engine.inspect(procedures.get(name) as Procedure, params);
        if (name === 'read/list-namespace' && rowsScanned === null) expect(plan).toMatch(/NodeIndexSeek .*Fact\(namespace, recordedAt\)/);
        return rowsScanned ?? 0;
      });
      return (await Promise.all(rows)).reduce((a, b) => a + b, 0);
    };
    const few = await scanned(10);
    const many = await scanned(100);
    await store.close();
    if (!engineCase.shared) expect(many).toBeLessThan(2 * few);
  });

  it('is the same with 3 versions and with 300', async () => {
    const scanned = async (versions: number) => {
      const ns = freshNamespace();
      await store.remember(ns, plans(versions));
      const group = `${ns}|${ADA}|plan`;
      const rows = async (name: string, params: object) => {
        const statement = procedures.get(name);
        if (statement === undefined) throw new Error(`there is no ${name}`);
        return (await graph.engine.inspect(statement, params as Parameters<typeof graph.engine.inspect>[1])).rowsScanned;
      };
      const page = await store.current(ns, { subject: ADA, predicate: 'plan' });
      expect(page).toMatchObject({ facts: [{ text: `Plan ${versions - 1}` }], hidden: { superseded: versions - 1 } });
      return [
        await rows('read/current', { groups: [group] }),
        await rows('read/current-named', { groups: [group] }),
        await rows('read/current-of-subject', { key: `${ns}|${ADA}`, subject: ADA, predicates: null }),
      ];
    };
    const few = await scanned(3);
    expect(await scanned(300)).toEqual(few);
    if (!engineCase.shared) expect(Math.max(...few.map(Number))).toBeLessThan(6);
  });
});
