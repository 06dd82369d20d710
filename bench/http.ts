import { pino } from 'pino';
import { connect } from '../src/client/index.ts';
import { schema } from '../src/config/schema.ts';
import { makeMetrics } from '../src/http/metrics.ts';
import { startServer } from '../src/http/server.ts';
import type { Palimpsest } from '../src/palimpsest.ts';

/** A client of a server in this process, over a store that stays the caller's: what is measured is the way, there and back. */
export async function throughHttp(store: Palimpsest): Promise<Palimpsest> {
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
    ...client,
    close: async () => {
      await client.close();
      await server.stop();
    },
  };
}
