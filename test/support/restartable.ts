import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';

const run = promisify(execFile);
/** A shell command that starts a Neo4j of its own, or starts it again where it was, and prints its address. */
const START = process.env.PALIMPSEST_NEO4J_START;
/** A shell command that kills it at once. */
const KILL = process.env.PALIMPSEST_NEO4J_KILL;

export interface RestartableServer {
  /** Resolves with its address when it answers. */
  start(): Promise<string>;
  kill(): Promise<void>;
}

/** Runs a suite that needs a Neo4j which it may kill, and says why where it can't. */
export function describeWithServer(title: string, body: (server: RestartableServer) => void): void {
  if (START === undefined || KILL === undefined) {
    const missing = 'PALIMPSEST_NEO4J_START and PALIMPSEST_NEO4J_KILL: commands that start and kill a Neo4j';
    console.info(`not run: ${title} (set ${missing})`);
    describe.skip(title, () => it(`needs ${missing}`, () => {}));
    return;
  }
  const shell = async (command: string): Promise<string> => (await run('bash', ['-c', command])).stdout.trim();
  describe(title, () => {
    body({
      start: async () => (await shell(START)).split('\n').at(-1) as string,
      kill: async () => void (await shell(KILL)),
    });
  });
}
