import type { Claim, FoldOutcome, FoldResult, Piece } from '../domain/claim.ts';
import { fold, foldOutcomes } from '../domain/fold.ts';
import { decodePart, keyOf } from '../domain/keys.ts';
import type { Lapse } from '../domain/lapses.ts';
import type { Value } from '../engine/engine.ts';
import { type Entry, saysOf } from '../operations/journal.ts';
import type { WrittenSlot } from '../review/rivals/follow.ts';
import type { LateChange } from '../review/rivals/rivalry.ts';
import { derivedEnd, isDerived, sameLapse } from './derived.ts';
import { type Placed, placePieces, planRefold, type Rewrite } from './rewrite.ts';
import type { Row } from './row.ts';
import { type Archived, claimOfRow, foldClaim, foldClaims, type SlotState, type StoredClaim, type StoredFact } from './state.ts';

/** One slot under change: its claims come and go in memory, then the fold decides. */
export class SlotChange {
  readonly state: SlotState;
  readonly claims: Map<string, StoredClaim>;
  /** By claim, in order of arrival; `reply` is null where it is known only when everything else is. */
  readonly #added = new Map<string, { readonly row: Row; readonly reply: FoldOutcome | null }>();
  readonly #withdrawn: string[] = [];
  #moved: readonly StoredClaim[] = [];
  #said: (id: string) => StoredClaim | undefined = () => undefined;
  #foldable: Claim[] | undefined;
  #folded: FoldResult | undefined;

  constructor(state: SlotState) {
    this.state = state;
    this.claims = new Map(state.claims.map((c) => [c.id, c]));
  }

  get folded(): FoldResult {
    this.#folded ??= fold(this.#arrived(), this.state.settings);
    return this.#folded;
  }

