import type { RememberResult, ReviewAnswer } from '../palimpsest.ts';
import type { Waiting } from '../truth/doubt.ts';

/** What the review of a parked candidate holds. */
export type ParkedData = Pick<Waiting, 'candidate' | 'doubts' | 'request'>;

/** What every review holds once it is decided. */
export interface DecidedData {
  readonly decision?: ReviewAnswer;
  /** What came of the candidate when it was accepted. */
  readonly result?: RememberResult | null;
}
