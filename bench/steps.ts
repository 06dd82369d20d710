/** What the rows do again and again; each checks that it did what it is timed for. */
import type { Palimpsest } from '../src/palimpsest.ts';
import { expectAll, PREDICATE, type World } from './world.ts';

export const CALLERS = 32;

// a server's own compiler takes thousands of runs to get to a statement
export const warmth = (world: World): number => (world.engine.capabilities.planCache ? 1_500 : 150);

interface Where {
  readonly slot?: string;
  /** Default: the store in process. */
  readonly door?: Palimpsest;
}

export async function one(world: World, { slot = world.next(), door = world.store }: Where = {}): Promise<void> {
  expectAll(await door.remember(world.namespace, world.candidate(slot)), 'superseded');
}

/** Of the fact that holds in a slot. */
export async function idOf(world: World, slot: string): Promise<string> {
  const { facts } = await world.store.current(world.namespace, { subject: `user:${slot}`, predicate: PREDICATE });
  return (facts[0] as (typeof facts)[number]).id;
}

export async function current(world: World, { slot = world.next(), door = world.store }: Where = {}): Promise<void> {
  const { facts } = await door.current(world.namespace, { subject: `user:${slot}`, predicate: PREDICATE });
  if (facts.length !== 1) throw new Error(`expected one current fact, got ${facts.length}`);
}
