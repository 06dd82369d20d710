import { setTimeout as delay } from 'node:timers/promises';
import { auth, type Driver, driver, int, type ManagedTransaction, type Plan, type QueryResult, type Session } from 'neo4j-driver';
import { PalimpsestError } from '../../errors.ts';
import { READ_CLOCK, usesNow } from '../clock.ts';
import type { Capabilities, Clock, Engine, EngineOptions, Inspection, Params, Row, Runner, Statement } from '../engine.ts';
import { retrying } from '../retry.ts';
import { sendable } from '../values.ts';
import { isAlreadyThere, translate } from './errors.ts';
import { adapt } from './text.ts';
import { receivedRow } from './values.ts';

const RUNNING: Statement = { name: 'engine/running', text: 'SHOW TRANSACTIONS YIELD transactionId AS id', mode: 'read' };
const SETTLE_MS = 120_000;
const SETTLE_PAUSE_MS = 25;
const INDEX_WAIT: Statement = { name: 'engine/await-indexes', text: 'CALL db.awaitIndexes(300)', mode: 'read' };

export async function openNeo4j(url: string, options: EngineOptions): Promise<Engine> {
  let opened: Driver | undefined;
  try {
    opened = driver(url, options.password === undefined ? undefined : auth.basic(options.user ?? 'neo4j', options.password), {
      maxConnectionPoolSize: 32,
      connectionTimeout: 10_000,
      // retries belong to retry.ts, which knows more errors than the driver
      maxTransactionRetryTime: 0,
      notificationFilter: { minimumSeverityLevel: 'OFF' },
      telemetryDisabled: true,
      userAgent: 'palimpsest',
    });
    await opened.verifyConnectivity(options.database === undefined ? {} : { database: options.database });
    return new Neo4jEngine(opened, url, options);
  } catch (error) {
    await opened?.close();
    throw translate(error, 'open');
  }
}

class Neo4jEngine implements Engine {
  readonly capabilities: Capabilities;
  readonly #driver: Driver;
  readonly #options: EngineOptions;
  readonly #clock: Clock | undefined;
  readonly #retryMs: number;
  readonly #limits: { readonly timeout: number };
  readonly #isCluster: boolean;
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(opened: Driver, url: string, options: EngineOptions) {
    this.#driver = opened;
    this.#options = options;
    this.#clock = options.clock;
    this.#retryMs = options.retryMs ?? 30_000;
    this.#limits = { timeout: options.timeoutMs ?? 60_000 };
    this.#isCluster = url.startsWith('neo4j');
    this.capabilities = Object.freeze({ serverClock: options.clock === undefined, multiProcess: true, snapshots: false, planCache: true });
  }

  async run(statement: Statement, params: Params): Promise<Row[]> {
    const result = await this.#single(statement, params, '');
    return result.records.map((record) => receivedRow(statement, record));
  }

  async transaction<T>(work: (tx: Runner) => Promise<T>): Promise<T> {
    return this.#inSession('transaction', 'WRITE', (session) =>
      session.executeWrite(async (tx) => {
        const { run, idle } = this.#runner(tx);
        try {
          return await work({ run });
        } finally {
          await idle();
        }
      }, this.#limits),
    );
  }

  async applySchema(statement: Statement): Promise<void> {
    try {
      await this.run(statement, {});
    } catch (error) {
      if (!(error instanceof PalimpsestError && isAlreadyThere(error.cause))) throw error;
    }
    await this.run(INDEX_WAIT, {});
  }

  async inspect(statement: Statement, params: Params): Promise<Inspection> {
    const { summary } = await this.#single(statement, params, 'EXPLAIN ');
    return { plan: summary.plan === false ? '' : lines(summary.plan, 0), rowsScanned: null };
  }

  async settled(): Promise<void> {
    const running = async (): Promise<string[]> => (await this.run(RUNNING, {})).map((row) => String(row.id));
    let older = new Set(await running());
    for (const deadline = performance.now() + SETTLE_MS; older.size > 0; ) {
      await delay(SETTLE_PAUSE_MS);
      older = new Set((await running()).filter((id) => older.has(id)));
      if (performance.now() > deadline) throw new PalimpsestError('busy', 'an older transaction does not end; see what the server runs');
    }
  }

  async now(): Promise<number> {
    const [row] = await this.run(READ_CLOCK, {});
    return Number(row?.now);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.allSettled(this.#running);
    await this.#driver.close();
  }

  // auto-commit is one round trip where a managed transaction takes two; what it lacks, the retry, is ours
  #single(statement: Statement, params: Params, prefix: string): Promise<QueryResult> {
    return this.#inSession(statement.name, statement.mode === 'read' ? 'READ' : 'WRITE', (session) =>
      session.run(prefix + this.#text(statement), this.#params(statement, params), this.#limits),
    );
  }

  #runner(tx: ManagedTransaction) {
    const started: Promise<unknown>[] = [];
    let over = false;
    const run = async (statement: Statement, params: Params): Promise<Row[]> => {
      if (over) throw new PalimpsestError('internal', `${statement.name}: the transaction is over; await each call inside it`);
      const query = tx.run(this.#text(statement), this.#params(statement, params));
      const rows = query.then(
        ({ records }) => records.map((record) => receivedRow(statement, record)),
        (error: unknown) => {
          throw translate(error, statement.name);
        },
      );
      started.push(rows);
      return rows;
    };
    const idle = async () => {
      over = true;
      await Promise.allSettled(started);
    };
    return { run, idle };
  }

  async #inSession<T>(operation: string, access: 'READ' | 'WRITE', work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#closed) throw new PalimpsestError('closed', `${operation}: the store is closed; open it again`, { operation });
    const running = retrying(
      this.#retryMs,
      async () => {
        const session = this.#driver.session({
          defaultAccessMode: access,
          ...(this.#options.database !== undefined && { database: this.#options.database }),
          // one's own writes are read back from any member of a cluster; a single server needs no bookmarks
          ...(this.#isCluster && { bookmarkManager: this.#driver.executeQueryBookmarkManager }),
        });
        try {
          return await work(session);
        } catch (error) {
          throw error instanceof Error && 'gqlStatus' in error ? translate(error, operation) : error;
        } finally {
          await session.close();
        }
      },
      this.#options.onRetry,
    );
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  #text(statement: Statement): string {
    return adapt(statement, this.#clock === undefined ? 'server' : 'injected');
  }

  #params(statement: Statement, params: Params): { p: Record<string, unknown> } {
    const now = this.#clock !== undefined && usesNow(statement) ? { now: this.#clock() } : {};
    return { p: sendable(statement, { ...params, ...now }, int) };
  }
}

function lines(plan: Plan, depth: number): string {
  const own = `${'  '.repeat(depth)}${plan.operatorType.replace(/@.*/, '')} ${String(plan.arguments.Details ?? '')}`;
  return [own.trimEnd(), ...plan.children.map((child) => lines(child, depth + 1))].join('\n');
}
