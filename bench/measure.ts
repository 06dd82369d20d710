export interface Measured {
  /** Milliseconds per unit of work. */
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
  /** The ratio of processor time in this process, which other programs can't lengthen; null where a server does the work. */
  readonly cpuRatio: number | null;
}
export type Step = () => Promise<unknown>;

interface Time {
  readonly wall: number;
  readonly cpu: number;
}
interface Round {
  readonly ours: Time;
  readonly theirs: Time;
}

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};

async function timed(step: Step): Promise<Time> {
  const before = process.cpuUsage();
  const start = performance.now();
  await step();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / 1_000 };
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
  const results: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const taken: Round[] = [];
    for (let i = 0; i < steps; i++) taken.push(await inTurn(ours, theirs, i % 2 === 0));
    results.push({ ours: middle(taken, 'ours', per), theirs: middle(taken, 'theirs', per) });
  }
  return summary(results);
}

/** The same for two ways of doing many things: the whole of each is timed, once a round, after a first that doesn't count. */
export async function compareRates(ours: Step, theirs: Step, options: { rounds: number; ours: number; theirs: number }): Promise<Measured> {
  const results: Round[] = [];
  for (let round = 0; round <= options.rounds; round++) {
    const taken = await inTurn(ours, theirs, round % 2 === 0);
    if (round > 0) results.push({ ours: divided(taken.ours, options.ours), theirs: divided(taken.theirs, options.theirs) });
  }
  return summary(results);
}

async function inTurn(ours: Step, theirs: Step, oursFirst: boolean): Promise<Round> {
  if (oursFirst) return { ours: await timed(ours), theirs: await timed(theirs) };
  const first = await timed(theirs);
  return { ours: await timed(ours), theirs: first };
}

const divided = ({ wall, cpu }: Time, by: number): Time => ({ wall: wall / by, cpu: cpu / by });

const middle = (taken: readonly Round[], side: keyof Round, per: number): Time =>
  divided({ wall: median(taken.map((t) => t[side].wall)), cpu: median(taken.map((t) => t[side].cpu)) }, per);

const summary = (rounds: readonly Round[]): Measured => ({
  ours: median(rounds.map((r) => r.ours.wall)),
  theirs: median(rounds.map((r) => r.theirs.wall)),
  ratio: median(rounds.map((r) => r.ours.wall / r.theirs.wall)),
  cpuRatio: median(rounds.map((r) => r.ours.cpu / r.theirs.cpu)),
});
