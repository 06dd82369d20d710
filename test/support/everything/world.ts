import type { Claim, FoldResult, Piece } from '../../../src/domain/claim.ts';
import type { DependsOn } from '../../../src/domain/fact.ts';
import { fold } from '../../../src/domain/fold.ts';
import { type Lapse, lapsesOf, type Span } from '../../../src/domain/lapses.ts';
import { groupBy } from '../datasets/shape.ts';
import { DAY } from '../model.ts';

/** Who said what of whom, as it was said: ids that were merged since stay as they are here. */
export interface Told {
  readonly id: string;
  readonly subject: string;
  readonly predicate: string;
  readonly kind: 'assert' | 'end';
  readonly value: string;
  readonly start: number;
  readonly to: number | null;
  readonly confidence: number;
  readonly explicit: boolean;
  readonly said: number;
  readonly source: string | null;
  readonly origin: Claim['origin'];
  readonly dependsOn: DependsOn;
  /** It is the fallback of that claim. */
  readonly of: string | null;
  /** When it was recorded, and its place among all claims. */
  readonly at: number;
  readonly seq: number;
}

export interface PredicateOf {
  readonly cardinality: 'single' | 'multi';
  readonly entity: boolean;
  readonly margin: number;
  readonly halfLifeDays: number | null;
}

/** A fact of the timeline; its id is the store's. */
export interface Held {
  readonly id: string;
  readonly resumes: string | null;
  readonly slot: string;
  readonly subject: string;
  readonly predicate: string;
  readonly value: string;
  readonly from: number;
  readonly to: number | null;
  readonly basis: readonly string[];
}

/** A stretch without a justification, and since when it is known. */
export type Standing = Lapse & { readonly at: number };

/** All that is believed at one time, but for what the fold makes of it. */
export interface Belief {
  readonly live: ReadonlySet<string>;
  /** Who has become whom, step by step. */
  readonly into: ReadonlyMap<string, string>;
}

export interface Slot {
  readonly key: string;
  readonly subject: string;
  readonly predicate: string;
  readonly told: readonly Told[];
  readonly folded: FoldResult;
}
export interface Outlook {
  readonly slots: readonly Slot[];
  readonly lapses: ReadonlyMap<string, readonly Standing[]>;
  readonly outcomes: ReadonlyMap<string, string>;
  /** Whether it came to rest before the rounds were over. */
  readonly settled: boolean;
}

/** Rounds after which a lapse that has been found stays, as the store has it. */
const ROUNDS = 60;

/** The model: who said what, and naive loops over all of it. */
export class World {
  readonly predicates: ReadonlyMap<string, PredicateOf>;
  readonly claims = new Map<string, Told>();
  live = new Set<string>();
  /** Claims that are out of sight, whatever they say. */
  archived = new Set<string>();
  into = new Map<string, string>();
  facts: readonly Held[] = [];
  lapses: ReadonlyMap<string, readonly Standing[]> = new Map();
  outcomes: ReadonlyMap<string, string> = new Map();
  /** Every lapse that was ever believed, and until when; null: it still is. */
  readonly lapsed = new Map<string, (Standing & { until: number | null })[]>();
  /** Of every fact there ever was, how it was last believed. */
  readonly ever = new Map<string, Held>();
  /** By claim, the ids of the facts that it ever supported. */
  readonly wentBy = new Map<string, Set<string>>();
  #seq = 0;

  constructor(predicates: ReadonlyMap<string, PredicateOf>) {
    this.predicates = predicates;
  }

  get belief(): Belief {
    return { live: this.live, into: this.into };
  }
  noteFact(fact: Held): void {
    this.ever.set(fact.id, fact);
    for (const claim of fact.basis) this.wentBy.set(claim, (this.wentBy.get(claim) ?? new Set()).add(fact.id));
  }
  next(): number {
    return this.#seq++;
  }

  root(id: string, into: ReadonlyMap<string, string> = this.into): string {
    let at = id;
    for (let next = into.get(at); next !== undefined; next = into.get(at)) at = next;
    return at;
  }

  valueOf(t: Pick<Told, 'predicate' | 'value'>, into: ReadonlyMap<string, string> = this.into): string {
    return this.#of(t.predicate).entity ? this.root(t.value, into) : t.value;
  }

