import type { ReviewState } from '../domain/review.ts';

/** How a review stands. */
export interface Standing {
  readonly state: ReviewState;
  readonly decidedAt: number | null;
  readonly by: string | null;
  readonly reason: string | null;
  readonly settledBy: string | null;
  readonly operationId: string | null;
  readonly wakesAt: number | null;
  readonly data: string;
  /** As JSON: how it stood before its last decision, or what it is without the operation that asked it. */
  readonly before: string | null;
}
/** How it stood: before it was opened again, with the operation that did; before what decided it was taken back, with what it would stand like after more. */
export type Past = Standing & { readonly reopenedBy?: string | null; readonly after?: string | null };

const FIELDS = ['state', 'decidedAt', 'by', 'reason', 'settledBy', 'operationId', 'wakesAt', 'data', 'before'] as const;
const only = (of: Standing) => Object.fromEntries(FIELDS.map((field) => [field, of[field]]));

export const standingAsJson = (of: Standing, more: Pick<Past, 'reopenedBy' | 'after'> = {}): string =>
  JSON.stringify({ ...only(of), ...more });
export const readStanding = (json: string | null): Past | null => JSON.parse(json ?? 'null') as Past | null;
/** As it stood then, as properties. */
export const asItStood = (of: Past) => only(of) as unknown as Standing & { [key: string]: string | number | null };

export const isPending = (state: ReviewState): boolean => state === 'open' || state === 'deferred';
export const isDecided = (state: ReviewState): boolean => state === 'accepted' || state === 'rejected';
