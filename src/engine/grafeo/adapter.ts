import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import grafeo, { type QueryResult } from '@grafeo-db/js';
import { invalidInput, notFound, PalimpsestError } from '../../errors.ts';
import { READ_CLOCK, usesNow } from '../clock.ts';
import type { Capabilities, Clock, Engine, EngineOptions, Inspection, Params, Row, Runner, Statement } from '../engine.ts';
import { retrying } from '../retry.ts';
import { Serial } from '../serial.ts';
import { sendable } from '../values.ts';
import { translate } from './errors.ts';
import { received } from './values.ts';

type Database = ReturnType<typeof grafeo.GrafeoDB.create>;
type Session = Pick<Database, 'executeCypher'>;

/** `memory:`, `file:PATH` or a file URL. */
export async function openGrafeo(url: string, options: EngineOptions): Promise<Engine> {
  const path = url === 'memory:' ? undefined : url.startsWith('file://') ? fileURLToPath(url) : url.replace(/^(file|memory):/, '');
  if (path === '' || (path !== undefined && url.startsWith('memory:'))) {
    throw invalidInput('open', [{ path: 'store', message: 'has no usable path', next: 'write memory: or file:PATH' }]);
  }
  if (path !== undefined && !existsSync(path)) refuseMissing(path, options.create ?? true);
  try {
    return new GrafeoEngine(grafeo.GrafeoDB.create(path, { shuffleUnordered: options.shuffleUnordered ?? false }), options);
  } catch (error) {
    throw translate(error, 'open');
  }
}

/** A mistyped path must not become a store, nor its folders: the engine itself makes both. */
function refuseMissing(path: string, create: boolean): void {
  if (!create) throw notFound('open', 'store', 'is not there: there is no store at that path yet', 'write to it first, or mend the path');
  if (!existsSync(dirname(path)))
    throw invalidInput('open', [
      { path: 'store', message: 'is in a directory that is not there', next: 'make the directory first, or mend the path' },
    ]);
}

class GrafeoEngine implements Engine {
  readonly capabilities: Capabilities = Object.freeze({ serverClock: false, multiProcess: false, snapshots: true, planCache: false });
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #retryMs: number;
  readonly #onRetry: EngineOptions['onRetry'];
  // the engine answers a concurrent write with a conflict, so writers queue here; readers see snapshots and need not
  readonly #writes = new Serial();
  readonly #reads = new Set<Promise<unknown>>();
  #closed = false;

  constructor(db: Database, options: EngineOptions) {
    this.#db = db;
    this.#clock = options.clock ?? Date.now;
    this.#retryMs = options.retryMs ?? 30_000;
    this.#onRetry = options.onRetry;
  }

  async run(statement: Statement, params: Params): Promise<Row[]> {
    this.#assertOpen(statement.name);
    if (statement.mode === 'write') return this.#write(() => this.#rows(this.#db, statement, params));
    const reading = this.#rows(this.#db, statement, params);
    this.#reads.add(reading);
    try {
      return await reading;
    } finally {
      this.#reads.delete(reading);
    }
  }

  async transaction<T>(work: (tx: Runner) => Promise<T>): Promise<T> {
    this.#assertOpen('transaction');
    return this.#write(() => this.#transact(work, true));
  }

  async applySchema(statement: Statement): Promise<void> {
    await this.run(statement, {});
    const unique = /CREATE CONSTRAINT (\w+) .*FOR \((\w+):(\w+)\) REQUIRE \2\.(\w+) IS UNIQUE/s.exec(statement.text);
    if (unique === null) return;
    const [, name, , label, property] = unique;
    // without an index of its own every check of the constraint scans the label
    await this.run({ ...statement, text: `CREATE INDEX ${name}_index IF NOT EXISTS FOR (n:${label}) ON (n.${property})` }, {});
  }

  async inspect(statement: Statement, params: Params): Promise<Inspection> {
    this.#assertOpen(statement.name);
    return this.#write(() =>
      this.#transact(async (_, session) => {
        const planned = await this.#execute(session, { ...statement, text: `EXPLAIN ${statement.text}` }, params);
        const ran = await this.#execute(session, statement, params);
        return { plan: String(planned.scalar()), rowsScanned: ran.rowsScanned };
      }, false),
    );
  }

  settled(): Promise<void> {
    return this.#writes.idle();
  }

  async now(): Promise<number> {
    const [row] = await this.run(READ_CLOCK, {});
    return Number(row?.now);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writes.idle();
    await Promise.allSettled(this.#reads);
    this.#db.close();
  }

  #write<T>(task: () => Promise<T>): Promise<T> {
    return this.#writes.run(() => retrying({ retryMs: this.#retryMs, onRetry: this.#onRetry }, task));
  }

  async #transact<T>(work: (tx: Runner, session: Session) => Promise<T>, commits: boolean): Promise<T> {
    const session = this.#db.beginTransaction();
    // neither commit nor rollback may meet a statement that still runs
    const statements = new Serial();
    let over = false;
    const run = async (statement: Statement, params: Params) => {
      if (over) throw new PalimpsestError('internal', `${statement.name}: the transaction is over; await each call inside it`);
      return statements.run(() => this.#rows(session, statement, params));
    };
    try {
      const result = await work({ run }, session);
      over = true;
      await statements.idle();
      if (commits) session.commit();
      else session.rollback();
      return result;
    } catch (error) {
      over = true;
      await statements.idle();
      if (session.isActive) session.rollback();
      throw error instanceof Error && error.message.includes('GRAFEO-') ? translate(error, 'transaction') : error;
    }
  }

  async #rows(session: Session, statement: Statement, params: Params): Promise<Row[]> {
    const result = await this.#execute(session, statement, params);
    return result.toArray().map((row) => received(statement, row) as Row);
  }

  async #execute(session: Session, statement: Statement, params: Params): Promise<QueryResult> {
    const sent = sendable(statement, usesNow(statement) ? { ...params, now: this.#clock() } : params, (value) => value);
    try {
      return await session.executeCypher(statement.text, sent);
    } catch (error) {
      throw translate(error, statement.name);
    }
  }

  #assertOpen(operation: string): void {
    if (this.#closed) throw new PalimpsestError('closed', `${operation}: the store is closed; open it again`, { operation });
  }
}
