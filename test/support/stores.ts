import { afterAll, beforeAll, describe } from 'vitest';
import { connect } from '../../src/client/index.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openPalimpsest } from '../../src/store.ts';
import { ENGINES, type EngineCase, freshNamespace, LOGIN } from './engines.ts';
import { serving } from './serving.ts';

/** In process, or a client that talks HTTP to a server on the store. */
export type Door = 'store' | 'client';

export interface StoreCase {
  readonly engine: EngineCase;
  readonly door: Door;
  readonly store: Palimpsest;
  /** Another process's view of a server: a store of its own on it. The embedded engine has one process, so there it is the same one. */
  another(): Promise<Palimpsest>;
  /** A namespace no other test has. */
  fresh(): string;
  /** Sets the clock of a store opened with `clock`, in epoch ms. */
  at(time: string | number): void;
}

interface Options {
  /** The clock starts here and moves 1 ms at each look. */
  readonly from?: string;
  /** Leaves the engine its own clock. */
  readonly ownClock?: boolean;
}

/** Runs a suite through the public interface, once per engine and door. */
export const describeStores = (title: string, body: (on: StoreCase) => void, options: Options = {}): void =>
  describeCases(title, body, options, ['store', 'client']);

/** Without the client, for replays and proofs of what is believed: it is the same through any door. */
export const describeInProcess = (title: string, body: (on: StoreCase) => void, options: Options = {}): void =>
  describeCases(title, body, options, ['store']);

function describeCases(title: string, body: (on: StoreCase) => void, options: Options, doors: readonly Door[]): void {
  const cases = ENGINES.flatMap((engine) => doors.map((door) => [engine.name, door, engine] as const));
  describe.each(cases)(`${title} on %s, %s`, (_, door, engine) => {
    let store: Palimpsest | undefined;
    const closing: (() => Promise<void>)[] = [];
    let now = Date.parse(options.from ?? '2026-06-01T00:00:00Z');
    const open = async (): Promise<Palimpsest> => {
      const clock = options.ownClock === true ? {} : { clock: () => now++ };
      const opened = await openPalimpsest({ store: engine.url, ...clock, ...(engine.shared && LOGIN) });
      closing.push(() => opened.close());
      if (door === 'store') return opened;
      const server = await serving(opened);
      const client = connect({ url: server.url });
      closing.push(server.stop, () => client.close());
      return client;
    };
    beforeAll(async () => {
      store = await open();
    });
    afterAll(async () => {
      for (const close of closing.reverse()) await close();
    });
    body({
      engine,
      door,
      fresh: freshNamespace,
      async another() {
        return engine.shared ? open() : this.store;
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
