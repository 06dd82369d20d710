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
/** How it stood before it was opened again, and the operation that did. */
export type Past = Standing & { readonly reopenedBy?: string | null };
/** How it stood until an operation was taken back, whose doing again makes it stand so again. */
export type Undone = Standing & { readonly takenBack: string };

const FIELDS = ['state', 'decidedAt', 'by', 'reason', 'settledBy', 'operationId', 'wakesAt', 'data', 'before'] as const;
const only = (of: Standing) => Object.fromEntries(FIELDS.map((field) => [field, of[field]]));
// as a value, not as text in text, which would double with every step
const packed = <T extends Standing>(of: T) => ({ ...of, before: JSON.parse(of.before ?? 'null') as unknown });
const unpacked = <T extends Standing>(of: T): T => ({ ...of, before: of.before === null ? null : JSON.stringify(of.before) });

export const standingAsJson = (of: Standing, more: Pick<Past, 'reopenedBy'> = {}): string =>
  JSON.stringify({ ...packed(asItStood(of)), ...more });

export function readStanding(json: string | null): Past | null {
  const past = JSON.parse(json ?? 'null') as Past | null;
  return past === null ? null : unpacked(past);
}

/** The latest first. */
export const undoneAsJson = (all: readonly Undone[]): string | null =>
  all.length === 0 ? null : JSON.stringify(all.map((one) => ({ ...packed(asItStood(one)), takenBack: one.takenBack })));
export const readUndone = (json: string | null): Undone[] => (JSON.parse(json ?? '[]') as Undone[]).map(unpacked);

/** As it stood then, as properties. */
export const asItStood = (of: Standing) => only(of) as unknown as Standing & { [key: string]: string | number | null };

export const isPending = (state: ReviewState): boolean => state === 'open' || state === 'deferred';
export const isDecided = (state: ReviewState): boolean => state === 'accepted' || state === 'rejected';
