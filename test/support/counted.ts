import { afterAll, beforeAll, describe } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, LOGIN } from './engines.ts';

export interface CountedCase {
  readonly graph: Graph;
  readonly store: Palimpsest;
  /** Names of the procedures that work calls. */
  callsOf(work: () => Promise<unknown>): Promise<readonly string[]>;
}

/** Runs a suite once per engine, on a store in process that says which procedures it calls. */
export const describeCounted = (title: string, body: (on: CountedCase) => void): void =>
  describe.each(ENGINES.map((engine) => [engine.name, engine] as const))(`${title} on %s`, (_, engine) => {
    let graph: Graph | undefined;
    let store: Palimpsest | undefined;
    let calls: string[] = [];
    beforeAll(async () => {
      const opened = await openGraph({ store: engine.url, ...(engine.shared && LOGIN) });
      graph = opened;
      store = palimpsestOn({
        ...opened,
        call: (name, ...rest) => {
          calls.push(name);
          return opened.call(name, ...rest);
        },
      });
    });
    afterAll(() => graph?.engine.close());
    body({
      get graph() {
        return graph as Graph;
      },
      get store() {
        return store as Palimpsest;
      },
      callsOf: async (work) => {
        calls = [];
        await work();
        return calls;
      },
    });
  });
