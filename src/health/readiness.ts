import type { Row } from '../engine/engine.ts';
import { isPalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import { schemaValidate } from '../procedures/migrate.ts';
import type { Procedures } from '../procedures/run.ts';

/** How far the clock of the engine and the one statuses are computed by may lie apart. */
const CLOCK_TOLERANCE_MS = 5_000;
const PATIENCE_MS = 5_000;

export interface Readiness {
  readonly ready: boolean;
  readonly checks: readonly { readonly check: 'store' | 'schema' | 'clock'; readonly ok: boolean; readonly means: string }[];
}

/** May requests be sent here? Asks the store each time, and takes a long silence for a no. */
export async function readiness(graph: Graph): Promise<Readiness> {
  const [clock, schema] = await Promise.all([inTime(clockOf(graph)), inTime(schemaOf(graph))]);
  const checks = [
    { check: 'store', ok: clock !== null, means: 'it answers' },
    { check: 'schema', ok: schema === true, means: 'the graph has the schema of this release' },
    { check: 'clock', ok: clock !== null && clock <= CLOCK_TOLERANCE_MS, means: 'the clocks of store and process are within 5 s' },
  ] as const;
  return { ready: checks.every(({ ok }) => ok), checks };
}

async function clockOf(graph: Graph): Promise<number> {
  const before = graph.clock();
  const now = await graph.engine.now();
  // a slow answer is no wrong clock
  return Math.max(0, before - now, now - graph.clock());
}

async function schemaOf(graph: Graph): Promise<boolean> {
  const procedures: Pick<Procedures, 'call'> = { call: (runner, name, params) => graph.call<Row>(name, params, runner) };
  const { pending } = await schemaValidate(graph.engine, procedures);
  return pending.length === 0;
}

async function inTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (!isPalimpsestError(error)) throw error;
    return null;
  } finally {
    clearTimeout(timer);
  }
}
