import type { Claim, FoldResult } from '../../domain/claim.ts';
import { keyOf } from '../../domain/keys.ts';
import type { ReviewKind, ReviewState } from '../../domain/review.ts';
import type { Params, Runner } from '../../engine/engine.ts';
import type { Graph } from '../../graph.ts';
import { type NewReview, openReviews, reviewId } from '../open.ts';
import { asItStood, isDecided, isPending, readStanding, type Standing, standingAsJson } from '../standing.ts';
import type { RivalData } from './data.ts';
import { type LateChange, lateChangeStands, type Rivalry, rivalries } from './rivalry.ts';

/** A slot as it has just been written. */
export interface WrittenSlot {
  readonly slotKey: string;
  readonly namespace: string;
  readonly predicate: string;
  /** In order of arrival. */
  readonly claims: readonly Claim[];
  readonly folded: FoldResult;
  /** Id of the fact that a piece is. */
  readonly factIdOf: (piece: Rivalry['piece']) => string | undefined;
  /** Ids of the entities that claims speak of. */
  readonly entitiesOf: (claimIds: readonly string[]) => readonly string[];
  readonly late: readonly LateChange[];
}
/** Where and when slots were written. */
export interface Written {
  readonly graph: Graph;
  readonly runner: Runner;
  readonly at: number;
  /** Claim or operation that caused it. */
  readonly by: string;
  /** Null: it is nobody's act. */
  readonly operationId: string | null;
  /** Operations that it takes back. */
  readonly undoes: readonly string[];
  /** Ids of questions that are decided again, as they were, by what it brings back. */
  readonly decidesAgain: readonly string[];
}
/** A question about claims of these slots, as `review/rivals` returns it. */
interface Known extends Standing {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly at: number;
  readonly endsAt: number | null;
  /** Of a moot one, how it stood before. */
  readonly mootFrom: ReviewState | null;
  readonly claims: readonly string[];
  /** Those of the slots that hold. */
  readonly facts: readonly string[];
  /** How many of its claims lie in other slots. */
  readonly elsewhere: number;
}

/** The claims whose being contested is asked about. */
const against = (r: Known): readonly string[] => {
  const { late } = JSON.parse(r.data) as RivalData;
  return late === undefined ? r.claims : r.claims.filter((id) => id !== late.claimId);
};

/**
 * Asks about what the fold left contested, in the transaction of the write that did: what is asked already is joined, what nobody asks any
 * more is moot, and what was settled by something that is taken back now is open again. Answers the question that each claim is part of.
 */
export async function follow(written: Written, slots: readonly WrittenSlot[], watched: boolean): Promise<ReadonlyMap<string, string>> {
  const asked = slots.flatMap((slot) => rivalries(slot.claims, slot.folded, written.at).map((rivalry) => ({ slot, rivalry })));
  const late = slots.flatMap((slot) => slot.late.map((change) => ({ slot, change })));
  if (!watched && asked.length === 0 && late.length === 0) return new Map();
  const call = <T extends object>(name: string, params: Params) => written.graph.call<T>(name, params, written.runner);
  const known = await call<Known>('review/rivals', { slots: slots.map((s) => s.slotKey) });
  const book = new Book(written, slots, known);
  for (const { slot, change } of late) book.changedLate(slot, change);
  const standing = new Map(slots.flatMap((slot) => book.lateChangesIn(slot)));
  for (const { slot, rivalry } of asked) book.ask(slot, rivalry, standing);
  book.settle(standing);
  const namespace = slots[0]?.namespace as string;
  book.narrow(namespace, new Set(slots.flatMap((s) => s.claims.map((c) => c.id))));
  await openReviews(written.graph, namespace, book.opened, written.runner);
  if (book.changes.length > 0)
    await call('review/decide', { rows: book.changes.map(({ id, ...row }) => ({ key: keyOf(namespace, id), ...row })) });
  await call('review/watch', { slots: slots.map((s) => s.slotKey) });
  return book.reviewOf;
}

interface Changed {
  readonly id: string;
  readonly properties: Params;
  readonly claimKeys: string[];
  readonly factKeys: string[];
  readonly claimsGone?: string[];
  readonly factsGone?: string[];
}

