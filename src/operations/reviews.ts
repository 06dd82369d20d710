import { keyOf } from '../domain/keys.ts';
import type { ReviewState } from '../domain/review.ts';
import type { Change } from '../truth/change.ts';
import type { Link } from './chain.ts';

/** As `operations/decided` returns it. */
interface DecidedRow {
  readonly reviewKey: string;
  /** As JSON: how it stood before. */
  readonly was: string;
  readonly state: ReviewState;
  readonly data: string;
  readonly decidedAt: number | null;
  readonly by: string | null;
  readonly reason: string | null;
}
/** How a review stood; what was decided of it stays in its data, where words of people belong. */
interface Stood {
  readonly state: ReviewState;
  readonly decidedAt?: number | null;
  readonly by?: string | null;
  readonly reason?: string | null;
}
type Data = { readonly decision?: unknown; readonly result?: { readonly claimId?: string | null } | null };

/** Reviews that the operation decided stand as they did before it; of one that is decided again, so is what was decided. */
export async function reviewsBack(change: Change, namespace: string, { key }: Link): Promise<void> {
  const rows = await change.call<DecidedRow>('operations/decided', { key });
  if (rows.length === 0) return;
  await change.call('review/hold', { keys: rows.map((r) => r.reviewKey) });
  for (const { reviewKey, state, decidedAt, by, reason } of rows) change.journal.decided(reviewKey, { state, decidedAt, by, reason });
  const back = rows.map(({ reviewKey, was, data }) => {
    const { state, decidedAt = null, by = null, reason = null } = JSON.parse(was) as Stood;
    const pending = state === 'open' || state === 'deferred';
    const { kept, claimId } = turnedOver(data, pending);
    const claims = claimId === null ? [] : [keyOf(namespace, claimId)];
    const properties = { state, decidedAt, by, reason, data: kept };
    return { key: reviewKey, properties, away: pending ? claims : [], back: pending ? [] : claims };
  });
  await change.call('operations/undecide', { rows: back });
}

/** What was decided is laid aside, or taken up again. */
function turnedOver(json: string, pending: boolean): { readonly kept: string; readonly claimId: string | null } {
  const { decision, result, aside, ...data } = JSON.parse(json) as Data & { aside?: Data };
  const claimId = (result ?? aside?.result)?.claimId ?? null;
  const laid = decision === undefined && result === undefined ? {} : { aside: { decision, result } };
  return { kept: JSON.stringify({ ...data, ...(pending ? laid : aside) }), claimId };
}
