import type { Piece } from '../domain/claim.ts';
import type { Row } from '../truth/row.ts';
import type { SlotChange } from '../truth/slot-change.ts';
import type { StoredClaim } from '../truth/state.ts';

/** An end of what the claim says; `claims`: all that what ends rests on. */
export type MakeEnd = (claim: StoredClaim, claims: readonly StoredClaim[]) => Row;

/**
 * Nothing of it holds at `at` or later: what has begun by then ends; what begins then or later is withdrawn, as it never came to be. What is
 * withdrawn may have stood above another claim of the same, so it looks until nothing is left. What was told later than `told` stands. Times
 * in epoch ms; `now`: when it is recorded.
 */
export function closeAfter(
  slot: SlotChange,
  { at, now, told = Infinity }: { readonly at: number; readonly now: number; readonly told?: number },
  says: (content: string) => boolean,
  end: MakeEnd,
): void {
  const ended = new Set<string>();
  for (;;) {
    const before = (p: Piece) => [...p.basis.keys()].flatMap((id) => slot.claims.get(id) ?? []).filter((c) => c.recordedAt <= told);
    const piece = slot.folded.timeline.find((p) => says(p.value) && (p.to === null || p.to > at) && before(p).length > 0);
    if (piece === undefined) return;
    const claims = before(piece);
    // a later piece of what something hides for a while, or a default that shows again, has begun before as well
    const begun = claims.find((c) => c.start < at);
    if (begun !== undefined && !ended.has(piece.value)) {
      ended.add(piece.value);
      slot.add(end(begun, claims), now);
      continue;
    }
    const later = claims.filter((c) => c.start >= at);
    // what an end doesn't end was told before, but comes to hold only later: a fallback, or what is justified later
    slot.withdraw((later.length > 0 ? later : claims).map((c) => c.id));
  }
}
