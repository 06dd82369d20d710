import type { FoldOutcome } from '../domain/claim.ts';
import { foldOutcomes } from '../domain/fold.ts';
import type { Lapse } from '../domain/lapses.ts';
import { derivedEnd, isDerived } from './derived.ts';
import { contentOf, foldClaims, type Settings, type StoredClaim } from './state.ts';

/** An end that was derived for a claim, and when it was believed (epoch ms; null: it still is), as `truth/derived-ends` returns it. */
export interface DerivedEnd {
  readonly of: string;
  readonly start: number;
  readonly to: number | null;
  readonly causedBy: string;
  readonly recordedAt: number;
  readonly withdrawnAt: number | null;
}

/** A slot as it is looked at at a moment of recorded time. */
export interface Moment {
  readonly claims: readonly StoredClaim[];
  readonly settings: Settings;
  readonly at: number;
  /** Whether a claim holds by what it depends on, if it does. */
  readonly stands: (claim: StoredClaim) => boolean;
}

const ACCEPTED: ReadonlySet<FoldOutcome | undefined> = new Set<FoldOutcome>([
  'inserted',
  'duplicate',
  'superseded',
  'corroborated',
  'replaced',
]);

/** What was told after a claim, of another value and from later on: only over that its slot can have moved on. */
export const laterOthers = ({ claims, settings }: Pick<Moment, 'claims' | 'settings'>, claim: StoredClaim): StoredClaim[] =>
  claims.filter(
    (c) =>
      c.of === null &&
      c.kind === 'assert' &&
      c.recordedAt > claim.recordedAt &&
      c.start >= claim.start &&
      contentOf(c, settings.slotBy) !== contentOf(claim, settings.slotBy),
  );

/**
 * The stretches over which a claim doesn't come back although it has a justification (`found`: where it has none), as its slot has moved on: of
 * all ends that it ever had, those within which another value begins that was told while they were believed, and that is accepted where they
 * stand. It asks for what was told when, not for what is stored as an end now, and so comes to the same on every way.
 */
export function movedOn(moment: Moment, claim: StoredClaim, found: readonly Lapse[], ends: readonly DerivedEnd[]): Lapse[] {
  const others = laterOthers(moment, claim).filter(moment.stands);
  const over = (e: DerivedEnd) =>
    others.filter(
      (c) =>
        e.recordedAt < c.recordedAt &&
        c.recordedAt < (e.withdrawnAt ?? moment.at) &&
        e.start <= c.start &&
        (e.to === null || c.start < e.to),
    );
  const possible = ends.filter((e) => over(e).length > 0).map((e) => ({ end: e, lapse: lapseOf(e) }));
  if (possible.every(({ lapse }) => isWithin(lapse, found))) return [];
  const outcomes = outcomesWith(moment, claim, [...found, ...possible.map((p) => p.lapse)]);
  const kept = possible.filter(({ end }) => over(end).some((c) => ACCEPTED.has(outcomes.get(c.id))));
  return outermost(
    kept.map((p) => p.lapse),
    found,
  );
}

const lapseOf = ({ start, to, causedBy }: DerivedEnd): Lapse => ({ from: start, to, causedBy: JSON.parse(causedBy) as string[] });

function outcomesWith({ claims, settings }: Moment, claim: StoredClaim, lapses: readonly Lapse[]) {
  const others = claims.filter((c) => !isDerived(c) || c.of !== claim.id);
  const ends = lapses.map((l, i) => derivedEnd(claim, l, claim.recordedAt, i));
  return foldOutcomes(foldClaims([...others, ...ends], settings.slotBy), settings);
}

/** Those that say more than what is found anyhow, and than one another. */
function outermost(lapses: readonly Lapse[], found: readonly Lapse[]): Lapse[] {
  const length = (l: Lapse) => (l.to ?? Infinity) - l.from;
  const by = (l: Lapse) => l.causedBy.join();
  const sorted = [...lapses].sort((a, b) => length(b) - length(a) || a.from - b.from || (by(a) < by(b) ? -1 : 1));
  const out: Lapse[] = [];
  for (const lapse of sorted) if (!isWithin(lapse, [...found, ...out])) out.push(lapse);
  return out;
}

const isWithin = ({ from, to }: Lapse, lapses: readonly Lapse[]): boolean =>
  lapses.some((l) => l.from <= from && (l.to === null || (to !== null && to <= l.to)));
