import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Engine, EngineOptions } from '../../src/engine/engine.ts';
import { openEngine } from '../../src/engine/open.ts';
import { schemaApply } from '../../src/procedures/migrate.ts';
import { createProcedures, type Procedures } from '../../src/procedures/run.ts';

export interface EngineCase {
  readonly name: string;
  readonly url: string;
  /** A server that other test files use at the same time: stay inside your own namespaces. */
  readonly shared: boolean;
  open(options?: EngineOptions): Promise<Engine>;
}

const server = process.env.NEO4J_URL;
export const LOGIN = {
  user: process.env.PALIMPSEST_NEO4J_USER ?? 'neo4j',
  password: process.env.PALIMPSEST_NEO4J_PASSWORD ?? 'palimpsest',
};

const EMBEDDED: EngineCase = {
  name: 'embedded',
  url: 'memory:',
  shared: false,
  open: (options) => openEngine('memory:', { shuffleUnordered: true, ...options }),
};

/** The embedded engine always, Neo4j where NEO4J_URL says there is one. Real engines only. */
export const ENGINES: readonly EngineCase[] = server
  ? [EMBEDDED, { name: 'neo4j', url: server, shared: true, open: (options) => openEngine(server, { ...LOGIN, ...options }) }]
  : [EMBEDDED];

export interface StoreUnderTest {
  readonly case: EngineCase;
  readonly engine: Engine;
  readonly procedures: Procedures;
  freshNamespace(): string;
}

let opened = 0;
const RUN = `t${randomUUID().slice(0, 8)}`;

/** A namespace no other test has. */
export const freshNamespace = (): string => `${RUN}-${opened++}`;

/** Runs a suite once per engine, on a store with the schema applied. `store.engine` is there from the first hook or test on. */
export function describeEngines(title: string, body: (store: StoreUnderTest) => void, options: EngineOptions = {}): void {
  describe.each(ENGINES)(`${title} on $name`, (engineCase) => {
    const procedures = createProcedures();
    let engine: Engine | undefined;

    beforeAll(async () => {
      engine = await engineCase.open(options);
      await schemaApply(engine, procedures);
    });
    afterAll(async () => engine?.close());

    body({
      case: engineCase,
      procedures,
      get engine() {
        if (engine === undefined) throw new Error('the engine opens in beforeAll; use it inside hooks and tests');
        return engine;
      },
      freshNamespace,
    });
  });
}
