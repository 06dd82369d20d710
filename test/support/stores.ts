import { afterAll, beforeAll, describe } from 'vitest';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openPalimpsest } from '../../src/store.ts';
import { ENGINES, type EngineCase, freshNamespace, LOGIN } from './engines.ts';

export interface StoreCase {
  readonly engine: EngineCase;
  readonly store: Palimpsest;
  /** Another process's view of a server: a store of its own on it. The embedded engine has one process, so there it is the same one. */
  another(): Promise<Palimpsest>;
  /** A namespace no other test has. */
  fresh(): string;
  /** Sets the clock of a store opened with `clock`, in epoch ms. */
  at(time: string | number): void;
}

/** Runs a suite once per engine, through the public interface. The clock starts at `from` and moves 1 ms at each look; `ownClock` leaves the engine its own. */
export function describeStores(
  title: string,
  body: (on: StoreCase) => void,
  options: { readonly from?: string; readonly ownClock?: boolean } = {},
): void {
  describe.each(ENGINES)(`${title} on $name`, (engine) => {
    let store: Palimpsest | undefined;
    const others: Palimpsest[] = [];
    let now = Date.parse(options.from ?? '2026-06-01T00:00:00Z');
    const open = () =>
      openPalimpsest({ store: engine.url, ...(options.ownClock !== true && { clock: () => now++ }), ...(engine.shared && LOGIN) });
    beforeAll(async () => {
      store = await open();
    });
    afterAll(async () => {
      for (const each of [store, ...others]) await each?.close();
    });
    body({
      engine,
      fresh: freshNamespace,
      async another() {
        if (!engine.shared) return this.store;
        const other = await open();
        others.push(other);
        return other;
      },
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
