import { type AsOfQueryInput, readInstant } from '../contract/queries.ts';
import { MAX_TIME } from '../domain/time.ts';
import { invalidInput } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { Moment } from './fact-view.ts';

/** Recorded times of one subject never repeat, so where writes come faster than the clock, or it was set back, they run ahead of it. */
const AHEAD_MS = 10_000;

/** Defaults: now, and the latest known. A known time of the future is refused: its answer would still change. */
export async function momentOf(
  graph: Graph,
  { asOf, knownAt }: Pick<AsOfQueryInput, 'asOf' | 'knownAt'>,
  operation: string,
): Promise<Moment> {
  const valid = asOf === undefined ? null : readInstant(asOf, operation, 'asOf');
  const known = knownAt === undefined ? MAX_TIME : readInstant(knownAt, operation, 'knownAt');
  const clock = graph.clock();
  // The engine's clock records; this process's may be behind it.
  if (knownAt !== undefined && known > clock + AHEAD_MS && known > (await graph.engine.now()) + AHEAD_MS)
    throw invalidInput(operation, [{ path: 'knownAt', message: 'lies in the future', next: 'leave it out to ask by all that is known' }]);
  return { valid, clock, known };
}
