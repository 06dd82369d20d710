import { expect } from 'vitest';
import type { ClaimView, Fact } from '../../../src/domain/fact.ts';
import { iso } from '../../../src/domain/time.ts';
import type { Palimpsest } from '../../../src/palimpsest.ts';
import type { Chance } from '../chance.ts';
import { groupBy } from '../datasets/shape.ts';
import { DAY } from '../model.ts';
import type { Draft } from './deeds.ts';
import type { Held, Outlook, Told, World } from './world.ts';

/** A claim as the store shows it, and in whose history. */
export type Shown = ClaimView & { readonly subject: string; readonly predicate: string };
export interface Store {
  readonly facts: readonly (Held & { readonly line: string; readonly isArchived: boolean })[];
  readonly claims: readonly Shown[];
  /** When the last of them came or went, in epoch ms. */
  readonly at: number;
}

const days = (t: number | null): string => (t === null ? 'open' : String(Math.round((t / DAY - BEGIN / DAY) * 1_000) / 1_000));
/** Day 0 of the walks. */
export const BEGIN = Date.parse('2026-04-15T00:00:00Z');

const lineOf = (
  f: { subject: string; predicate: string; value: string; from: number; to: number | null },
  confidence: number,
  rest: string,
): string => `${f.subject} ${f.predicate} ${f.value} [${days(f.from)}, ${days(f.to)}) ${confidence.toFixed(6)}${rest}`;
const based = (basis: Iterable<string>, resumed: boolean): string => ` ${[...basis].sort().join(' ')}${resumed ? ' resumed' : ''}`;

const instant = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** All that a store believes, through histories. */
export async function readStore(store: Palimpsest, namespace: string, world: World, subjects: readonly string[]): Promise<Store> {
  const facts: Store['facts'][number][] = [];
  const claims: Shown[] = [];
  let at = 0;
  for (const subject of subjects)
    for (const predicate of world.predicates.keys()) {
      const history = await store.history(namespace, { subject, predicate });
      for (const f of history.facts) {
        if (f.status === 'withdrawn') continue;
        const value = String(f.value);
        const own = { subject: f.subject, predicate, value, from: Date.parse(f.validFrom), to: instant(f.validTo) };
        const slot = world.slotOf({ subject: f.subject, predicate, value });
        const line = lineOf(own, f.confidence, based(f.basedOn, f.resumes !== null));
        facts.push({ id: f.id, resumes: f.resumes, slot, ...own, basis: f.basedOn, line, isArchived: f.visibility === 'archived' });
      }
      at = Math.max(at, ...history.claims.map((c) => Date.parse(c.withdrawnAt ?? c.recordedAt)));
      claims.push(...history.claims.filter((c) => c.withdrawnAt === null).map((c) => ({ ...c, subject, predicate })));
    }
  const place = (f: Held) => `${f.slot} ${f.from} ${f.value}`;
  return { facts: facts.sort((a, b) => (place(a) < place(b) ? -1 : 1)), claims, at };
}

/** Facts with intervals, confidence and claims; outcomes; and where something has no justification. */
export function expectSame(world: World, store: Store, { slots, lapses, outcomes }: Outlook, where: string): void {
  const told = store.claims.filter((c) => c.origin !== 'derived');
  expect(told.map((c) => c.id).sort(), `${where}: live claims`).toEqual([...world.live].sort());
  const ends = store.claims.filter((c) => c.origin === 'derived');
  const drawn = [...lapses].flatMap(([id, all]) => all.map((l) => lapseLine(id, l.from, l.to, l.causedBy)));
  const shown = ends.map((c) => lapseLine(c.follows ?? '', Date.parse(c.start), instant(c.validTo), c.causedBy));
  expect(shown.sort(), `${where}: derived ends`).toEqual(drawn.sort());
  const lines = slots.flatMap((s) => s.folded.timeline.map((p) => lineOf({ ...s, ...p }, p.confidence, based(p.basis.keys(), p.resumed))));
  expect(store.facts.map((f) => f.line).sort(), `${where}: facts`).toEqual(lines.sort());
  const archived = (f: Held) => f.basis.every((id) => world.archived.has(id));
  expect(
    store.facts.map((f) => f.isArchived),
    `${where}: archived`,
  ).toEqual(store.facts.map(archived));
  // of claims that say the same and came at one moment, to slots that are one now, either may be the one that had an effect
  const twins = groupBy([...world.live], (id) => {
    const { id: _, seq: __, ...says } = world.claims.get(id) as Told;
    return JSON.stringify({ ...says, slot: world.slotOf(says), subject: world.root(says.subject), value: world.valueOf(says) });
  });
  const byTwins = (of: ReadonlyMap<string, string | null>) =>
    [...twins.values()].map((ids) => `${ids.join()}: ${ids.map((id) => of.get(id)).sort()}`);
  expect(byTwins(new Map(told.map((c) => [c.id, c.outcome]))), `${where}: outcomes`).toEqual(byTwins(outcomes));
}

