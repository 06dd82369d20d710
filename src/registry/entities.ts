import { createHash } from 'node:crypto';
import { LIMITS } from '../contract/limits.ts';
import { decodePart, encodePart, keyOf } from '../domain/keys.ts';
import type { Runner } from '../engine/engine.ts';
import { notFound } from '../errors.ts';
import type { Graph } from '../graph.ts';
import { meaning } from './names/alternates.ts';
import { foldName } from './names/key.ts';
import { aliasKey, keptUnder, lookedFor } from './names/keys.ts';

export interface EntityRef {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}
/** How a mention was understood; without an entity unless accepted or new. */
export interface Resolution {
  readonly mention: string;
  readonly band: 'accept' | 'new' | 'ambiguous' | 'unknown';
  /** By what it was accepted. */
  readonly rule: 'id' | 'name' | 'joined' | null;
  readonly entity: EntityRef | null;
  /** Ids of who it may be; of one that is new, of who it might be after all. */
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
  readonly byKey: readonly (EntityRef & { readonly key: string; readonly form: string | null })[];
}
type Found = Omit<FoundRow, 'mention'>;

/** The type that an id begins with; what is longer than an id may be is a name. */
const typeOfId = (text: string): string | undefined => (text.length > LIMITS.id ? undefined : ID.exec(text)?.[1]);

/** The id of a new entity says its name; what a name loses on the way is kept apart by a digest. */
export function mintId(type: string, name: string): string {
  const folded = foldName(name);
  const slug = folded.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/gu, '');
  const exact = /^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u.test(folded) && slug.length <= 60;
  const digest = createHash('sha256').update(folded).digest('hex').slice(0, 8);
  return [SHIPPED, type, exact ? slug : `${[...slug].slice(0, 60).join('')}~${digest}`].join(':');
}

/** Who is meant: by id, by name, by the other keys of a name. Nobody is linked by likeness. */
export class Entities {
  readonly #graph: Graph;
  /** By id and by name: names are nobody else's later. What other keys lead to may become two. */
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
      if (known !== undefined)
        out.set(mentionKey(m), {
          mention: m.text,
          band: 'accept',
          rule: known.id === m.text ? 'id' : 'name',
          entity: known,
          candidates: [],
        });
      else open.set(mentionKey(m), m);
    }
    if (open.size === 0) return out;
    const fresh: { key: string; ref: EntityRef; mention: Mention }[] = [];
    const found = await this.#find(
      namespace,
      [...open.values()].map((m) => m.text),
    );
    // names of one call see one another as those of two calls would
    const met: FoundRow['byKey'][number][] = [];
    for (const [key, m] of open) {
      const row = found.get(m.text) as Found;
      const resolution = this.#decide(namespace, m, { ...row, byKey: [...row.byKey, ...met] });
      if (resolution.entity === null) out.set(key, resolution);
      else {
        out.set(key, resolution);
        if (resolution.band === 'new') {
          fresh.push({ key, ref: resolution.entity, mention: m });
          for (const k of keptUnder(namespace, resolution.entity.name)) met.push({ ...resolution.entity, key: k.nameKey, form: k.form });
        } else if (resolution.rule !== 'joined') this.#remember(cacheKey(namespace, m), resolution.entity);
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
    const resolution = this.#decide(namespace, { text: mention, type: null }, (await this.#find(namespace, [mention])).get(mention));
    return resolution.band === 'accept' ? resolution.entity : null;
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

  async #find(namespace: string, texts: readonly string[]): Promise<Map<string, Found>> {
    const rows = [...new Set(texts)].map((mention) => ({
      mention,
      idKey: keyOf(namespace, mention),
      aliasKey: aliasKey(namespace, mention),
      keys: lookedFor(namespace, mention).map((k) => k.nameKey),
    }));
    const found = await this.#graph.call<FoundRow>('registry/find-entities', { rows });
    const decode = <E extends EntityRef>(e: E): E => ({ ...e, id: decodePart(e.id) });
    return new Map(
      found.map((f) => [
        f.mention,
        { byId: f.byId === null ? null : decode(f.byId), byAlias: f.byAlias.map(decode), byKey: f.byKey.map(decode) },
      ]),
    );
  }

  #decide(namespace: string, m: Mention, found: Found | undefined): Resolution {
    const { text: mention } = m;
    const accept = (rule: Resolution['rule'], entity: EntityRef): Resolution => ({ mention, band: 'accept', rule, entity, candidates: [] });
    const several = (owners: readonly EntityRef[]): Resolution => ({
      mention,
      band: 'ambiguous',
      rule: null,
      entity: null,
      candidates: owners.map((e) => e.id),
    });
    if (found?.byId) return accept('id', found.byId);
    const fits = (e: EntityRef) => m.type === null || e.type === m.type;
    const owners = (found?.byAlias ?? []).filter(fits);
    if (owners.length === 1) return accept('name', owners[0] as EntityRef);
    if (owners.length > 1) return several(owners);
    const prefix = typeOfId(mention);
    const { sure, maybe } = prefix === undefined ? byOtherKeys(namespace, mention, (found?.byKey ?? []).filter(fits)) : NOBODY;
    if (sure.length === 1) return accept('joined', sure[0] as EntityRef);
    if (sure.length > 1) return several(sure);
    if (prefix === SHIPPED) return { mention, band: 'unknown', rule: null, entity: null, candidates: [] };
    const type = prefix ?? m.type ?? 'thing';
    const entity =
      prefix === undefined
        ? { id: mintId(type, mention), type, name: mention }
        : { id: mention, type, name: mention.slice(prefix.length + 1) };
    return { mention, band: 'new', rule: null, entity, candidates: maybe.map((e) => e.id) };
  }

  #remember(key: string, ref: EntityRef): void {
    if (this.#known.size >= CACHE_SIZE) this.#known.clear();
    this.#known.set(key, ref);
  }
}

const NOBODY = { sure: [], maybe: [] };

/** Whom the other keys of a name lead to: for sure, or to be asked. */
function byOtherKeys(namespace: string, mention: string, hits: Found['byKey']): { sure: EntityRef[]; maybe: EntityRef[] } {
  const [sure, maybe] = [new Map<string, EntityRef>(), new Map<string, EntityRef>()];
  for (const { rule, form, nameKey } of lookedFor(namespace, mention))
    for (const { key, form: theirs, ...entity } of hits) {
      const says = key === nameKey ? meaning(rule, form, theirs) : null;
      if (says !== null) (says === 'accept' ? sure : maybe).set(entity.id, entity);
    }
  return { sure: [...sure.values()], maybe: [...maybe.values()] };
}

/** One for each name, however it is written. */
function aliasRows(namespace: string, shared: readonly string[], owned: readonly string[]) {
  const rows = new Map<string, { key: string; text: string; owned: boolean; keys: { key: string; form: string | null }[] }>();
  for (const text of [...owned, ...shared]) {
    const key = aliasKey(namespace, text);
    if (rows.has(key)) continue;
    const keys = keptUnder(namespace, text).map((k) => ({ key: k.nameKey, form: k.form }));
    rows.set(key, { key, text, owned: owned.includes(text), keys });
  }
  return [...rows.values()];
}

export const mentionKey = (m: { readonly text: string; readonly type: string | null }): string => `${m.type ?? ''}\n${m.text}`;
const cacheKey = (namespace: string, m: Mention): string => `${namespace}\n${mentionKey(m)}`;
