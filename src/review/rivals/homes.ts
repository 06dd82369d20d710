import type { Call } from '../../graph.ts';

/** Where a claim lies, and whom to lock for it. */
export interface ClaimHome {
  readonly claimId: string;
  readonly slotKey: string;
  readonly ownerKey: string;
  readonly subjectKey: string;
}

/** Of the claims that a review is about. */
export const homesOf = (call: Call, reviewKey: string): Promise<ClaimHome[]> => call<ClaimHome>('review/homes', { key: reviewKey });
