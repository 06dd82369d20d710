import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Params } from '../../src/engine/engine.ts';
import type { Graph } from '../../src/graph.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';

describe.each(ENGINES)('a row whose entity is not there when it is written, on $name', (engine) => {
  let store: Palimpsest;
  /** Entities that are left out when they are to be made: by the end of their key, how often. */
  const left = new Map<string, number>();
  let missed = 0;

  beforeAll(async () => {
    const graph = await openGraph({ store: engine.url, ...(engine.shared && LOGIN) });
    const isLeft = ({ key }: { readonly key: string }): boolean => {
      const name = [...left.keys()].find((end) => key.endsWith(end));
      if (name === undefined || left.get(name) === 0) return false;
      left.set(name, (left.get(name) as number) - 1);
      missed++;
      return true;
    };
    const forgetful: Graph = {
      ...graph,
      call: (name, params, runner) => {
        if (name !== 'registry/register-entities') return graph.call(name, params, runner);
        const { rows } = params as unknown as { readonly rows: readonly (Params & { readonly key: string })[] };
        const made = rows.filter((row) => !isLeft(row));
        return made.length === 0 ? Promise.resolve([]) : graph.call(name, { rows: made }, runner);
      },
    };
    store = palimpsestOn(forgetful);
  });
  afterAll(() => store.close());
  beforeEach(() => {
    left.clear();
    missed = 0;
  });

  const past = { validFrom: '2020-01-01', validTo: '2021-01-01' };

  it.each([
    ['its value', 'nova-labs', 'works_at', {}],
    ['its value, told out of time order', 'nova-labs', 'works_at', past],
    ['its subject', 'user:u', 'works_at', {}],
    ['its subject, told out of time order', 'user:u', 'works_at', past],
    ['the owner of its slot', 'nova-labs', 'chairs', {}],
    ['the subject where the value has the slot', 'user:u', 'chairs', past],
  ])('is prepared anew, and the others of its call are written: %s', async (_, missing, predicate, when) => {
    const ns = freshNamespace();
    await store.definePredicate(ns, 'chairs', { valueType: 'entity', cardinality: 'single', slotBy: 'value' });
    left.set(missing, 1);
    const told = await store.remember(ns, [
      { subject: 'user:other', predicate: 'works_at', value: 'Quite Another', ...when },
      { subject: 'user:u', predicate, value: 'Nova Labs', ...when },
      { subject: 'user:u', predicate: 'plan', value: 'free', ...when },
    ]);
    expect(missed).toBe(1);
    expect(told.map((r) => r.outcome)).toEqual(['inserted', 'inserted', 'inserted']);
    expect(await store.entity(ns, String(told[1]?.resolved.value?.entity))).toMatchObject({ name: 'Nova Labs' });
    expect((await store.doctor(ns)).findings).toEqual([]);
  });
});
