import type { ErrorCode } from '../errors.ts';

export type Scalar = null | boolean | number | string;
export type Value = Scalar | Value[] | { [key: string]: Value };
/**
 * A JS integer is sent as INTEGER on both engines, any other number as FLOAT; so text that needs a float multiplies by 1.0.
 * `now` is never passed: the engine fills it in after the statement has had its turn.
 */
export type Params = Readonly<Record<string, Value>>;
export type Row = Record<string, Value>;

export interface Statement {
  /** Names the statement in errors, which never quote its text or parameters. */
  readonly name: string;
  readonly text: string;
  readonly mode: 'read' | 'write';
}

export interface Runner {
  /** One round trip. Temporal values come back as ISO strings; nodes and relationships are refused: return their properties. */
  run(statement: Statement, params: Params): Promise<Row[]>;
}

/** What shared code may ask instead of an engine's name. */
export interface Capabilities {
  /** `$now` is the server's clock, not this process's. */
  readonly serverClock: boolean;
  /** Several processes may have the store open. */
  readonly multiProcess: boolean;
  /** A statement sees the store as of one moment, whatever is written meanwhile. */
  readonly snapshots: boolean;
  /** Plans are cached, so planning a statement ahead makes its first use fast. */
  readonly planCache: boolean;
}

export interface Inspection {
  /** The plan, one operator a line, indented by depth. */
  readonly plan: string;
  /** Rows read from storage before any filter; null where the engine doesn't run what it inspects. */
  readonly rowsScanned: number | null;
}

export interface Engine extends Runner {
  readonly capabilities: Capabilities;
  /**
   * A write transaction, rolled back when `work` throws and retried when it fails with a retryable error. So `work` runs once or more,
   * must be idempotent, and must use the runner it is given: the engine's own `run` would wait for this transaction to end.
   */
  transaction<T>(work: (tx: Runner) => Promise<T>): Promise<T>;
  /** Applies one `IF NOT EXISTS` schema statement with whatever this engine needs beside it. One process at a time. */
  applySchema(statement: Statement): Promise<void>;
  /** Plans a statement without effect. */
  inspect(statement: Statement, params: Params): Promise<Inspection>;
  /**
   * Resolves when every write that is under way at the call, also of other processes, has ended: who comes later sees what is committed
   * now. `busy` where that takes longer than `patienceMs`, two minutes by default.
   */
  settled(patienceMs?: number): Promise<void>;
  /** The recorded clock: epoch milliseconds. */
  now(): Promise<number>;
  /** Waits for what is running; later calls fail with `closed`. */
  close(): Promise<void>;
}

/** Injected clocks are for tests and demos; without one, `$now` is the best clock the engine has. */
export type Clock = () => number;

export interface EngineOptions {
  readonly clock?: Clock;
  /** Whether a file that isn't there is made; default true. */
  readonly create?: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** How long a retryable failure is retried; default 30 s. */
  readonly retryMs?: number;
  /** How long a statement or transaction may run on a server; default 60 s. */
  readonly timeoutMs?: number;
  /** Told of every failure that is tried again. */
  readonly onRetry?: (code: ErrorCode) => void;
  /** For tests: rows without ORDER BY come in random order, where the engine can do that. */
  readonly shuffleUnordered?: boolean;
}
