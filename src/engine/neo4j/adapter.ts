import { setTimeout as delay } from 'node:timers/promises';
import { int, type ManagedTransaction, type Plan, type QueryResult } from 'neo4j-driver';
import { PalimpsestError } from '../../errors.ts';
import { READ_CLOCK, usesNow } from '../clock.ts';
import type { Capabilities, Clock, Engine, EngineOptions, Inspection, Params, Row, Runner, Statement } from '../engine.ts';
import { sendable } from '../values.ts';
import { NoAnswer, translate } from './errors.ts';
import { applySchema } from './schema.ts';
import { Sessions } from './sessions.ts';
import { adapt } from './text.ts';
import { receivedRow } from './values.ts';

const RUNNING: Statement = {
  name: 'engine/running',
  // not those that ask the same
  text: "SHOW TRANSACTIONS YIELD transactionId AS id, currentQuery AS q WHERE NOT coalesce(q, '') STARTS WITH 'SHOW TRANSACTIONS' RETURN id",
  mode: 'read',
};
const SETTLE_MS = 120_000;
const LONGEST_PAUSE_MS = 25;

export async function openNeo4j(url: string, options: EngineOptions): Promise<Engine> {
  return new Neo4jEngine(await Sessions.open(url, options), options);
}

class Neo4jEngine implements Engine {
  readonly capabilities: Capabilities;
  readonly #sessions: Sessions;
  readonly #clock: Clock | undefined;

  constructor(sessions: Sessions, options: EngineOptions) {
    this.#sessions = sessions;
    this.#clock = options.clock;
    this.capabilities = Object.freeze({ serverClock: options.clock === undefined, multiProcess: true, snapshots: false, planCache: true });
  }

  async run(statement: Statement, params: Params): Promise<Row[]> {
    const result = await this.#single(statement, params, '');
    return result.records.map((record) => receivedRow(statement, record));
  }

  async transaction<T>(work: (tx: Runner) => Promise<T>): Promise<T> {
    return this.#sessions.run('transaction', 'WRITE', ({ session, abandoned, unsettled }) =>
      session.executeWrite(async (tx) => {
        const { run, idle } = this.#runner(tx, abandoned);
        try {
          const result = await work({ run });
          if (abandoned.aborted) throw new NoAnswer();
          // what comes next is the commit
          unsettled();
          return result;
        } finally {
          await idle();
        }
      }, this.#sessions.limits),
    );
  }

  applySchema(statement: Statement): Promise<void> {
    return applySchema(this, statement);
  }

  async inspect(statement: Statement, params: Params): Promise<Inspection> {
    const { summary } = await this.#single(statement, params, 'EXPLAIN ');
    return { plan: summary.plan === false ? '' : lines(summary.plan, 0), rowsScanned: null };
  }

  async settled(patienceMs = SETTLE_MS): Promise<void> {
    const running = async (): Promise<string[]> => (await this.run(RUNNING, {})).map((row) => String(row.id));
    const deadline = performance.now() + patienceMs;
    for (let older = new Set(await running()), pause = 1; older.size > 0; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      if (performance.now() > deadline) throw new PalimpsestError('busy', 'an older transaction does not end; see what the server runs');
      await delay(pause);
      older = new Set((await running()).filter((id) => older.has(id)));
    }
  }

  async now(): Promise<number> {
    const [row] = await this.run(READ_CLOCK, {});
    return Number(row?.now);
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }

  // auto-commit is one round trip where a managed transaction takes two; what it lacks, the retry, is ours
  #single(statement: Statement, params: Params, prefix: string): Promise<QueryResult> {
    const access = statement.mode === 'read' ? 'READ' : 'WRITE';
    return this.#sessions.run(statement.name, access, ({ session, unsettled }) => {
      if (access === 'WRITE') unsettled();
      return session.run(prefix + this.#text(statement), this.#params(statement, params), this.#sessions.limits);
    });
  }

  #runner(tx: ManagedTransaction, abandoned: AbortSignal) {
    const started: Promise<unknown>[] = [];
    let over = false;
    const run = async (statement: Statement, params: Params): Promise<Row[]> => {
      if (over || abandoned.aborted)
        throw new PalimpsestError('internal', `${statement.name}: the transaction is over; await each call inside it`);
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
