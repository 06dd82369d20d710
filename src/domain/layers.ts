import type { Claim, FoldOutcome, FoldSettings, Piece } from './claim.ts';
import { Followers, heldFrom, inPlaceOf } from './followers.ts';
import { type Event, endOf, inGap, isSuspended, type Layer, standing } from './layer.ts';
import { needed, noisyOr, reached, strongest } from './strength.ts';

const rank = ({ role, claim }: Event): number =>
  role === 'statedEnd' || role === 'lapse' || (role === 'claim' && claim.kind === 'end') ? 0 : role === 'back' ? 1 : 2;

/** Time, ends before assertions, start of the claim that says it, arrival. */
const inOrder = (a: Event, b: Event): number =>
  a.time - b.time || rank(a) - rank(b) || a.claim.start - b.claim.start || a.claim.seq - b.claim.seq;

/** Lays the claims of one slot over one another in order of time (DESIGN §3, rules 1 to 7; §7 for what depends on other facts). */
export class Layers {
  readonly all: Layer[] = [];
  readonly outcomes = new Map<string, FoldOutcome>();
  /** The layer a claim supports, ended or contests. */
  readonly layerOf = new Map<string, Layer>();
  /** Contested without ever counting as a challenger. */
  readonly bystanders = new Set<string>();
  #force: Layer[] = [];
  /** Layers without a justification that may have one again. */
  readonly #suspended = new Set<Layer>();
  readonly #followers: Followers;
  readonly #events: Event[] = [];
  #next = 0;
  /** Values closed by an explicit claim that won or by an end, and when that was told. */
  readonly #closures = new Map<string, { readonly at: number; readonly told: number }[]>();
  readonly #settings: FoldSettings;
  readonly #endsAlwaysWin: boolean;

  constructor(claims: readonly Claim[], settings: FoldSettings, endsAlwaysWin: boolean) {
    this.#settings = settings;
    this.#endsAlwaysWin = endsAlwaysWin;
    this.#followers = new Followers(claims);
    for (const told of claims) {
      if (told.of != null) continue;
      const lapses = this.#followers.lapsesOf(told.id);
      const claim = lapses.length === 0 ? told : heldFrom(told, lapses);
      const fallback = claim === told ? undefined : this.#followers.fallbackOf(told.id);
      // it speaks in the place of what has no justification from the beginning
      if (fallback !== undefined) this.#events.push({ role: 'claim', time: told.start, claim: inPlaceOf(fallback, told, claim) });
      if (claim === null) {
        this.outcomes.set(told.id, 'no_effect');
        continue;
      }
      this.#events.push({ role: 'claim', time: claim.start, claim });
      for (const end of lapses.filter((e) => e.start > claim.start)) {
        this.#events.push({ role: 'lapse', time: end.start, claim, end });
        if (end.to !== null) this.#events.push({ role: 'back', time: end.to, claim });
      }
      const toldInside = claim.explicit && claim.said > claim.start && (claim.to === null || claim.said < claim.to);
      if (claim.kind === 'assert' && toldInside) this.#events.push({ role: 'told', time: claim.said, claim });
    }
    this.#events.sort(inOrder);
    // A stated end joins the queue behind what is worked off.
    for (; this.#next < this.#events.length; ) this.#apply(this.#events[this.#next++] as Event);
  }

  inForce(t: number): Layer[] {
    return this.all.filter((l) => l.begin <= t && (l.end === null || t < l.end) && !inGap(l, t));
  }

  /** The layer that is in force for good. */
  get open(): Layer | undefined {
    return this.all.findLast((l) => l.end === null && !isSuspended(l));
  }

  #apply({ role, time, claim, end }: Event): void {
    this.#force = this.#force.filter((l) => l.end === null || time < l.end);
    if (role === 'told') this.#toldAgain(claim);
    else if (role === 'statedEnd') this.#endAsStated(claim, time);
    else if (role === 'lapse') this.#lapse(claim, end as Claim);
    else if (role === 'back') this.#back(claim, time);
    else if (claim.kind === 'end') this.#end(claim);
    else this.#assert(claim);
  }

