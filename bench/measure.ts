export interface Measured {
  /** Milliseconds per unit of work. */
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
}
export type Step = () => Promise<unknown>;

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};

async function timed(step: Step): Promise<number> {
  const start = performance.now();
  await step();
  return performance.now() - start;
}

/**
 * Both steps in turn, `steps` times a round, so that whatever else the machine does meets both. A round gives the medians of its steps
 * and their ratio; the result is the median over the rounds.
 */
export async function compare(
  ours: Step,
  theirs: Step,
  options: { rounds: number; steps: number; warm: number; per?: number },
): Promise<Measured> {
  const { rounds, steps, warm, per = 1 } = options;
  for (let i = 0; i < warm; i++) {
    await ours();
    await theirs();
  }
  const results: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const times: [number, number][] = [];
    for (let i = 0; i < steps; i++)
      times.push(i % 2 === 0 ? [await timed(ours), await timed(theirs)] : reversed(await timed(theirs), await timed(ours)));
    const a = median(times.map(([time]) => time)) / per;
    const b = median(times.map(([, time]) => time)) / per;
    results.push({ ours: a, theirs: b, ratio: a / b });
  }
  return middle(results);
}

/** The same for two ways of doing many things: the whole of each is timed, once a round. */
export async function compareRates(ours: Step, theirs: Step, options: { rounds: number; ours: number; theirs: number }): Promise<Measured> {
  const results: Measured[] = [];
  for (let round = 0; round <= options.rounds; round++) {
    const a = (await timed(ours)) / options.ours;
    const b = (await timed(theirs)) / options.theirs;
    // the first is to warm up
    if (round > 0) results.push({ ours: a, theirs: b, ratio: a / b });
  }
  return middle(results);
}

const middle = (results: readonly Measured[]): Measured => ({
  ours: median(results.map((r) => r.ours)),
  theirs: median(results.map((r) => r.theirs)),
  ratio: median(results.map((r) => r.ratio)),
});
const reversed = (theirs: number, ours: number): [number, number] => [ours, theirs];
