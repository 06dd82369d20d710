import { idOfKey } from '../domain/keys.ts';
import type { Runner } from '../engine/engine.ts';
import { keyReused, PalimpsestError } from '../errors.ts';
import type { Call, Graph } from '../graph.ts';
import { Journal } from '../operations/journal.ts';
import { follow } from '../review/rivals/follow.ts';
import { deriveLapses } from './derive.ts';
import { emptyRewrite, type Rewrite } from './rewrite.ts';
import { type Row, viaOf } from './row.ts';
import { SlotChange } from './slot-change.ts';
import {
  type Archived,
  type FormerRow,
  readFormer,
  readState,
  type Settings,
  type SlotState,
  type StateRow,
  type StoredClaim,
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
  /** Subject or value has become another entity, or no longer is whom it was said to be, or its value is none. */
  readonly merged: boolean;
  readonly reply: string | null;
  readonly factId: string | null;
  readonly supersededId: string | null;
  readonly recordedAt: number | null;
  readonly withdrawn: boolean;
}

/** Who or what it speaks of has become another since the row was made. */
export const isStale = (place: Place, row: Row): boolean => place.merged || place.predicate.version !== row.settings;

const PLACE_FIELDS = ['seq', 'namespace', 'subject', 'predicate', 'qualifiers', 'valueKey', 'valueId', 'valueEntity', 'claimKey'] as const;
/** What `truth/place` reads of a row; without a claim it isn't asked whether whom that names is still the same. */
export type PlaceRow = Pick<Row, (typeof PLACE_FIELDS)[number]> & Partial<Pick<Row, 'claim'>>;

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

const AFTER_ROWS = 20_000;

/** Thrown to begin again: what depends on what is changed has owners that aren't locked yet. */
class MoreLocks extends Error {
  readonly keys: readonly string[];
  constructor(keys: readonly string[]) {
    super('more is to be locked');
    this.keys = keys;
  }
}

/** All locks are taken at the beginning, in one order; whoever turns out to be concerned as well is locked from the beginning too. */
async function withLocks<T>(keys: readonly string[], work: (keys: string[]) => Promise<T>): Promise<T> {
  const all = new Set(keys);
  for (;;) {
    try {
      return await work([...all]);
    } catch (error) {
      if (!(error instanceof MoreLocks)) throw error;
      for (const key of error.keys) all.add(key);
    }
  }
}

/** Locks those that are there. Where nobody is concerned yet, there is nobody to lock. */
async function lock(graph: Graph, tx: Runner, keys: string[]): Promise<{ readonly at: number; readonly locked: number }> {
  if (keys.length === 0) return { at: graph.clock(), locked: 0 };
  const [found] = await graph.call<{ recordedAt: number | null; locked: number }>('truth/lock', { keys }, tx);
  return { at: found?.recordedAt ?? graph.clock(), locked: found?.locked ?? 0 };
}

/** For an act on all of them as one. */
async function lockAll(graph: Graph, tx: Runner, keys: string[]): Promise<number> {
  const { at, locked } = await lock(graph, tx, keys);
  if (locked < keys.length)
    throw new PalimpsestError('not_found', 'an entity of this change is no longer there; read again and decide anew');
  return at;
}

/** Reads and writes of a change, in one transaction, under the lock of its subjects. */
export class Change {
  readonly #graph: Graph;
  readonly #tx: Runner;
  readonly #slots = new Map<string, SlotChange>();
  /** What it does, where it is an operation. */
  readonly journal = new Journal();
  readonly #locked: ReadonlySet<string>;
  /** Recorded time of everything it writes. */
  readonly at: number;
  /** Null: it is nobody's act. */
  readonly operationId: string | null;

  private constructor(graph: Graph, tx: Runner, at: number, locked: readonly string[], operationId: string | null = null) {
    this.#graph = graph;
    this.#tx = tx;
    this.at = at;
    this.#locked = new Set(locked);
    this.operationId = operationId;
  }

  /** `work` may run more than once. An entity that isn't there is not locked, and a row that speaks of it is not placed. */
  static run<T>(graph: Graph, entityKeys: readonly string[], work: (change: Change) => Promise<T>): Promise<T> {
    return withLocks(entityKeys, (keys) =>
      graph.engine.transaction(async (tx) => work(new Change(graph, tx, (await lock(graph, tx, keys)).at, keys))),
    );
  }

  #derived = 0;
  /** A place among those recorded with the change, after every row of a call and every fallback. */
  nextDerived(): number {
    return AFTER_ROWS + this.#derived++;
  }

  readonly #missing = new Set<string>();

