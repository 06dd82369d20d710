import type { Piece } from '../domain/claim.ts';
import type { Change } from './change.ts';
import { type PastFact, type PastRow, readPast, type StoredFact } from './state.ts';

/** Versions of facts that are no longer believed, the latest first. */
export interface Past {
  /** Withdrawn by what is taken back. */
  isOwn(fact: PastFact): boolean;
  readonly facts: readonly PastFact[];
}

/** For what takes back an operation, or claims that it added, `since` it was done (epoch ms). */
export const pastOf =
  (change: Change, by: readonly string[], since: number) =>
  async (claimKeys: readonly string[]): Promise<Past> => {
    const facts = readPast(await change.call<PastRow>('identity/past', { keys: [...claimKeys] }));
    facts.sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1));
    return { isOwn: (f) => by.includes(f.by) && f.at >= since, facts };
  };

/**
 * The facts that come back, by the slot to which they do, with the use that was made of their ids meanwhile: those that begin and rest on
 * claims as a piece does again, of this operation before those that are believed (`live`, of all the slots) and of others; then those of
 * this operation some of whose claims are in their slot again.
 */
export function returning(
  { isOwn, facts }: Past,
  timelines: ReadonlyMap<string, readonly Piece[]>,
  live: readonly StoredFact[],
  slotOf: (claimId: string) => string | undefined,
): Map<string, StoredFact[]> {
  const now = new Map(live.map((f) => [f.id, f]));
  // the claims of those that are believed elsewhere went there since
  const free = facts.filter((f) => now.has(f.id) || f.believed !== true);
  const places = new Map([...timelines].flatMap(([key, pieces]) => pieces.map((p) => [stand(p.from, [...p.basis.keys()]), key] as const)));
  const out = new Map<string, StoredFact[]>();
  const back = new Set<string>();
  const give = (key: string, f: PastFact) => {
    const { pinned, tier, uses, lastUsedAt } = now.get(f.id) ?? f;
    back.add(f.id);
    out.set(key, [...(out.get(key) ?? []), { ...f, pinned, tier, uses, lastUsedAt }]);
  };
  const stands = (f: StoredFact): string | undefined => {
    const as = stand(f.validFrom, idsOf(f));
    const key = back.has(f.id) ? undefined : places.get(as);
    if (key !== undefined) places.delete(as);
    return key;
  };
  const whole = free.filter((f) => f.basis.length === f.claims);
  const asItStood = (of: readonly PastFact[]) => {
    for (const f of of) {
      const key = stands(f);
      if (key !== undefined) give(key, f);
    }
  };
  asItStood(whole.filter(isOwn));
  for (const f of live) if (stands(f) !== undefined) back.add(f.id);
  asItStood(whole.filter((f) => !isOwn(f)));
  for (const f of free) if (isOwn(f) && !back.has(f.id) && f.basis.some((b) => slotOf(b.id) === f.was)) give(f.was, f);
  return out;
}

const idsOf = ({ basis }: StoredFact): string[] => basis.map((b) => b.id);
const stand = (from: number, claims: readonly string[]): string => `${from} ${[...claims].sort().join(' ')}`;
