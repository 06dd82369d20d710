import { createHash } from 'node:crypto';
import { LIMITS } from '../contract/limits.ts';
import { decodePart, encodePart, foldText, keyOf, nameKey } from '../domain/keys.ts';
import type { Runner } from '../engine/engine.ts';
import { notFound } from '../errors.ts';
import type { Graph } from '../graph.ts';

export interface EntityRef {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}
/** How a mention was understood; without an entity unless accepted or new. */
export interface Resolution {
  readonly mention: string;
  readonly band: 'accept' | 'new' | 'ambiguous' | 'unknown';
  readonly entity: EntityRef | null;
  readonly candidates: readonly string[];
}
export interface Mention {
  readonly text: string;
  /** Type that a new entity gets, and that decides between several of one name. */
  readonly type: string | null;
}

const ID = /^([a-z][a-z0-9_-]*):[^\s]+$/u;
const SHIPPED = 'entity';
const CACHE_SIZE = 50_000;

/** An entity to bring into a namespace. */
export interface Registration {
  readonly ref: EntityRef;
  /** Names that it shares with whoever has them. */
  readonly shared: readonly string[];
  /** Names that may not be another's: nobody's of this type, or nobody's at all. */
  readonly owned: readonly string[];
  readonly type: string | null;
}
/** A name that a registration asked for and somebody else has; keys of the graph. */
export interface Taken {
  readonly alias: string;
  readonly owner: string;
}

interface FoundRow {
  readonly mention: string;
  readonly byId: EntityRef | null;
  readonly byAlias: readonly EntityRef[];
}

/** The type that an id begins with; what is longer than an id may be is a name. */
const typeOfId = (text: string): string | undefined => (text.length > LIMITS.id ? undefined : ID.exec(text)?.[1]);

/** The id of a new entity says its name; what a name loses on the way is kept apart by a digest. */
export function mintId(type: string, name: string): string {
  const folded = foldText(name);
  const slug = folded.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/gu, '');
  const exact = /^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u.test(folded) && slug.length <= 60;
  const digest = createHash('sha256').update(folded).digest('hex').slice(0, 8);
  return [SHIPPED, type, exact ? slug : `${[...slug].slice(0, 60).join('')}~${digest}`].join(':');
}

