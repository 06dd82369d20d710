import { decodePart, idOfKey, keyOf } from '../domain/keys.ts';
import type { Runner } from '../engine/engine.ts';
import { invalidInput, notFound } from '../errors.ts';
import type { Graph } from '../graph.ts';
import { clusterOf } from '../identity/cluster.ts';
import { writeJudgements } from '../identity/ledger.ts';
import { digestOf } from '../truth/ids.ts';
import type { Listed } from './catalogue/catalogue.ts';
import {
  decide,
  type EntityRef,
  type Found,
  type FoundRow,
  keysOfMention,
  listedBy,
  type Mention,
  type Moment,
  mentionKey,
  type Pool,
  type Resolution,
  type StoredRef,
  type Uncertain,
  type Understood,
} from './decide.ts';
import { Entries } from './entries.ts';
import { aliasKey, leadsOf } from './names/keys.ts';
import { alikeTo, type Registration, registrationRow, type Taken } from './registration.ts';

export { type EntityRef, type Mention, type Moment, mentionKey, type Resolution };

const CACHE_SIZE = 50_000;

/** A mention of somebody who isn't in the namespace yet, or hasn't this name of the catalogue or with a legal form. */
interface Fresh {
  readonly key: string;
  readonly ref: EntityRef;
  readonly mention: Mention;
  readonly listed: Listed | null;
  /** Whom its keys led to when it was looked up. */
  readonly hits: Found['byKey'] | null;
}
/** Told the version of a namespace's settings as it is when names are looked up. */
export type Seen = (settingsVersion: number) => void;
/** Ids of those that are needed, of what was resolved by `mentionKey`. */
export type Needed = (resolutions: ReadonlyMap<string, Resolution>) => ReadonlySet<string>;

