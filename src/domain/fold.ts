/**
 * The fold: a slot's timeline as a pure function of its live claims (DESIGN §3).
 * Cost: sorting the claims, then for each the layers in force at its start.
 */
import type { Claim, FoldOutcome, FoldResult, FoldSettings, Piece } from './claim.ts';
import type { Layer } from './layer.ts';
import { Layers } from './layers.ts';

/** Takes claims in any order; their `seq` says in which they arrived. */
export function fold(claims: readonly Claim[], settings: FoldSettings): FoldResult {
  const { main, defaults, outcomes, layerOf } = lay(claims, settings);
  const timeline = defaults === null ? main.pieces() : fillGaps(main.pieces(), defaults.pieces());
  const held = [...main.all.flatMap((l) => l.challengers.map((c) => c.id)), ...main.bystanders];
  const challengers = new Set(held.filter((id) => outcomes.get(id) === 'contested'));
  const { open } = main;
  return {
    timeline,
    outcomes,
    pieceOf: piecesOf(claims, layerOf, timeline),
    challengers,
    challenge: Math.max(-1, ...(open?.challengers.map((c) => c.confidence) ?? [])),
    tail: claims.reduce((t, c) => Math.max(t, c.start, c.said, c.to ?? 0), Number.NEGATIVE_INFINITY),
  };
}

/** The outcomes alone: what a batch asks after each of its rows. */
export const foldOutcomes = (claims: readonly Claim[], settings: FoldSettings): FoldResult['outcomes'] => lay(claims, settings).outcomes;

interface Laid {
  readonly main: Layers;
  readonly defaults: Layers | null;
  readonly outcomes: Map<string, FoldOutcome>;
  readonly layerOf: ReadonlyMap<string, Layer>;
}

/** What follows a claim has no effect of its own until that claim lapses. */
function lay(claims: readonly Claim[], settings: FoldSettings): Laid {
  const laid = layAll(claims, settings);
  for (const c of claims) if (c.of != null && !laid.outcomes.has(c.id)) laid.outcomes.set(c.id, 'no_effect');
  return laid;
}

/** Defaults are laid apart (rule 8). */
function layAll(claims: readonly Claim[], settings: FoldSettings): Laid {
  if (!claims.some((c) => c.origin === 'default')) {
    const main = new Layers(claims, settings, false);
    return { main, defaults: null, outcomes: main.outcomes, layerOf: main.layerOf };
  }
  const main = new Layers(
    claims.filter((c) => c.origin !== 'default'),
    settings,
    false,
  );
  const defaults = new Layers(
    claims.filter((c) => c.origin === 'default' || c.kind === 'end' || c.of != null),
    settings,
    true,
  );
  const outcomes = new Map<string, FoldOutcome>(main.outcomes);
  const layerOf = new Map<string, Layer>(main.layerOf);
  for (const c of claims) {
    const outcome = defaults.outcomes.get(c.id);
    if (outcome === undefined || (c.kind === 'end' && outcome !== 'ended')) continue;
    const occupied = c.kind === 'assert' && main.inForce(c.start).length > 0;
    outcomes.set(c.id, occupied ? 'slot_occupied' : outcome);
    const layer = defaults.layerOf.get(c.id);
    if (layer !== undefined && !layerOf.has(c.id)) layerOf.set(c.id, layer);
  }
  return { main, defaults, outcomes, layerOf };
}

/** Default pieces show only where nothing else holds. */
function fillGaps(over: readonly Piece[], under: readonly Piece[]): Piece[] {
  const out = [...over];
  const shown = new Set<number>();
  for (const piece of under) {
    const stop = piece.to ?? Number.POSITIVE_INFINITY;
    let from = piece.from;
    for (const next of [...over, null]) {
      const gapEnd = Math.min(next?.from ?? Number.POSITIVE_INFINITY, stop);
      if (from < gapEnd) {
        const whole = gapEnd === stop;
        out.push({
          ...piece,
          from,
          to: whole ? piece.to : gapEnd,
          endedBy: whole ? piece.endedBy : (next?.begunBy ?? null),
          resumed: shown.has(piece.layer),
          layer: -1 - piece.layer,
        });
        shown.add(piece.layer);
      }
      from = Math.max(from, next?.to ?? Number.POSITIVE_INFINITY);
    }
  }
  return out.sort((a, b) => a.from - b.from);
}

function piecesOf(claims: readonly Claim[], layerOf: ReadonlyMap<string, Layer>, timeline: readonly Piece[]): Map<string, Piece> {
  const byBasis = new Map<ReadonlyMap<string, number>, Piece[]>();
  for (const piece of timeline) byBasis.set(piece.basis, [...(byBasis.get(piece.basis) ?? []), piece]);
  const found = new Map<string, Piece>();
  for (const claim of claims) {
    const pieces = byBasis.get(layerOf.get(claim.id)?.basis ?? new Map()) ?? [];
    // An end belongs to the piece before it, anything else to the piece at its start.
    const at = claim.kind === 'end' ? claim.start - 1 : claim.start;
    const piece = pieces.find((p) => p.to === null || at < p.to) ?? pieces.at(-1);
    if (piece !== undefined) found.set(claim.id, piece);
  }
  return found;
}
