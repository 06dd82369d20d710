import type { LateChange } from './rivalry.ts';

/** What a question about rival claims holds beside the claims that it is about. */
export interface RivalData {
  readonly predicate: string;
  /** Of a late change. */
  readonly late?: Pick<LateChange, 'claimId' | 'displaced' | 'holds'>;
}
