import { readDependsOn } from '../domain/fact.ts';
import { keyOf } from '../domain/keys.ts';
import { type Lapse, lapsesOf, type Span } from '../domain/lapses.ts';
import type { Change } from './change.ts';
import { isDerived } from './derived.ts';
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

/** Claims are recorded after every row of their call. */
const AFTER_ROWS = 20_000;
/** After so many rounds a lapse that has been found stays: what supports itself by beating what it rests on holds by nothing. */
const CALM = 20;

/**
 * Places the facts of a change, and takes up what depends on those that change: derives where its claims have no justification, until nothing
 * changes any more. It begins with none of them justified, so that a cycle doesn't support itself.
 */
export async function deriveLapses(change: Change): Promise<void> {
  await change.placeAll();
  const derivation = new Derivation(change);
  await derivation.reach();
  for (let round = 1; await derivation.round(round > CALM); round++) {
    await change.placeAll();
    await derivation.reach();
  }
}

class Derivation {
  readonly #change: Change;
  readonly #reached = new Set<string>();
  readonly #covers = new Map<string, CoverRow>();
  readonly #lapses = new Map<string, readonly Lapse[]>();
  #seq = AFTER_ROWS;

  constructor(change: Change) {
    this.#change = change;
  }

  /** Takes up the slots of whatever depends on a fact that is another now than it was. */
  async reach(): Promise<void> {
    for (;;) {
      const ids = this.#change.slots.flatMap(changedBearers).filter((key) => !this.#reached.has(key));
      if (ids.length === 0) return;
      for (const key of ids) this.#reached.add(key);
      const rows = await this.#change.call<SlotRow>('truth/dependents', { keys: [...new Set(ids)] });
      const before = new Set(this.#change.slots);
      this.#change.require(rows.flatMap((r) => [r.ownerKey, ...r.subjectKeys]));
      await this.#change.load(rows.map((r) => r.slotKey));
      for (const { slotKey } of rows) {
        const slot = this.#change.slot(slotKey);
        if (slot !== undefined && !before.has(slot)) slot.place();
      }
    }
  }

  /** Whether anything lapses otherwise than it did in the round before. */
  async round(calm: boolean): Promise<boolean> {
    const all = this.#change.slots.flatMap((slot) => slot.dependents().map((claim) => ({ slot, claim })));
    if (all.length === 0) return false;
    await this.#readCovers(all);
    const cover = this.#coverage();
    let changed = false;
    for (const { slot, claim } of all) {
      const before = this.#lapses.get(claim.id);
      const found = before === undefined ? NEVER(claim) : lapsesOf(readDependsOn(claim.dependsOn), claim.start, claim.to, cover);
      const kept = before === undefined ? [] : movedOn(slot, claim, found);
      // each once: else what stays and is kept as well would never come to rest
      const lapses = [...(calm ? (before ?? []) : []), ...found, ...kept].filter((l, n, all) => all.findIndex((o) => sameSpan(o, l)) === n);
      this.#lapses.set(claim.id, lapses);
      if (slot.lapse(claim, lapses, { at: this.#change.at, seq: () => this.#seq++ }) || before === undefined) changed = true;
    }
    return changed;
  }

  async #readCovers(all: readonly { readonly slot: SlotChange; readonly claim: StoredClaim }[]): Promise<void> {
    const keysOf = ({ slot, claim }: (typeof all)[number]) =>
      readDependsOn(claim.dependsOn)
        .flat()
        .map((id) => keyOf(slot.state.namespace, id));
    const wanted = [...new Set(all.flatMap(keysOf))].filter((key) => !this.#covers.has(key));
    if (wanted.length === 0) return;
    for (const row of await this.#change.call<CoverRow>('truth/justifications', { keys: wanted })) this.#covers.set(row.idKey, row);
    const added = all.filter(({ slot, claim }) => slot.wasAdded(claim.id));
    this.#change.require(added.flatMap(keysOf).flatMap((key) => this.#covers.get(key)?.ownerKeys ?? []));
  }

  /** As the facts are placed now where they change, else as they are stored. */
  #coverage(): (factId: string) => readonly Span[] {
    const { slots } = this.#change;
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

const NEVER = (claim: StoredClaim): Lapse[] => [{ from: claim.start, to: null, causedBy: [] }];

const sameSpan = (a: Lapse, b: Lapse): boolean => a.from === b.from && a.to === b.to;

/** Keys of the facts that others depend on and that hold otherwise than is stored. */
function changedBearers({ state, placed }: SlotChange): string[] {
  const now = new Map(placed.map((p) => [p.id, p]));
  const gone = [...state.facts, ...(state.prior ?? [])].filter((f) => {
    const p = now.get(f.id);
    return f.bears === true && (p === undefined || p.piece.from !== f.validFrom || p.piece.to !== f.validTo || p.before !== f);
  });
  const back = placed.flatMap(({ before }) => (before?.bears === true && !state.facts.includes(before) ? [before] : []));
  // a later piece of a fact counts as that fact
  const pieces = placed.filter((p) => p.resumes !== null && !p.kept).map((p) => p.resumes as string);
  const bearing = new Set([...state.facts, ...back].filter((f) => f.bears === true).map((f) => f.id));
  const ids = [...[...gone, ...back].map((f) => f.id), ...pieces.filter((id) => bearing.has(id))];
  return [...new Set(ids)].map((id) => keyOf(state.namespace, id));
}

/** Ends that were derived and would go, where another value was accepted since: what lapsed doesn't come back over it. */
export function movedOn({ state, claims }: Pick<SlotChange, 'state' | 'claims'>, claim: StoredClaim, lapses: readonly Lapse[]): Lapse[] {
  const ends = state.claims.filter((c) => isDerived(c) && c.of === claim.id && !lapses.some((l) => l.from === c.start && l.to === c.to));
  const accepted = new Set(state.facts.flatMap((f) => f.basis.map((b) => b.id)));
  const since = (end: StoredClaim) =>
    [...claims.values()].some(
      (c) => c.of === null && accepted.has(c.id) && c.valueKey !== claim.valueKey && c.start >= end.start && c.recordedAt > end.recordedAt,
    );
  return ends.filter(since).map((c) => ({ from: c.start, to: c.to, causedBy: JSON.parse(c.causedBy ?? '[]') as string[] }));
}
