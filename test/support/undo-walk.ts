import fc from 'fast-check';
import { expect } from 'vitest';
import { isPalimpsestError } from '../../src/errors.ts';
import type { Candidate, Palimpsest } from '../../src/palimpsest.ts';
import type { StoreCase } from './stores.ts';
import { whole } from './whole.ts';

const IDS = ['user:a', 'user:b', 'user:c'];
const VALUES = ['red', 'green', 'blue'];
const PREDICATES = ['hue', 'labels', 'superior'] as const;
const DAY = 86_400_000;
const BEGIN = Date.parse('2025-01-01T00:00:00Z');
const day = (n: number): string => new Date(BEGIN + n * DAY).toISOString();

/** A step of a story; `pick` chooses among what there is then. */
const step = fc.record({
  does: fc.oneof(
    { weight: 6, arbitrary: fc.constant('tell' as const) },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        'correct',
        'retract',
        'withdraw',
        'merge',
        'unmerge',
        'define',
        'import',
        'retire',
        'split',
        'name',
        'unname',
        'shelve',
        'shelve',
      ),
    },
    { weight: 2, arbitrary: fc.constant('undo' as const) },
  ),
  pick: fc.nat({ max: 1_000 }),
  who: fc.nat({ max: 2 }),
  what: fc.nat({ max: 2 }),
  value: fc.nat({ max: 2 }),
  at: fc.integer({ min: 0, max: 200 }),
  long: fc.integer({ min: 1, max: 60 }),
  shape: fc.constantFrom('mention', 'mention', 'explicit', 'bounded', 'end'),
  named: fc.boolean(),
  sure: fc.constantFrom(0.4, 0.7, 0.9),
  origin: fc.constantFrom('stated', 'extracted'),
  back: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
export const stories = (steps: number) => fc.array(step, { minLength: Math.min(8, steps), maxLength: steps, size: 'max' });

export interface Tally {
  done: number;
  undone: number;
  refused: number;
}

/** Lives a story; wherever a step says so, what it did is taken back and brought back, and all there is compared. */
export async function live(on: StoreCase, story: readonly Step[], tally: Tally): Promise<void> {
  const ns = on.fresh();
  const { store } = on;
  await store.definePredicate(ns, 'hue', { cardinality: 'single' });
  await store.definePredicate(ns, 'labels', { cardinality: 'multi' });
  await store.definePredicate(ns, 'superior', { cardinality: 'single', valueType: 'entity', range: 'user' });
  for (const id of IDS) await store.putEntity(ns, id, { name: `Name ${id}`, aliases: [`Nick ${id}`] });
  for (const one of story) {
    const before = one.back ? await whole(store, ns, IDS) : null;
    const id = await carryOut(store, ns, one).catch(unlessRefused);
    if (id === null) continue;
    tally.done += 1;
    if (before === null) continue;
    const after = await whole(store, ns, IDS);
    const undone = await store.undo(ns, id);
    expect(await whole(store, ns, IDS)).toEqual(before);
    const again = await store.undo(ns, undone.operationId as string);
    expect(await whole(store, ns, IDS)).toEqual(after);
    tally.undone += 2;
    if (one.pick % 2 === 0) continue;
    await store.undo(ns, again.operationId as string);
    expect(await whole(store, ns, IDS)).toEqual(before);
    tally.undone += 1;
  }
  expect((await store.doctor(ns)).findings).toEqual([]);

  function unlessRefused(error: unknown): null {
    if (!isPalimpsestError(error) || !['refused', 'conflict', 'not_found', 'invalid_input'].includes(error.code)) throw error;
    tally.refused += 1;
    return null;
  }
}

function said({ who, what, value, at, long, shape, sure, origin, named }: Step): Candidate {
  const predicate = PREDICATES[what] as string;
  return {
    subject: named ? `Nick ${IDS[who]}` : (IDS[who] as string),
    predicate,
    value: (predicate === 'superior' ? (named ? `Nick ${IDS[value]}` : IDS[value]) : VALUES[value]) as string,
    confidence: sure,
    origin: origin as 'stated',
    kind: shape === 'end' ? 'end' : 'assert',
    ...(shape === 'mention' ? { observedAt: day(at) } : { validFrom: day(at) }),
    ...(shape === 'bounded' && { validTo: day(at + long) }),
  };
}

/** The operation that it was; null where it was none. */
async function carryOut(store: Palimpsest, ns: string, one: Step): Promise<string | null> {
  const { does, pick, who, what, value, at } = one;
  if (does === 'tell') {
    await store.remember(ns, said(one));
    return null;
  }
  if (does === 'import') {
    const id = `o_${globalThis.crypto.randomUUID()}`;
    const rows = [one, { ...one, value: (value + 1) % 3, at: at + 10 }, { ...one, who: (who + 1) % 3, what: (what + 1) % 3 }].map(said);
    for (const row of rows) await store.remember(ns, row, { import: { id } });
    return id;
  }
  if (does === 'merge') {
    const { already, operationId } = await store.merge(ns, { from: IDS[who] as string, into: IDS[value] as string });
    return already ? null : operationId;
  }
  if (does === 'unmerge') return (await store.unmerge(ns, { entity: IDS[who] as string })).operationId;
  if (does === 'retire') return (await store.retire(ns, IDS[who] as string, { at: day(at) })).operationId;
  const nick = `Nick ${IDS[value]}`;
  if (does === 'split') return (await store.split(ns, IDS[who] as string, { mentions: [nick] })).operationId;
  if (does === 'name') return (await store.addAlias(ns, IDS[who] as string, { alias: nick, source: `s${pick % 3}` })).operationId;
  if (does === 'unname') return (await store.removeAlias(ns, IDS[who] as string, nick)).operationId;
  if (does === 'define') {
    const definition = pick % 2 === 0 ? { cardinality: 'single' as const } : { cardinality: 'multi' as const, margin: (pick % 4) / 10 };
    return (await store.definePredicate(ns, PREDICATES[what] as string, definition, { resolve: 'fold' })).operationId;
  }
  if (does === 'undo') {
    const { operations } = await store.operations(ns);
    const chosen = operations[pick % Math.max(operations.length, 1)];
    return chosen === undefined ? null : (await store.undo(ns, chosen.id)).operationId;
  }
  const { facts } = await store.list(ns, { status: ['current', 'superseded', 'ended', 'scheduled'], visibility: 'all', limit: 500 });
  const sorted = [...facts].sort((a, b) => (a.validFrom + a.text < b.validFrom + b.text ? -1 : 1));
  const factId = sorted[pick % Math.max(sorted.length, 1)]?.id;
  if (factId === undefined) return null;
  if (does === 'retract') return (await store.retract(ns, { factId, at: day(at), confidence: one.sure })).operationId;
  if (does === 'withdraw') return (await store.withdraw(ns, { factId })).operationId;
  const fact = sorted.find((f) => f.id === factId);
  if (does === 'shelve') return (await store[fact?.visibility === 'archived' ? 'restore' : 'archive'](ns, { factId })).operationId;
  const to = fact?.predicate === 'superior' ? IDS[value] : VALUES[value];
  return (await store.correct(ns, { factId, value: to as string })).operationId;
}
