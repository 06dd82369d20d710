import type { DependsOn } from '../../../src/domain/fact.ts';
import type { Review } from '../../../src/palimpsest.ts';
import { type Held, type Told, World } from './world.ts';

/** What the model expects of an act: claims that come (their ids are the store's), and claims that go. */
export interface Deed {
  readonly added: readonly Draft[];
  readonly withdrawn: readonly string[];
}
export const NO_DEED: Deed = { added: [], withdrawn: [] };
/** A claim before the store has named it; `at`: null, when it is recorded. */
export type Draft = Omit<Told, 'id' | 'seq' | 'at' | 'said'> & { readonly said: number | null };

const DECIDED = { confidence: 1, explicit: true, said: null, source: null, origin: 'decision', of: null } as const;
const NOTHING: DependsOn = [];
/** Places after all that the store has given. */
const LAST = 1_000_000;

/** Whom claims were said of: whom all were, else who they stand for now. */
function saidBy(world: World, told: readonly Told[]): { subject: string; value: string } {
  const [first] = told as [Told];
  const [subject, value] = [world.root(first.subject), world.valueOf(first)];
  return {
    subject: told.every((t) => t.subject === first.subject) ? first.subject : subject,
    value: told.every((t) => t.value === first.value) ? first.value : value,
  };
}

const toldOf = (world: World, ids: Iterable<string>): Told[] =>
  [...ids].map((id) => world.claims.get(id) as Told).sort((a, b) => a.seq - b.seq);
const inSlot = (world: World, slot: string): Told[] => toldOf(world, world.live).filter((t) => world.slotOf(t) === slot);

/** All stretches of it are of the other value. */
export function correction(world: World, fact: Held, value: string): Deed {
  const first = fact.resumes ?? fact.id;
  const pieces = world.facts.filter((f) => f.id === first || f.resumes === first).sort((a, b) => a.from - b.from);
  const { subject } = saidBy(world, toldOf(world, fact.basis));
  const added = pieces.map(
    (p): Draft => ({
      ...DECIDED,
      subject,
      predicate: fact.predicate,
      kind: 'assert',
      value,
      start: p.from,
      to: p.to,
      dependsOn: NOTHING,
    }),
  );
  return { added, withdrawn: fact.basis };
}

/** At or before its start it never was. */
export function retraction(world: World, fact: Held, at: number, confidence: number): Deed {
  if (at <= fact.from && fact.resumes === null) return { added: [], withdrawn: fact.basis };
  const whom = saidBy(world, toldOf(world, fact.basis));
  const end: Draft = {
    ...DECIDED,
    ...whom,
    predicate: fact.predicate,
    kind: 'end',
    start: at,
    to: null,
    confidence,
    origin: 'stated',
    dependsOn: NOTHING,
  };
  return { added: [end], withdrawn: [] };
}

