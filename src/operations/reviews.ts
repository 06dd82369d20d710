import { decodePart, keyOf } from '../domain/keys.ts';
import type { ReviewState } from '../domain/review.ts';
import { turnBack } from '../review/conclude.ts';
import type { Change } from '../truth/change.ts';
import type { Chain } from './chain.ts';

/** As `operations/decided` returns it. */
interface DecidedRow {
  readonly reviewKey: string;
  /** As JSON: how it stood before. */
  readonly was: string;
  readonly state: ReviewState;
  readonly data: string;
  readonly before: string | null;
  readonly decidedAt: number | null;
  readonly by: string | null;
  readonly reason: string | null;
}
/** How a review stood. */
interface Stood {
  readonly state: ReviewState;
  readonly decidedAt?: number | null;
  readonly by?: string | null;
  readonly reason?: string | null;
}

/** Reviews that the operation decided stand as they did before it; of one that is decided again, so is what was decided. */
export async function reviewsBack(change: Change, namespace: string, { base, last }: Chain): Promise<void> {
  const rows = await change.call<DecidedRow>('operations/decided', { key: last.key });
  if (rows.length === 0) return;
  for (const { reviewKey, state, decidedAt, by, reason } of rows) change.journal.decided(reviewKey, { state, decidedAt, by, reason });
  const decided = base.kind === 'decide' || base.kind === 'settle';
  if (decided)
    await turnBack(
      change,
      namespace,
      rows.map((r) => decodePart(r.reviewKey.slice(namespace.length + 1))),
    );
  else await change.call('review/hold', { keys: rows.map((r) => r.reviewKey) });
  const back = rows.map(({ reviewKey, was, data, before }) => {
    const { state, decidedAt = null, by = null, reason = null } = JSON.parse(was) as Stood;
    const pending = state === 'open' || state === 'deferred';
    const claimId = claimIn(pending ? data : (before ?? data));
    const claims = claimId === null ? [] : [keyOf(namespace, claimId)];
    const properties = decided ? {} : { state, decidedAt, by, reason };
    return { key: reviewKey, properties, away: pending ? claims : [], back: pending ? [] : claims };
  });
  await change.call('operations/undecide', { rows: back });
}

/** The claim that came of a review, in its data or in how it stood. */
function claimIn(json: string): string | null {
  const { data, result } = JSON.parse(json) as { readonly data?: string; readonly result?: { readonly claimId?: string | null } | null };
  return data === undefined ? (result?.claimId ?? null) : claimIn(data);
}
