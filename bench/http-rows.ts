import { compare, compareRates } from './measure.ts';
import type { BenchRow } from './rows.ts';
import { CALLERS, current, one, warmth } from './steps.ts';

/** What HTTP costs, over the same store in process. */
export const HTTP_ROWS: readonly BenchRow[] = [
  {
    name: 'current through HTTP',
    ours: 'client',
    theirs: 'store',
    server: {},
    embedded: {},
    grows: false,
    run: async (world, rounds) => {
      const client = await world.client();
      return compare(
        () => current(world, { door: client }),
        () => current(world),
        { rounds, steps: 100, warm: warmth(world) },
      );
    },
  },
  {
    name: 'assert one through HTTP',
    ours: 'client',
    theirs: 'store',
    server: {},
    embedded: {},
    grows: false,
    run: async (world, rounds) => {
      const client = await world.client();
      return compare(
        () => one(world, { door: client }),
        () => one(world),
        { rounds, steps: 60, warm: warmth(world) },
      );
    },
  },
  {
    name: '32 HTTP writers, one fact each time',
    ours: 'one writer, per fact',
    theirs: '32 writers, per fact',
    server: { least: 3 },
    embedded: { least: 3 },
    grows: false,
    run: async (world, rounds) => {
      const door = await world.client();
      const each = 8;
      const alone = async () => {
        for (let i = 0; i < CALLERS; i++) await one(world, { door });
      };
      const writer = async () => {
        for (let i = 0; i < each; i++) await one(world, { door });
      };
      const together = () => Promise.all(Array.from({ length: CALLERS }, writer));
      return compareRates(alone, together, { rounds, ours: CALLERS, theirs: CALLERS * each });
    },
  },
];
