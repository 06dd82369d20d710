import { DirectedGraph } from 'graphology';
import { readDependsOn } from '../domain/fact.ts';
import { keyOf } from '../domain/keys.ts';
import { type Lapse, lapsesOf, type Span } from '../domain/lapses.ts';
import type { Change } from './change.ts';
import { type DerivedEnd, laterOthers, type Moment, movedOn } from './moved-on.ts';
import type { SlotChange } from './slot-change.ts';
import type { SlotRow } from './slots.ts';
import type { StoredClaim } from './state.ts';

/** When a fact holds, as `truth/justifications` returns it. */
export interface CoverRow {
  readonly idKey: string;
  /** Its own stretches and those that resume it. */
  readonly live: readonly [slotKey: string, from: number, to: number | null][];
  /** Where it is gone, those of the facts that its claims support now. */
  readonly heirs: readonly [slotKey: string, from: number, to: number | null][];
  readonly claims: readonly string[];
  /** Whom to lock, so that it can't end unnoticed while a claim begins to depend on it. */
  readonly ownerKeys: readonly string[];
}

/** A claim that lapses and is back this often takes away what it holds by: it is taken for one that holds by nothing. */
const OFTEN = 8;
/** As often where no loop is seen: something must give way in the end. */
const TOO_OFTEN = 64;

/**
 * Places the facts of a change, and takes up what depends on those that change: derives where its claims have no justification, until nothing
 * changes any more. It begins with none of them justified, so that a cycle doesn't support itself.
 */
export async function deriveLapses(change: Change): Promise<void> {
  await change.placeAll();
  const derivation = new Derivation(change);
  await derivation.reach();
  while (await derivation.round()) {
    await change.placeAll();
    await derivation.reach();
  }
}

class Derivation {
  readonly #change: Change;
  readonly #reached = new Set<string>();
  readonly #covers = new Map<string, CoverRow>();
  /** How often each claim was found to lapse otherwise than before. */
  readonly #turns = new Map<string, number>();
  readonly #circular = new Set<string>();

  /** The slots that the change itself is about. */
  readonly #first: ReadonlySet<SlotChange>;

  constructor(change: Change) {
    this.#change = change;
    this.#first = new Set(change.slots);
  }

