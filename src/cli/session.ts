import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { type Overrides, readSettings, type Settings } from '../config/config.ts';
import type { Palimpsest } from '../palimpsest.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { Io } from './io.ts';
import { makeOutput, type Output } from './output.ts';

export interface GlobalOptions {
  readonly store?: string;
  readonly config?: string;
  readonly namespace?: string;
  readonly json?: boolean;
}

export interface StoreOptions {
  readonly store: string;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
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

/** Opens the store that the settings name, and closes it whatever happens. */
export async function withStore(cli: Cli, command: Command, work: (session: Session) => Promise<ExitCode | undefined>): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const settings = readSettings(overrides(options));
  await makeDirectory(settings);
  const store = await cli.open(storeOptions(settings));
  try {
    const output = outputOf(cli, options);
    cli.code = (await work({ store, namespace: settings.namespace, output, io: cli.io })) ?? EXIT.ok;
  } finally {
    await store.close();
  }
}

/** What the flags that every command has say about the settings. */
export const overrides = ({ store, namespace, config }: GlobalOptions): Overrides => ({ store, namespace, config });

/** The store that nobody named has its directory made. */
export async function makeDirectory({ store, storeIsDefault }: Settings): Promise<void> {
  if (storeIsDefault) await mkdir(dirname(store.replace(/^file:/, '')), { recursive: true, mode: 0o700 });
}

export function outputOf(cli: Cli, options: GlobalOptions): Output {
  return makeOutput(options.json === true, cli.io.color, (text) => cli.io.out(text));
}

export function storeOptions(settings: Settings): StoreOptions {
  const { store, neo4jUser: user, neo4jPassword: password, neo4jDatabase: database } = settings;
  return {
    store,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
  };
}
