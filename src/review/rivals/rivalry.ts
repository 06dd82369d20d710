import type { Claim, FoldResult, Piece } from '../../domain/claim.ts';

/** Claims of one value that the fold left contested against what holds: one question, however many claims. */
export interface Rivalry {
  readonly kind: 'contested-value' | 'equal-starts';
  /** In order of arrival. */
  readonly claims: readonly Claim[];
  /** What they stand against, as it holds now, or will. */
  readonly piece: Piece;
  /** When the clock alone will have ended that; null: never. */
  readonly until: number | null;
}

/** `claims` in order of arrival, as they were folded. What was contested in the past only is no question any more. */
export function rivalries(claims: readonly Claim[], folded: FoldResult, now: number): Rivalry[] {
  const groups = new Map<string, { kind: Rivalry['kind']; claims: Claim[]; piece: Piece; until: number | null }>();
  if (folded.challengers.size === 0) return [];
  const byId = new Map(claims.map((c) => [c.id, c]));
  for (const claim of claims) {
    if (!folded.challengers.has(claim.id) || claim.of != null) continue;
    const contested = folded.pieceOf.get(claim.id) ?? at(folded.timeline, claim.start);
    const left = contested === undefined ? [] : stillToHold(folded.timeline, contested.layer, now);
    const [piece] = left;
    if (contested === undefined || piece === undefined) continue;
    const until = (left.at(-1) as Piece).to;
    const key = `${claim.kind} ${claim.value}`;
    const group = groups.get(key);
    if (group === undefined) {
      const kind = startsTogether(claim, byId.get(contested.begunBy)) ? 'equal-starts' : 'contested-value';
      groups.set(key, { kind, claims: [claim], piece, until });
      continue;
    }
    group.claims.push(claim);
    // one that stands against what goes on longer keeps the question open
    if (group.until !== null && (until === null || until > group.until)) Object.assign(group, { piece, until });
  }
  return [...groups.values()];
}

/** Rule 6 of the fold: two explicit claims of different sources from the very same start. */
const startsTogether = (claim: Claim, opener: Claim | undefined): boolean =>
  opener !== undefined &&
  claim.kind === 'assert' &&
  claim.to === null &&
  claim.explicit &&
  opener.explicit &&
  opener.start === claim.start &&
  opener.source !== claim.source;

/** The pieces of a layer that are not over, in order. */
export const stillToHold = (timeline: readonly Piece[], layer: number, now: number): Piece[] =>
  timeline.filter((p) => p.layer === layer && (p.to === null || p.to > now));

export const at = (timeline: readonly Piece[], t: number): Piece | undefined =>
  timeline.find((p) => p.from <= t && (p.to === null || t < p.to));

/** A claim told out of time order that changed what holds now. */
export interface LateChange {
  readonly claimId: string;
  /** The fact that held before it, and the claims that it rested on. */
  readonly factId: string;
  readonly displaced: readonly string[];
  /** Its own value holds now; else what it changed brought something else forward. */
  readonly holds: boolean;
}

/** Whether it still stands as it did, and until when the clock lets it; null: it doesn't. */
export function lateChangeStands(
  late: Pick<LateChange, 'claimId' | 'displaced' | 'holds'>,
  folded: FoldResult,
  now: number,
): { readonly until: number | null } | null {
  const outcome = folded.outcomes.get(late.claimId);
  if (outcome === undefined || outcome === 'contested' || outcome === 'no_effect' || outcome === 'replaced') return null;
  if (!late.displaced.some((id) => folded.outcomes.has(id))) return null;
  const holding = at(folded.timeline, now);
  if (late.displaced.some((id) => holding?.basis.has(id))) return null;
  if (!late.holds) return { until: holding?.to ?? null };
  const own = folded.pieceOf.get(late.claimId);
  const left = own === undefined ? [] : stillToHold(folded.timeline, own.layer, now);
  return left.length === 0 ? null : { until: (left.at(-1) as Piece).to };
}
