import type { Claim, Support } from './claim.ts';

/** An accepted value in force over `[begin, end)`; of the layers in force at an instant, the one begun last holds. */
export interface Layer {
  readonly id: number;
  readonly value: string;
  readonly begin: number;
  end: number | null;
  endedBy: string | null;
  /** The end came with the interval: it hides what lies below instead of closing it. */
  bounded: boolean;
  readonly opener: Claim;
  readonly supports: (Support & { readonly by: string })[];
  readonly basis: Map<string, number>;
  readonly claims: Claim[];
  challengers: Claim[];
  statedEnds: Event[];
  /** Claims without a justification at the time that has been reached. */
  readonly lapsed: Set<string>;
  /** Where all of them were so, and by which claim: what lies below shows. */
  readonly gaps: { readonly from: number; to: number | null; readonly by: string }[];
}

/**
 * `claim`: it speaks; `told`: an explicit one is given once more when it was said; `statedEnd`: the end it named comes; `lapse`, `back`: it
 * loses its last justification, and has one again.
 */
export interface Event {
  readonly role: 'claim' | 'told' | 'statedEnd' | 'lapse' | 'back';
  readonly time: number;
  readonly claim: Claim;
  /** Of a lapse, the derived end. */
  readonly end?: Claim;
}

export const inGap = (layer: Layer, t: number): boolean => layer.gaps.some((g) => g.from <= t && (g.to === null || t < g.to));
/** Its last gap is open so far. */
export const isSuspended = (layer: Layer): boolean => layer.gaps.at(-1)?.to === null;
/** What it stands on: supports that have a justification, if any has. */
export function standing(layer: Layer): Layer['supports'] {
  if (layer.lapsed.size === 0) return layer.supports;
  const left = layer.supports.filter((s) => !layer.lapsed.has(s.by));
  return left.length === 0 ? layer.supports : left;
}

/** The claim by which a layer stops showing at `t`. */
export function endOf(layer: Layer, t: number, opened: ReadonlyMap<number, string>): string | null {
  const gap = layer.gaps.find((g) => g.from === t);
  if (gap !== undefined) return gap.by;
  return t === layer.end ? layer.endedBy : (opened.get(t) ?? null);
}