  slotOf(t: Pick<Told, 'subject' | 'predicate' | 'value'>, into: ReadonlyMap<string, string> = this.into): string {
    const value = this.#of(t.predicate).cardinality === 'multi' ? this.valueOf(t, into) : '';
    return [this.root(t.subject, into), t.predicate, value].join(' ');
  }

  #of(predicate: string): PredicateOf {
    return this.predicates.get(predicate) as PredicateOf;
  }

  /** The fold of claims of one slot, of which some have no justification for a while. */
  fold(told: readonly Told[], lapses: ReadonlyMap<string, readonly Lapse[]>, into: ReadonlyMap<string, string> = this.into): FoldResult {
    const [first] = told;
    const { margin, halfLifeDays } = this.#of((first as Told).predicate);
    const claims = told.map((t): Claim => ({ ...t, value: this.valueOf(t, into) }));
    const ends = told.flatMap((t) =>
      (lapses.get(t.id) ?? []).map(
        ({ from, to }): Claim => ({
          id: `${t.id} ${from}`,
          seq: t.seq,
          kind: 'end',
          value: this.valueOf(t, into),
          start: from,
          to,
          confidence: 1,
          explicit: true,
          said: from,
          source: null,
          origin: 'derived',
          of: t.id,
        }),
      ),
    );
    return fold([...claims, ...ends], { margin, halfLife: halfLifeDays === null ? null : halfLifeDays * DAY });
  }

  slots({ live, into }: Belief, lapses: ReadonlyMap<string, readonly Lapse[]>): Slot[] {
    const told = [...live].map((id) => this.claims.get(id) as Told).sort((a, b) => a.seq - b.seq);
    const grouped = groupBy(told, (t) => this.slotOf(t, into));
    return [...grouped].map(([key, mine]) => {
      const [first] = mine;
      const { predicate, subject } = first as Told;
      return { key, told: mine, predicate, subject: this.root(subject, into), folded: this.fold(mine, lapses, into) };
    });
  }

  /**
   * What there is where that is believed: from no dependent being justified, round by round, until nothing changes. `names`: the ids that
   * facts go by; `at`: when it is written.
   */
  outlook(belief: Belief, at: number, names: readonly Held[]): Outlook {
    const dependents = [...belief.live].map((id) => this.claims.get(id) as Told).filter((t) => t.dependsOn.length > 0);
    let lapses: ReadonlyMap<string, readonly Standing[]> = new Map(
      dependents.map((t) => [t.id, [{ from: t.start, to: null, causedBy: [], at }]]),
    );
    let slots = this.slots(belief, lapses);
    let settled = dependents.length === 0;
    for (let round = 0; round < ROUNDS && !settled; round++) {
      const cover = this.#coverage(slots, belief, names);
      const found = new Map<string, readonly Standing[]>();
      const nowOf = new Map(dependents.map((t) => [t.id, lapsesOf(t.dependsOn, t.start, t.to, cover)]));
      // what has lapsed itself is nothing to have moved on to
      const stands = (t: Told) => !nowOf.get(t.id)?.some((l) => l.to === null || l.from <= t.start);
      for (const t of dependents) {
        const now = nowOf.get(t.id) as Lapse[];
        const moved = this.#movedOn(t, now, belief, { slots, lapses, stands, at });
        found.set(
          t.id,
          [...now, ...moved].map((l) => ({ ...l, at: this.#since(t.id, l) ?? at })),
        );
      }
      settled = dependents.every((t) => show(found.get(t.id)) === show(lapses.get(t.id)));
      lapses = found;
      slots = this.slots(belief, lapses);
    }
    const outcomes = new Map(slots.flatMap((s) => s.told.map((t) => [t.id, s.folded.outcomes.get(t.id) ?? ''] as const)));
    return { slots, lapses, outcomes, settled };
  }

  #since(id: string, { from, to, causedBy }: Lapse): number | undefined {
    return this.lapses.get(id)?.find((l) => l.from === from && l.to === to && l.causedBy.join() === causedBy.join())?.at;
  }

  /** Lapses that begin to be believed, and those that no longer are. */
  noteLapses(lapses: ReadonlyMap<string, readonly Standing[]>, at: number): void {
    const key = (l: Standing) => `${l.from} ${l.to} ${l.causedBy.join()} ${l.at}`;
    for (const id of new Set([...this.lapsed.keys(), ...lapses.keys()])) {
      const all = this.lapsed.get(id) ?? [];
      this.lapsed.set(id, all);
      const now = new Set(lapses.get(id)?.map(key));
      for (const l of all) if (l.until === null && !now.delete(key(l))) l.until = at;
      for (const l of lapses.get(id) ?? []) if (now.has(key(l))) all.push({ ...l, until: null });
    }
  }

  /** What lapsed doesn't come back over another value that was told while it was so, and that is accepted where it stays so. */
  #movedOn(
    of: Told,
    now: readonly Lapse[],
    { into }: Belief,
    { slots, lapses, stands, at }: Pick<Outlook, 'slots' | 'lapses'> & { stands: (t: Told) => boolean; at: number },
  ): Lapse[] {
    const slot = slots.find((s) => s.key === this.slotOf(of, into)) as Slot;
    const over = (l: Standing & { until: number | null }) =>
      slot.told.filter(
        (t) =>
          t.of === null &&
          t.kind === 'assert' &&
          this.valueOf(t, into) !== this.valueOf(of, into) &&
          stands(t) &&
          l.at < t.at &&
          t.at < (l.until ?? at) &&
          l.from <= t.start &&
          (l.to === null || t.start < l.to),
      );
    const possible = (this.lapsed.get(of.id) ?? []).filter((l) => over(l).length > 0);
    if (possible.length === 0) return [];
    const trial: ReadonlyMap<string, readonly Lapse[]> = new Map<string, readonly Lapse[]>([...lapses]).set(of.id, [...now, ...possible]);
    const { outcomes } = this.fold(slot.told, trial, into);
    const kept = possible.filter((l) =>
      over(l).some((t) => !['contested', 'slot_occupied', 'no_effect'].includes(outcomes.get(t.id) as string)),
    );
    const length = (l: Lapse) => (l.to ?? Infinity) - l.from;
    kept.sort((a, b) => length(b) - length(a) || a.from - b.from || (a.causedBy.join() < b.causedBy.join() ? -1 : 1));
    const covers = (n: Lapse, l: Lapse) => n.from <= l.from && (n.to === null || (l.to !== null && l.to <= n.to));
    return kept.filter((l, i) => ![...now, ...kept.slice(0, i)].some((n) => covers(n, l)));
  }

  /** When the fact of an id holds: its pieces; where it is gone, those that its claims support now. */
  #coverage(slots: readonly Slot[], { live }: Belief, names: readonly Held[]): (id: string) => readonly Span[] {
    const placed = slots.flatMap((slot) => this.name(slot, names));
    return (id) => {
      const own = placed.filter((p) => p.id === id || p.resumes === id);
      const claims = (this.ever.get(id) ?? names.find((n) => n.id === id))?.basis.filter((c) => live.has(c)) ?? [];
      const heirs = own.length > 0 ? own : placed.filter((p) => claims.some((c) => p.piece.basis.has(c)));
      return heirs.map((p): Span => [p.piece.from, p.piece.to]);
    };
  }

  /** The pieces of a slot with the ids that facts of it go by: that of most common claims, of the same start, the earliest. */
  name({ key, folded }: Slot, names: readonly Held[]): { piece: Piece; id: string | null; resumes: string | null }[] {
    const pairs = folded.timeline.flatMap((piece) =>
      names
        .filter((n) => n.slot === key && n.value === piece.value)
        .map((held) => ({ piece, held, common: held.basis.filter((c) => piece.basis.has(c)).length }))
        .filter((p) => p.common > 0),
    );
    const same = (p: (typeof pairs)[number]) => Number(p.held.from === p.piece.from);
    pairs.sort((a, b) => b.common - a.common || same(b) - same(a) || a.held.from - b.held.from || a.piece.from - b.piece.from);
    const taken = new Map<Piece, Held>();
    const used = new Set<Held>();
    for (const { piece, held } of pairs) {
      if (taken.has(piece) || used.has(held)) continue;
      taken.set(piece, held);
      used.add(held);
    }
    return folded.timeline.map((piece) => {
      const held = taken.get(piece);
      const sibling = folded.timeline.find((p) => p !== piece && p.basis === piece.basis && taken.has(p));
      const first = held ?? (sibling && taken.get(sibling));
      return { piece, id: held?.id ?? null, resumes: held === undefined ? (first?.resumes ?? first?.id ?? null) : held.resumes };
    });
  }
}

const show = (lapses: readonly Lapse[] = []): string =>
  lapses
    .map((l) => `${l.from} ${l.to}`)
    .sort()
    .join();
