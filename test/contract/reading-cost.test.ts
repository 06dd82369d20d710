import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { loadProcedures } from '../../src/procedures/load.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';

const ADA = 'user:ada';
const procedures = new Map(loadProcedures().map((p) => [p.name, p]));

describe.each(ENGINES)('the cost of reading on $name', (engineCase) => {
  let graph: Graph;
  let store: Palimpsest;
  const called: string[] = [];

  beforeAll(async () => {
    graph = await openGraph({ store: engineCase.url, ...(engineCase.shared && LOGIN) });
    const counting: Graph = {
      ...graph,
      call: (name, params, runner) => {
        called.push(name);
        return graph.call(name, params, runner);
      },
    };
    store = palimpsestOn(counting);
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