  /** In order of arrival; kept, so that a slot told many rows is not sorted for each. */
  #arrived(): Claim[] {
    this.#foldable ??= foldClaims([...this.claims.values()], this.state.settings.slotBy);
    return this.#foldable;
  }

  /** What is added under the lock arrived last. */
  add(row: Row, at: number): void {
    const foldable = this.#arrived();
    const claim = claimOfRow(row, at);
    this.claims.set(row.claimId, claim);
    foldable.push(foldClaim(claim, foldable.length, this.state.settings.slotBy));
    this.#folded = undefined;
    const holdsByItself = row.dependsOn.length === 0;
    const reply = holdsByItself ? (foldOutcomes(foldable, this.state.settings).get(row.claimId) as FoldOutcome) : null;
    this.#added.set(row.claimId, { row, reply });
    if (row.fallback !== null) this.add(row.fallback, at);
  }

  /** With the ends that were derived for them. */
  withdraw(ids: readonly string[]): void {
    const gone = new Set(ids);
    const followers = [...this.claims.values()].filter((c) => isDerived(c) && gone.has(c.of as string));
    for (const id of [...ids, ...followers.map((c) => c.id)]) if (this.claims.delete(id)) this.#withdrawn.push(id);
    this.#changed();
  }

  /** Says of a claim, if it is here, whether it is archived; the fold doesn't ask. */
  archive(id: string, as: Archived): void {
    const claim = this.claims.get(id);
    if (claim !== undefined) this.claims.set(id, { ...claim, ...as });
  }

  /** What is said here and holds by other facts. */
  dependents(): StoredClaim[] {
    return [...this.claims.values()].filter((c) => c.dependsOn !== null);
  }

  /** The stretches over which a claim has no justification; answers whether they are others than before. */
  lapse(claim: StoredClaim, lapses: readonly Lapse[], place: { readonly at: number; readonly seq: () => number }): boolean {
    const ofIt = (c: StoredClaim) => isDerived(c) && c.of === claim.id;
    const before = [...this.claims.values()].filter(ofIt);
    const known = [...this.#moved, ...this.state.claims, ...before].filter(ofIt);
    const after = lapses.map((l) => known.find((c) => sameLapse(c, l)) ?? derivedEnd(claim, l, place.at, place.seq()));
    for (const c of before) this.claims.delete(c.id);
    for (const c of after) this.claims.set(c.id, c);
    if (before.length === after.length && after.every((c) => before.includes(c))) return false;
    this.#changed();
    return true;
  }

  /** Claims that come from other slots, or speak of other entities now; `said`: what they were before. */
  receive(claims: readonly StoredClaim[], said: (id: string) => StoredClaim | undefined): void {
    this.#moved = claims;
    this.#said = said;
    for (const c of claims) this.claims.set(c.id, c);
    this.#changed();
  }

  #changed(): void {
    this.#foldable = undefined;
    this.#folded = undefined;
  }

  /**
   * What becomes of its claims. One that only lies elsewhere, by the settings of its predicate, says what it said; what is derived is no act
   * of anybody.
   */
  journal(): Entry[] {
    const stored = new Map([...this.state.claims, ...this.#moved].map((c) => [c.id, c]));
    // what goes where it came to is gone
    const stays = this.#moved.filter((c) => !this.#withdrawn.includes(c.id));
    const moved = stays.flatMap((c): Entry[] => {
      const was = JSON.stringify(saysOf(this.#said(c.id) ?? c));
      return isDerived(c) || was === JSON.stringify(saysOf(c)) ? [] : [{ key: c.key, how: 'moved', was }];
    });
    const withdrawn = this.#withdrawn.flatMap((id) => stored.get(id) ?? []).filter((c) => !isDerived(c));
    return [
      ...moved,
      ...[...this.#added.values()].map(({ row }): Entry => ({ key: row.claimKey, how: 'added', was: null })),
      ...withdrawn.map(({ key }): Entry => ({ key, how: 'withdrawn', was: null })),
    ];
  }

  placed: readonly Placed[] = [];
  /** What is placed without former facts, so that it isn't placed again round after round. */
  #placedAlone: FoldResult | undefined;
  /** What was told out of time order and changed what holds now. */
  late: readonly LateChange[] = [];

  /** As whoever asks people about its claims sees it, once it is written. */
  get written(): WrittenSlot {
    const { state, folded, late } = this;
    return {
      ...state,
      predicate: decodePart(state.predicate),
      claims: this.#arrived(),
      folded,
      late,
      factIdOf: (piece) => this.placed.find((p) => p.piece === piece)?.id,
      entitiesOf: (ids) => ids.flatMap((id) => entitiesOf(this.claims.get(id))),
    };
  }

  /** Of the claims that were added, the facts that they depend on, as `truth/depend` takes them. */
  dependencies(): { [key: string]: Value }[] {
    return [...this.#added.values()].flatMap(({ row }) =>
      row.dependsOn.flatMap((ids, group) => ids.map((id) => ({ claimKey: row.claimKey, idKey: keyOf(row.namespace, id), group }))),
    );
  }

  /** The placed piece that a claim supports, ended or contests. */
  factOf(claimId: string): Placed | undefined {
    const piece = this.folded.pieceOf.get(claimId);
    return this.placed.find((p) => p.piece === piece);
  }

  /** The fact that a claim took over from where it begins. */
  supersededBy(claimId: string, outcome: FoldOutcome): string | null {
    const fact = this.factOf(claimId);
    const older = fact && this.placed[this.placed.indexOf(fact) - 1];
    return outcome === 'superseded' && older?.piece.to === fact?.piece.from ? (older?.id ?? null) : null;
  }

  /** Gives the pieces their ids; those of former facts that other slots have `taken` are left out. */
  place(former: readonly StoredFact[] = [], taken: Set<string> = new Set()): void {
    if (former.length === 0 && this.#placedAlone === this.folded) return;
    this.#placedAlone = former.length === 0 ? this.folded : undefined;
    this.placed = placePieces({ state: this.state, claims: [...this.claims.values()], folded: this.folded, former, taken });
  }

  /** The claims that were there before and now support a piece that inherits no fact: it may have been one once. */
  orphans(): StoredClaim[] {
    const stored = new Map([...this.state.claims, ...this.#moved].map((c) => [c.id, c]));
    return this.placed
      .filter((p) => p.before === null)
      .flatMap(({ piece }) => [...piece.basis.keys()].flatMap((id) => stored.get(id) ?? []));
  }

  /** What became of an added claim when it was added; of one that holds by other facts, when those are known. */
  outcomeOf(claimId: string): FoldOutcome | undefined {
    return this.#added.get(claimId)?.reply ?? this.folded.outcomes.get(claimId);
  }

  /** What turns the stored slot into this one, whose pieces are placed. */
  plan(out: Rewrite, at: number, by: string): void {
    const { state } = this;
    const claims = [...this.claims.values()];
    planRefold({ state, claims, folded: this.folded, at, by }, this.placed, out);
    for (const { row } of this.#added.values()) {
      const reply = this.outcomeOf(row.claimId) as FoldOutcome;
      const answer = { reply, factId: this.factOf(row.claimId)?.id ?? null, supersededId: this.supersededBy(row.claimId, reply) };
      out.claims.push(claimEntry(row, state.slotKey, at, answer));
    }
    for (const c of this.#moved) {
      const { subject, value, valueKey, valueEntity, saidSubject, saidValue } = c;
      out.movedClaims.push({
        slotKey: state.slotKey,
        key: c.key,
        properties: { subject, value, valueKey, valueEntity, saidSubject, saidValue },
      });
    }
    const stored = [...state.claims, ...this.#moved];
    for (const c of claims) if (isDerived(c) && !stored.some((s) => s.id === c.id)) out.claims.push(this.#derivedEntry(c));
    const lifted = stored.filter((c) => isDerived(c) && !this.claims.has(c.id)).map((c) => c.id);
    const keys = new Map(stored.map((c) => [c.id, c.key]));
    for (const id of new Set([...this.#withdrawn, ...lifted]))
      out.withdrawnClaims.push({ slotKey: state.slotKey, key: keys.get(id) as string, at, by });
  }

  #derivedEntry({ key, ...claim }: StoredClaim): { [key: string]: Value } {
    const { namespace, predicate, slotKey } = this.state;
    const answer = { reply: this.folded.outcomes.get(claim.id) as string, factId: this.factOf(claim.id)?.id ?? null };
    return { slotKey, key, properties: { ...claim, namespace, predicate, ...answer, supersededId: null }, episodes: [] };
  }
}

const entitiesOf = (c: StoredClaim | undefined): string[] =>
  c === undefined ? [] : [decodePart(c.subject), ...(c.valueEntity === null ? [] : [String(c.value)])];

/** Written as the assert procedure writes it. */
function claimEntry(
  row: Row,
  slotKey: string,
  at: number,
  answer: { readonly reply: string; readonly factId: string | null; readonly supersededId: string | null },
): { [key: string]: Value } {
  const { claimId: id, valueKey, confidence, kind, origin, explicit, source, seq, to } = row;
  const start = row.start ?? at;
  const said = row.said ?? at;
  const own = { id, valueKey, start, said, to, confidence, kind, origin, explicit, source, recordedAt: at, seq, ...answer };
  return { slotKey, key: row.claimKey, properties: { ...own, ...row.claim }, episodes: row.episodes };
}

export const pieceAt = (timeline: readonly Piece[], t: number): Piece | undefined =>
  timeline.find((p) => p.from <= t && (p.to === null || t < p.to));

export const factAt = (facts: readonly StoredFact[], t: number): StoredFact | undefined =>
  facts.find((f) => f.validFrom <= t && (f.validTo === null || t < f.validTo));