/** What becomes of the questions. */
class Book {
  readonly opened: (NewReview & { claims: readonly string[] })[] = [];
  readonly changes: Changed[] = [];
  readonly reviewOf = new Map<string, string>();
  readonly #written: Written;
  readonly #slots: readonly WrittenSlot[];
  readonly #known: readonly Known[];
  /** By question that goes on, the claims and facts that it is about now. */
  readonly #asked = new Map<string, Set<string>>();
  /** The slot in which it does. */
  readonly #slotOf = new Map<string, string>();

  constructor(written: Written, slots: readonly WrittenSlot[], known: readonly Known[]) {
    this.#written = written;
    this.#slots = slots;
    this.#known = [...known].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  }

  /** Asked at once: the fold alone doesn't tell later that it was late. */
  changedLate(slot: WrittenSlot, { claimId, factId, displaced, holds }: LateChange): void {
    const data: RivalData = { predicate: slot.predicate, late: { claimId, displaced, holds } };
    const stands = lateChangeStands({ claimId, displaced, holds }, slot.folded, this.#written.at);
    if (stands === null) return;
    const id = this.#open(slot, 'late-change', claimId, { claims: [claimId, ...displaced], facts: [factId], data, until: stands.until });
    for (const claim of [claimId, ...displaced]) this.reviewOf.set(claim, id);
  }

  /** Of the late changes of a slot those that still stand, with until when; those that were just asked cover what they displaced. */
  lateChangesIn(slot: WrittenSlot): [string, number | null][] {
    return this.#known.flatMap((r) => {
      const { late } = JSON.parse(r.data) as RivalData;
      const stands = late !== undefined && slot.claims.some((c) => c.id === late.claimId);
      const until = stands ? lateChangeStands(late, slot.folded, this.#written.at) : null;
      return until === null ? [] : [[r.id, until.until] as [string, number | null]];
    });
  }

  ask(slot: WrittenSlot, rivalry: Rivalry, standing: ReadonlyMap<string, number | null>): void {
    const ids = rivalry.claims.map((c) => c.id);
    // what a late claim displaced is asked about with that
    if (ids.some((id) => this.reviewOf.has(id))) {
      const of = this.reviewOf.get(ids.find((id) => this.reviewOf.has(id)) as string) as string;
      for (const id of ids) this.reviewOf.set(id, of);
      const late = this.opened.find((r) => reviewId(slot.namespace, QUESTION, r.identity) === of);
      if (late !== undefined) late.claims = [...new Set([...late.claims, ...ids])];
      return;
    }
    const mine = this.#known.filter(
      (r) => against(r).some((id) => ids.includes(id)) && (r.kind !== 'late-change' || standing.has(r.id)) && !this.#isElsewhere(r, slot),
    );
    const found = mine.find((r) => this.#isAsked(r)) ?? mine.findLast((r) => !this.#asked.has(r.id));
    const facts = [slot.factIdOf(rivalry.piece)].filter((id) => id !== undefined);
    if (found === undefined) {
      const { kind, until } = rivalry;
      const first = ids[0] as string;
      const id = this.#open(slot, kind, first, { claims: ids, facts, data: { predicate: slot.predicate }, until });
      for (const claim of ids) this.reviewOf.set(claim, id);
      return;
    }
    const until = found.kind === 'late-change' ? (standing.get(found.id) ?? null) : rivalry.until;
    this.#slotOf.set(found.id, slot.slotKey);
    this.#keep(found, until, ids, facts, slot.namespace);
    for (const claim of ids) this.reviewOf.set(claim, found.id);
  }

  /** It waits, or is being decided. */
  #isAsked(r: Known): boolean {
    return isPending(r.state) || this.#written.decidesAgain.includes(r.id);
  }

