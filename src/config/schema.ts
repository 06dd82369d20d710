/** Every setting: what it may be, what to do when it isn't. Flags, environment and file share it. */
import { z } from 'zod';

const STORE_SCHEME = /^(memory:$|file:.|(bolt|neo4j)(\+s)?:\/\/.)/;
const CREDENTIALS = /^[a-z0-9+]+:\/\/[^/]*@/;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const whole = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.number(message).int(message).min(min, message).max(max, message);
};
const text = z.string('must be text').min(1, 'is empty');
const milliseconds = () => whole(100, 3_600_000);

/** Names as the file writes them; the environment's are `PALIMPSEST_` and the name in capitals. */
export const schema = z.strictObject({
  store: text
    .regex(STORE_SCHEME, 'has an unknown scheme')
    .refine((url) => !CREDENTIALS.test(url), 'holds credentials')
    .optional(),
  url: text
    .regex(/^https?:\/\/./, 'is not an http or https address')
    .refine((url) => !CREDENTIALS.test(url), 'holds credentials')
    .optional(),
  namespace: z.string('must be text').default('default'),
  neo4jUser: text.optional(),
  neo4jPassword: text.optional(),
  neo4jDatabase: text.optional(),
  catalogue: z.union([z.literal(false), text], 'must be a file or false').optional(),
  lockTimeout: milliseconds().default(30_000),
  host: text.default('127.0.0.1'),
  port: whole(0, 65_535).default(7411),
  insecurePublic: z.boolean('must be true or false').default(false),
  logLevel: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  bodyLimit: whole(1_000, 100_000_000).default(10_485_760),
  rateLimit: whole(0, 1_000_000).default(0),
  maxConnections: whole(1, 100_000).default(2_000),
  headersTimeout: milliseconds().default(10_000),
  requestTimeout: milliseconds().default(60_000),
  keepAliveTimeout: milliseconds().default(5_000),
  shutdownTimeout: milliseconds().default(30_000),
});

export type Values = z.infer<typeof schema>;
export type Key = keyof Values;
export const KEYS = Object.keys(schema.shape) as Key[];

/** Shown as set or not set, never as they are. */
export const SECRET: ReadonlySet<Key> = new Set<Key>(['neo4jPassword']);
/** Where the environment's text means another type. */
export const NUMBERS: ReadonlySet<Key> = new Set<Key>([
  'lockTimeout',
  'port',
  'bodyLimit',
  'rateLimit',
  'maxConnections',
  'headersTimeout',
  'requestTimeout',
  'keepAliveTimeout',
  'shutdownTimeout',
]);
export const FLAGS: ReadonlySet<Key> = new Set<Key>(['insecurePublic', 'catalogue']);

export const NEXT: Readonly<Record<Key, string>> = {
  store: 'use memory:, file:PATH, bolt://HOST or neo4j://HOST (+s for TLS), and PALIMPSEST_NEO4J_USER and _PASSWORD for credentials',
  url: 'give the address of a server, such as http://127.0.0.1:7411',
  namespace: 'give a short name such as default or user-42',
  neo4jUser: 'give the name of a Neo4j user',
  neo4jPassword: 'set it, or unset the user',
  neo4jDatabase: 'give the name of a Neo4j database',
  catalogue: 'give the path of a JSON file of entities, or false for none at all; see docs/names.md',
  lockTimeout: 'give milliseconds, such as 30000',
  host: 'give an address to listen on, such as 127.0.0.1',
  port: 'give a port, or 0 for any free one',
  insecurePublic: 'set it only where something in front keeps others out',
  logLevel: 'info says one line a request',
  bodyLimit: 'give the bytes of the largest body, such as 10485760',
  rateLimit: 'give requests per minute and address, or 0 for no limit',
  maxConnections: 'give a number such as 2000',
  headersTimeout: 'give milliseconds, such as 10000',
  requestTimeout: 'give milliseconds, such as 60000',
  keepAliveTimeout: 'give milliseconds, such as 5000',
  shutdownTimeout: 'give milliseconds, such as 30000',
};
