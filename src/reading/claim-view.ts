import type { Claim, FoldResult } from '../domain/claim.ts';
import { type ClaimSource, type ClaimView, readDependsOn } from '../domain/fact.ts';
import { fold } from '../domain/fold.ts';
import { iso, MAX_TIME } from '../domain/time.ts';
import type { Runner } from '../engine/engine.ts';
import type { Graph } from '../graph.ts';
import { byArrival, isoOrNull } from './fact-view.ts';
import type { ClaimRow } from './rows.ts';

interface SlotClaimsRow {
  readonly slotKey: string;
  readonly settings: { readonly slotBy: 'subject' | 'value'; readonly margin: number; readonly halfLife: number | null };
  readonly claims: readonly ClaimRow[];
  readonly facts: readonly { readonly id: string; readonly validFrom: number }[];
}

/** The claims of a slot and the fold's word on each, as far as they were known at `known`. */
export class JudgedSlot {
  readonly claims: readonly ClaimRow[];
  readonly settings: SlotClaimsRow['settings'];
  /** Those that count, in order of arrival. */
  readonly live: readonly Claim[];
  readonly folded: FoldResult;
  readonly #factAt: ReadonlyMap<number, string>;

  constructor(row: SlotClaimsRow, known: number) {
    this.#factAt = new Map(row.facts.map((f) => [f.validFrom, f.id]));
    this.claims = row.claims.filter((c) => c.recordedAt <= known).sort(byArrival);
    const live = this.claims.filter((c) => (c.withdrawnAt == null || c.withdrawnAt > known) && !layAside(c.wasWithdrawn, known));
    this.settings = row.settings;
    this.live = live.map((c, seq) => toFoldClaim(c, seq, row.settings.slotBy));
    this.folded = fold(this.live, row.settings);
  }

  /** Id of the fact that begins at `from`. */
  factAt(from: number): string | undefined {
    return this.#factAt.get(from);
  }

  view(c: ClaimRow): ClaimView {
    const piece = this.folded.pieceOf.get(c.id);
    const outcome = this.folded.outcomes.get(c.id) ?? null;
    // What is no longer folded keeps the fact it was told about.
    const factId = outcome === null ? c.factId : piece && this.#factAt.get(piece.from);
    return {
      id: c.id,
      kind: c.kind,
      value: c.value ?? '',
      text: c.text ?? '',
      ...(isNearClaim(c) && { near: true as const }),
      confidence: c.confidence,
      start: iso(c.start),
      explicit: c.explicit,
      validTo: isoOrNull(c.to),
      observedAt: iso(c.said),
      recordedAt: iso(c.recordedAt),
      origin: c.origin,
      source: sourceOf(c),
      reason: c.reason ?? null,
      dependsOn: readDependsOn(c.dependsOn),
      follows: c.of ?? null,
      causedBy: c.causedBy == null ? [] : (JSON.parse(c.causedBy) as string[]),
      withdrawnAt: isoOrNull(c.withdrawnAt),
      outcome,
      factId: factId ?? null,
    };
  }

  get contested(): number {
    return this.folded.challengers.size;
  }

  /** The claims that count against the fact that began at `from`. */
  challengersOf(from: number): ClaimRow[] {
    const { challengers, pieceOf } = this.folded;
    return this.claims.filter((c) => challengers.has(c.id) && pieceOf.get(c.id)?.from === from);
  }
}

/** Judges slots by what was known at `known`; by slot key. */
export async function judgeSlots(
  graph: Graph,
  keys: readonly string[],
  known: number = MAX_TIME,
  runner?: Runner,
): Promise<Map<string, JudgedSlot>> {
  if (keys.length === 0) return new Map();
  const rows = await graph.call<SlotClaimsRow>('read/slot-claims', { keys: [...new Set(keys)] }, runner);
  return new Map(rows.map((row) => [row.slotKey, new JudgedSlot(row, known)]));
}

/** Withdrawn then, and believed again since: pairs of from and to. */
const layAside = (spans: readonly number[] | null | undefined, known: number): boolean =>
  spans?.some((from, i) => i % 2 === 0 && from <= known && known < (spans[i + 1] as number)) === true;

/** A text says what its value is, unless it went under another one. */
const isNearClaim = (c: ClaimRow): boolean => c.valueType === 'text' && typeof c.value === 'string' && c.text != null && c.text !== c.value;

/** In a slot turned round, what competes is the subject. */
function toFoldClaim(c: ClaimRow, seq: number, slotBy: 'subject' | 'value'): Claim {
  const { id, kind, start, confidence, explicit, said, origin } = c;
  const value = slotBy === 'value' ? c.subject : c.valueKey;
  const of = c.of ?? null;
  return { id, seq, kind, value, start, to: c.to ?? null, confidence, explicit, said, source: c.source ?? null, origin, of };
}

function sourceOf(c: ClaimRow): ClaimSource | null {
  if (c.source == null) return null;
  return {
    session: c.source,
    ...(c.turn != null && { turn: c.turn }),
    ...(c.sourceKind != null && { kind: c.sourceKind }),
    ...(c.quote != null && { quote: c.quote }),
  };
}