/** Entities in their simplest form: an id, a type, a name and exact aliases. The registry proper will stand behind the same calls. */
export class Entities {
  readonly #graph: Graph;
  readonly #known = new Map<string, EntityRef>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Resolves mentions in one read; new ones come into the namespace in one write. An `entity:` id that nobody made is unknown. */
  async use(namespace: string, mentions: readonly Mention[]): Promise<Map<string, Resolution>> {
    const out = new Map<string, Resolution>();
    const open = new Map<string, Mention>();
    for (const m of mentions) {
      const known = this.#known.get(cacheKey(namespace, m));
      if (known !== undefined) out.set(mentionKey(m), { mention: m.text, band: 'accept', entity: known, candidates: [] });
      else open.set(mentionKey(m), m);
    }
    if (open.size === 0) return out;
    const fresh: { key: string; ref: EntityRef; mention: Mention }[] = [];
    const found = await this.#find(
      namespace,
      [...open.values()].map((m) => m.text),
    );
    for (const [key, m] of open) {
      const resolution = this.#decide(m, found.get(m.text));
      if (resolution.entity === null) out.set(key, resolution);
      else {
        out.set(key, resolution);
        if (resolution.band === 'new') fresh.push({ key, ref: resolution.entity, mention: m });
        else this.#remember(cacheKey(namespace, m), resolution.entity);
      }
    }
    if (fresh.length === 0) return out;
    const taken = await this.register(
      namespace,
      fresh.map(({ ref, mention }) => {
        const byId = ref.id === mention.text;
        return { ref, shared: byId ? [ref.name] : [], owned: byId ? [] : [ref.name], type: mention.type };
      }),
    );
    const lost = fresh.filter((f) => (taken.get(keyOf(namespace, f.ref.id)) ?? []).length > 0);
    for (const f of fresh) if (!lost.includes(f)) this.#remember(cacheKey(namespace, f.mention), f.ref);
    // somebody took the name meanwhile: it is theirs
    const again =
      lost.length === 0
        ? []
        : await this.use(
            namespace,
            lost.map((f) => f.mention),
          );
    return new Map([...out, ...again]);
  }

  async byId(namespace: string, id: string): Promise<EntityRef | null> {
    return (await this.#find(namespace, [id])).get(id)?.byId ?? null;
  }

  async find(namespace: string, mention: string): Promise<EntityRef | null> {
    const row = (await this.#find(namespace, [mention])).get(mention);
    return row?.byId ?? (row?.byAlias.length === 1 ? (row.byAlias[0] as EntityRef) : null);
  }

  /** For reads: who is meant, or `not_found`. */
  async require(namespace: string, mention: string, operation: string, path: string): Promise<EntityRef> {
    const known = this.#known.get(cacheKey(namespace, { text: mention, type: null }));
    const found = known ?? (await this.find(namespace, mention));
    if (found === null) throw notFound(operation, path, 'names no entity of this namespace', 'use its id, its exact name or an alias');
    return found;
  }

  /** What was taken, by the key of the entity that wanted it and therefore is not made. */
  async register(namespace: string, entities: readonly Registration[], runner?: Runner): Promise<Map<string, readonly Taken[]>> {
    const rows = entities.map(({ ref, shared, owned, type }) => ({
      namespace,
      key: keyOf(namespace, ref.id),
      type,
      properties: { namespace, id: encodePart(ref.id), type: ref.type, name: ref.name },
      aliases: aliasRows(namespace, shared, owned),
    }));
    const written = await this.#graph.call<{ key: string; taken: Taken[] }>('registry/register-entities', { rows }, runner);
    return new Map(written.map((r) => [r.key, r.taken.map((t) => ({ ...t, owner: decodePart(t.owner) }))]));
  }

  /** After a write found an entity gone. */
  forget(): void {
    this.#known.clear();
  }

  async #find(namespace: string, texts: readonly string[]): Promise<Map<string, { byId: EntityRef | null; byAlias: EntityRef[] }>> {
    const rows = [...new Set(texts)].map((mention) => ({
      mention,
      idKey: keyOf(namespace, mention),
      aliasKey: nameKey(namespace, mention),
    }));
    const found = await this.#graph.call<FoundRow>('registry/find-entities', { rows });
    const decode = (e: EntityRef): EntityRef => ({ ...e, id: decodePart(e.id) });
    return new Map(found.map((f) => [f.mention, { byId: f.byId === null ? null : decode(f.byId), byAlias: f.byAlias.map(decode) }]));
  }

  #decide(m: Mention, found: { byId: EntityRef | null; byAlias: EntityRef[] } | undefined): Resolution {
    const accept = (entity: EntityRef): Resolution => ({ mention: m.text, band: 'accept', entity, candidates: [] });
    if (found?.byId) return accept(found.byId);
    const prefix = typeOfId(m.text);
    const owners = (found?.byAlias ?? []).filter((e) => m.type === null || e.type === m.type);
    if (owners.length === 1) return accept(owners[0] as EntityRef);
    if (owners.length > 1) return { mention: m.text, band: 'ambiguous', entity: null, candidates: owners.map((e) => e.id) };
    if (prefix === SHIPPED) return { mention: m.text, band: 'unknown', entity: null, candidates: [] };
    const type = prefix ?? m.type ?? 'thing';
    const entity =
      prefix === undefined ? { id: mintId(type, m.text), type, name: m.text } : { id: m.text, type, name: m.text.slice(prefix.length + 1) };
    return { mention: m.text, band: 'new', entity, candidates: [] };
  }

  #remember(key: string, ref: EntityRef): void {
    if (this.#known.size >= CACHE_SIZE) this.#known.clear();
    this.#known.set(key, ref);
  }
}

/** One for each name, however it is written. */
function aliasRows(namespace: string, shared: readonly string[], owned: readonly string[]) {
  const rows = new Map<string, { key: string; text: string; owned: boolean }>();
  for (const text of [...owned, ...shared]) {
    const key = nameKey(namespace, text);
    if (foldText(text) !== '' && !rows.has(key)) rows.set(key, { key, text, owned: owned.includes(text) });
  }
  return [...rows.values()];
}

export const mentionKey = (m: { readonly text: string; readonly type: string | null }): string => `${m.type ?? ''}\n${m.text}`;
const cacheKey = (namespace: string, m: Mention): string => `${namespace}\n${mentionKey(m)}`;
