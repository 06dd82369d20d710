/** Settings from the environment: schema, defaults, check. Nothing else reads `process.env`. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { type Issue, invalidInput } from './errors.ts';

const PREFIX = 'PALIMPSEST_';
const STORE_SCHEME = /^(memory:$|file:.|(bolt|neo4j)(\+s)?:\/\/.)/;
const CREDENTIALS = /^[a-z0-9+]+:\/\/[^/]*@/;

const schema = z
  .strictObject({
    PALIMPSEST_STORE: z
      .string()
      .regex(STORE_SCHEME, 'has an unknown scheme')
      .refine((url) => !CREDENTIALS.test(url), 'holds credentials')
      .optional(),
    PALIMPSEST_NAMESPACE: z.string().default('default'),
    PALIMPSEST_NEO4J_USER: z.string().optional(),
    PALIMPSEST_NEO4J_PASSWORD: z.string().optional(),
    PALIMPSEST_NEO4J_DATABASE: z.string().optional(),
  })
  .refine((s) => s.PALIMPSEST_NEO4J_USER === undefined || s.PALIMPSEST_NEO4J_PASSWORD !== undefined, {
    path: ['PALIMPSEST_NEO4J_PASSWORD'],
    error: 'is missing while a user is set',
  });

type Key = keyof z.infer<typeof schema>;
const KEYS = Object.keys(schema.shape) as Key[];
/** Read by the tests and proofs only. */
const FOR_TESTS = new Set(['PALIMPSEST_TEST_DATA', 'PALIMPSEST_PROVE', 'PALIMPSEST_SEED']);

const NEXT: Readonly<Record<Key, string>> = {
  PALIMPSEST_STORE: `use memory:, file:PATH, bolt://HOST or neo4j://HOST (+s for TLS), and ${PREFIX}NEO4J_USER and _PASSWORD for credentials`,
  PALIMPSEST_NAMESPACE: 'give a short name such as default or user-42',
  PALIMPSEST_NEO4J_USER: 'give the name of a Neo4j user',
  PALIMPSEST_NEO4J_PASSWORD: 'set it, or unset the user',
  PALIMPSEST_NEO4J_DATABASE: 'give the name of a Neo4j database',
};

export interface Settings {
  readonly store: string;
  /** No store was named, so it is the file in the user's data directory. */
  readonly storeIsDefault: boolean;
  readonly namespace: string;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
}

/** What a command line may say instead of the environment. */
export interface Overrides {
  readonly store?: string | undefined;
  readonly namespace?: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>> & { readonly XDG_DATA_HOME?: string };

/** Reports everything wrong at once, by name; values are never repeated, as one of them is a password. */
export function readSettings(overrides: Overrides = {}, env: Env = process.env): Settings {
  const flags: Partial<Record<Key, string>> = {};
  if (overrides.store !== undefined) flags.PALIMPSEST_STORE = overrides.store;
  if (overrides.namespace !== undefined) flags.PALIMPSEST_NAMESPACE = overrides.namespace;
  // an empty variable counts as unset, an empty flag doesn't
  const set = Object.entries(env).filter(
    ([key, value]) => key.startsWith(PREFIX) && !FOR_TESTS.has(key) && value !== undefined && value !== '',
  );
  const parsed = schema.safeParse({ ...Object.fromEntries(set), ...flags });
  if (!parsed.success)
    throw invalidInput(
      'settings',
      parsed.error.issues.flatMap((issue) => explain(issue, flags)),
    );
  const s = parsed.data;
  return Object.freeze({
    store: s.PALIMPSEST_STORE ?? `file:${join(dataDirectory(env), 'palimpsest', 'store.db')}`,
    storeIsDefault: s.PALIMPSEST_STORE === undefined,
    namespace: s.PALIMPSEST_NAMESPACE,
    ...(s.PALIMPSEST_NEO4J_USER !== undefined && { user: s.PALIMPSEST_NEO4J_USER }),
    ...(s.PALIMPSEST_NEO4J_PASSWORD !== undefined && { password: s.PALIMPSEST_NEO4J_PASSWORD }),
    ...(s.PALIMPSEST_NEO4J_DATABASE !== undefined && { database: s.PALIMPSEST_NEO4J_DATABASE }),
  });
}

function explain(issue: z.core.$ZodIssue, flags: Partial<Record<Key, string>>): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: key, message: 'is not a setting', next: `the settings are ${KEYS.join(', ')}` }));
  }
  const key = issue.path[0] as Key;
  const path = key in flags ? `--${key.slice(PREFIX.length).toLowerCase()}` : key;
  return [{ path, message: issue.message, next: NEXT[key] }];
}

function dataDirectory(env: Env): string {
  const xdg = env.XDG_DATA_HOME;
  // the XDG specification has relative paths ignored
  return xdg !== undefined && isAbsolute(xdg) ? xdg : join(homedir(), '.local', 'share');
}
