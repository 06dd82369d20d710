import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface ServeChild {
  readonly url: string;
  /** Sends the signal, and answers with the exit code once it has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** `palimpsest serve` in a process of its own; port 0 is any free one. */
export async function serveChild(store: string, port = 0): Promise<ServeChild> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('PALIMPSEST_')));
  const args = ['--import', 'tsx', MAIN, 'serve', '--store', store, '--port', String(port), '--log-level', 'warn', '--json'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await addressOf(child);
  return {
    url,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code] = await ended;
      return code as number | null;
    },
  };
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of stdout ?? []) {
    said += String(chunk);
    if (said.trimEnd().endsWith('}')) return (JSON.parse(said) as { url: string }).url;
  }
  throw new Error('the server ended before it was ready');
}
