/** A store behind HTTP: opened, served, and closed in the right order. */
import type { DestinationStream } from 'pino';
import { readiness } from '../health/readiness.ts';
import { type OpenOptions, openGraph, palimpsestOn } from '../store.ts';
import { makeLogger } from './log.ts';
import { makeMetrics } from './metrics.ts';
import { startServer } from './server.ts';
import type { ServerSettings } from './settings.ts';

export interface ServeOptions {
  readonly store: OpenOptions;
  readonly settings: ServerSettings & { readonly logLevel: string };
  readonly version: string;
  /** Where the log goes; default stderr. */
  readonly logTo?: DestinationStream;
}

export interface Served {
  readonly url: string;
  /** Answers what is under way, then closes the store. */
  close(): Promise<void>;
}

export async function serve({ store: open, settings, version, logTo }: ServeOptions): Promise<Served> {
  const log = makeLogger(settings.logLevel, logTo);
  const metrics = makeMetrics();
  const graph = await openGraph({ ...open, observer: metrics.observer });
  const store = palimpsestOn(graph);
  try {
    const running = await startServer({ store, log, metrics, settings, version, ready: () => readiness(graph) });
    return {
      url: running.url,
      close: async () => {
        await running.stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
