import { expect } from 'vitest';
import { isPalimpsestError } from '../../../src/errors.ts';
import type { Chance } from '../chance.ts';
import type { StoreCase } from '../stores.ts';
import { whole } from '../whole.ts';
import {
  BEGIN,
  expectIdsKept,
  expectSame,
  expectSameThroughTime,
  readStore,
  type Shown,
  sayingOf,
  sayingOfShown,
  type Then,
  thenOf,
} from './compare.ts';
import { type Act, type Deed, inEffect, NO_DEED, standsOn, turned } from './deeds.ts';
import { IDS } from './speech.ts';
import { type Held, World } from './world.ts';

export const KINDS = [
  'told',
  'imported',
  'withdrawn',
  'corrected',
  'retracted',
  'merged',
  'unmerged',
  'retired',
  'archived',
  'decided',
  'undone',
  'refused',
  'unsettled',
] as const;
export type Counts = Record<(typeof KINDS)[number], number>;

/** What is to be taken back next of an act: itself, or its last undo. */
export type Known = Act & { last: string };

/**
 * Claims that in the end take away what each holds by: the store lets one of them hold by nothing, the model doesn't say which, so the life
 * ends there.
 */
export class NoSingleAnswer extends Error {}

/** The life of a namespace, in the store and in the model: what is done to both, and whether both say the same of it. */
export class Life {
  readonly namespace: string;
  readonly counts = Object.fromEntries(KINDS.map((k) => [k, 0])) as Counts;
  protected readonly on: StoreCase;
  protected readonly chance: Chance;
  protected readonly acts: Known[] = [];
  protected world = new World(new Map());
  protected where = '';
  readonly #thens: Then[] = [];

  constructor(on: StoreCase, chance: Chance) {
    this.on = on;
    this.chance = chance;
    this.namespace = on.fresh();
  }

  /** When the last step was recorded. */
  protected get now(): number {
    return this.#thens.at(-1)?.at ?? BEGIN;
  }
  protected get subjects(): string[] {
    return IDS.filter((id) => !this.world.into.has(id));
  }

  /** Does it; now and then takes it back at once, and brings it back, and compares all there is. */
  protected async act(
    work: () => Promise<{ readonly id: string | null; readonly at: number; readonly step?: Act['step']; readonly deed: () => Deed }>,
  ): Promise<void> {
    const look = () => whole(this.on.store, this.namespace, IDS);
    const back = this.chance.chance(0.3);
    const before = back ? await look() : null;
    const { id, at, step = null, deed } = await work();
    const expected = deed();
    if (step !== null) this.#turn(step, step.joins);
    const { added } = await this.settle(expected, at, step !== null);
    if (id === null) {
      expect(expected, `${this.where}: nothing was done`).toEqual(NO_DEED);
      return;
    }
    const act = await this.note(id, { added, withdrawn: expected.withdrawn }, at, step);
    if (before === null) return;
    // taken back, an unmerge may give a fact another id (docs/known-problems.md); what the facts say is compared all the same
    if (step?.joins === false) {
      await this.undo(act);
      return;
    }
    const after = await look();
    expect(await this.undo(act), `${this.where}: undo at once`).not.toBeNull();
    expect(await look(), `${this.where}: as before`).toEqual(before);
    if (this.chance.chance(0.3)) return;
    expect(await this.undo(act), `${this.where}: done again at once`).not.toBeNull();
    expect(await look(), `${this.where}: as after`).toEqual(after);
  }

  protected async note(
    id: string,
    { added, withdrawn }: { added: readonly string[]; withdrawn: readonly string[] },
    at: number,
    step: Act['step'] = null,
  ): Promise<Known> {
    const detail = await this.on.store.operation(this.namespace, id);
    const hows = (how: string) =>
      detail.claims
        .filter((c) => c.how === how)
        .map((c) => c.id)
        .sort();
    expect(hows('added'), `${this.where}: added by ${detail.kind}`).toEqual([...added].sort());
    expect(hows('withdrawn'), `${this.where}: withdrawn by ${detail.kind}`).toEqual([...withdrawn].sort());
    const kind = step === null ? 'claims' : 'merge';
    const act: Known = {
      id,
      last: id,
      kind,
      step,
      added: new Set(added),
      withdrawn: new Set(withdrawn),
      reviews: detail.reviews,
      flips: [at],
    };
    this.acts.push(act);
    return act;
  }

