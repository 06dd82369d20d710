import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openPalimpsest } from '../../src/store.ts';
import { describeStores } from '../support/stores.ts';
import { whole } from '../support/whole.ts';

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-undo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WHO = ['user:ada', 'user:ben'];

/** Something to be taken back, of every sort. */
const ACTS: Readonly<Record<string, (store: Palimpsest, ns: string) => Promise<string>>> = {
  correct: async (store, ns) => {
    const [fact] = (await store.current(ns, { subject: 'user:ada', predicate: 'works_at' })).facts;
    return (await store.correct(ns, { factId: fact?.id as string, value: 'Initech' })).operationId;
  },
  merge: async (store, ns) => (await store.merge(ns, { from: 'user:ben', into: 'user:ada' })).operationId as string,
  split: async (store, ns) => (await store.split(ns, 'user:ada', { mentions: ['Queenie Bee'] })).operationId,
  'add-alias': async (store, ns) => (await store.addAlias(ns, 'user:ben', { alias: 'Benny Hill' })).operationId,
  'remove-alias': async (store, ns) => (await store.removeAlias(ns, 'user:ada', 'Queenie Bee')).operationId,
  retire: async (store, ns) => (await store.retire(ns, 'Globex', { at: '2026-05-01' })).operationId as string,
};

async function begin(store: Palimpsest, ns: string): Promise<void> {
  await store.putEntity(ns, 'user:ada', { name: 'Ada Lane', aliases: ['Queenie Bee'] });
  await store.putEntity(ns, 'user:ben', { name: 'Ben Moor' });
  await store.remember(ns, [
    { subject: 'user:ada', predicate: 'works_at', value: 'Globex', observedAt: '2026-01-01T00:00:00Z' },
    { subject: 'Queenie Bee', predicate: 'likes', value: 'tea', observedAt: '2026-01-02T00:00:00Z' },
    { subject: 'user:ben', predicate: 'works_at', value: 'Globex', observedAt: '2026-01-03T00:00:00Z' },
  ]);
}

describeStores('undo of what another process did', (on) => {
  it.each(Object.keys(ACTS))('%s', async (kind) => {
    const ns = on.fresh();
    await begin(on.store, ns);
    const other = await on.another();
    const before = await whole(on.store, ns, WHO);
    const id = await ACTS[kind]?.(on.store, ns);
    const after = await whole(other, ns, WHO);
    const { operationId } = await other.undo(ns, id as string);
    expect(await whole(on.store, ns, WHO)).toEqual(before);
    await on.store.undo(ns, operationId as string);
    expect(await whole(other, ns, WHO)).toEqual(after);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });
});

describe('undo after a restart', () => {
  it.each(Object.keys(ACTS))('%s', async (kind) => {
    const open = () => openPalimpsest({ store: `file:${join(folder, `${kind}.db`)}` });
    const first = await open();
    await begin(first, 'ns');
    const before = await whole(first, 'ns', WHO);
    const id = await ACTS[kind]?.(first, 'ns');
    const after = await whole(first, 'ns', WHO);
    await first.close();
    const second = await open();
    const { operationId } = await second.undo('ns', id as string);
    expect(await whole(second, 'ns', WHO)).toEqual(before);
    await second.close();
    const third = await open();
    await third.undo('ns', operationId as string);
    expect(await whole(third, 'ns', WHO)).toEqual(after);
    expect((await third.doctor('ns')).findings).toEqual([]);
    await third.close();
  });
});

describeStores('undo of a decision on what was settled since', (on) => {
  it('leaves nothing open', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'goes_to', { cardinality: 'single' });
    const about = { subject: 'user:ada', predicate: 'goes_to' };
    await on.store.remember(ns, { ...about, value: 'Kim', validFrom: '2026-01-01', origin: 'stated', confidence: 1 });
    const [weak] = await on.store.remember(ns, { ...about, value: 'Pia', validFrom: '2026-02-01', confidence: 0.3 });
    const { operationId } = await on.store.decideReview(ns, String(weak?.reviewId), { decision: 'defer' });
    await on.store.withdraw(ns, { claimId: String(weak?.claimId) });
    await on.store.undo(ns, String(operationId));
    expect((await on.store.review(ns, String(weak?.reviewId))).state).toBe('moot');
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });
});
