import { parseArgs } from 'node:util';

export interface BenchOptions {
  readonly engines: readonly string[];
  readonly facts: readonly number[];
  readonly rounds: number;
  readonly only: string | null;
  readonly json: boolean;
  readonly write: boolean;
}

export const HELP = `Measures the store against raw Cypher for the same effect, on the same engine in the same run.

  npm run bench -- [options]

  --engine URL   memory:, file:PATH or bolt://HOST:PORT; again for another. Default: memory:, and NEO4J_URL where it is set
  --facts N      facts in the store before anything is measured; again for another size. Default: 1000 and 10000
  --rounds N     rounds, each with our and the raw statement in turn; the figures are medians of rounds. Default: 7
  --only TEXT    rows whose name holds the text
  --json         one JSON document instead of the table
  --write        also put the table into README.md, between its bench markers
  --help

Run it on a machine that does nothing else. What it writes to a server it takes away again.
PALIMPSEST_NEO4J_USER and PALIMPSEST_NEO4J_PASSWORD are for servers that ask.`;

/** Null: help was asked for. */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string', multiple: true },
      facts: { type: 'string', multiple: true },
      rounds: { type: 'string', default: '7' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const server = process.env.NEO4J_URL;
  return {
    engines: values.engine ?? ['memory:', ...(server === undefined ? [] : [server])],
    facts: (values.facts ?? ['1000', '10000']).map((n) => positive('--facts', n)).sort((a, b) => a - b),
    rounds: positive('--rounds', values.rounds),
    only: values.only ?? null,
    json: values.json,
    write: values.write,
  };
}

function positive(name: string, text: string): number {
  const n = Number(text.replaceAll(/[_,]/g, ''));
  if (!Number.isInteger(n) || n < 1) throw new Error(`${name} takes a whole number from 1`);
  return n;
}