  #assert(claim: Claim): void {
    const top = this.#force.at(-1);
    const stale = !claim.explicit && this.#closures.get(claim.value)?.some((c) => c.at <= claim.start && c.told > claim.start);
    if (stale) this.#contest(claim, top, false);
    else if (top === undefined) this.#open(claim, claim.confidence, [], 'inserted');
    else if (top.value === claim.value) this.#support(top, claim);
    else this.#challenge(claim, top);
  }

  #support(top: Layer, claim: Claim): void {
    this.outcomes.set(claim.id, 'duplicate');
    this.#join(top, claim, claim.confidence);
    this.#forget(top, claim.confidence);
    if (claim.to !== null) {
      if (top.bounded) top.end = Math.max(top.end as number, claim.to);
      else this.#schedule(top, { role: 'statedEnd', time: claim.to, claim });
    } else if (claim.explicit) {
      top.statedEnds = top.statedEnds.filter((e) => e.claim.confidence > claim.confidence);
      if (!top.bounded) return;
      top.bounded = false;
      top.end = null;
      for (const below of this.#force) if (below !== top) this.#close(below, claim, claim.start);
    }
  }

  #challenge(claim: Claim, top: Layer): void {
    const t = claim.start;
    const open = claim.to === null;
    const rival = open && claim.explicit && top.begin === t && top.opener.explicit && top.opener.source !== claim.source;
    if (rival && !this.#outdoes(claim, top)) {
      this.#contest(claim, top, false);
      return;
    }
    const own = this.#force.findLastIndex((l) => l.value === claim.value);
    const above = this.#force.slice(own + 1);
    const allies = top.challengers.filter((c) => c.kind === 'assert' && c.value === claim.value && (c.to === null || c.to > t));
    const strength = noisyOr([...allies, claim]);
    if (!above.every((l) => (rival && l === top) || this.#reaches(strength, l, claim, t))) {
      this.#contest(claim, top, true);
      return;
    }
    for (const ally of allies) this.outcomes.set(ally.id, 'corroborated');
    const below = this.#force[own];
    if (open) {
      // What is only hidden keeps what was said against it.
      top.challengers = top.challengers.filter((c) => !allies.includes(c));
      for (const l of above) this.#close(l, claim, t, rival && l === top ? 'contested' : 'replaced');
    }
    if (open && below !== undefined) {
      for (const ally of allies) this.#member(below, ally, ally.confidence);
      this.#join(below, claim, strength);
      this.#forget(below, strength);
      this.outcomes.set(claim.id, 'superseded');
      this.#moveOn(claim, t);
    } else this.#open(claim, strength, allies, 'superseded');
  }

  /** Of two explicit claims with one start the stronger holds, ties to the earlier told (rule 6). */
  #outdoes(claim: Claim, top: Layer): boolean {
    const most = Math.max(...standing(top).map((s) => s.confidence));
    return claim.confidence > most || (claim.confidence === most && claim.said < top.opener.said);
  }

  #end(claim: Claim): void {
    // an end that names no value is of what holds at its start
    const value = claim.value === '' ? this.#force.findLast((l) => l.begin < claim.start)?.value : claim.value;
    const targets = this.#force.filter((l) => l.value === value && l.begin < claim.start);
    const top = targets.at(-1);
    if (top === undefined) {
      this.outcomes.set(claim.id, 'no_effect');
      return;
    }
    const allies = top.challengers.filter((c) => c.kind === 'end');
    const strength = noisyOr([...allies, claim]);
    if (!this.#endsAlwaysWin && !targets.every((l) => this.#reaches(strength, l, claim, claim.start))) {
      this.#contest(claim, top, true);
      return;
    }
    for (const ally of allies) this.outcomes.set(ally.id, 'corroborated');
    top.challengers = top.challengers.filter((c) => !allies.includes(c));
    for (const layer of targets) this.#close(layer, claim, claim.start);
    this.outcomes.set(claim.id, 'ended');
    this.layerOf.set(claim.id, top);
  }

  /** Judged by the claim's confidence alone; one that fails is dropped. */
  #endAsStated(claim: Claim, time: number): void {
    const layer = this.layerOf.get(claim.id);
    if (layer === undefined || !this.#force.includes(layer) || !layer.statedEnds.some((e) => e.claim === claim)) return;
    layer.statedEnds = layer.statedEnds.filter((e) => e.claim !== claim);
    if (!this.#reaches(claim.confidence, layer, claim, time)) return;
    layer.end = time;
    layer.endedBy = claim.id;
  }

  #toldAgain(claim: Claim): void {
    const layer = this.layerOf.get(claim.id);
    if (layer === undefined || this.#force.at(-1) !== layer || !layer.basis.has(claim.id)) return;
    layer.supports.push({ confidence: claim.confidence, given: claim.said, extracted: claim.origin === 'extracted', by: claim.id });
  }

  /** Its claim has no justification any more; the layer is suspended once none of its claims has one, and a fallback may take its place. */
  #lapse(claim: Claim, end: Claim): void {
    const layer = this.layerOf.get(claim.id);
    if (layer === undefined) return;
    layer.challengers = layer.challengers.filter((c) => c.id !== claim.id);
    if (!layer.basis.has(claim.id) || (layer.end !== null && layer.end <= end.start)) return;
    layer.lapsed.add(claim.id);
    if (layer.claims.some((c) => !layer.lapsed.has(c.id))) return;
    this.outcomes.set(end.id, 'ended');
    this.layerOf.set(end.id, layer);
    layer.gaps.push({ from: end.start, to: null, by: end.id });
    const showed = this.#force.at(-1) === layer;
    this.#force = this.#force.filter((l) => l !== layer);
    this.#suspended.add(layer);
    const fallback = [claim, ...layer.claims].flatMap((c) => this.#followers.fallbackOf(c.id) ?? [])[0];
    if (!showed || fallback === undefined) return;
    const ends = [end.to, layer.end].filter((t) => t !== null);
    const to = ends.length === 0 ? null : Math.min(...ends);
    const taking = { ...fallback, start: end.start, said: end.start, explicit: true, to };
    if (to === null) for (const l of this.#force) this.#close(l, taking, end.start);
    this.#open(taking, fallback.confidence, [], 'superseded');
  }

  #back(claim: Claim, time: number): void {
    const layer = this.layerOf.get(claim.id);
    if (layer === undefined || !layer.lapsed.delete(claim.id) || !this.#suspended.delete(layer)) return;
    if (layer.end !== null && layer.end <= time) return;
    (layer.gaps.at(-1) as Layer['gaps'][number]).to = time;
    this.#force = [...this.#force, layer].sort((a, b) => a.id - b.id);
  }

  /** What is suspended doesn't come back over another value that was accepted since for good. */
  #moveOn(claim: Claim, at: number): void {
    for (const layer of this.#suspended)
      if (layer.value !== claim.value) {
        this.#close(layer, claim, at);
        this.#suspended.delete(layer);
      }
  }

  #reaches(strength: number, layer: Layer, claim: Claim, t: number): boolean {
    return reached(strength, needed(standing(layer), t, claim.origin, this.#settings));
  }

  #contest(claim: Claim, top: Layer | undefined, counts: boolean): void {
    this.outcomes.set(claim.id, 'contested');
    if (top === undefined) return;
    this.layerOf.set(claim.id, top);
    if (counts) top.challengers.push(claim);
    else this.bystanders.add(claim.id);
  }

  #schedule(layer: Layer, event: Event): void {
    layer.statedEnds.push(event);
    let [low, high] = [this.#next, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (inOrder(event, this.#events[middle] as Event) < 0) high = middle;
      else low = middle + 1;
    }
    this.#events.splice(low, 0, event);
  }

  /** Challengers of a value go when the strongest of them is no stronger than the support. */
  #forget(layer: Layer, confidence: number): void {
    const kindAndValue = (c: Claim) => `${c.kind} ${c.value}`;
    const stays = new Set(layer.challengers.filter((c) => c.confidence > confidence).map(kindAndValue));
    layer.challengers = layer.challengers.filter((c) => stays.has(kindAndValue(c)));
  }

  #close(layer: Layer, by: Claim, at: number, ifNothingIsLeft: FoldOutcome = 'replaced'): void {
    layer.end = at;
    layer.endedBy = by.id;
    layer.bounded = false;
    this.#force = this.#force.filter((l) => l !== layer);
    if (layer.begin < at) {
      if (!by.explicit) return;
      const closures = this.#closures.get(layer.value);
      if (closures === undefined) this.#closures.set(layer.value, [{ at, told: by.said }]);
      else closures.push({ at, told: by.said });
      return;
    }
    for (const c of layer.claims) {
      this.outcomes.set(c.id, ifNothingIsLeft);
      if (ifNothingIsLeft === 'contested') this.bystanders.add(c.id);
    }
  }

  #open(claim: Claim, strength: number, allies: readonly Claim[], outcome: FoldOutcome): void {
    const layer: Layer = {
      id: this.all.length,
      value: claim.value,
      begin: claim.start,
      end: claim.to,
      endedBy: null,
      bounded: claim.to !== null,
      opener: claim,
      supports: [],
      basis: new Map(),
      claims: [],
      challengers: [],
      statedEnds: [],
      lapsed: new Set(),
      gaps: [],
    };
    if (claim.to === null) this.#moveOn(claim, claim.start);
    this.all.push(layer);
    this.#force.push(layer);
    for (const ally of allies) this.#member(layer, ally, ally.confidence);
    this.#join(layer, claim, strength);
    this.outcomes.set(claim.id, outcome);
  }

  #join(layer: Layer, claim: Claim, confidence: number): void {
    this.#member(layer, claim, confidence);
    layer.supports.push({ confidence, given: claim.start, extracted: claim.origin === 'extracted', by: claim.id });
  }

  #member(layer: Layer, claim: Claim, confidence: number): void {
    layer.claims.push(claim);
    layer.basis.set(claim.id, confidence);
    this.layerOf.set(claim.id, layer);
  }

  /** Cuts the layers into the stretches of them that show. */
  pieces(): Piece[] {
    const gaps = this.all.flatMap((l) => l.gaps);
    const ends = [...this.all.map((l) => l.end), ...gaps.map((g) => g.to)].filter((t) => t !== null);
    const cuts = [...new Set([...this.all.map((l) => l.begin), ...gaps.map((g) => g.from), ...ends])].sort((a, b) => a - b);
    const opened = new Map<number, string>();
    for (const l of this.all) if (!opened.has(l.begin)) opened.set(l.begin, l.opener.id);
    for (const g of gaps) if (g.to !== null && !opened.has(g.to)) opened.set(g.to, g.by);
    const pieces: Piece[] = [];
    const shown = new Set<Layer>();
    let force: Layer[] = [];
    let next = 0;
    let layer: Layer | undefined;
    for (const [i, from] of cuts.entries()) {
      const before = layer;
      force = force.filter((l) => l.end === null || from < l.end);
      for (let l = this.all[next]; l !== undefined && l.begin <= from; l = this.all[++next])
        if (l.end === null || from < l.end) force.push(l);
      layer = force.findLast((l) => !inGap(l, from));
      const to = cuts[i + 1] ?? null;
      const last = pieces.at(-1);
      if (layer === undefined) continue;
      if (last !== undefined && layer === before && last.to === from) last.to = to;
      else pieces.push(this.#piece(layer, from, to, shown.has(layer)));
      const piece = pieces.at(-1) as Piece;
      piece.endedBy = piece.to === null ? null : endOf(layer, piece.to, opened);
      shown.add(layer);
    }
    return pieces;
  }

  #piece(layer: Layer, from: number, to: number | null, resumed: boolean): Piece {
    const { halfLife } = this.#settings;
    const supports = standing(layer);
    return {
      value: layer.value,
      from,
      to,
      confidence: Math.max(...layer.supports.map((s) => s.confidence)),
      basis: layer.basis,
      resumed,
      endedBy: null,
      begunBy: layer.opener.id,
      layer: layer.id,
      extracted: strongest(
        supports.filter((s) => s.extracted),
        halfLife,
      ),
      other: strongest(
        supports.filter((s) => !s.extracted),
        halfLife,
      ),
    };
  }
}