const lapseLine = (id: string, from: number, to: number | null, causedBy: readonly string[]): string =>
  `${id} [${days(from)}, ${days(to)}) ${[...causedBy].sort().join(' ')}`;

/**
 * Facts that go on as they were have the ids that they had; `wentBy`: where who is whom has changed, one may also go back to an id that it had
 * before, by its claims, and whoever had that since needs another.
 */
export function expectIdsKept(
  before: readonly Held[],
  after: readonly Held[],
  wentBy: ReadonlyMap<string, ReadonlySet<string>> | null,
  where: string,
): void {
  const isBack = (f: Held | undefined) => f?.basis.some((c) => wentBy?.get(c)?.has(f.id)) === true;
  const key = (f: Held) => `${f.slot} ${f.value} ${f.from} ${f.to} ${[...f.basis].sort().join(' ')}`;
  const were = new Map(before.map((f) => [key(f), f.id]));
  const kept = after.filter((f) => were.has(key(f)) && !isBack(f) && !isBack(after.find((o) => o.id === were.get(key(f)))));
  expect(
    kept.map((f) => f.id),
    `${where}: ids`,
  ).toEqual(kept.map((f) => were.get(key(f))));
}

/** What tells a claim that came from others that came with it. */
export const sayingOf = (world: World, d: Draft, at: number): string =>
  JSON.stringify([
    world.root(d.subject),
    d.predicate,
    d.kind,
    world.valueOf(d),
    d.start,
    d.to,
    d.confidence,
    d.explicit,
    d.said ?? at,
    d.source,
    d.origin,
    [...d.dependsOn].map((g) => [...g].sort().join(' ')).sort(),
  ]);
export const sayingOfShown = (c: Shown): string =>
  JSON.stringify([
    c.subject,
    c.predicate,
    c.kind,
    String(c.value),
    Date.parse(c.start),
    instant(c.validTo),
    c.confidence,
    c.explicit,
    Date.parse(c.observedAt),
    c.source?.session ?? null,
    c.origin,
    c.dependsOn.map((g) => [...g].sort().join(' ')).sort(),
  ]);

/** What holds at a moment of valid time, as known after a step. */
export interface Then {
  readonly at: number;
  readonly facts: readonly { readonly subject: string; readonly from: number; readonly to: number | null; readonly line: string }[];
}
export const thenOf = (at: number, { slots }: Pick<Outlook, 'slots'>): Then => ({
  at,
  facts: slots.flatMap((s) =>
    s.folded.timeline.map((p) => ({ subject: s.subject, from: p.from, to: p.to, line: lineOf({ ...s, ...p }, p.confidence, '') })),
  ),
});
export const shownLine = (f: Fact): string =>
  lineOf({ ...f, value: String(f.value), from: Date.parse(f.validFrom), to: instant(f.validTo) }, f.confidence, '');

export const holdingAt = ({ facts }: Then, t: number): string[] =>
  facts
    .filter((f) => f.from <= t && (f.to === null || t < f.to))
    .map((f) => f.line)
    .sort();

/** Each boundary of a timeline, one millisecond before and after it. */
export const boundaries = ({ facts }: Then): number[] => {
  const all = new Set(facts.flatMap((f) => [f.from, ...(f.to === null ? [] : [f.to])]));
  return [...all].sort((a, b) => a - b).flatMap((t) => [t - 1, t, t + 1]);
};
export const when = (t: number): string => iso(t);

/** As of every boundary now, and as it was known after every step; answers how often it asked. */
export async function expectSameThroughTime(
  store: Palimpsest,
  namespace: string,
  thens: readonly Then[],
  subjects: readonly string[],
  chance: Chance,
  where: string,
): Promise<number> {
  let asked = 0;
  const last = thens.at(-1);
  if (last === undefined) return asked;
  for (const subject of subjects)
    for (const t of boundaries({ ...last, facts: last.facts.filter((f) => f.subject === subject) })) {
      const { facts } = await store.asOf(namespace, { subject, asOf: when(t) });
      const own = { ...last, facts: last.facts.filter((f) => f.subject === subject) };
      expect(facts.map(shownLine).sort(), `${where}: ${subject} as of ${when(t)}`).toEqual(holdingAt(own, t));
      asked += 1;
    }
  for (const then of new Map(thens.map((t) => [t.at, t])).values())
    for (const t of chance.shuffle(boundaries(then)).slice(0, 3)) {
      const page = await store.list(namespace, { asOf: when(t), knownAt: when(then.at), limit: 500 });
      expect(page.facts.map(shownLine).sort(), `${where}: as of ${when(t)}, known at ${when(then.at)}`).toEqual(holdingAt(then, t));
      asked += 1;
    }
  return asked;
}
