import { afterAll, beforeAll, describe } from 'vitest';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openPalimpsest } from '../../src/store.ts';
import { ENGINES, type EngineCase, freshNamespace, LOGIN } from './engines.ts';

export interface StoreCase {
  readonly engine: EngineCase;
  readonly store: Palimpsest;
  /** A namespace no other test has. */
  fresh(): string;
  /** Sets the clock of a store opened with `clock`, in epoch ms. */
  at(time: string | number): void;
}

/** Runs a suite once per engine, through the public interface. The clock starts at `from` and moves 1 ms at each look. */
export function describeStores(title: string, body: (on: StoreCase) => void, options: { readonly from?: string } = {}): void {
  describe.each(ENGINES)(`${title} on $name`, (engine) => {
    let store: Palimpsest | undefined;
    let now = Date.parse(options.from ?? '2026-06-01T00:00:00Z');
    beforeAll(async () => {
      store = await openPalimpsest({ store: engine.url, clock: () => now++, ...(engine.shared && LOGIN) });
    });
    afterAll(async () => store?.close());
    body({
      engine,
      fresh: freshNamespace,
      at: (time) => {
        now = typeof time === 'number' ? time : Date.parse(time);
      },
      get store() {
        if (store === undefined) throw new Error('the store opens in beforeAll; use it inside hooks and tests');
        return store;
      },
    });
  });
}
