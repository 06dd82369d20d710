import fc from 'fast-check';
import { it } from 'vitest';
import { SEED, sized } from '../support/size.ts';
import { describeInProcess } from '../support/stores.ts';
import { live, stories } from '../support/undo-walk.ts';

describeInProcess('stories in which things are taken back', (on) => {
  it('what is undone was not done, and what is done again is as it was', async () => {
    const [runs, steps] = on.engine.shared ? [sized(2, 20), 10] : [sized(Number(process.env.RUNS ?? 12), 300), 16];
    const tally = { done: 0, undone: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(stories(steps), (story) => live(on, story, tally)),
      { seed: SEED, numRuns: runs, endOnFailure: false },
    );
    console.log(`${on.engine.name}: ${runs} stories: ${tally.done} acts, ${tally.undone} undos, ${tally.refused} refused; seed ${SEED}`);
  }, 600_000);
});
