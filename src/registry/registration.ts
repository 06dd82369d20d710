import type { AliasKind } from '../contract/catalogue.ts';
import { encodePart, keyOf } from '../domain/keys.ts';
import { type EntityRef, type Found, idAsSaid } from './decide.ts';
import { aliasKey, keptUnder, leadsOf, lookedFor } from './names/keys.ts';

/** An entity to bring into a namespace. */
export interface Registration {
  readonly ref: EntityRef;
  /** Names that it shares with whoever has them. */
  readonly shared: readonly string[];
  /** Names that may not be another's: nobody's of this type, or nobody's at all. */
  readonly owned: readonly string[];
  /** Names that it gets only where nobody has them. */
  readonly spare?: readonly string[];
  readonly type: string | null;
  /** Keys of names like its own, and the keys of the entities they led to when it was decided that it is new. */
  readonly alike?: readonly string[];
  readonly met?: readonly string[];
  /** How its names came; default: by being said. */
  readonly source?: 'put' | 'catalogue' | 'decision';
  /** What a name is to it; default: a name. */
  kindOf?(name: string): AliasKind | null;
}
/** A name that a registration asked for and somebody else has; keys of the graph. */
export interface Taken {
  readonly alias: string;
  readonly owner: string;
}

/** The keys under which a name is both kept and looked for, so that of two told at once the second is met by the first. */
export function alikeTo(namespace: string, name: string, hits: Found['byKey']): Pick<Registration, 'alike' | 'met'> {
  const kept = new Set(keptUnder(namespace, name).map((k) => k.nameKey));
  const alike = lookedFor(namespace, name)
    .map((k) => k.nameKey)
    .filter((key) => kept.has(key));
  return { alike, met: hits.filter((h) => alike.includes(h.key)).map((h) => keyOf(namespace, idAsSaid(h))) };
}

/** As `registry/register-entities` takes it. */
export const registrationRow = (namespace: string, e: Registration) => ({
  namespace,
  key: keyOf(namespace, e.ref.id),
  type: e.type,
  properties: { namespace, id: encodePart(e.ref.id), type: e.ref.type, name: e.ref.name },
  aliases: aliasRows(namespace, e),
  alike: [...(e.alike ?? [])],
  met: [...(e.met ?? [])],
});

/** One for each name, however it is written. */
function aliasRows(namespace: string, e: Registration): AliasRow[] {
  const rows = new Map<string, AliasRow>();
  for (const as of ['owned', 'shared', 'spare'] as const)
    for (const text of e[as] ?? []) {
      const key = aliasKey(namespace, text);
      const row = { key, text, owned: as === 'owned', spare: as === 'spare', how: howOf(e, text), keys: leadsOf(namespace, text) };
      if (!rows.has(key)) rows.set(key, row);
    }
  return [...rows.values()];
}
type AliasRow = {
  key: string;
  text: string;
  owned: boolean;
  spare: boolean;
  /** Kind and source; what is left out is a name, by being said. */
  how: { kind?: AliasKind; source?: string };
  keys: ReturnType<typeof leadsOf>;
};

/** What the catalogue doesn't call it by was said. */
function howOf({ source, kindOf }: Registration, text: string): AliasRow['how'] {
  const kind = kindOf?.(text) ?? null;
  if (source === undefined || (source === 'catalogue' && kind === null)) return {};
  return { source, ...(kind !== null && kind !== 'name' && { kind }) };
}
