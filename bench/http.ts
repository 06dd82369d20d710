import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { connect } from '../src/client/index.ts';
import { schema } from '../src/config/schema.ts';
import { makeMetrics } from '../src/http/metrics.ts';
import { startServer } from '../src/http/server.ts';
import type { Palimpsest } from '../src/palimpsest.ts';
import type { Order } from './http-writers.ts';

export interface HttpDoor {
  readonly url: string;
  /** In this process, as the server is: what is measured is all of the way, there and back. */
  readonly client: Palimpsest;
  close(): Promise<void>;
}

/** A server of this process over a store that stays the caller's. */
export async function throughHttp(store: Palimpsest): Promise<HttpDoor> {
  const server = await startServer({
    store,
    log: pino({ level: 'silent' }),
    metrics: makeMetrics(),
    settings: { ...schema.parse({}), port: 0 },
    version: '0.0.0',
    ready: async () => ({ ready: true, checks: [] }),
  });
  const client = connect({ url: server.url });
  return {
    url: server.url,
    client,
    close: async () => {
      await client.close();
      await server.stop();
    },
  };
}

/** Writers in a process of their own, as they would be. */
export function writersElsewhere(): { write(order: Order): Promise<void>; end(): void } {
  const child = fork(fileURLToPath(new URL('./http-writers.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
  return {
    write: async (order) => {
      child.send(order);
      const [said] = await once(child, 'message');
      if (said !== 'done') throw new Error(String(said));
    },
    end: () => void child.kill(),
  };
}