  /** Whether a question goes on in another slot, where its claims were parted: with the claim that began it. */
  #isElsewhere(r: Known, here: WrittenSlot): boolean {
    const taken = this.#slotOf.get(r.id);
    if (taken !== undefined) return taken !== here.slotKey;
    const began = r.claims.find((id) => reviewId(here.namespace, QUESTION, [id]) === r.id);
    return began !== undefined && this.#slots.some((s) => s !== here && s.folded.challengers.has(began));
  }

  /** What is pending and nobody asks any more has been settled by this write, if not by the clock before it. */
  settle(standing: ReadonlyMap<string, number | null>): void {
    const { at, by } = this.#written;
    for (const r of this.#known) {
      if (this.#asked.has(r.id)) continue;
      const until = standing.get(r.id);
      if (until !== undefined && r.kind === 'late-change') {
        if (isPending(r.state) || r.state === 'moot') this.#keep(r, until, [], [], '');
      } else if (isPending(r.state) && r.elsewhere === 0) {
        const decided = readStanding(r.before);
        // what opened it again is taken back
        if (decided?.reopenedBy != null && this.#written.undoes.includes(decided.reopenedBy)) {
          this.changes.push({ id: r.id, properties: { ...asItStood(decided), mootFrom: null }, claimKeys: [], factKeys: [] });
          continue;
        }
        const over = r.endsAt !== null && r.endsAt <= at;
        const properties = { state: 'moot', decidedAt: over ? r.endsAt : at, settledBy: over ? null : by, mootFrom: r.state };
        this.changes.push({ id: r.id, properties, claimKeys: [], factKeys: [] });
      }
    }
  }

  /** What is live and not part of it any more, as after an undo, is no longer what it is about; what was withdrawn may come back. */
  narrow(namespace: string, live: ReadonlySet<string>): void {
    for (const r of this.#known) {
      const asked = this.#asked.get(r.id);
      if (asked === undefined) continue;
      const { late } = JSON.parse(r.data) as RivalData;
      const begins = (id: string) => reviewId(namespace, QUESTION, [id]) === r.id || late?.displaced.includes(id) === true;
      const claims = r.claims.filter((id) => live.has(id) && !asked.has(id) && !begins(id));
      const facts = late === undefined ? r.facts.filter((id) => !asked.has(id)) : [];
      if (claims.length + facts.length === 0) continue;
      const keys = (ids: readonly string[]) => ids.map((id) => keyOf(namespace, id));
      this.changes.push({ id: r.id, properties: {}, claimKeys: [], factKeys: [], claimsGone: keys(claims), factsGone: keys(facts) });
    }
  }

  #open(
    slot: WrittenSlot,
    kind: Rivalry['kind'] | 'late-change',
    first: string,
    about: { claims: readonly string[]; facts: readonly string[]; data: RivalData; until: number | null },
  ): string {
    const { at } = this.#written;
    const taken = new Set([...this.#known.map((r) => r.id), ...this.opened.map((r) => reviewId(slot.namespace, QUESTION, r.identity))]);
    // the claim that begins it is asked about once; one that was split from it, beside it
    const identity = taken.has(reviewId(slot.namespace, QUESTION, [first])) ? [first, slot.slotKey, String(at)] : [first];
    const { until, ...rest } = about;
    const entities = slot.entitiesOf(about.claims);
    this.opened.push({ kind, question: QUESTION, identity, at, endsAt: until, entities, ...rest });
    return reviewId(slot.namespace, QUESTION, identity);
  }

  /** Goes on, or begins anew, with what has joined it. */
  #keep(r: Known, until: number | null, claims: readonly string[], facts: readonly string[], namespace: string): void {
    this.#asked.set(r.id, new Set([...(this.#asked.get(r.id) ?? []), ...claims, ...facts]));
    const again = !this.#isAsked(r);
    const joined = claims.filter((id) => !r.claims.includes(id)).map((id) => keyOf(namespace, id));
    // a late change goes on naming what it displaced
    const known = r.kind === 'late-change' || facts.every((id) => r.facts.includes(id));
    if (!again && joined.length === 0 && r.endsAt === until && known) return;
    const { decision: _, result: __, ...data } = JSON.parse(r.data) as RivalData & Record<string, unknown>;
    const asBefore = {
      state: 'open',
      mootFrom: null,
      decidedAt: null,
      by: null,
      reason: null,
      settledBy: null,
      operationId: null,
      data: JSON.stringify(data),
      before: isDecided(r.state) ? standingAsJson(r, { reopenedBy: this.#written.operationId }) : null,
    };
    const factKeys = facts.map((id) => keyOf(namespace, id));
    this.changes.push({
      id: r.id,
      properties: {
        endsAt: until,
        ...(again && (r.state === 'moot' && r.mootFrom !== null ? { ...GOES_ON, state: r.mootFrom } : asBefore)),
      },
      claimKeys: joined,
      factKeys,
    });
  }
}

/** As it was before it was moot: who deferred it and why, and what may be decided again, included. */
const GOES_ON: Params = { mootFrom: null, decidedAt: null, settledBy: null };

/** One word for all kinds of them: what a claim begins is one question. */
const QUESTION = 'rivals';
