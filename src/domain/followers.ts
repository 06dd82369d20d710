import type { Claim } from './claim.ts';

/** The claims of a slot that follow others of it: ends where a justification is missing, and fallbacks (DESIGN §7). */
export class Followers {
  readonly #ends = new Map<string, Claim[]>();
  readonly #fallbacks = new Map<string, Claim>();

  constructor(claims: readonly Claim[]) {
    for (const c of claims) {
      if (c.of == null) continue;
      if (c.kind === 'assert') this.#fallbacks.set(c.of, c);
      else this.#ends.set(c.of, [...(this.#ends.get(c.of) ?? []), c].sort(byStart));
    }
  }

  /** In order of time, what overlaps or touches as one. */
  lapsesOf(id: string): readonly Claim[] {
    const ends = this.#ends.get(id);
    return ends === undefined ? [] : ends.reduce<Claim[]>(joined, []);
  }

  fallbackOf(id: string): Claim | undefined {
    return this.#fallbacks.get(id);
  }
}

function joined(before: readonly Claim[], next: Claim): Claim[] {
  const last = before.at(-1);
  if (last === undefined || (last.to !== null && last.to < next.start)) return [...before, next];
  const to = last.to === null || next.to === null ? null : Math.max(last.to, next.to);
  return [...before.slice(0, -1), { ...last, to }];
}

const byStart = (a: Claim, b: Claim): number => a.start - b.start || (a.to ?? Infinity) - (b.to ?? Infinity);

/** The claim from where it has a justification first; null: it never has one. */
export function heldFrom(claim: Claim, lapses: readonly Claim[]): Claim | null {
  let start = claim.start;
  for (const lapse of lapses) {
    if (lapse.start > start || (lapse.to !== null && lapse.to <= start)) continue;
    if (lapse.to === null) return null;
    start = lapse.to;
  }
  if (start === claim.start) return claim;
  if (claim.to !== null && claim.to <= start) return null;
  return { ...claim, start, said: Math.max(claim.said, start) };
}

/** The fallback of a claim that holds from later on, or never (null). */
export function inPlaceOf(fallback: Claim, told: Claim, held: Claim | null): Claim {
  const { start, said, explicit } = told;
  return { ...fallback, start, said, explicit, to: held === null ? told.to : held.start };
}
