import { createHash } from 'node:crypto';
import { aliasKey, keptUnder, lookedFor } from '../registry/names/keys.ts';
import type { Doubt } from '../truth/doubt.ts';

/** What a doubt about somebody waits for, by which it is found when a name is given: digests, as a review shows names in its data only. */
export const asksOf = (namespace: string, doubts: readonly Doubt[]): string[] =>
  unique(
    doubts.flatMap(({ entity, mention }) =>
      entity ? [mention, aliasKey(namespace, mention), ...lookedFor(namespace, mention).map((k) => k.nameKey)] : [],
    ),
  );

/** What a name that is given answers. */
export const answersOf = (namespace: string, names: readonly string[]): string[] =>
  unique(names.flatMap((name) => [name, aliasKey(namespace, name), ...keptUnder(namespace, name).map((k) => k.nameKey)]));

const unique = (keys: readonly string[]): string[] => [
  ...new Set(keys.map((key) => createHash('sha256').update(key).digest('base64url').slice(0, 16))),
];
