import { writersElsewhere } from './http.ts';
import { compare, compareRates } from './measure.ts';
import type { BenchRow } from './rows.ts';
import { CALLERS, current, one, warmth } from './steps.ts';

type Step = typeof one;

/** A step through the client against the same one on the store. */
const through = (name: string, step: Step, steps: number): BenchRow => ({
  name: `${name} through HTTP`,
  ours: 'client',
  theirs: 'store',
  server: {},
  embedded: {},
  grows: false,
  run: async (world, rounds) => {
    const { client } = await world.http();
    return compare(
      () => step(world, { door: client }),
      () => step(world),
      { rounds, steps, warm: warmth(world) },
    );
  },
});

/** What HTTP costs, over the same store in process. */
export const HTTP_ROWS: readonly BenchRow[] = [
  through('current', current, 100),
  through('assert one', one, 60),
  {
    name: '32 HTTP writers, one fact each time',
    ours: 'one writer, per fact',
    theirs: '32 writers, per fact',
    server: { least: 3 },
    embedded: { least: 3 },
    grows: false,
    run: async (world, rounds) => {
      const each = 8;
      const slots = Array.from({ length: CALLERS * each }, (_, i) => `http${i}`);
      await world.fill(slots);
      const to = { url: (await world.http()).url, namespace: world.namespace, slots };
      const elsewhere = writersElsewhere();
      const alone = () => elsewhere.write({ ...to, writers: 1, each: CALLERS });
      const together = () => elsewhere.write({ ...to, writers: CALLERS, each });
      try {
        return await compareRates(alone, together, { rounds, ours: CALLERS, theirs: CALLERS * each });
      } finally {
        elsewhere.end();
      }
    },
  },
];
