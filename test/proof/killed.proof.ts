import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { connect } from '../../src/client/index.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openPalimpsest } from '../../src/store.ts';
import { Ledger } from '../support/acts.ts';
import { Caller, furnish, inspect, type World } from '../support/bustle.ts';
import { Chance } from '../support/chance.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';
import { describeWithServer } from '../support/restartable.ts';
import { type ServeChild, serveChild } from '../support/serve-child.ts';
import { SEED, sized } from '../support/size.ts';

const ROUNDS = sized(3, 20);
const CALLERS = 16;
/** From when the first write was acknowledged to the kill, in ms. */
const LATEST_KILL_MS = 2_500;

const HASTY_MS = 1_000;

const directory = mkdtempSync(join(tmpdir(), 'palimpsest-killed-'));
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  rmSync(directory, { recursive: true, force: true });
});

const worldIn = (namespace: string): World => ({
  namespace,
  subjects: Array.from({ length: 6 }, (_, i) => `user:s${i}`),
  contexts: sized(4, 40),
  hub: 'entity:org:hub',
  twins: ['user:twin1', 'user:twin2', 'user:twin3'],
});

/** Callers at work until `stop`. */
function load(stores: readonly Palimpsest[], world: World, ledger: Ledger, round: number) {
  let going = true;
  const before = ledger.size;
  const callers = Array.from({ length: CALLERS }, async (_, w) => {
    const caller = new Caller(world, `round ${round} caller ${w}`, new Chance(SEED + 100 * round + w), w === 0);
    while (going) await caller.go(stores[w % stores.length] as Palimpsest, ledger);
  });
  return {
    underWay: async () => {
      while (ledger.size < before + CALLERS) await sleep(10);
    },
    stop: async () => {
      going = false;
      await Promise.all(callers);
    },
  };
}

/** After the restart: the last write that was acknowledged is there, and everything before it. */
async function sound(store: Palimpsest, world: World, ledger: Ledger): Promise<void> {
  for (const { act, effect } of ledger.sample(ledger.size)) expect(await act.send(store), act.what).toEqual(effect);
  await inspect(store, world, ledger);
  expect((await store.doctor(world.namespace)).findings, `seed ${SEED}`).toEqual([]);
}

const APIS = [
  { title: 'an embedded store', store: `file:${join(directory, 'store.db')}` },
  ...ENGINES.filter((e) => e.shared).map((e) => ({ title: 'Neo4j', store: e.url })),
];

describe.each(APIS)('the API of $title, killed under load', ({ title, store }) => {
  it('loses nothing that was acknowledged, and does nothing twice', async () => {
    const chance = new Chance(SEED);
    const world = worldIn(freshNamespace());
    const ledger = new Ledger();
    let child: ServeChild = await serveChild(store);
    closing.push(() => child.stop('SIGKILL'));
    const port = Number(new URL(child.url).port);
    // nothing is tried again by itself: what breaks is unknown
    const client = connect({ url: child.url, retryMs: 0 });
    await furnish(client, world, 3);
    let settled = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const work = load([client], world, ledger, round);
      await work.underWay();
      await sleep(chance.int(0, LATEST_KILL_MS));
      const stopping = work.stop();
      await child.stop('SIGKILL');
      await stopping;
      child = await serveChild(store, port);
      settled += await ledger.settle(client);
      await sound(client, world, ledger);
    }
    expect(settled).toBeGreaterThan(0);
    console.info(`API of ${title}: ${ROUNDS} kills, ${ledger}, ${settled} settled by key; seed ${SEED}`);
    expect(await child.stop()).toBe(0);
  });
});

describeWithServer('Neo4j, killed under load', (server) => {
  it('loses nothing that was acknowledged, and does nothing twice', async () => {
    const chance = new Chance(SEED);
    const world = worldIn(freshNamespace());
    const ledger = new Ledger();
    const url = await server.start();
    closing.push(() => server.kill());
    const open = (retryMs?: number) => openPalimpsest({ store: url, ...LOGIN, ...(retryMs !== undefined && { retryMs }) });
    // some wait for the server to come back, others are told that it is gone
    const patient = await open();
    const stores = [patient, await open(HASTY_MS)];
    closing.push(...stores.map((store) => () => store.close()));
    await furnish(patient, world, 3);
    let settled = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const work = load(stores, world, ledger, round);
      await work.underWay();
      await sleep(chance.int(0, LATEST_KILL_MS));
      await server.kill();
      await server.start();
      await sleep(chance.int(0, LATEST_KILL_MS));
      await work.stop();
      settled += await ledger.settle(patient);
      await sound(patient, world, ledger);
    }
    console.info(`Neo4j itself: ${ROUNDS} kills, ${ledger}, ${settled} settled by key; seed ${SEED}`);
  });
});
