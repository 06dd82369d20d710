import { afterAll, beforeAll, describe, expect } from 'vitest';
import { readSettings } from '../../src/config/config.ts';
import { type Served, serve } from '../../src/http/serve.ts';
import { ENGINES, type EngineCase, freshNamespace, LOGIN } from '../support/engines.ts';
import { faults } from './conform.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests say by their expectations what it is
  readonly body: any;
}
export interface Sent {
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ServedCase {
  readonly engine: EngineCase;
  readonly url: string;
  /** One request; what comes back must conform to the document. */
  ask(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Shorthand for POST facts. */
  say(namespace: string, ...facts: readonly object[]): Promise<Answer>;
  fresh(): string;
  /** Lines of the log so far. */
  readonly log: readonly string[];
}

export type Overrides = Parameters<typeof readSettings>[0];

export async function serveOn(engine: EngineCase, overrides: Overrides = {}, log: string[] = []): Promise<Served> {
  const settings = readSettings({ port: 0, ...overrides }, {});
  const store = { store: engine.url, ...(engine.shared && LOGIN) };
  return serve({ store, settings, version: '0.0.0', logTo: { write: (line) => void log.push(line) } });
}

export async function ask(url: string, method: string, path: string, { body, raw, headers = {} }: Sent = {}): Promise<Answer> {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(sent !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type');
  const parsed: unknown = text === '' ? undefined : /json/.test(type ?? '') ? JSON.parse(text) : text;
  const pathname = new URL(`${url}${path}`).pathname;
  if (method !== 'HEAD' && method !== 'OPTIONS' && pathname !== '/' && !pathname.startsWith('/docs'))
    expect(faults(method, pathname, response.status, type, parsed)).toEqual([]);
  return { status: response.status, headers: response.headers, body: parsed };
}

/** Runs a suite once per engine, through real HTTP on a port of its own. */
export function describeServed(title: string, body: (on: ServedCase) => void, overrides: Overrides = {}, engines = ENGINES): void {
  describe.each(engines)(`${title} on $name`, (engine) => {
    const log: string[] = [];
    let served: Served | undefined;
    beforeAll(async () => {
      served = await serveOn(engine, overrides, log);
    });
    afterAll(async () => served?.close());
    const url = () => {
      if (served === undefined) throw new Error('the server starts in beforeAll; use it inside hooks and tests');
      return served.url;
    };
    body({
      engine,
      fresh: freshNamespace,
      log,
      get url() {
        return url();
      },
      ask: (method, path, sent) => ask(url(), method, path, sent),
      say: (namespace, ...facts) => ask(url(), 'POST', `/v1/${namespace}/facts`, { body: { facts } }),
    });
  });
}