  /** Takes up the slots of whatever depends on a fact that is another now than it was. */
  async reach(): Promise<void> {
    for (;;) {
      const keys = this.#change.slots.flatMap(turningClaims).filter((key) => !this.#reached.has(key));
      if (keys.length === 0) return;
      for (const key of keys) this.#reached.add(key);
      const rows = await this.#change.call<SlotRow>('truth/dependents', { keys: [...new Set(keys)] });
      const before = new Set(this.#change.slots);
      this.#change.require(rows.flatMap((r) => [r.ownerKey, ...r.subjectKeys]));
      await this.#change.load(rows.map((r) => r.slotKey));
      const taken = rows.flatMap(({ slotKey }) => this.#change.slot(slotKey) ?? []).filter((slot) => !before.has(slot));
      for (const slot of taken) slot.place();
      this.#beginAgain(taken);
    }
  }

  readonly #ids = new Map<string, Set<string>>();

  /** Ids by which the facts of a slot go, went, or would have gone in a round before. */
  #idsOf({ state, placed }: SlotChange): ReadonlySet<string> {
    const ids = this.#ids.get(state.slotKey) ?? new Set();
    for (const { id } of [...state.facts, ...(state.prior ?? []), ...placed]) ids.add(id);
    this.#ids.set(state.slotKey, ids);
    return ids;
  }

  /** What was found justified by what is looked at only now, in whatever way, is not yet: so those in a circle begin together. */
  #beginAgain(taken: readonly SlotChange[]): void {
    const ids = new Set(taken.flatMap((slot) => [...this.#idsOf(slot)]));
    const keys = new Set(taken.map((s) => s.state.slotKey));
    const restsOn = (slot: SlotChange, id: string) => {
      const row = this.#covers.get(keyOf(slot.state.namespace, id));
      return ids.has(id) || [...(row?.live ?? []), ...(row?.heirs ?? [])].some(([slotKey]) => keys.has(slotKey));
    };
    const left = new Set(this.#dependents().filter(({ claim }) => this.#turns.has(claim.id)));
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const one of left) {
        const { slot, claim } = one;
        if (!groundsOf(claim).some((id) => restsOn(slot, id))) continue;
        left.delete(one);
        this.#turns.delete(claim.id);
        keys.add(slot.state.slotKey);
        for (const id of this.#idsOf(slot)) ids.add(id);
      }
    }
  }

  #dependents(): Dependent[] {
    return this.#change.slots.flatMap((slot) => slot.dependents().map((claim) => ({ slot, claim })));
  }

  /** Whether anything lapses otherwise than it did in the round before. */
  async round(): Promise<boolean> {
    const all = this.#dependents();
    if (all.length === 0) return false;
    await this.#readCovers(all);
    const cover = this.#coverage();
    const place = { at: this.#change.at, seq: () => this.#change.nextDerived() };
    const turned: StoredClaim[] = [];
    const isNever = (claim: StoredClaim) => !this.#turns.has(claim.id) || this.#circular.has(claim.id);
    const lapsing = (claim: StoredClaim) =>
      isNever(claim) ? NEVER(claim) : lapsesOf(readDependsOn(claim.dependsOn), claim.start, claim.to, cover);
    const foundOf = new Map(all.map(({ claim }) => [claim.id, lapsing(claim)]));
    // what has lapsed itself is nothing to have moved on to
    const stands = (c: StoredClaim) => !foundOf.get(c.id)?.some((l) => l.from <= c.start || l.to === null);
    await this.#readEnds(all.filter(({ claim }) => !isNever(claim)));
    for (const { slot, claim } of all) {
      const turns = this.#turns.get(claim.id);
      const found = foundOf.get(claim.id) as Lapse[];
      const kept = isNever(claim) ? [] : this.#keptOf(slot, claim, found, stands);
      const lapses = [...found, ...kept];
      if (!slot.lapse(claim, lapses, place) && turns !== undefined) continue;
      this.#turns.set(claim.id, (turns ?? 0) + 1);
      turned.push(claim);
    }
    if (turned.some((c) => (this.#turns.get(c.id) ?? 0) > OFTEN)) this.#breakLoop(all);
    return turned.length > 0;
  }

  /** Of the claims that go round because each takes away in the end what it holds by, the latest holds by nothing. */
  #breakLoop(all: readonly Dependent[]): void {
    const turnsOf = ({ claim }: Dependent) => this.#turns.get(claim.id) ?? 0;
    const turning = all.filter((d) => turnsOf(d) > OFTEN / 2 && !this.#circular.has(d.claim.id));
    const [last] = inLoops(turning, (slot) => this.#idsOf(slot)).sort(
      (a, b) => b.recordedAt - a.recordedAt || b.seq - a.seq || (a.id < b.id ? 1 : -1),
    );
    const [most] = turning.sort((a, b) => turnsOf(b) - turnsOf(a));
    const stop = last ?? (most !== undefined && turnsOf(most) > TOO_OFTEN ? most.claim : undefined);
    if (stop === undefined) return;
    this.#circular.add(stop.id);
    for (const { claim } of all) if (this.#turns.has(claim.id)) this.#turns.set(claim.id, 1);
  }

  async #readCovers(all: readonly Dependent[]): Promise<void> {
    const keysOf = ({ slot, claim }: Dependent) => groundsOf(claim).map((id) => keyOf(slot.state.namespace, id));
    const wanted = [...new Set(all.flatMap(keysOf))].filter((key) => !this.#covers.has(key));
    if (wanted.length === 0) return;
    for (const row of await this.#change.call<CoverRow>('truth/justifications', { keys: wanted })) this.#covers.set(row.idKey, row);
    // what is told or believed again here, nobody who ends what it holds by can know of yet
    const own = all.filter(({ slot }) => this.#first.has(slot));
    this.#change.require(own.flatMap(keysOf).flatMap((key) => this.#covers.get(key)?.ownerKeys ?? []));
  }

  readonly #ends = new Map<string, DerivedEnd[]>();

  /** Whatever ends were derived for claims over which another value was told later: what is told doesn't change from round to round. */
  async #readEnds(all: readonly Dependent[]): Promise<void> {
    const unknown = all.filter(({ claim }) => !this.#ends.has(claim.id));
    for (const { claim } of unknown) this.#ends.set(claim.id, []);
    const wanted = unknown.filter(
      ({ slot, claim }) => laterOthers({ claims: [...slot.claims.values()], settings: slot.state.settings }, claim).length > 0,
    );
    if (wanted.length === 0) return;
    for (const end of await this.#change.call<DerivedEnd>('truth/derived-ends', { keys: wanted.map((d) => d.claim.key) }))
      this.#ends.get(end.of)?.push(end);
  }

  /** Where it stays away because its slot has moved on. */
  #keptOf(slot: SlotChange, claim: StoredClaim, found: readonly Lapse[], stands: Moment['stands']): Lapse[] {
    const { at, movedOn: stayed } = this.#change;
    const ends = this.#ends.get(claim.id) as DerivedEnd[];
    const { settings } = slot.state;
    const kept = ends.length === 0 ? [] : movedOn({ claims: [...slot.claims.values()], settings, at, stands }, claim, found, ends);
    if (kept.length > 0) stayed.add(claim.id);
    else stayed.delete(claim.id);
    return kept;
  }

  /** As the facts are placed now where they change, else as they are stored. */
  #coverage(): (factId: string) => readonly Span[] {
    const { slots } = this.#change;
    // the next round may place others
    for (const slot of slots) this.#idsOf(slot);
    const touched = new Set(slots.map((s) => s.state.slotKey));
    const byId = new Map<string, Span[]>();
    const byClaim = new Map<string, Span[]>();
    const note = (index: Map<string, Span[]>, key: string, span: Span) => index.set(key, [...(index.get(key) ?? []), span]);
    for (const { piece, id, resumes } of slots.flatMap((s) => s.placed)) {
      const span: Span = [piece.from, piece.to];
      note(byId, id, span);
      if (resumes !== null) note(byId, resumes, span);
      for (const claim of piece.basis.keys()) note(byClaim, claim, span);
    }
    const [first] = slots;
    const elsewhere = (rows: CoverRow['live']) => rows.filter(([slotKey]) => !touched.has(slotKey)).map(([, from, to]): Span => [from, to]);
    return (factId) => {
      const row = this.#covers.get(keyOf(first?.state.namespace ?? '', factId));
      if (row === undefined) return [];
      const own = [...elsewhere(row.live), ...(byId.get(factId) ?? [])];
      return own.length > 0 ? own : [...elsewhere(row.heirs), ...row.claims.flatMap((id) => byClaim.get(id) ?? [])];
    };
  }
}

interface Dependent {
  readonly slot: SlotChange;
  readonly claim: StoredClaim;
}

/** Ids of the facts that a claim depends on, in whatever group. */
const groundsOf = (claim: StoredClaim): string[] => readDependsOn(claim.dependsOn).flat();

/** Those that come back to themselves: from a claim to all that hold by a fact of its slot. */
function inLoops(turning: readonly Dependent[], idsOf: (slot: SlotChange) => ReadonlySet<string>): StoredClaim[] {
  const graph = new DirectedGraph();
  for (const { claim } of turning) graph.addNode(claim.id);
  for (const from of turning) {
    const ids = idsOf(from.slot);
    for (const { claim } of turning) if (groundsOf(claim).some((id) => ids.has(id))) graph.mergeEdge(from.claim.id, claim.id);
  }
  const comesBack = (id: string): boolean => {
    const reached = new Set(graph.outNeighbors(id));
    for (const next of reached) for (const n of graph.outNeighbors(next)) reached.add(n);
    return reached.has(id);
  };
  return turning.map((d) => d.claim).filter((c) => comesBack(c.id));
}

/** Without a cause: so far nothing is known, or it would take away what it holds by. */
const NEVER = (claim: StoredClaim): Lapse[] => [{ from: claim.start, to: null, causedBy: [] }];

/** Keys of the claims of a slot on whose facts others depend, where one of those holds otherwise than is stored. */
function turningClaims({ state, claims, placed }: SlotChange): string[] {
  if (state.bears !== true) return [];
  const now = new Map(placed.map((p) => [p.before, p.piece]));
  const other = [...state.facts, ...(state.prior ?? [])].some((f) => {
    const piece = now.get(f);
    // a claim that comes or goes is one by which another fact, of old, goes on or doesn't
    const basis = new Set(f.basis.map((b) => b.id));
    const same = piece?.basis.size === basis.size && [...piece.basis.keys()].every((id) => basis.has(id));
    return piece?.from !== f.validFrom || piece.to !== f.validTo || !same;
  });
  const come = placed.some((p) => p.before === null || !state.facts.includes(p.before));
  // also where it has another id by now, facts of old rest on its claims
  return other || come ? [...new Set([...state.claims, ...claims.values()].map((c) => c.key))] : [];
}