  /** Before it writes, the change begins again with these locked as well, unless they are; till then it finds whatever else is concerned. */
  require(keys: readonly string[]): void {
    for (const key of keys) if (!this.#locked.has(key)) this.#missing.add(key);
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
    const once = async (tx: Runner, keys: string[]): Promise<T> => {
      const at = await lockAll(graph, tx, keys);
      const [done] = await graph.call<Done>('truth/operation', { key }, tx);
      if (done !== undefined) return answerOf(done, about) as T;
      const change = new Change(graph, tx, at, keys, about.id);
      const reply = await work(change);
      const { id, namespace, kind, reason, by = null, request } = about;
      const { claims, concerns, properties: more } = change.journal;
      const properties = { id, namespace, kind, reason, by, request, at, since: at, reply: JSON.stringify(kept(reply)), ...more };
      await graph.call('truth/record-operation', { key, properties, claims }, tx);
      if (concerns !== null) await graph.call('operations/concern', { key, ...concerns }, tx);
      return reply;
    };
    return withLocks(entityKeys, (keys) => graph.turns.take(keys, () => graph.engine.transaction((tx) => once(tx, keys))));
  }

  place(rows: readonly PlaceRow[]): Promise<Place[]> {
    const slim = rows.map(({ claim = {}, ...r }) => ({
      ...Object.fromEntries(PLACE_FIELDS.map((f) => [f, r[f]])),
      via: viaOf({ ...r, claim }),
    }));
    return this.#graph.call<Place>('truth/place', { rows: slim }, this.#tx);
  }

  /** For what happens with the change, in its transaction. */
  get runner(): Runner {
    return this.#tx;
  }

  readonly call: Call = (name, params) => this.#graph.call(name, params, this.#tx);

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

  /** Operations that it takes back. */
  undoes: readonly string[] = [];
  /** Ids of reviews that are decided again by what it brings back. */
  decidesAgain: readonly string[] = [];

  /** Claims that hold again by what they depend on, and don't come back as another value was told meanwhile. */
  readonly movedOn = new Set<string>();

  readonly #restored: string[] = [];

  /** Withdrawn claims, by the slot in which they lie, are believed again: so also for whatever asks what holds by them. */
  async restore(claims: ReadonlyMap<string, readonly StoredClaim[]>): Promise<void> {
    const keys = [...claims.values()].flat().map((c) => c.key);
    if (keys.length === 0) return;
    await this.call('operations/restore', { keys, at: this.at });
    this.#restored.push(...keys);
    for (const [slotKey, back] of claims) {
      const slot = this.slot(slotKey);
      if (slot !== undefined) this.keep(new SlotChange({ ...slot.state, claims: [...slot.state.claims, ...back] }));
    }
  }

  /** Puts claims out of sight or back, each as it is said of it by its key; those that are withdrawn too. */
  async archive(as: ReadonlyMap<string, Archived>, how: 'archived' | 'unarchived'): Promise<void> {
    if (as.size === 0) return;
    const rows = await this.call<{ key: string; archivedAt: number | null; archivedBy: string | null }>('truth/archive', {
      rows: [...as].map(([key, to]) => ({ key, ...to })),
    });
    this.journal.note(rows.map(({ key, ...was }) => ({ key, how, was: JSON.stringify(was) })));
    for (const slot of this.slots) for (const [key, to] of as) slot.archive(idOfKey(key), to);
  }

  /** The slots that it has taken up. */
  get slots(): readonly SlotChange[] {
    return [...this.#slots.values()];
  }

  readonly #former = new Map<string, FormerRow>();

  /** Gives the pieces of all slots their ids; facts no longer believed may come back. */
  async placeAll(): Promise<void> {
    for (const slot of this.slots) slot.place();
    const orphans = new Map(this.slots.flatMap((slot) => slot.orphans()).map((c) => [c.key, c.id]));
    const unknown = [...orphans.keys()].filter((key) => !this.#former.has(key));
    for (const row of unknown.length === 0 ? [] : await this.call<FormerRow>('truth/former', { keys: unknown }))
      this.#former.set(row.claimKey, row);
    const former = readFormer(
      [...orphans.keys()].flatMap((key) => this.#former.get(key) ?? []),
      orphans,
    );
    if (former.length === 0) return;
    // an id that comes back in one slot doesn't in another
    const placed = this.slots.flatMap((slot) => slot.placed);
    const taken = new Set(placed.filter((p) => p.before !== null).map((p) => p.id));
    for (const slot of this.slots) slot.place(former, taken);
  }

  /** Folds and writes every slot touched, and those of what depends on it. */
  async write(by: string): Promise<Rewrite> {
    const out = emptyRewrite();
    try {
      await deriveLapses(this);
    } catch (error) {
      // what isn't locked may be read half changed
      if (this.#missing.size === 0) throw error;
    }
    if (this.#missing.size > 0) throw new MoreLocks([...this.#missing]);
    for (const slot of this.slots) {
      slot.plan(out, this.at, by);
      this.journal.note(slot.journal());
    }
    // also of one that went elsewhere meanwhile
    this.journal.note(this.#restored.map((key) => ({ key, how: 'restored', was: null })));
    if (out.slots.length > 0) await this.#graph.call('truth/rewrite', { ...out }, this.#tx);
    const rows = this.slots.flatMap((slot) => slot.dependencies());
    if (rows.length > 0) await this.#graph.call('truth/depend', { rows }, this.#tx);
    await this.#ask(by);
    return out;
  }

  /** Whoever is asked about what is contested now, and no longer about what isn't. */
  async #ask(by: string): Promise<void> {
    const { at, operationId, undoes, decidesAgain } = this;
    const written = { graph: this.#graph, runner: this.#tx, at, by, operationId, undoes, decidesAgain };
    // an act may bring back what a question was about that has been settled
    const watched = this.operationId !== null || [...this.#states.values()].some((s) => s.watched === true);
    const asked = await follow(
      written,
      [...this.#slots.values()].map((s) => s.written),
      watched,
    );
    for (const [claimId, reviewId] of asked) this.#reviews.set(claimId, reviewId);
  }

  readonly #reviews = new Map<string, string>();

  /** The question that a claim is part of since the last write. */
  reviewOf(claimId: string): string | null {
    return this.#reviews.get(claimId) ?? null;
  }

  keep(slot: SlotChange): SlotChange {
    this.#slots.set(slot.state.slotKey, slot);
    return slot;
  }
}
