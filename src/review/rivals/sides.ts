import { decodePart } from '../../domain/keys.ts';
import { RIVAL_KINDS } from '../../domain/review.ts';
import type { Graph } from '../../graph.ts';
import type { Review, ReviewSide } from '../../palimpsest.ts';
import { type JudgedSlot, judgeSlots } from '../../reading/claim-view.ts';
import type { ReviewRow } from '../read.ts';
import { isPending } from '../standing.ts';
import type { RivalData } from './data.ts';
import { rivalries } from './rivalry.ts';
import { suggest, suggestOfLate } from './suggest.ts';

type Shown = Pick<Review, 'sides' | 'suggestion'>;
type About = Pick<ReviewRow, 'id' | 'kind' | 'state' | 'data' | 'decidedAt' | 'slots' | 'ever' | 'claims'>;

/** Who says what, for those reviews that ask about it; by their ids. */
export async function sidesOf(graph: Graph, rows: readonly About[]): Promise<Map<string, Shown>> {
  const rivals = rows.filter((r) => RIVAL_KINDS.includes(r.kind));
  const slots = await judgeSlots(
    graph,
    rivals.flatMap((r) => r.slots),
  );
  const now = graph.clock();
  return new Map(
    rivals.flatMap((row) =>
      shownBy(
        row,
        row.slots.flatMap((k) => slots.get(k) ?? []),
        now,
      ),
    ),
  );
}

function shownBy(row: About, slots: readonly JudgedSlot[], now: number): [string, Shown][] {
  const { late } = JSON.parse(row.data) as RivalData;
  // after a split its claims may lie in several; one of them asks
  const asking = slots.find((s) => rivalries(s.live, s.folded, now).some((r) => r.claims.some((c) => row.claims.includes(c.id))));
  const slot = asking ?? slots.find((s) => s.claims.some((c) => c.id === late?.claimId)) ?? slots[0];
  if (slot === undefined) return [];
  return [[row.id, late === undefined ? contested(row, slot, now) : changedLate(row, slot, late)]];
}

function contested(row: About, slot: JudgedSlot, now: number): Shown {
  const found = rivalries(slot.live, slot.folded, now).find((r) => r.claims.some((c) => row.claims.includes(c.id)));
  if (found === undefined || !isPending(row.state)) {
    // as it was asked: not with what was told of it since
    const until = row.decidedAt ?? Infinity;
    const told = slot.claims.filter((c) => !row.claims.includes(c.id) && c.recordedAt <= until && row.ever.includes(c.factId ?? ''));
    return { sides: { challenger: side(slot, row.claims, []), incumbent: side(slot, idsOf(told), row.ever) }, suggestion: null };
  }
  const { claims, piece } = found;
  const basis = slot.live.filter((c) => piece.basis.has(c.id));
  const fact = slot.factAt(piece.from);
  const incumbent = side(slot, idsOf(basis), fact === undefined ? [] : [fact]);
  return {
    sides: { challenger: side(slot, idsOf(claims), []), incumbent },
    suggestion: suggest(found, basis, slot.folded, slot.settings),
  };
}

const idsOf = (of: readonly { readonly id: string }[]): string[] => of.map((c) => c.id);

function changedLate(row: About, slot: JudgedSlot, { claimId }: NonNullable<RivalData['late']>): Shown {
  const claim = slot.live.find((c) => c.id === claimId);
  const others = row.claims.filter((id) => id !== claimId);
  const displaced = slot.live.filter((c) => others.includes(c.id));
  const from = slot.folded.pieceOf.get(claimId)?.from;
  const fact = from === undefined ? undefined : slot.factAt(from);
  return {
    sides: {
      challenger: side(slot, [claimId], fact === undefined || claim?.kind === 'end' ? [] : [fact]),
      incumbent: side(slot, others, row.ever),
    },
    suggestion: claim === undefined || !isPending(row.state) ? null : suggestOfLate(claim, displaced, slot.settings),
  };
}

function side(slot: JudgedSlot, claimIds: readonly string[], facts: readonly string[]): ReviewSide {
  const claims = slot.claims.filter((c) => claimIds.includes(c.id));
  const [first] = claims;
  return {
    subject: decodePart((first ?? slot.claims[0])?.subject ?? ''),
    kind: first?.kind ?? 'assert',
    value: first?.value ?? null,
    text: first?.text ?? '',
    facts: [...facts].sort(),
    claims: claims.map((c) => slot.view(c)),
  };
}
