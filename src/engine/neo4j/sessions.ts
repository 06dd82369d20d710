import { auth, type Driver, driver, type Session } from 'neo4j-driver';
import { PalimpsestError } from '../../errors.ts';
import type { EngineOptions } from '../engine.ts';
import { retrying } from '../retry.ts';
import { NoAnswer, translate } from './errors.ts';
import { Places } from './places.ts';

const CONNECTIONS = 32;
const RETRY_MS = 30_000;
const TIMEOUT_MS = 60_000;
/** What a server that ends a statement at its timeout still has to say so; a new connection is made in that time, too. */
const GRACE_MS = 10_000;
/** A server that says nothing for so long when it is first spoken to isn't there. */
const HELLO_MS = 30_000;

/** One attempt. `unsettled()`: from here on, what breaks may have been done. */
export interface Attempt {
  readonly session: Session;
  /** Rejects when no answer came in time: nobody waits for the attempt any more. */
  readonly abandoned: AbortSignal;
  unsettled(): void;
}

/** Connections to a server, and what becomes of work whose connection breaks or falls silent. */
export class Sessions {
  readonly #url: string;
  readonly #options: EngineOptions;
  readonly #places = new Places(CONNECTIONS);
  readonly #running = new Set<Promise<unknown>>();
  readonly limits: { readonly timeout: number };
  #driver: Driver;
  #closed = false;

  private constructor(url: string, options: EngineOptions) {
    this.#url = url;
    this.#options = options;
    this.limits = { timeout: options.timeoutMs ?? TIMEOUT_MS };
    this.#driver = this.#connect();
  }

  static async open(url: string, options: EngineOptions): Promise<Sessions> {
    try {
      const sessions = new Sessions(url, options);
      await sessions.#verify();
      return sessions;
    } catch (error) {
      throw translate(error, 'open');
    }
  }

  async run<T>(operation: string, access: 'READ' | 'WRITE', work: (attempt: Attempt) => Promise<T>): Promise<T> {
    if (this.#closed) throw new PalimpsestError('closed', `${operation}: the store is closed; open it again`, { operation });
    const { retryMs = RETRY_MS, onRetry } = this.#options;
    const running = retrying({ retryMs, onRetry }, () => this.#places.take(() => this.#attempt(operation, access, work)));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Waits for what is running. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.allSettled(this.#running);
    await this.#driver.close();
  }

  async #verify(): Promise<void> {
    const { database } = this.#options;
    try {
      await this.#inTime(this.#driver.verifyConnectivity(database === undefined ? {} : { database }), HELLO_MS);
    } catch (error) {
      // one that doesn't answer isn't waited for
      void this.#driver.close().catch(() => undefined);
      throw error;
    }
  }

  async #attempt<T>(operation: string, access: 'READ' | 'WRITE', work: (attempt: Attempt) => Promise<T>): Promise<T> {
    const used = this.#driver;
    const session = used.session({
      defaultAccessMode: access,
      ...(this.#options.database !== undefined && { database: this.#options.database }),
      // one's own writes are read back from any member of a cluster; a single server needs no bookmarks
      ...(this.#url.startsWith('neo4j') && { bookmarkManager: used.executeQueryBookmarkManager }),
    });
    const abandon = new AbortController();
    let unsettled = false;
    try {
      return await this.#inTime(
        work({
          session,
          abandoned: abandon.signal,
          unsettled: () => {
            unsettled = true;
          },
        }),
      );
    } catch (error) {
      if (error instanceof NoAnswer) {
        abandon.abort();
        this.#renew(used);
      }
      const isDrivers = error instanceof NoAnswer || (error instanceof Error && 'gqlStatus' in error);
      throw isDrivers ? translate(error, operation, unsettled) : error;
    } finally {
      const closing = session.close().catch(() => undefined);
      // it would ask the server for leave
      if (!abandon.signal.aborted) await closing;
    }
  }

  async #inTime<T>(work: Promise<T>, atMost = Number.POSITIVE_INFINITY): Promise<T> {
    const { timeout } = this.limits;
    const patience = Math.min(timeout + Math.min(timeout, GRACE_MS), atMost);
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NoAnswer()), patience);
    });
    try {
      return await Promise.race([work, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A connection that fell silent would keep its place in the pool; what goes on over the others of that pool ends as it would. */
  #renew(used: Driver): void {
    if (this.#driver !== used) return;
    this.#driver = this.#connect();
    void used.close().catch(() => undefined);
  }

  #connect(): Driver {
    const { user = 'neo4j', password } = this.#options;
    return driver(this.#url, password === undefined ? undefined : auth.basic(user, password), {
      maxConnectionPoolSize: CONNECTIONS,
      connectionTimeout: GRACE_MS,
      // retries belong to retry.ts, which knows more errors than the driver
      maxTransactionRetryTime: 0,
      notificationFilter: { minimumSeverityLevel: 'OFF' },
      telemetryDisabled: true,
      userAgent: 'palimpsest',
    });
  }
}
