import { z } from 'zod';
import { parse } from './contract/check.ts';
import type { Params, Runner } from './engine/engine.ts';
import { openEngine } from './engine/open.ts';
import { Turns } from './engine/turns.ts';
import { type Graph, type Observer, observed } from './graph.ts';
import { schemaApply } from './procedures/migrate.ts';
import { createProcedures, warm } from './procedures/run.ts';
import { Catalogue } from './registry/catalogue/catalogue.ts';

export interface OpenOptions {
  /** `memory:` (default), `file:PATH`, `bolt://…`, `neo4j://…`, `neo4j+s://…`. */
  readonly store?: string;
  /** `file:` only. Whether a store that isn't there is made (default true), in a directory that is there; else it is `not_found`. */
  readonly create?: boolean;
  /** Of Neo4j; default: no login. */
  readonly user?: string;
  /** Of that user. */
  readonly password?: string;
  /** Of Neo4j; default: the server's own default. */
  readonly database?: string;
  /** A JSON file of well-known entities beside the shipped ones (see docs/names.md); false: none at all, not even those. */
  readonly catalogue?: string | false;
  /** How long a call that other writes or a broken connection got in the way of is tried again, in ms; default 30 s, and once at least. */
  readonly retryMs?: number;
  /** Of Neo4j: how long a statement or transaction may run, in ms; default 60 s. A connection silent for longer is given up. */
  readonly timeoutMs?: number;
  /** Replaces the clock, for tests and demos: epoch milliseconds. */
  readonly clock?: () => number;
  /** Told of every call of a procedure and every retry, for metrics. */
  readonly observer?: Observer;
}

const milliseconds = z
  .number('must be a number; give milliseconds')
  .min(0, 'must be 0 or more; give milliseconds')
  .max(3_600_000, 'is longer than an hour; give fewer milliseconds');

const optionsSchema = z.strictObject({
  store: z.string().optional(),
  create: z.boolean().optional(),
  user: z.string().optional(),
  password: z.string().optional(),
  database: z.string().optional(),
  catalogue: z.union([z.string().min(1, 'is empty'), z.literal(false)]).optional(),
  retryMs: milliseconds.optional(),
  timeoutMs: milliseconds.min(1, 'must be 1 or more; give milliseconds').optional(),
  clock: z
    .custom<() => number>((clock) => typeof clock === 'function', 'must be a function; give one that returns epoch milliseconds')
    .optional(),
  observer: z.custom<Observer>((observer) => typeof observer === 'object', 'must be an observer; leave it out').optional(),
});

/** Engine, schema and procedures, ready to serve. */
export async function openGraph(options: OpenOptions = {}): Promise<Graph> {
  // a mistyped `store` would otherwise open a memory that is gone at the end
  parse(optionsSchema, options, 'open', 'options');
  const { store = 'memory:', observer, catalogue: option, ...engineOptions } = options;
  const catalogue = Catalogue.open(option);
  const engine = await openEngine(store, { ...engineOptions, ...(observer !== undefined && { onRetry: (code) => observer.retry(code) }) });
  const procedures = createProcedures();
  try {
    await schemaApply(engine, procedures);
    await warm(engine, procedures);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const call = async <T extends object>(name: string, params: Params, runner: Runner = engine) =>
    (await procedures.call(runner, name, params)) as T[];
  return {
    engine,
    catalogue,
    turns: new Turns(),
    call: observer === undefined ? call : observed(call, observer),
    ...(observer !== undefined && { observer }),
    clock: options.clock ?? Date.now,
  };
}
