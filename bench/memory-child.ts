/** `node --expose-gc memory-child.ts FACTS`: what a fact keeps resident, with its claim and its share of slot, subject and session. */
import { setTimeout as delay } from 'node:timers/promises';
import { World } from './world.ts';

const VALUES_PER_SLOT = 4;

async function resident(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    (globalThis as { gc?: () => void }).gc?.();
    await delay(50);
  }
  return process.memoryUsage().rss;
}

const facts = Number(process.argv[2]);
const slots = Array.from({ length: Math.ceil(facts / VALUES_PER_SLOT) }, (_, i) => `m${i}`);
const world = await World.open('memory:', 500);
const before = await resident();
await world.tell(slots, 'inserted');
for (let i = 1; i < VALUES_PER_SLOT; i++) await world.tell(slots, 'superseded');
const between = await resident();
await world.raw.fill(slots.map((slot) => world.rawRow(slot)));
for (let i = 1; i < VALUES_PER_SLOT; i++) await world.raw.replaceMany(slots.map((slot) => world.rawRow(slot)));
const after = await resident();
const [ours, theirs] = [(between - before) / facts, (after - between) / facts];
console.log(JSON.stringify({ ours, theirs, ratio: ours / theirs, cpuRatio: null }));
await world.close();
