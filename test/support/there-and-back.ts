import { expect } from 'vitest';
import type { Palimpsest } from '../../src/palimpsest.ts';
import type { StoreCase } from './stores.ts';
import { whole } from './whole.ts';

/** Does something, takes it back, brings it back, takes it back, and compares all there is each time. */
export async function thereAndBack(on: StoreCase, ns: string, people: readonly string[], act: (store: Palimpsest) => Promise<string>) {
  const before = await whole(on.store, ns, people);
  const id = await act(on.store);
  const after = await whole(on.store, ns, people);
  const undone = await on.store.undo(ns, id, { by: 'ada', reason: 'was wrong' });
  expect(await whole(on.store, ns, people)).toEqual(before);
  const again = await on.store.undo(ns, undone.operationId as string);
  expect(await whole(on.store, ns, people)).toEqual(after);
  const third = await on.store.undo(ns, again.operationId as string);
  expect(await whole(on.store, ns, people)).toEqual(before);
  expect((await on.store.doctor(ns)).findings).toEqual([]);
  return { id, undone, again, third };
}
