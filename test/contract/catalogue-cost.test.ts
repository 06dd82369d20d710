import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { Catalogue } from '../../src/registry/catalogue/catalogue.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';

describe.each(ENGINES.map((engine) => [engine.name, engine] as const))('the catalogue on %s', (_, engine) => {
  let graph: Graph;
  let calls: string[] = [];
  let store: Palimpsest;
  beforeAll(async () => {
    graph = await openGraph({ store: engine.url, ...(engine.shared && LOGIN) });
    store = palimpsestOn({
      ...graph,
      call: (name, ...rest) => {
        calls.push(name);
        return graph.call(name, ...rest);
      },
    });
  });
  afterAll(() => graph.engine.close());

  const employees = (names: readonly string[]) => names.map((value, i) => ({ subject: `user:${i}`, predicate: 'works_at', value }));

  it('costs no round trip: a batch is looked up in one read and enters in one write', async () => {
    const ns = freshNamespace();
    const names = ['VW', 'MSFT', 'Jet Brains', 'Acme', 'Volkswagen', 'Globex', 'Airbus'];
    calls = [];
    await store.remember(ns, employees(Array.from({ length: 500 }, (_, i) => names[i % names.length] as string)));
    expect(calls.filter((name) => name.endsWith('-entities'))).toEqual(['registry/find-entities', 'registry/register-entities']);
    calls = [];
    await store.remember(ns, employees(names));
    // a name may have a second owner by now, so it is looked up again
    expect(calls.filter((name) => name.endsWith('-entities'))).toEqual(['registry/find-entities']);
  });

  it('finds again who was made from the name before there was a catalogue', async () => {
    const ns = freshNamespace();
    const without = palimpsestOn({ ...graph, catalogue: Catalogue.open(false) });
    const [before] = await without.remember(ns, employees(['Volkswagen']));
    expect(before?.resolved.value).toMatchObject({ entity: 'entity:org:volkswagen', band: 'new' });
    const later = await store.remember(ns, employees(['VW', 'Volkswagen']));
    expect(later.map((r) => r.resolved.value?.entity)).toEqual(['entity:org:volkswagen', 'entity:org:volkswagen']);
    const [unknown] = await without.remember(freshNamespace(), employees(['VW']));
    expect(unknown?.resolved.value).toMatchObject({ entity: 'entity:org:vw', band: 'new' });
  });
});
