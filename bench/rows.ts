import { compare, compareRates, type Measured, type Step } from './measure.ts';
import { CALLERS, current, idOf, one, warmth } from './steps.ts';
import { expectAll, type World } from './world.ts';

/** What a row is held against: the ratio may be at most, or must be at least, this. */
export interface Target {
  readonly most?: number;
  readonly least?: number;
}
export interface BenchRow {
  readonly name: string;
  /** What stands in the two columns of times. */
  readonly ours: string;
  readonly theirs: string;
  readonly server: Target;
  readonly embedded: Target;
  /** Does it depend on how much else is in the store? The others are measured at the smallest size only. */
  readonly grows: boolean;
  run(world: World, rounds: number): Promise<Measured>;
}

const BATCH = 500;
const FLAT = { most: 1.25 };

const rawOne = (world: World, slot = world.next()): Promise<void> => world.raw.replace(world.rawRow(slot));
async function rawCurrent(world: World, slot = world.next()): Promise<void> {
  if ((await world.raw.current(world.raw.key(slot))) === undefined) throw new Error('expected a current value');
}

/** Slots that have had `claims` values already. */
async function longSlots(world: World, name: string, count: number, claims: number): Promise<string[]> {
  const slots = Array.from({ length: count }, (_, i) => `${name}${i}`);
  await world.fill(slots);
  for (const slot of slots) await world.tell(new Array(claims - 1).fill(slot), 'superseded');
  return slots;
}

/** A write that has to be folded, by the common one. */
const againstFast = (world: World, step: Step, rounds: number): Promise<Measured> =>
  compare(step, () => one(world), { rounds, steps: 10, warm: world.engine.capabilities.planCache ? 100 : 10 });

const cycle = (slots: readonly string[]): (() => string) => {
  let i = 0;
  return () => slots[i++ % slots.length] as string;
};

export const ROWS: readonly BenchRow[] = [
  {
    name: 'assert one',
    ours: 'remember',
    theirs: 'raw close, create, link',
    server: { most: 1.5 },
    embedded: { most: 12 },
    grows: true,
    run: (world, rounds) =>
      compare(
        () => one(world),
        () => rawOne(world),
        { rounds, steps: 60, warm: warmth(world) },
      ),
  },
  {
    name: 'assert, in batches of 500',
    ours: 'remember, per fact',
    theirs: 'raw, per fact',
    server: { most: 3 },
    embedded: { most: 8 },
    grows: true,
    run: (world, rounds) => {
      const size = Math.min(BATCH, world.facts);
      const batch = () => world.tell(world.nextMany(size), 'superseded');
      const rawBatch = () => world.raw.replaceMany(world.nextMany(size).map((slot) => world.rawRow(slot)));
      return compare(batch, rawBatch, { rounds, steps: 3, warm: world.engine.capabilities.planCache ? 10 : 1, per: size });
    },
  },
  {
    name: 'current, one predicate',
    ours: 'current',
    theirs: 'raw seek and hop',
    server: { most: 1.2 },
    embedded: { most: 1.3 },
    grows: true,
    run: (world, rounds) =>
      compare(
        () => current(world),
        () => rawCurrent(world),
        { rounds, steps: 100, warm: warmth(world) },
      ),
  },
  {
    name: 'late write, slot of 200 claims',
    ours: 'late',
    theirs: 'a fast write',
    server: { most: 10 },
    embedded: { most: 10 },
    grows: false,
    async run(world, rounds) {
      const slots = await longSlots(world, 'late', 6, 200);
      const slot = cycle(slots);
      const late = async () => {
        const [result] = await world.store.remember(world.namespace, world.earlier(slot(), 100));
        if (result?.late !== true) throw new Error('expected it to come late');
      };
      return againstFast(world, late, rounds);
    },
  },
  {
    name: 'a fact that holds by another',
    ours: 'remember, dependsOn',
    theirs: 'a fast write',
    server: { most: 10 },
    embedded: { most: 10 },
    grows: false,
    async run(world, rounds) {
      const grounds = Array.from({ length: 100 }, (_, i) => `ground${i}`);
      await world.fill(grounds);
      const ids = [];
      for (const slot of grounds) ids.push(await idOf(world, slot));
      const ground = cycle(ids);
      let n = 0;
      const holding = async () =>
        expectAll(
          await world.store.remember(world.namespace, { ...world.candidate(`holding${n++}`), dependsOn: [[ground()]] }),
          'inserted',
          true,
        );
      return againstFast(world, holding, rounds);
    },
  },
  {
    name: 'a claim too weak to win, put up for review',
    ours: 'remember, contested',
    theirs: 'a fast write',
    server: { most: 10 },
    embedded: { most: 10 },
    grows: false,
    async run(world, rounds) {
      const slots = Array.from({ length: 400 }, (_, i) => `doubted${i}`);
      await world.fill(slots);
      const slot = cycle(slots);
      const weak = async () =>
        expectAll(await world.store.remember(world.namespace, { ...world.candidate(slot()), confidence: 0.1 }), 'contested', true);
      return againstFast(world, weak, rounds);
    },
  },
  {
    name: 'append to a slot of 2,000 versions',
    ours: 'remember, 2,000 versions',
    theirs: 'remember, 2 versions',
    server: FLAT,
    embedded: FLAT,
    grows: false,
    async run(world, rounds) {
      const long = cycle(await longSlots(world, 'long', 2, 2_000));
      return compare(
        () => one(world, { slot: long() }),
        () => one(world),
        { rounds, steps: 40, warm: 30 },
      );
    },
  },
  {
    name: 'current of a slot of 2,000 versions',
    ours: 'current, 2,000 versions',
    theirs: 'current, 2 versions',
    server: FLAT,
    embedded: FLAT,
    grows: false,
    async run(world, rounds) {
      const long = cycle(await longSlots(world, 'read', 2, 2_000));
      return compare(
        () => current(world, { slot: long() }),
        () => current(world),
        { rounds, steps: 100, warm: 100 },
      );
    },
  },
  {
    name: '32 callers, one fact each time',
    ours: 'one caller, per fact',
    theirs: '32 callers, per fact',
    server: { least: 5 },
    embedded: { least: 3 },
    grows: false,
    run(world, rounds) {
      const each = 8;
      const alone = async () => {
        for (let i = 0; i < CALLERS; i++) await one(world);
      };
      const together = async () => {
        await Promise.all(
          Array.from({ length: CALLERS }, async () => {
            for (let i = 0; i < each; i++) await one(world);
          }),
        );
      };
      return compareRates(alone, together, { rounds, ours: CALLERS, theirs: CALLERS * each });
    },
  },
];