/** Who is meant: by id, by name, by the other keys of a name. Nobody is linked by likeness. */
export class Entities {
  readonly #graph: Graph;
  /** By id only: a name may have a second owner by the next time. */
  readonly #known = new Map<string, EntityRef>();
  readonly #entries = new Entries();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /**
   * Resolves mentions in one read; new ones, and those of the catalogue, come into the namespace in one write. An `entity:` id that neither
   * somebody made nor the catalogue has is unknown. `needed` says, from what all of them mean, which entities may come in; the others stay
   * outside. `seen` is told the version of the settings then, and nobody comes in where it throws.
   */
  async use(
    namespace: string,
    mentions: readonly Mention[],
    needed?: Needed,
    uncertain: () => Promise<Uncertain> = async () => 'wait',
    seen?: Seen,
  ): Promise<Map<string, Resolution>> {
    const out = new Map<string, Resolution>();
    const open = new Map<string, Mention>();
    for (const m of mentions) {
      const known = this.#known.get(`${namespace}\n${m.text}`);
      if (known !== undefined) out.set(mentionKey(m), byKnownId(m.text, known));
      else open.set(mentionKey(m), m);
    }
    if (open.size === 0) return out;
    const look = async (): Promise<readonly Fresh[]> => {
      const fresh = await this.#look(namespace, open, out, uncertain, seen);
      return fresh.length === 0 ? fresh : entrants(fresh, needed?.(out));
    };
    const before = this.#entries.count;
    const entering = await look();
    if (entering.length === 0) return out;
    // somebody whom it may mean may have come in through this process meanwhile
    const lost = await this.#entries.take(turnsOf(namespace, entering), before, async (met) =>
      this.#enter(namespace, met ? await look() : entering, out),
    );
    if (lost.size === 0) return out;
    // somebody took the name meanwhile: it is theirs, also for the mentions of this call that were understood by whom it was to make
    const again = [...open].flatMap(([key, m]) => (isOver(lost, out.get(key)) ? [m] : []));
    const amongAll = needed && ((known: ReadonlyMap<string, Resolution>) => needed(new Map([...out, ...known])));
    return new Map([...out, ...(await this.use(namespace, again, amongAll, uncertain))]);
  }

  /** What open mentions mean, into `out`; those of them who would enter. */
  async #look(
    namespace: string,
    open: ReadonlyMap<string, Mention>,
    out: Map<string, Resolution>,
    uncertain: () => Promise<Uncertain>,
    seen: Seen | undefined,
  ): Promise<Fresh[]> {
    const pool = await this.#read(namespace, [...open.values()], seen);
    let understood = this.#understand(namespace, open, pool, 'wait');
    const asked = [...understood.values()].some((u) => u.resolution.band === 'review');
    if (asked && (await uncertain()) === 'new') understood = this.#understand(namespace, open, pool, 'new');
    const fresh: Fresh[] = [];
    for (const [key, { resolution, listed, named }] of understood) {
      out.set(key, resolution);
      const mention = open.get(key) as Mention;
      const ref = resolution.entity;
      if (ref === null) continue;
      if (resolution.band === 'new' || listed !== null || named === true) {
        const isNew = resolution.band === 'new' && listed === null;
        fresh.push({ key, ref, mention, listed, hits: isNew ? (pool.rows.get(mention.text)?.byKey ?? []) : null });
      } else this.#remember(namespace, mention, ref);
    }
    return fresh;
  }

  /** Brings them in; the ids of those whose name somebody took meanwhile. */
  async #enter(namespace: string, entering: readonly Fresh[], out: ReadonlyMap<string, Resolution>): Promise<ReadonlySet<string>> {
    if (entering.length === 0) return new Set();
    const taken = await this.register(
      namespace,
      entering.map((f) => registrationOf(namespace, f)),
    );
    const isLost = (f: Fresh) => (taken.get(keyOf(namespace, f.ref.id)) ?? []).length > 0;
    const entered = entering.filter((f) => !isLost(f));
    for (const f of entered) this.#remember(namespace, f.mention, f.ref);
    await this.#suggest(
      namespace,
      entered.flatMap((f) => out.get(f.key) ?? []),
    );
    return new Set(entering.filter(isLost).map((f) => f.ref.id));
  }

  /** Goes into the ledger: whom of the namespace one that is new may be after all. */
  async #suggest(namespace: string, made: readonly Resolution[]): Promise<void> {
    const said = { verdict: 'suggested' as const, at: this.#graph.clock() };
    const judged = made.flatMap(({ entity, candidates }) =>
      candidates.flatMap(({ entity: { id: b }, rule, score }) => {
        const a = entity?.id;
        return a === undefined || rule === 'catalogue'
          ? []
          : [{ id: `j_${digestOf([namespace, a, b, rule])}`, a, b, rule, score, ...said }];
      }),
    );
    await writeJudgements(this.#graph.call, namespace, judged);
  }

  /** Whom mentions mean, in their order, in one read; nobody comes in. */
  async resolve(namespace: string, mentions: readonly Mention[], seen?: Seen): Promise<Resolution[]> {
    if (mentions.length === 0) return [];
    const pool = await this.#read(namespace, mentions, seen);
    return mentions.map((m) => decide(this.#graph.catalogue, namespace, m, pool, new Map()).resolution);
  }

  /** Names of one call see one another as those of two calls would. */
  #understand(namespace: string, open: ReadonlyMap<string, Mention>, pool: Pool, uncertain: Uncertain): Map<string, Understood> {
    const met = new Map<string, Found['byKey']>();
    const understood = new Map<string, Understood>();
    for (const [key, m] of open) {
      const one = decide(this.#graph.catalogue, namespace, m, pool, met, uncertain);
      understood.set(key, one);
      const { listed, resolution, named } = one;
      if (resolution.entity === null || (resolution.band !== 'new' && listed === null && named !== true)) continue;
      const names = listed !== null ? [m.text, ...listed.names] : [named === true ? m.text : resolution.entity.name];
      for (const hit of keysOf(namespace, resolution.entity, names)) met.set(hit.key, [...(met.get(hit.key) ?? []), hit]);
    }
    return understood;
  }

  /** Ids of all that were merged into an entity. */
  async mergedInto(namespace: string, id: string): Promise<string[]> {
    const { members } = await clusterOf(this.#graph.call, namespace, id, 'history');
    return members.map((m) => m.id);
  }

  async byId(namespace: string, id: string): Promise<EntityRef | null> {
    return (await this.#find(namespace, [id])).get(id)?.byId ?? null;
  }

  /** Who has a name in the namespace; the catalogue has no say. */
  async owner(namespace: string, name: string): Promise<EntityRef | null> {
    const [[one, more] = []] = await this.owners(namespace, [name]);
    return one === undefined || more !== undefined ? null : one;
  }

  /** All whom each name means in the namespace, by itself or as it would be understood, in one read; several: it is ambiguous. */
  async owners(namespace: string, names: readonly string[]): Promise<EntityRef[][]> {
    if (names.length === 0) return [];
    const pool = { rows: await this.#find(namespace, names), listed: new Map() };
    return names.map((text) => {
      const { resolution, enters } = decide(this.#graph.catalogue, namespace, { text, type: null }, pool, new Map());
      if (resolution.band === 'ambiguous') return resolution.candidates.map((c) => c.entity);
      return resolution.band === 'accept' && resolution.entity !== null && !enters ? [resolution.entity] : [];
    });
  }

  /** Who of the namespace is meant. */
  async find(namespace: string, mention: string, seen?: Seen): Promise<EntityRef | null> {
    const m = { text: mention, type: null };
    return this.#accepted(namespace, m, await this.#read(namespace, [m], seen));
  }

  #accepted(namespace: string, m: Mention, pool: Pool): EntityRef | null {
    const { resolution, enters } = decide(this.#graph.catalogue, namespace, m, pool, new Map());
    return resolution.band === 'accept' && !enters ? resolution.entity : null;
  }

  /** For reads: who is meant, or `not_found`. */
  async require(namespace: string, mention: string, operation: string, path: string, seen?: Seen): Promise<EntityRef> {
    const m = { text: mention, type: null };
    const { resolution, enters } = decide(this.#graph.catalogue, namespace, m, await this.#read(namespace, [m], seen), new Map());
    if (resolution.band === 'ambiguous')
      throw invalidInput(operation, [{ path, message: `may be ${idsOf(resolution)}`, next: 'use the id' }]);
    const found = resolution.band === 'accept' && !enters ? resolution.entity : null;
    if (found !== null) return found;
    const next = 'use its id, its exact name or an alias';
    const meant = resolution.band === 'review' ? `did you mean ${idsOf(resolution)}? else ${next}` : next;
    throw notFound(operation, path, 'names no entity of this namespace', meant);
  }

  /** What was taken, by the key of the entity that wanted it and therefore is not made. */
  async register(namespace: string, entities: readonly Registration[], runner?: Runner): Promise<Map<string, readonly Taken[]>> {
    const rows = entities.map((e) => registrationRow(namespace, e));
    const written = await this.#graph.call<{ key: string; taken: Taken[] }>('registry/register-entities', { rows }, runner);
    this.#entries.note(rows.flatMap((row) => row.aliases.flatMap((a) => a.keys.map((lead) => lead.key))));
    const taken = new Map<string, Taken[]>();
    for (const r of written) taken.set(r.key, [...(taken.get(r.key) ?? []), ...r.taken.map((t) => ({ ...t, owner: decodePart(t.owner) }))]);
    return taken;
  }

  /** After a write found an entity gone. */
  forget(): void {
    this.#known.clear();
  }

  /** By all their keys; of the `plain` ones only who has that very id or name. */
  async #find(namespace: string, texts: readonly string[], plain: readonly string[] = [], seen?: Seen): Promise<Map<string, Found>> {
    const like = new Set(texts);
    const rows = [...new Set([...texts, ...plain])].map((mention) => ({
      mention,
      idKey: keyOf(namespace, mention),
      aliasKey: aliasKey(namespace, mention),
      ...(like.has(mention) ? keysOfMention(namespace, mention) : { keys: [], near: [] }),
    }));
    const found = await this.#graph.call<FoundRow>('registry/find-entities', { namespace, rows });
    seen?.(found[0]?.settings ?? 0);
    const live = await this.#live(namespace, found);
    return new Map(
      found.map((f) => [
        f.mention,
        { byId: f.byId === null ? null : live(f.byId), byAlias: oneEach(f.byAlias.map(live)), byKey: f.byKey.map(live) },
      ]),
    );
  }

  /** Who stands for those found: they themselves, or whom they were merged into. Only where somebody was is there another read. */
  async #live(namespace: string, found: readonly FoundRow[]): Promise<<E extends StoredRef>(e: E) => Omit<E, 'root'>> {
    const hits = found.flatMap((f) => [...(f.byId === null ? [] : [f.byId]), ...f.byAlias, ...f.byKey]);
    const roots = [...new Set(hits.flatMap((e) => e.root ?? []))].map(idOfKey);
    const standing = roots.length === 0 ? new Map<string, Found>() : await this.#find(namespace, roots);
    return ({ root, ...e }) => {
      const id = decodePart(e.id);
      const into = root == null ? null : standing.get(idOfKey(root))?.byId;
      return into == null ? { ...e, id } : { ...e, ...into, via: id };
    };
  }

  /** What the namespace has for each mention, and for whom the catalogue means by it, in one read. */
  async #read(namespace: string, mentions: readonly Mention[], seen?: Seen): Promise<Pool> {
    const listed = new Map(mentions.map((m) => [mentionKey(m), listedBy(this.#graph.catalogue, m)]));
    const met = [...listed.values()].flatMap(({ exact, joined }) => [...exact, ...joined.sure, ...joined.maybe]);
    const rows = await this.#find(
      namespace,
      mentions.map((m) => m.text),
      met.flatMap((e) => [e.id, e.name]),
      seen,
    );
    return { rows, listed };
  }

  #remember(namespace: string, m: Mention, ref: EntityRef): void {
    if (ref.id !== m.text) return;
    if (this.#known.size >= CACHE_SIZE) this.#known.clear();
    this.#known.set(`${namespace}\n${ref.id}`, ref);
  }
}

const byKnownId = (mention: string, entity: EntityRef): Resolution => ({
  mention,
  band: 'accept',
  rule: 'id',
  entity,
  score: 1,
  evidence: mention,
  candidates: [],
});

/** Whether one of these is meant, or among those who may be. */
const isOver = (ids: ReadonlySet<string>, r: Resolution | undefined): boolean =>
  [r?.entity, ...(r?.candidates ?? []).map((c) => c.entity)].some((e) => e != null && ids.has(e.id));

export const idsOf = ({ candidates }: Resolution): string => candidates.map((c) => c.entity.id).join(' or ');

/** An entity that answers to several of its names, or was merged into another that has the name too, is one owner. */
function oneEach<E extends EntityRef>(owners: readonly E[]): E[] {
  const kept = new Map<string, E>();
  for (const e of owners) if (kept.get(e.id)?.via !== undefined || !kept.has(e.id)) kept.set(e.id, e);
  return [...kept.values()];
}

const entrants = <F extends { readonly ref: EntityRef }>(fresh: readonly F[], needed: ReadonlySet<string> | undefined): readonly F[] =>
  needed === undefined ? fresh : fresh.filter((f) => needed.has(f.ref.id));

/** What those who enter by name lead to and are looked for by; two that share nothing don't meet. */
const turnsOf = (namespace: string, entering: readonly Fresh[]): string[] =>
  entering.flatMap(({ ref, mention: { text } }) => {
    if (ref.id === text) return [];
    const { keys, near } = keysOfMention(namespace, text);
    return [...keys, ...near, ...leadsOf(namespace, text).map((lead) => lead.key)];
  });

/** The keys that lead to one who enters. */
const keysOf = (namespace: string, ref: EntityRef, names: readonly string[]): Found['byKey'] =>
  names.flatMap((name) => leadsOf(namespace, name).map((lead) => ({ ...ref, ...lead, names })));

function registrationOf(namespace: string, { ref, mention, listed, hits }: Fresh): Registration {
  const byId = ref.id === mention.text;
  const spare = listed?.id === ref.id ? listed.names : [];
  return {
    ref,
    shared: byId && listed === null ? [ref.name] : [],
    owned: byId ? [] : [mention.text],
    spare,
    type: mention.type,
    ...(hits !== null && !byId && alikeTo(namespace, mention.text, hits)),
    ...(listed !== null && { source: 'catalogue' as const, kindOf: (name: string) => listed.kindOf(name) }),
  };
}
