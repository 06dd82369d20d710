import { expect, it } from 'vitest';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

const ADA = 'user:ada';
const SLOT = { subject: ADA, predicate: 'works_at' };
/** A server needs a while to be caught between two writes, the embedded engine never is. */
const MS = { server: 2_500, embedded: 400 };
const WRITES = 8;

/** How many facts each way of asking says hold now: one, whatever the moment between two writes. */
const ASKED: readonly [string, (store: Palimpsest, ns: string) => Promise<number>][] = [
  ['current', async (store, ns) => (await store.current(ns, SLOT)).facts.length],
  ['current of all', async (store, ns) => (await store.current(ns, { subject: ADA })).facts.length],
  ['asOf', async (store, ns) => (await store.asOf(ns, { ...SLOT, asOf: new Date().toISOString() })).facts.length],
  ['list', async (store, ns) => (await store.list(ns)).facts.length],
  ['list of a subject', async (store, ns) => (await store.list(ns, SLOT)).facts.length],
  ['neighbours', async (store, ns) => (await store.neighbours(ns, { entity: ADA })).length],
  ['history', async (store, ns) => (await store.history(ns, SLOT)).facts.filter((f) => f.status === 'current').length],
];

describeStores(
  'reading while a writer supersedes',
  (on) => {
    it.each(ASKED)(
      '%s sees one moment',
      async (_, ask) => {
        const ns = on.fresh();
        const writer = await on.another();
        await on.store.remember(ns, { ...SLOT, value: 'Company 0', origin: 'stated', confidence: 1 });
        let writing = true;
        let n = 0;
        const writes = (async () => {
          while (writing) {
            n += 1;
            const [r] = await writer.remember(ns, { ...SLOT, value: `Company ${n % 7}`, origin: 'stated', confidence: 1 });
            expect(r?.outcome).toBe('superseded');
            // the embedded engine answers without letting anybody else have a turn
            await new Promise((resolve) => setImmediate(resolve));
          }
        })();
        const seen = new Map<number, number>();
        const read = async () => {
          for (const end = performance.now() + MS[on.engine.shared ? 'server' : 'embedded']; performance.now() < end || n < WRITES; ) {
            const found = await ask(on.store, ns);
            seen.set(found, (seen.get(found) ?? 0) + 1);
          }
        };
        await Promise.all([read(), read(), read()]).finally(() => {
          writing = false;
        });
        await writes;
        expect([...seen.keys()]).toEqual([1]);
      },
      60_000,
    );
  },
  { ownClock: true },
);
