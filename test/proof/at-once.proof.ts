import { expect, it } from 'vitest';
import { connect } from '../../src/client/index.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { Ledger } from '../support/acts.ts';
import { Caller, furnish, inspect, type World } from '../support/bustle.ts';
import { Chance } from '../support/chance.ts';
import { Stopwatch } from '../support/replay.ts';
import { type ServeChild, serveChild } from '../support/serve-child.ts';
import { SEED, sized } from '../support/size.ts';
import { describeInProcess } from '../support/stores.ts';

const CALLERS = 32;
const TWINS = ['user:twin1', 'user:twin2', 'user:twin3'];
/** Late writes read their slot, so a slot gets about this many claims. */
const CLAIMS_A_SLOT = 60;

const CASES = [
  { title: '1 subject', subjects: 1, each: sized(20, 3_000), degree: 0 },
  { title: '10 subjects', subjects: 10, each: sized(40, 3_000), degree: 0 },
  { title: '1,000 subjects', subjects: 1_000, each: sized(60, 3_000), degree: 0 },
  { title: 'a subject each, naming one entity that 10 name', subjects: CALLERS, each: sized(30, 3_000), degree: 10 },
  { title: 'a subject each, naming one entity that 200 name', subjects: CALLERS, each: sized(30, 3_000), degree: 200 },
];

describeInProcess(
  `${CALLERS} callers at once`,
  (on) => {
    it.each(CASES)(
      '$title: each call ends, nothing is lost, nothing is there twice, one holds',
      async ({ title, subjects, each, degree }) => {
        const watch = new Stopwatch();
        const namespace = on.fresh();
        const world: World = {
          namespace,
          hub: 'entity:org:hub',
          twins: TWINS,
          subjects: Array.from({ length: subjects }, (_, i) => `user:s${i}`),
          contexts: Math.max(1, Math.round((CALLERS * each) / (subjects * CLAIMS_A_SLOT))),
        };
        await furnish(on.store, world, degree);
        const ledger = new Ledger();
        const processes = await severalOn(on.engine.shared ? on.engine.url : null, on.store, () => on.another());
        const callers = Array.from({ length: CALLERS }, (_, w) => {
          const own = degree === 0 ? world.subjects : [world.subjects[w] as string];
          return new Caller({ ...world, subjects: own }, `caller ${w}`, new Chance(SEED + w), w < 2);
        });
        try {
          await Promise.all(
            callers.map(async (caller, w) => {
              for (let i = 0; i < each; i++) await caller.go(processes.stores[w % processes.stores.length] as Palimpsest, ledger);
            }),
          );
          const seconds = watch.seconds;
          const settled = await ledger.settle(on.store);
          await inspect(on.store, world, ledger);
          const tally = await on.store.current(namespace, { subject: 'user:tally', predicate: 'tally' });
          expect(Number(tally.facts[0]?.value)).toBe(callers.reduce((sum, c) => sum + c.won, 0));
          // under their keys they are what they were
          for (const { act, effect } of ledger.sample(sized(20, 100))) expect(await act.send(on.store), act.what).toEqual(effect);
          await inspect(on.store, world, ledger);
          expect((await on.store.doctor(namespace)).findings, `seed ${SEED}`).toEqual([]);
          const rate = Math.round((CALLERS * each) / seconds);
          console.info(`${on.engine.name}, ${title}: ${ledger}, ${settled} settled by key; ${rate}/s, ${watch} in all; seed ${SEED}`);
        } finally {
          await processes.close();
        }
      },
    );
  },
  { ownClock: true },
);

/** Stores of this process and a server in another one; the embedded engine has one process. */
async function severalOn(url: string | null, store: Palimpsest, another: () => Promise<Palimpsest>) {
  if (url === null) return { stores: [store], close: async () => undefined };
  const child: ServeChild = await serveChild(url);
  const client = connect({ url: child.url });
  return {
    stores: [store, await another(), await another(), client],
    close: async () => {
      await client.close();
      await child.stop();
    },
  };
}
