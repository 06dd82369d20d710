import { keyOf } from '../domain/keys.ts';
import type { ReviewState } from '../domain/review.ts';
import type { Params } from '../engine/engine.ts';
import { asBefore, type Held } from '../review/conclude.ts';
import type { Change } from '../truth/change.ts';
import type { Chain } from './chain.ts';

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

/**
 * Reviews that the operation decided stand as they did before it; of one that is decided again, so is what was decided. Before its claims
 * are folded anew, so that what they ask then finds its question as it was.
 */
export async function reviewsBack(change: Change, namespace: string, { base, last }: Chain): Promise<void> {
  const rows = await change.call<DecidedRow>('operations/decided', { key: last.key });
  if (rows.length === 0) return;
  const held = new Map((await change.call<Held>('review/hold', { keys: rows.map((r) => r.reviewKey) })).map((h) => [h.key, h]));
  change.watch();
  for (const { reviewKey, state, decidedAt, by, reason } of rows) change.journal.decided(reviewKey, { state, decidedAt, by, reason });
  const back = rows.map(({ reviewKey, was, data }) => {
    const whole = turnedBack(namespace, held.get(reviewKey), base.id);
    if (whole !== null) return whole;
    const { state, decidedAt = null, by = null, reason = null } = JSON.parse(was) as Stood;
    const pending = state === 'open' || state === 'deferred';
    const { kept, claimId } = turnedOver(data, pending);
    const claims = claimId === null ? [] : [keyOf(namespace, claimId)];
    const properties = { state, decidedAt, by, reason, data: kept };
    return { key: reviewKey, properties, away: pending ? claims : [], back: pending ? [] : claims };
  });
  await change.call('operations/undecide', { rows: back });
}

/** Of one whose decision the operation is: all of it as it was; null: the operation only closed it. */
function turnedBack(namespace: string, held: Held | undefined, operationId: string) {
  const before = JSON.parse(held?.before ?? '{}') as Partial<Held>;
  if (held === undefined || (held.operationId !== operationId && before.operationId !== operationId)) return null;
  const claimsIn = (json = '{}') => {
    const { candidate, result } = JSON.parse(json) as Data & { candidate?: object };
    return candidate === undefined || result?.claimId == null ? [] : [keyOf(namespace, result.claimId)];
  };
  const properties = { ...(before as Params), before: asBefore(held) };
  return { key: held.key, properties, away: claimsIn(held.data), back: claimsIn(before.data) };
}

/** What was decided is laid aside, or taken up again. */
function turnedOver(json: string, pending: boolean): { readonly kept: string; readonly claimId: string | null } {
  const { decision, result, aside, ...data } = JSON.parse(json) as Data & { aside?: Data };
  const claimId = (result ?? aside?.result)?.claimId ?? null;
  const laid = decision === undefined && result === undefined ? {} : { aside: { decision, result } };
  return { kept: JSON.stringify({ ...data, ...(pending ? laid : aside) }), claimId };
}
