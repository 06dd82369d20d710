import type { Claim, FoldOutcome, FoldResult, Piece } from '../domain/claim.ts';
import { fold, foldOutcomes } from '../domain/fold.ts';
import { keyOf } from '../domain/keys.ts';
import type { Runner, Value } from '../engine/engine.ts';
import { keyReused, PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import { type Entry, Journal, saysOf } from '../operations/journal.ts';
import { emptyRewrite, type Placed, placePieces, planRefold, type Rewrite } from './rewrite.ts';
import type { Row } from './row.ts';
import {
  claimOfRow,
  foldClaim,
  foldClaims,
  readFormer,
  readState,
  type Settings,
  type SlotState,
  type StateRow,
  type StoredClaim,
  type StoredFact,
} from './state.ts';

/** Where a row falls and what is known of its claim, as `truth/place` says under the lock. */
export interface Place {
  readonly seq: number;
  readonly slotKey: string;
  readonly grp: string;
  readonly owner: string;
  readonly separators: string;
  readonly predicate: Settings;
  readonly active: boolean;
  /** Subject or value has become another entity. */
  readonly merged: boolean;
  readonly reply: string | null;
  readonly factId: string | null;
  readonly supersededId: string | null;
  readonly recordedAt: number | null;
  readonly withdrawn: boolean;
}

const PLACE_FIELDS = ['seq', 'namespace', 'subject', 'predicate', 'qualifiers', 'valueKey', 'valueId', 'valueEntity', 'claimKey'] as const;
/** What `truth/place` reads of a row. */
export type PlaceRow = Pick<Row, (typeof PLACE_FIELDS)[number]>;

/** One slot under change: its claims come and go in memory, then the fold decides. */
export class SlotChange {
  readonly state: SlotState;
  readonly claims: Map<string, StoredClaim>;
  readonly #added: { readonly row: Row; readonly reply: FoldOutcome }[] = [];
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

  /** Returns the outcome at that moment; what is added under the lock arrived last. */
  add(row: Row, at: number): FoldOutcome {
    const foldable = this.#arrived();
    const claim = claimOfRow(row, at);
    this.claims.set(row.claimId, claim);
    foldable.push(foldClaim(claim, foldable.length, this.state.settings.slotBy));
    this.#folded = undefined;
    const reply = foldOutcomes(foldable, this.state.settings).get(row.claimId) as FoldOutcome;
    this.#added.push({ row, reply });
    return reply;
  }

  withdraw(ids: readonly string[]): void {
    for (const id of ids) if (this.claims.delete(id)) this.#withdrawn.push(id);
    this.#changed();
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

  /** What becomes of its claims. One that only lies elsewhere, by the settings of its predicate, says what it said. */
  journal(): Entry[] {
    const keys = new Map(this.state.claims.map((c) => [c.id, c.key]));
    const moved = this.#moved.flatMap((c): Entry[] => {
      const was = JSON.stringify(saysOf(this.#said(c.id) ?? c));
      return was === JSON.stringify(saysOf(c)) ? [] : [{ key: c.key, how: 'moved', was }];
    });
    return [
      ...moved,
      ...this.#added.map(({ row }): Entry => ({ key: row.claimKey, how: 'added', was: null })),
      ...this.#withdrawn.map((id): Entry => ({ key: keys.get(id) as string, how: 'withdrawn', was: null })),
    ];
  }

  placed: readonly Placed[] = [];

  /** Of the claims that were added, the facts that they depend on, as `truth/depend` takes them. */
  dependencies(): { [key: string]: Value }[] {
    return this.#added.flatMap(({ row }) =>
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

  /** Ids of claims that are believed again. */
  readonly returned = new Set<string>();

  /** The claims that were there before and now support a piece that inherits no fact: it may have been one once. */
  orphans(): StoredClaim[] {
    const { state, folded } = this;
    const stored = new Map([...state.claims, ...this.#moved.filter((c) => this.returned.has(c.id))].map((c) => [c.id, c]));
    this.placed = placePieces({ state, folded, claims: [...this.claims.values()] });
    return this.placed
      .filter((p) => p.before === null)
      .flatMap(({ piece }) => [...piece.basis.keys()].flatMap((id) => stored.get(id) ?? []));
  }

  /** After `orphans`, which placed the pieces as far as no former fact comes back. */
  plan(out: Rewrite, at: number, by: string, former: readonly StoredFact[], taken: Set<string>): void {
    const { state } = this;
    const claims = [...this.claims.values()];
    if (former.length > 0) this.placed = placePieces({ state, claims, folded: this.folded, former, taken });
    planRefold({ state, claims, folded: this.folded, at, by }, this.placed, out);
    for (const { row, reply } of this.#added) {
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
    const keys = new Map(state.claims.map((c) => [c.id, c.key]));
    for (const id of this.#withdrawn) out.withdrawnClaims.push({ slotKey: state.slotKey, key: keys.get(id) as string, at, by });
  }
}

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

/** What an administrative act is recorded as. */
export interface Operation {
  readonly id: string;
  readonly namespace: string;
  readonly kind: string;
  readonly reason: string | null;
  /** Who decided it, where that is known. */
  readonly by?: string | null;
  /** Digest of what was asked, for one that may be asked again; null: it has no key. */
  readonly request: string | null;
}

export interface Done {
  readonly reply: string;
  readonly request: string | null;
}

export function answerOf(done: Done, about: Operation): unknown {
  if (done.request === about.request) return JSON.parse(done.reply);
  throw keyReused(about.kind);
}

/** Where nobody is concerned yet, there is nobody to lock. */
async function lock(graph: Graph, tx: Runner, keys: string[]): Promise<number> {
  if (keys.length === 0) return graph.clock();
  const [locked] = await graph.call<{ recordedAt: number | null; locked: number }>('truth/lock', { keys }, tx);
  if (locked === undefined || locked.recordedAt === null || locked.locked < keys.length)
    throw new PalimpsestError('not_found', 'an entity of this change is no longer there; read again and decide anew');
  return locked.recordedAt;
}

/** Reads and writes of a change, in one transaction, under the lock of its subjects. */
export class Change {
  readonly #graph: Graph;
  readonly #tx: Runner;
  readonly #slots = new Map<string, SlotChange>();
  /** What it does, where it is an operation. */
  readonly journal = new Journal();
  /** Recorded time of everything it writes. */
  readonly at: number;

  private constructor(graph: Graph, tx: Runner, at: number) {
    this.#graph = graph;
    this.#tx = tx;
    this.at = at;
  }

  /** `work` may run more than once. */
  static run<T>(graph: Graph, entityKeys: readonly string[], work: (change: Change) => Promise<T>): Promise<T> {
    return graph.engine.transaction(async (tx) => work(new Change(graph, tx, await lock(graph, tx, [...new Set(entityKeys)]))));
  }

  /**
   * As `run`, for an operation that has no key of its own: its reply is kept with it, so that running again after a commit whose outcome
   * was lost answers what it did instead of doing it twice.
   */
  static async operate<T extends object>(
    graph: Graph,
    about: Operation,
    entityKeys: readonly string[],
    work: (change: Change) => Promise<T>,
    kept: (reply: T) => object = (reply) => reply,
  ): Promise<T> {
    const key = `${about.namespace}|${about.id}`;
    const keys = [...new Set(entityKeys)];
    const once = async (tx: Runner): Promise<T> => {
      const at = await lock(graph, tx, keys);
      const [done] = await graph.call<Done>('truth/operation', { key }, tx);
      if (done !== undefined) return answerOf(done, about) as T;
      const change = new Change(graph, tx, at);
      const reply = await work(change);
      const { id, namespace, kind, reason, by = null, request } = about;
      const { claims, concerns, properties: more } = change.journal;
      const properties = { id, namespace, kind, reason, by, request, at, since: at, reply: JSON.stringify(kept(reply)), ...more };
      await graph.call('truth/record-operation', { key, properties, claims }, tx);
      if (concerns !== null) await graph.call('operations/concern', { key, ...concerns }, tx);
      return reply;
    };
    return graph.turns.take(keys, () => graph.engine.transaction(once));
  }

  place(rows: readonly PlaceRow[]): Promise<Place[]> {
    const slim = rows.map((r) => Object.fromEntries(PLACE_FIELDS.map((f) => [f, r[f]])));
    return this.#graph.call<Place>('truth/place', { rows: slim }, this.#tx);
  }

  /** For what happens with the change, in its transaction. */
  get runner(): Runner {
    return this.#tx;
  }

  call<T extends object>(name: string, params: Parameters<Graph['call']>[1]): Promise<T[]> {
    return this.#graph.call<T>(name, params, this.#tx);
  }

  /** The slots of these keys; one that isn't there yet begins empty at its place. */
  async load(keys: readonly string[]): Promise<void> {
    const wanted = [...new Set(keys)].filter((k) => !this.#slots.has(k));
    if (wanted.length === 0) return;
    const rows = await this.#graph.call<StateRow>('truth/state', { keys: wanted }, this.#tx);
    for (const row of rows) this.#states.set(row.slotKey, readState(row));
  }

  readonly #states = new Map<string, SlotState>();

  slotAt(place: Place, namespace: string, predicate: string): SlotChange {
    const known = this.#slots.get(place.slotKey);
    if (known !== undefined) return known;
    const { slotKey, grp, owner, separators } = place;
    const state = this.#states.get(slotKey) ?? {
      slotKey,
      group: grp,
      namespace,
      owner,
      predicate,
      separators,
      settings: place.predicate,
      claims: [],
      facts: [],
    };
    return this.keep(new SlotChange(state));
  }

  /** A loaded slot, if there is one. */
  slot(slotKey: string): SlotChange | undefined {
    const state = this.#states.get(slotKey);
    return this.#slots.get(slotKey) ?? (state && this.keep(new SlotChange(state)));
  }

  /** Folds and writes every slot touched. */
  async write(by: string): Promise<Rewrite> {
    const out = emptyRewrite();
    const orphans = new Map([...this.#slots.values()].flatMap((slot) => slot.orphans()).map((c) => [c.key, c.id]));
    const former = orphans.size === 0 ? [] : readFormer(await this.call('truth/former', { keys: [...orphans.keys()] }), orphans);
    // an id that comes back in one slot doesn't in another
    const placed = [...this.#slots.values()].flatMap((slot) => slot.placed);
    const taken = new Set(placed.filter((p) => p.before !== null).map((p) => p.id));
    for (const slot of this.#slots.values()) slot.plan(out, this.at, by, former, taken);
    for (const slot of this.#slots.values()) this.journal.note(slot.journal());
    if (out.slots.length > 0) await this.#graph.call('truth/rewrite', { ...out }, this.#tx);
    const rows = [...this.#slots.values()].flatMap((slot) => slot.dependencies());
    if (rows.length > 0) await this.#graph.call('truth/depend', { rows }, this.#tx);
    return out;
  }

  keep(slot: SlotChange): SlotChange {
    this.#slots.set(slot.state.slotKey, slot);
    return slot;
  }
}
