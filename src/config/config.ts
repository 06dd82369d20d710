/** Settings: flag before environment before file before default; everything wrong is reported at once. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { z } from 'zod';
import { type Issue, invalidInput } from '../errors.ts';
import { KEYS, type Key, NEXT, SECRET, schema, type Values } from './schema.ts';
import { type Env, fromEnvironment, fromFile, fromFlags, type Origin, type Source } from './sources.ts';

export interface Settings extends Readonly<Omit<Values, 'store'>> {
  readonly store: string;
  /** No store was named, so it is the file in the user's data directory. */
  readonly storeIsDefault: boolean;
}
/** What a command line may say; `config` names a file. */
export type Overrides = Partial<Record<Key, unknown>> & { readonly config?: string | undefined };

/** One setting as `palimpsest config` shows it. */
export interface Effective {
  readonly key: Key;
  /** A secret reads `(set)`. */
  readonly value: string | number | boolean | null;
  readonly from: Origin;
}

/** Told of what in the environment looks like a setting and is none; without one it is an error. */
export type OnUnknown = (issue: Issue) => void;

export const readSettings = (overrides: Overrides = {}, env: Env = process.env, onUnknown?: OnUnknown): Settings =>
  readConfig(overrides, env, onUnknown).settings;

/** The settings, and where each came from. Values are never repeated in an error, as one of them is a password. */
export function readConfig(
  { config, ...flags }: Overrides = {},
  env: Env = process.env,
  onUnknown?: OnUnknown,
): { readonly settings: Settings; readonly effective: readonly Effective[]; readonly file: string | null } {
  // the strongest last
  const file = fromFile(config, env);
  const environment = fromEnvironment(env);
  const sources = [file, environment, fromFlags(flags)];
  const sourceOf = (key: Key) => sources.findLast(({ values }) => Object.hasOwn(values, key));
  const target = targetOf(sources, sourceOf);
  const parsed = schema.safeParse({ ...Object.assign({}, ...sources.map(({ values }) => values)), ...target.without });
  const issues = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => explain(issue, sourceOf))),
    ...sources.flatMap(({ unknown, origin }) => (origin === 'environment' && onUnknown !== undefined ? [] : unknown)),
    ...target.issues,
    ...(sourceOf('neo4jUser') !== undefined && sourceOf('neo4jPassword') === undefined ? [NO_PASSWORD] : []),
  ];
  // the first thing wrong with a setting is enough
  const first = issues.filter((issue, i) => issues.findIndex(({ path }) => path === issue.path) === i);
  if (!parsed.success || first.length > 0) throw invalidInput('settings', first);
  if (onUnknown !== undefined) for (const issue of environment.unknown) onUnknown(issue);
  const store = parsed.data.store ?? `file:${join(dataDirectory(env), 'palimpsest', 'store.db')}`;
  const settings = Object.freeze({ ...parsed.data, store, storeIsDefault: parsed.data.store === undefined });
  const shown = (key: Key) =>
    key === 'store' && settings.url !== undefined
      ? null
      : SECRET.has(key) && settings[key] !== undefined
        ? '(set)'
        : (settings[key] ?? null);
  const effective = KEYS.map((key) => ({
    key,
    value: shown(key),
    from: key in target.without ? 'default' : (sourceOf(key)?.origin ?? 'default'),
  }));
  return { settings, effective, file: file.path ?? null };
}

/** A store or a server: one of them. Where both are named, the stronger source says which. */
function targetOf(
  sources: readonly Source[],
  sourceOf: (key: Key) => Source | undefined,
): { readonly without: Partial<Record<Key, undefined>>; readonly issues: readonly Issue[] } {
  const store = sourceOf('store');
  const url = sourceOf('url');
  if (store === undefined || url === undefined) return { without: {}, issues: [] };
  if (store !== url) return { without: { [sources.indexOf(store) < sources.indexOf(url) ? 'store' : 'url']: undefined }, issues: [] };
  const path = `${store.nameOf('store')} and ${url.nameOf('url')}`;
  return { without: {}, issues: [{ path, message: 'are both given', next: 'name the store, or the server that has it' }] };
}

const NO_PASSWORD: Issue = { path: 'PALIMPSEST_NEO4J_PASSWORD', message: 'is missing while a user is set', next: NEXT.neo4jPassword };

const PATH = /^([./~]|[^:]*$)/;

function explain(issue: z.core.$ZodIssue, sourceOf: (key: Key) => Source | undefined): Issue {
  const key = issue.path[0] as Key;
  const source = sourceOf(key);
  const next = key === 'store' && PATH.test(String(source?.values.store)) ? 'write file: before the path of a file' : NEXT[key];
  return { path: source?.nameOf(key) ?? key, message: issue.message, next };
}

function dataDirectory(env: Env): string {
  const xdg = env.XDG_DATA_HOME;
  // the XDG specification has relative paths ignored
  return xdg !== undefined && isAbsolute(xdg) ? xdg : join(homedir(), '.local', 'share');
}
