/** Where settings come from. Nothing else reads `process.env` or the file. */
import { existsSync, readFileSync } from 'node:fs';
import { closest } from 'fastest-levenshtein';
import { type Issue, invalidInput } from '../errors.ts';
import { FLAGS, KEYS, type Key, NUMBERS } from './schema.ts';

const PREFIX = 'PALIMPSEST_';
const FILE_NAME = 'palimpsest.config.json';
/** Names the file, so it can't stand in it. */
const FILE_VARIABLE = 'PALIMPSEST_CONFIG';
/** Read by the tests and proofs only. */
const FOR_TESTS = new Set(['PALIMPSEST_TEST_DATA', 'PALIMPSEST_PROVE', 'PALIMPSEST_SEED']);

export type Env = Readonly<Record<string, string | undefined>> & { readonly XDG_DATA_HOME?: string };
export type Origin = 'flag' | 'environment' | 'file' | 'default';
/** What one source says: by key, and the names it uses that are no settings. */
export interface Source {
  readonly origin: Origin;
  readonly values: Partial<Record<Key, unknown>>;
  readonly unknown: readonly Issue[];
  /** Of the file, where there is one. */
  readonly path?: string;
  /** How the source writes a key. */
  readonly nameOf: (key: Key) => string;
}

const words = (key: string, joint: string) => key.replace(/[A-Z]/g, (capital) => `${joint}${capital}`);
export const variableOf = (key: Key): string => `${PREFIX}${words(key, '_').toUpperCase()}`;
export const flagOf = (key: Key): string => `--${words(key, '-').toLowerCase()}`;

export function fromFlags(flags: Partial<Record<Key, unknown>>): Source {
  const values = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  return { origin: 'flag', values, unknown: [], nameOf: flagOf };
}

export function fromEnvironment(env: Env): Source {
  const names = new Map(KEYS.map((key) => [variableOf(key), key]));
  // an empty variable counts as unset
  const set = Object.entries(env).filter(
    ([name, value]) => name.startsWith(PREFIX) && !FOR_TESTS.has(name) && name !== FILE_VARIABLE && value,
  );
  return {
    origin: 'environment',
    values: Object.fromEntries(set.flatMap(([name, value]) => named(names.get(name), value as string))),
    unknown: set.filter(([name]) => !names.has(name)).map(([name]) => notASetting(name, [...names.keys()])),
    nameOf: variableOf,
  };
}

const named = (key: Key | undefined, text: string): [Key, unknown][] => (key === undefined ? [] : [[key, typed(key, text)]]);

/** What isn't of its type stays text, and the schema says so. */
function typed(key: Key, text: string): unknown {
  if (NUMBERS.has(key) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (FLAGS.has(key) && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** The file that a flag or the environment names, else `palimpsest.config.json` of the working directory where there is one. */
export function fromFile(path: string | undefined, env: Env): Source {
  const named = path ?? (env[FILE_VARIABLE] || undefined);
  const file = named ?? (existsSync(FILE_NAME) ? FILE_NAME : undefined);
  const nameOf = (key: Key) => `${key} (in ${file})`;
  if (file === undefined) return { origin: 'file', values: {}, unknown: [], nameOf };
  const content = read(file, path === undefined ? (named === undefined ? FILE_NAME : FILE_VARIABLE) : '--config');
  const isKey = (name: string): name is Key => (KEYS as readonly string[]).includes(name);
  const entries = Object.entries(content).filter(([name]) => name !== '$schema');
  return {
    origin: 'file',
    values: Object.fromEntries(entries.filter(([name]) => isKey(name))),
    path: file,
    unknown: entries.filter(([name]) => !isKey(name)).map(([name]) => notASetting(name, KEYS)),
    nameOf,
  };
}

function read(file: string, saidBy: string): object {
  const problem = (message: string, next: string) => invalidInput('settings', [{ path: saidBy, message, next }]);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw problem('names a file that cannot be read', 'give the path of a JSON file');
  }
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  } catch (error) {
    throw problem(`is not JSON ${placeOf(error, text)}`, 'mend it there; after the last entry comes no comma');
  }
  throw problem('holds no JSON object', 'write one such as {"port": 7411}');
}

/** The parser's message quotes the text, so only the place is taken of it. */
function placeOf(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return `at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

function notASetting(name: string, known: readonly string[]): Issue {
  const near = closest(name, known);
  return { path: name, message: 'is not a setting', next: `did you mean ${near}? The settings are ${known.join(', ')}` };
}
