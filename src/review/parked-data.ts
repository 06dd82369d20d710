import type { RememberResult } from '../palimpsest.ts';
import type { Waiting } from '../truth/doubt.ts';

/** What the review of a parked candidate holds. */
export interface ParkedData extends Pick<Waiting, 'candidate' | 'doubts' | 'request'> {
  /** As sorted JSON, so that the same decision is known again. */
  readonly decision: string | null;
  /** What came of the candidate when it was accepted. */
  readonly result: RememberResult | null;
}
