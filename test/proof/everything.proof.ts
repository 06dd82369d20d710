import { expect, it } from 'vitest';
import { Chance } from '../support/chance.ts';
import { type Counts, KINDS, NoSingleAnswer } from '../support/everything/life.ts';
import { Walk } from '../support/everything/walk.ts';
import { SEED, sized } from '../support/size.ts';
import { describeInProcess } from '../support/stores.ts';

/** The same lives each time in CI; the full run takes new ones. */
const KNOWN = Array.from({ length: 100 }, (_, seed) => seed);
/** Of a server, which is slower. */
const SHARED = [9];

describeInProcess('a store and the model, through random lives with everything', (on) => {
  it('agree after every step, on both axes, and every undo comes to what was before', async () => {
    const { shared } = on.engine;
    const steps = shared ? sized(25, 150) : sized(40, 150);
    const fresh = Array.from({ length: shared ? 25 : 1_000 }, (_, w) => SEED + w);
    const seeds = sized(shared ? SHARED : KNOWN, fresh);
    const sum = Object.fromEntries(KINDS.map((k) => [k, 0])) as Counts;
    let asked = 0;
    for (const seed of seeds) {
      const walk = new Walk(on, new Chance(seed));
      await walk.begin();
      try {
        for (let s = 0; s < steps; s++) await walk.step(`seed ${seed} step ${s}`);
        asked += await walk.end(`seed ${seed}`);
      } catch (error) {
        if (!(error instanceof NoSingleAnswer)) throw error;
        walk.counts.unsettled += 1;
      }
      for (const kind of KINDS) sum[kind] += walk.counts[kind];
    }
    // such claims are rare
    expect(sum.unsettled).toBeLessThanOrEqual(Math.max(1, seeds.length / 20));
    const counts = KINDS.map((kind) => `${sum[kind]} ${kind}`).join(', ');
    console.info(`${on.engine.name}: ${seeds.length} lives of ${steps} steps, asked ${asked} times: ${counts}; seeds from ${seeds[0]}`);
  });
});
