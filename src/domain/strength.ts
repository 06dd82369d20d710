import type { Claim, ClaimOrigin, FoldSettings, Support } from './claim.ts';

const TOLERANCE = 1e-9;

/** Noisy-or of the claims, each source once with its highest; all unsourced claims together are one source. */
export function noisyOr(claims: readonly Claim[]): number {
  const best = new Map<string | null, number>();
  for (const c of claims) best.set(c.source, Math.max(best.get(c.source) ?? 0, c.confidence));
  if (best.size === 1) return [...best.values()][0] as number;
  let doubt = 1;
  for (const confidence of best.values()) doubt *= 1 - confidence;
  return 1 - doubt;
}

/** Confidence of a support at `t`: it halves every half-life from when it was given. */
export function faded(support: Support, t: number, halfLife: number | null): number {
  return halfLife === null ? support.confidence : support.confidence * 2 ** ((support.given - t) / halfLife);
}

/** What a challenger of that origin must reach at `t`; an extracted one gets no margin against what wasn't extracted. */
export function needed(supports: readonly Support[], t: number, origin: ClaimOrigin, settings: FoldSettings): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const s of supports) {
    const margin = origin === 'extracted' && !s.extracted ? 0 : settings.margin;
    most = Math.max(most, faded(s, t, settings.halfLife) - margin);
  }
  return most;
}

export const reached = (strength: number, need: number): boolean => strength + TOLERANCE >= need;

/** Of supports that fade at one rate, the one that outweighs the others for ever. */
export function strongest(supports: readonly Support[], halfLife: number | null): Support | null {
  let best: Support | null = null;
  for (const s of supports) if (best === null || s.confidence >= faded(best, s.given, halfLife)) best = s;
  return best;
}