  /** Takes up what came under the ids of the store, thinks it all through, and compares. */
  protected async settle(deed: Deed, at: number, turns = false): Promise<{ added: string[] }> {
    const world = this.world;
    const found = await readStore(this.on.store, this.namespace, world, this.subjects);
    const fresh = found.claims.filter((c) => c.origin !== 'derived' && !world.claims.has(c.id));
    const drafts = deed.added.map((draft) => ({ draft, saying: sayingOf(world, draft, at) }));
    expect(fresh.map(sayingOfShown).sort(), `${this.where}: claims that came`).toEqual(drafts.map((d) => d.saying).sort());
    const left = [...fresh];
    const named = drafts.map(({ draft, saying }) => {
      const n = left.findIndex((c) => sayingOfShown(c) === saying && c.follows === draft.of);
      return { draft, shown: left.splice(n, 1)[0] as Shown };
    });
    const recorded = ({ shown }: (typeof named)[number]) => Date.parse(shown.recordedAt);
    // what came at one moment has the order that the store gave it
    const place = ({ shown }: (typeof named)[number]) => fresh.indexOf(shown);
    for (const one of [...named].sort((a, b) => recorded(a) - recorded(b) || place(a) - place(b)))
      world.claims.set(one.shown.id, { ...one.draft, id: one.shown.id, said: one.draft.said ?? at, at: recorded(one), seq: world.next() });
    const added = named.map((n) => n.shown.id);
    const gone = new Set(deed.withdrawn);
    world.live = new Set([...[...world.live].filter((id) => !gone.has(id)), ...added]);
    const outlook = world.outlook(world.belief, at, found.facts);
    const broken = found.claims.filter((c) => c.origin === 'derived' && c.causedBy.length === 0);
    if (!outlook.settled || broken.some((c) => !outlook.lapses.get(c.follows ?? '')?.some((l) => l.causedBy.length === 0)))
      throw new NoSingleAnswer();
    expectSame(world, found, outlook, this.where);
    expectIdsKept(world.facts, found.facts, turns ? world.wentBy : null, this.where);
    world.noteLapses(outlook.lapses, at);
    world.lapses = outlook.lapses;
    world.outcomes = outlook.outcomes;
    world.facts = found.facts satisfies readonly Held[];
    for (const fact of found.facts) world.noteFact(fact);
    // what shows by what a retirement has ended is retired a moment later
    this.#thens.push(thenOf(Math.max(at, found.at), outlook));
    return { added };
  }

  /** Null: refused. */
  protected async undo(act: Known): Promise<string | null> {
    const { store } = this.on;
    const expected = act.kind === 'claims' ? standsOn(this.world, act, this.acts, this.now + 1) : null;
    const reply = await store.undo(this.namespace, act.last).catch((error: unknown) => {
      if (isPalimpsestError(error) && (error.code === 'refused' || (act.kind === 'merge' && error.code === 'conflict'))) return error;
      throw error;
    });
    const refused = reply instanceof Error;
    if (expected !== null) expect(refused, `${this.where}: undo of ${act.id} ${refused ? reply.message : 'done'}`).toBe(expected);
    if (refused) {
      this.counts.refused += 1;
      await this.settle(NO_DEED, this.now);
      return null;
    }
    this.counts.undone += 1;
    const world = this.world;
    const at = Date.parse(reply.recordedAt);
    if (act.step === null) world.live = turned(act, world.live);
    else this.#turn(act.step, act.step.joins !== inEffect(act));
    act.flips.push(at);
    act.last = reply.operationId as string;
    await this.settle(NO_DEED, at, true);
    return act.last;
  }

  #turn({ part, whole }: NonNullable<Act['step']>, joins: boolean): void {
    this.world.into = new Map(this.world.into);
    if (joins) this.world.into.set(part, whole);
    else this.world.into.delete(part);
  }

  /** As of every boundary, and as it was known after every step; and the doctor. */
  async end(where: string): Promise<number> {
    const { store } = this.on;
    const asked = await expectSameThroughTime(store, this.namespace, this.#thens, this.subjects, this.chance, where);
    expect((await store.doctor(this.namespace)).findings, where).toEqual([]);
    return asked;
  }
}
