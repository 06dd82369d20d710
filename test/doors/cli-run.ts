import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run } from '../../src/cli/program.ts';
import { openPalimpsest } from '../../src/store.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Bench {
  readonly directory: string;
  readonly store: string;
  /** In this process, for what needs no process of its own. */
  cli(args: readonly string[], stdin?: string): Promise<Ran>;
  /** As a user runs it. */
  spawned(args: readonly string[], options?: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>> }): Promise<Ran>;
  clear(): void;
}

/** A directory and a store for the tests of one file. */
export function makeBench(): Bench {
  const directory = mkdtempSync(join(tmpdir(), 'palimpsest-cli-'));
  const store = `file:${join(directory, 'store.db')}`;
  return {
    directory,
    store,
    cli: async (args, stdin = '') => {
      const out: string[] = [];
      const err: string[] = [];
      const io = {
        stdin: Readable.from([stdin]),
        out: (text: string) => void out.push(text),
        err: (text: string) => void err.push(text),
        color: false,
        progressBar: false,
        interruptible: () => new AbortController().signal,
      };
      const argv = args.includes('--store') || args.includes('--url') ? args : ['--store', store, ...args];
      const code = await run(argv, { io, open: openPalimpsest });
      return { code, out: out.join(''), err: err.join('') };
    },
    spawned: (args, { stdin = '', env = {} } = {}) =>
      new Promise((resolve, reject) => {
        const base = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('PALIMPSEST_')));
        const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], { env: { ...base, XDG_DATA_HOME: directory, ...env } });
        const out: string[] = [];
        const err: string[] = [];
        child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
        child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
        child.on('error', reject).on('close', (code) => resolve({ code: code ?? -1, out: out.join(''), err: err.join('') }));
        child.stdin.end(stdin);
      }),
    clear: () => rmSync(directory, { recursive: true, force: true }),
  };
}
