import { pino } from 'pino';
import { schema } from '../../src/config/schema.ts';
import { makeMetrics } from '../../src/http/metrics.ts';
import { type Running, startServer } from '../../src/http/server.ts';
import type { ServerSettings } from '../../src/http/settings.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';

/** A server of this process on any free port, over a store that stays the caller's. */
export function serving(store: Palimpsest, settings: Partial<ServerSettings> = {}): Promise<Running> {
  return startServer({
    store,
    log: pino({ level: 'silent' }),
    metrics: makeMetrics(),
    settings: { ...schema.parse({}), port: 0, ...settings },
    version: '0.0.0',
    ready: async () => ({ ready: true, checks: [] }),
  });
}
