import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { type Overrides, readSettings, type Settings } from '../config/config.ts';
import { invalidInput } from '../errors.ts';
import type { Palimpsest } from '../palimpsest.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { Io } from './io.ts';
import { makeOutput, type Output } from './output.ts';

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
}

/** Opens the store that the settings name, or connects with the server, and closes it whatever happens. */
export async function withStore(
  cli: Cli,
  command: Command,
  work: (session: Session) => Promise<ExitCode | undefined>,
  patience = SHORT,
): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const settings = readSettings(overrides(options));
  if (settings.url !== undefined && options.catalogue !== undefined)
    throw invalidInput('catalogue', [{ path: '--catalogue', message: 'is the server’s to have', next: 'give it to palimpsest serve' }]);
  const store = settings.url === undefined ? await openStore(cli, settings) : await connectWith(settings.url, patience);
  try {
    const output = outputOf(cli, options);
    cli.code = (await work({ store, namespace: settings.namespace, output, io: cli.io })) ?? EXIT.ok;
  } finally {
    await store.close();
  }
}

/** Milliseconds for which a server is tried: a person waits, or a long run has much to lose. */
const SHORT = 3_000;
export const LONG = 60_000;

async function connectWith(url: string, retryMs: number): Promise<Palimpsest> {
  const { connect } = await import('../client/connect.ts');
  return connect({ url, retryMs });
}

async function openStore(cli: Cli, settings: Settings): Promise<Palimpsest> {
  await makeDirectory(settings);
  return cli.open(storeOptions(settings));
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