/** What the claims of a slot come to, with drafts among them that came last. */
class Trial {
  readonly #world: World;
  told: Told[];
  readonly added: { readonly draft: Draft; readonly id: string }[] = [];
  readonly withdrawn: string[] = [];
  constructor(world: World, slot: string) {
    this.#world = world;
    this.told = inSlot(world, slot);
  }
  add(draft: Draft, now: number): string {
    const id = `draft ${this.added.length}`;
    this.added.push({ draft, id });
    this.told.push({ ...draft, id, at: now, said: draft.said ?? now, seq: LAST + this.#world.claims.size + this.added.length });
    return id;
  }
  withdraw(ids: readonly string[]): void {
    this.told = this.told.filter((t) => !ids.includes(t.id));
    this.withdrawn.push(...ids);
  }
  get folded() {
    return this.told.length === 0 ? null : this.#world.fold(this.told, this.#world.lapses);
  }
  get deed(): Deed {
    const left = this.added.filter((a) => !this.withdrawn.includes(a.id));
    return { added: left.map((a) => a.draft), withdrawn: this.withdrawn.filter((id) => !id.startsWith('draft ')) };
  }
}

/** Nothing that says so holds at `at` or later any more. */
function close(world: World, trial: Trial, at: number, now: number, says: (value: string) => boolean): void {
  const ended = new Set<string>();
  for (;;) {
    const piece = trial.folded?.timeline.find((p) => says(p.value) && (p.to === null || p.to > at));
    if (piece === undefined) return;
    const told = trial.told.filter((t) => piece.basis.has(t.id));
    if (told.some((t) => t.start < at) && !ended.has(piece.value)) {
      ended.add(piece.value);
      const { predicate } = told[0] as Told;
      trial.add({ ...DECIDED, ...saidBy(world, told), predicate, kind: 'end', start: at, to: null, dependsOn: NOTHING }, now);
      continue;
    }
    const later = told.filter((t) => t.start >= at);
    // told before, but holding only from later on
    trial.withdraw((later.length > 0 ? later : told).map((t) => t.id));
  }
}

export type Policy = 'end' | 'keep' | 'repoint' | 'review';
export interface Retiring {
  readonly entity: string;
  readonly replacement: string | null;
  readonly policies: Readonly<Record<string, { readonly subject?: Policy; readonly value?: Policy }>>;
  readonly at: number;
}

/** The store looks as often for what shows by what it has ended. */
const SWEEPS = 5;

/** Every fact is looked at, and again what shows by what has ended. */
export function retirement(world: World, retiring: Retiring, now: number): Deed {
  const drafts = new Map<string, Draft>();
  let then = world;
  for (let n = 0; n <= SWEEPS; n++) {
    const deed = retiredAtOnce(then, retiring, now);
    if (deed.added.length + deed.withdrawn.length === 0) break;
    const added = new Map(deed.added.map((draft, i) => [`new ${n} ${i}`, draft] as const));
    for (const [id, draft] of added) drafts.set(id, draft);
    then = afterwards(then, added, deed.withdrawn, now);
  }
  return {
    added: [...drafts].flatMap(([id, draft]) => (then.live.has(id) ? [draft] : [])),
    withdrawn: [...world.live].filter((id) => !then.live.has(id)),
  };
}

/** The world with these claims told last, and those gone. */
function afterwards(world: World, added: ReadonlyMap<string, Draft>, withdrawn: readonly string[], now: number): World {
  const next = new World(world.predicates);
  for (const [id, told] of world.claims) next.claims.set(id, told);
  for (const [id, draft] of added) next.claims.set(id, { ...draft, id, at: now, said: draft.said ?? now, seq: LAST + next.claims.size });
  next.live = new Set([...[...world.live].filter((id) => !withdrawn.includes(id)), ...added.keys()]);
  for (const [id, fact] of world.ever) next.ever.set(id, fact);
  Object.assign(next, { into: world.into, facts: world.facts, lapses: world.lapses, lapsed: world.lapsed });
  const names = [...world.facts, ...former(world)];
  const { slots, lapses } = next.outlook(next.belief, now, names);
  next.lapses = lapses;
  next.facts = slots.flatMap((slot) =>
    next.name(slot, names).map(({ piece: { value, from, to, basis }, id, resumes }) => {
      const { key, subject, predicate } = slot;
      return { id: id ?? 'new', resumes, slot: key, subject, predicate, value, from, to, basis: [...basis.keys()] };
    }),
  );
  return next;
}

function retiredAtOnce(world: World, { entity: said, replacement, policies, at }: Retiring, now: number): Deed {
  const entity = world.root(said);
  const usual = { subject: 'keep', value: replacement === null ? 'end' : 'repoint' } as const;
  const trials = new Map<string, Trial>();
  const trial = (slot: string): Trial => {
    const known = trials.get(slot) ?? new Trial(world, slot);
    trials.set(slot, known);
    return known;
  };
  const names = (f: Held) => world.predicates.get(f.predicate)?.entity === true && f.value === entity;
  const sideOf = (f: Held): 'subject' | 'value' | null => {
    if (f.subject === entity) return 'subject';
    return names(f) ? 'value' : null;
  };
  const closing = new Map<string, boolean>();
  for (const fact of world.facts) {
    const side = sideOf(fact);
    if (side === null || (fact.to !== null && fact.to <= at)) continue;
    const policy = policies[fact.predicate]?.[side] ?? usual[side];
    if (policy !== 'end' && policy !== 'repoint') continue;
    closing.set(fact.slot, closing.get(fact.slot) === true || side === 'subject');
    if (policy !== 'repoint') continue;
    const told = toldOf(world, fact.basis);
    const whom = saidBy(world, told);
    const free = told.some((t) => t.dependsOn.length === 0);
    const draft: Draft = {
      ...DECIDED,
      ...whom,
      ...(side === 'subject' && { subject: replacement as string }),
      // also of one that it has to itself
      ...(names(fact) && { value: replacement as string }),
      predicate: fact.predicate,
      kind: 'assert',
      start: Math.max(fact.from, at),
      to: fact.to,
      dependsOn: free ? NOTHING : distinct(told.flatMap((t) => t.dependsOn)),
    };
    trial(world.slotOf(draft)).add(draft, now);
  }
  for (const [slot, all] of closing) close(world, trial(slot), at, now, all ? () => true : (value) => value === entity);
  const deeds = [...trials.values()].map((t) => t.deed);
  return { added: deeds.flatMap((d) => d.added), withdrawn: deeds.flatMap((d) => d.withdrawn) };
}

const distinct = (groups: DependsOn): DependsOn => [...new Map(groups.map((g) => [[...g].sort().join(' '), g])).values()];

/** The fact ended when the entity was retired. */
export function endedThen(world: World, factId: string, at: number, now: number): Deed {
  const fact = world.facts.find((f) => f.id === factId);
  if (fact === undefined) return { added: [], withdrawn: [] };
  const trial = new Trial(world, fact.slot);
  close(world, trial, at, now, (value) => value === fact.value);
  return trial.deed;
}

/** The challenging claims are decided to be right, and what contradicts them goes. */
export function affirmation(world: World, challenging: readonly string[], losing: readonly string[], now: number): Deed {
  const told = toldOf(world, challenging);
  const trial = new Trial(world, world.slotOf(told[0] as Told));
  trial.withdraw(losing);
  const statements = new Map(told.map((t) => [`${t.start} ${t.to}`, t]));
  const ids: string[] = [];
  for (const { id: _, seq: __, at: ___, ...t } of statements.values()) ids.push(trial.add({ ...t, ...DECIDED }, now));
  for (const id of ids) {
    const start = trial.told.find((t) => t.id === id)?.start;
    for (;;) {
      const { folded } = trial;
      if (folded?.outcomes.get(id) !== 'contested') break;
      const equal = [...(folded.pieceOf.get(id)?.basis.keys() ?? [])].find((c) => trial.told.some((t) => t.id === c && t.start === start));
      if (equal === undefined) break;
      trial.withdraw([equal]);
    }
  }
  return trial.deed;
}

/** Of the claims that a fact rests on, those that speak for a time of which the others say otherwise. */
export function contradicting(world: World, factIds: readonly string[], challenging: readonly string[]): string[] {
  const against = toldOf(world, challenging);
  const basis = world.facts.filter((f) => factIds.includes(f.id)).flatMap((f) => f.basis);
  return toldOf(world, new Set(basis))
    .filter((t) => against.some((c) => t.start >= c.start && (c.to === null || t.start < c.to)))
    .map((t) => t.id);
}

/** A decision is a claim, or a withdrawal. */
export function decision(world: World, { kind, sides, details }: Review, verdict: 'accept' | 'reject' | 'defer', now: number): Deed {
  if (verdict === 'defer') return NO_DEED;
  if (kind === 'retired-fact') {
    const { factId, at } = details as { factId: string; at: string };
    return verdict === 'accept' ? endedThen(world, factId, Date.parse(at), now) : NO_DEED;
  }
  const live = (claims: readonly { readonly id: string }[] = []) => claims.map((c) => c.id).filter((id) => world.live.has(id));
  const challenging = live(sides?.challenger.claims);
  if (verdict === 'reject') return { added: [], withdrawn: challenging };
  const losing = kind === 'late-change' ? live(sides?.incumbent.claims) : contradicting(world, sides?.incumbent.facts ?? [], challenging);
  return affirmation(world, challenging, losing, now);
}

/** What is known of an operation on claims, so that it can be said whether it can be taken back. */
export interface Act {
  readonly id: string;
  readonly kind: 'claims' | 'merge';
  /** Of a merge or its undoing: who, into whom, and whether it made them one. */
  readonly step: { readonly part: string; readonly whole: string; readonly joins: boolean } | null;
  readonly added: ReadonlySet<string>;
  readonly withdrawn: ReadonlySet<string>;
  readonly reviews: readonly string[];
  /** When it was done, taken back, brought back. */
  readonly flips: number[];
}
export const inEffect = (act: Act): boolean => act.flips.length % 2 === 1;

/** The claim set after it is taken back, or brought back. */
export function turned(act: Act, live: ReadonlySet<string>): Set<string> {
  const [go, come] = inEffect(act) ? [act.added, act.withdrawn] : [act.withdrawn, act.added];
  const left = [...live].filter((id) => !go.has(id));
  return new Set([...left, ...come]);
}

/** Whether later operations or claims stand on an operation on claims. */
export function standsOn(world: World, act: Act, others: readonly Act[], now: number): boolean {
  const since = act.flips.at(-1) as number;
  const mine = new Set([...act.added, ...act.withdrawn]);
  const later = others.filter((o) => o !== act && o.kind === 'claims' && o.flips.filter((f) => f > since).length % 2 === 1);
  if (later.some((o) => [...o.added, ...o.withdrawn].some((id) => mine.has(id)) || o.reviews.some((r) => act.reviews.includes(r))))
    return true;
  const after = world.outlook({ live: turned(act, world.live), into: world.into }, now, [...world.facts, ...former(world)]);
  return [...after.outcomes].some(([id, outcome]) => {
    const told = world.claims.get(id) as Told;
    // a fallback only follows
    return told.of === null && told.at > since && !mine.has(id) && outcome !== world.outcomes.get(id);
  });
}

function former(world: World): Held[] {
  const now = new Set(world.facts.map((f) => f.id));
  return [...world.ever.values()].filter((f) => !now.has(f.id));
}
