/** A process of its own with HTTP writers: told how many, it writes and says when they are done. */
import { connect } from '../src/client/index.ts';
import type { Palimpsest } from '../src/palimpsest.ts';
import { expectAll, PREDICATE } from './world.ts';

export interface Order {
  readonly url: string;
  readonly namespace: string;
  readonly slots: readonly string[];
  readonly writers: number;
  /** Facts a writer tells, one after the other. */
  readonly each: number;
}

// after what the world told before, and not in the future
const began = Date.now() - 365 * 86_400_000;
let told = 0;
const clients = new Map<string, Palimpsest>();

async function write({ url, namespace, slots, writers, each }: Order): Promise<void> {
  const door = clients.get(url) ?? connect({ url });
  clients.set(url, door);
  const writer = async () => {
    for (let i = 0; i < each; i++) {
      const n = told++;
      const observedAt = new Date(began + n * 1_000).toISOString();
      const said = {
        subject: `user:${slots[n % slots.length]}`,
        predicate: PREDICATE,
        value: `value ${n}`,
        origin: 'stated',
        observedAt,
      } as const;
      expectAll(await door.remember(namespace, said), 'superseded');
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
}

process.on('message', (order: Order) => {
  write(order).then(
    () => process.send?.('done'),
    (error: unknown) => process.send?.(String(error)),
  );
});
