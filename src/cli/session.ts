import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { type Overrides, readSettings, type Settings } from '../config/config.ts';
import { type Issue, invalidInput, isPalimpsestError } from '../errors.ts';
import type { Palimpsest } from '../palimpsest.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { Io } from './io.ts';
import { makeOutput, type Output } from './output.ts';
import { plain } from './text.ts';

export interface GlobalOptions {
  readonly store?: string;
  readonly url?: string;
  readonly config?: string;
  readonly namespace?: string;
  readonly catalogue?: string | false;
  readonly json?: boolean;
}

export interface StoreOptions {
  readonly store: string;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly catalogue?: string | false;
  readonly clock?: () => number;
  readonly create?: boolean;
}
export type OpenStore = (options: StoreOptions) => Promise<Palimpsest>;

/** What a command works with. */
export interface Session {
  readonly store: Palimpsest;
  readonly namespace: string;
  readonly output: Output;
  readonly io: Io;
}

export interface Cli {
  readonly io: Io;
  readonly open: OpenStore;
  code: ExitCode;
  /** For what is said of a failure. */
  namespace?: string;
}

export interface How {
  /** Milliseconds for which a server is tried: a person waits, or a long run has much to lose. */
  readonly retryMs?: number;
  /** It may be the first to write to the store. */
  readonly creates?: boolean;
  /** Without a store it answers as an empty one would, and says this. */
  readonly orElse?: string | undefined;
}
export const LONG = 60_000;

/** Opens the store that the settings name, or connects with the server, and closes it whatever happens. */
export async function withStore(
  cli: Cli,
  command: Command,
  work: (session: Session) => Promise<ExitCode | undefined>,
  { retryMs = 3_000, creates = false, orElse }: How = {},
): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const note = notes(cli, options);
  const settings = readSettings(overrides(options), process.env, unknownSetting(note));
  cli.namespace = settings.namespace;
  if (settings.url !== undefined && options.catalogue !== undefined)
    throw invalidInput('catalogue', [{ path: '--catalogue', message: 'is the server’s to have', next: 'give it to palimpsest serve' }]);
  const store =
    settings.url === undefined ? await openStore(cli, settings, { creates, orElse }, note) : await connectWith(settings.url, retryMs, note);
  try {
    const output = outputOf(cli, options);
    cli.code = (await work({ store, namespace: settings.namespace, output, io: cli.io })) ?? EXIT.ok;
  } finally {
    await store.close();
  }
}

/** Says something beside the answer, but where the output is for a program. */
export type Note = (text: string) => void;
export function notes(cli: Cli, options: GlobalOptions): Note {
  return options.json === true ? () => undefined : (text) => cli.io.err(`palimpsest: ${plain(text)}\n`);
}

export const unknownSetting =
  (note: Note) =>
  ({ path, message, next }: Issue): void =>
    note(`${path} ${message} and is ignored — ${next?.replace(/\?.*/, '?') ?? ''}`);

async function connectWith(url: string, retryMs: number, note: Note): Promise<Palimpsest> {
  const { connect } = await import('../client/connect.ts');
  const wait = noteOnce(note);
  return connect({ url, retryMs, onRetry: () => wait(`the server at ${url} does not answer; trying again`) });
}

async function openStore(
  cli: Cli,
  settings: Settings,
  { creates, orElse }: Pick<How, 'creates' | 'orElse'>,
  note: Note,
): Promise<Palimpsest> {
  if (creates === true) await makeDirectory(settings);
  try {
    return await patiently(note, settings, () => cli.open({ ...storeOptions(settings), create: creates === true }));
  } catch (error) {
    if (orElse === undefined || !isPalimpsestError(error) || error.code !== 'not_found') throw error;
    note(orElse);
    return cli.open({ store: 'memory:' });
  }
}

const NOTE_MS = 1_000;
/** Nobody queues for a file, so those who want it ask at different times. */
const askAgainMs = () => 20 + Math.random() * 180;

/** Another command may have the file for a moment. */
export async function patiently<T>(note: Note, { lockTimeout }: Pick<Settings, 'lockTimeout'>, open: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + lockTimeout;
  const wait = noteOnce(note);
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!isPalimpsestError(error) || error.code !== 'store_locked') throw error;
      wait('waiting for the store, which another process has open');
      if (performance.now() > deadline) throw error;
      await setTimeout(askAgainMs());
    }
  }
}

/** Who waits for less than a second needs no explanation. */
function noteOnce(note: Note): Note {
  const began = performance.now();
  let told = false;
  return (text) => {
    if (told || performance.now() - began < NOTE_MS) return;
    told = true;
    note(text);
  };
}

/** For a command that works on a store itself. */
export function refuseUrl(settings: Settings, command: string): void {
  if (settings.url === undefined) return;
  const next = 'name a store with --store, or leave --url and PALIMPSEST_URL out';
  throw invalidInput(command, [{ path: 'url', message: 'names a server, which this does not work on', next }]);
}

/** What the flags that every command has say about the settings. */
export const overrides = ({ store, url, namespace, catalogue, config }: GlobalOptions): Overrides => ({
  store,
  url,
  namespace,
  catalogue,
  config,
});

/** The store that nobody named has its directory made. */
export async function makeDirectory({ store, storeIsDefault }: Settings): Promise<void> {
  if (storeIsDefault) await mkdir(dirname(store.replace(/^file:/, '')), { recursive: true, mode: 0o700 });
}

export function outputOf(cli: Cli, options: GlobalOptions): Output {
  return makeOutput(options.json === true, cli.io.color, (text) => cli.io.out(text));
}

export function storeOptions(settings: Settings): StoreOptions {
  const { store, neo4jUser: user, neo4jPassword: password, neo4jDatabase: database, catalogue } = settings;
  return {
    store,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ...(catalogue !== undefined && { catalogue }),
  };
}
