import { LIMITS } from '../contract/limits.ts';
import type { Qualifiers } from '../domain/fact.ts';
import type { Issue } from '../errors.ts';
import type { Catalogue, Leads, Listed } from './catalogue/catalogue.ts';
import { meaning } from './names/alternates.ts';
import { type KeyedAlternate, lookedFor } from './names/keys.ts';
import { mintId, SHIPPED } from './names/mint-id.ts';

export interface EntityRef {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Id of the entity as said, where that one is merged into this. */
  readonly via?: string;
}
/** How a mention was understood; without an entity unless accepted or new. */
export interface Resolution {
  readonly mention: string;
  readonly band: 'accept' | 'new' | 'review' | 'ambiguous' | 'unknown';
  /** By what it was accepted. */
  readonly rule: 'id' | 'name' | 'catalogue' | 'joined' | 'self' | 'role' | null;
  readonly entity: EntityRef | null;
  /** Ids of who it may be; of one that is new, of who it might be after all. */
  readonly candidates: readonly string[];
  /** Of a phrase that stands for a role: which, and the facts that say who has it, each alone. */
  readonly role?: string;
  readonly facts?: readonly string[];
  /** Whose role it is, by which predicate. */
  readonly held?: { readonly subject: string; readonly predicate: string };
  /** Of a phrase that comes to nobody: why, and what to do. */
  readonly says?: Pick<Issue, 'message' | 'next'>;
}
export interface Mention {
  readonly text: string;
  /** Type that a new entity gets, and that decides between several of one name. */
  readonly type: string | null;
  /** What a phrase stands for depends on when it was said. */
  readonly moment?: Moment;
}
/** The moment that a phrase is said at, or that a question is about; times as ISO 8601. Absent: now, by all that is known. */
export interface Moment {
  readonly asOf?: string | undefined;
  readonly knownAt?: string | undefined;
  readonly qualifiers?: Qualifiers | undefined;
}

const ID = /^([a-z][a-z0-9_-]*):[^\s]+$/u;
/** An entity as the graph has it; `root` is the key of whom it was merged into. */
export type StoredRef = EntityRef & { readonly root: string | null };
interface Hit {
  readonly key: string;
  readonly form: string | null;
}
export interface FoundRow {
  readonly mention: string;
  readonly byId: StoredRef | null;
  readonly byAlias: readonly StoredRef[];
  readonly byKey: readonly (StoredRef & Hit)[];
}
export interface Found {
  readonly byId: EntityRef | null;
  readonly byAlias: readonly EntityRef[];
  readonly byKey: readonly (EntityRef & Hit)[];
}
/** Names of entities that enter with this call, by key. */
export type Met = ReadonlyMap<string, Found['byKey']>;
/** Whom the catalogue means by a mention. */
interface Pooled {
  readonly exact: readonly Listed[];
  readonly joined: Leads;
}
export interface Pool {
  readonly rows: ReadonlyMap<string, Found>;
  readonly listed: ReadonlyMap<string, Pooled>;
}
export interface Understood {
  readonly resolution: Resolution;
  /** By whom it was understood; the mention becomes a name of the entity. */
  readonly listed: Listed | null;
  /** The entity isn't in the namespace yet. */
  readonly enters: boolean;
}

/** The type that an id begins with; what is longer than an id may be is a name. */
const typeOfId = (text: string): string | undefined => (text.length > LIMITS.id ? undefined : ID.exec(text)?.[1]);

/** An id is never a phrase or a name. */
export const isId = (text: string): boolean => typeOfId(text) !== undefined;

export const mentionKey = ({ text, type, moment }: Mention): string =>
  `${type ?? ''}\n${text}${moment === undefined ? '' : `\n${moment.asOf ?? ''}\n${JSON.stringify(moment.qualifiers ?? {})}`}`;

const PEOPLE = new Set(['person', 'user', 'customer', 'contact', 'employee', 'member', 'human']);
const COMPANIES = new Set(['org', 'organisation', 'organization', 'company', 'institution', 'corporation', 'business', 'firm', 'agency']);

/** Whether an entity of a type can be what a predicate points to; what was met without a type can be anything. */
export const typesMeet = (type: string, range: string): boolean =>
  type === range || type === 'thing' || [PEOPLE, COMPANIES].some((kind) => kind.has(type) && kind.has(range));

/** The order of docs/names.md. */
export function decide(catalogue: Catalogue, namespace: string, m: Mention, { rows, listed }: Pool, met: Met): Understood {
  const { text: mention } = m;
  const found = rows.get(mention);
  const { exact, joined } = listed.get(mentionKey(m)) ?? UNLISTED;
  const accept = (rule: Resolution['rule'], entity: EntityRef): Understood => ({
    resolution: { mention, band: 'accept', rule, entity, candidates: [] },
    listed: null,
    enters: false,
  });
  const nobody = (band: 'ambiguous' | 'unknown', owners: readonly { readonly id: string }[]): Understood => ({
    resolution: { mention, band, rule: null, entity: null, candidates: owners.map((e) => e.id) },
    listed: null,
    enters: false,
  });
  const meets = (e: Listed): Understood => {
    const here = standsFor(e, rows);
    return { ...accept('catalogue', here ?? { id: e.id, type: e.type, name: e.name }), listed: e, enters: here === null };
  };
  if (found?.byId) return accept('id', found.byId);
  const fits = (e: EntityRef) => m.type === null || typesMeet(e.type, m.type);
  const named = (found?.byAlias ?? []).filter(fits);
  const owners = named.some((e) => e.type === m.type) ? named.filter((e) => e.type === m.type) : named;
  if (owners.length === 1) return accept('name', owners[0] as EntityRef);
  if (owners.length > 1) return nobody('ambiguous', owners);
  if (exact.length === 1) return meets(exact[0] as Listed);
  if (exact.length > 1) return nobody('ambiguous', exact);
  const prefix = typeOfId(mention);
  const keys = prefix === undefined ? lookedFor(namespace, mention) : [];
  const hits = asKept([...(found?.byKey ?? []), ...keys.flatMap((k) => met.get(k.nameKey) ?? [])]).filter(fits);
  const { sure, maybe } = byOtherKeys(keys, hits);
  if (sure.length === 1) return accept('joined', sure[0] as EntityRef);
  if (sure.length > 1) return nobody('ambiguous', sure);
  // the keys above have spoken of who is here, unless the catalogue has that very form
  const speaks = (e: Listed) => joined.sure.includes(e) || !hits.some((h) => h.id === (standsFor(e, rows)?.id ?? e.id));
  const likely = [...joined.sure, ...joined.maybe];
  if (likely.length === 1 && likely.every(speaks)) return meets(likely[0] as Listed);
  if (prefix === SHIPPED) {
    const entry = catalogue.byId(mention);
    return entry === null ? nobody('unknown', []) : meets(entry);
  }
  const type = prefix ?? m.type ?? 'thing';
  const entity =
    prefix === undefined
      ? { id: mintId(type, mention), type, name: mention }
      : { id: mention, type, name: mention.slice(prefix.length + 1) };
  const proposed = prefix === undefined ? catalogue.proposals(mention, m.type) : [];
  const candidates = [...new Set([...maybe.map((e) => e.id), ...proposed])].filter((id) => id !== entity.id);
  return { resolution: { mention, band: 'new', rule: null, entity, candidates }, listed: null, enters: true };
}

const NOBODY = { sure: [], maybe: [] };
const UNLISTED: Pooled = { exact: [], joined: NOBODY };

export function listedBy(catalogue: Catalogue, { text, type }: Mention): Pooled {
  if (typeOfId(text) !== undefined) return UNLISTED;
  const exact = catalogue.exact(text, type);
  return { exact, joined: exact.length > 0 ? NOBODY : catalogue.joined(text, type) };
}

/** Who of the namespace an entry of the catalogue is: who has its id, or the only one of its type who has its name. */
function standsFor(entry: Listed, rows: ReadonlyMap<string, Found>): EntityRef | null {
  const owners = (rows.get(entry.name)?.byAlias ?? []).filter((e) => e.type === entry.type);
  return rows.get(entry.id)?.byId ?? (owners.length === 1 ? (owners[0] as EntityRef) : null);
}

/** The graph keeps one form for an entity and a key: the first that is known. */
function asKept(hits: Found['byKey']): Found['byKey'] {
  const kept = new Map<string, Found['byKey'][number]>();
  for (const hit of hits) {
    const at = `${hit.id}\n${hit.key}`;
    kept.set(at, { ...hit, form: kept.get(at)?.form ?? hit.form });
  }
  return [...kept.values()];
}

/** Whom the other keys of a name lead to: for sure, or to be asked. */
function byOtherKeys(keys: readonly KeyedAlternate[], hits: Found['byKey']): { sure: EntityRef[]; maybe: EntityRef[] } {
  const [sure, maybe] = [new Map<string, EntityRef>(), new Map<string, EntityRef>()];
  for (const { rule, form, nameKey } of keys)
    for (const { key, form: theirs, ...entity } of hits) {
      const says = key === nameKey ? meaning(rule, form, theirs, entity.type) : null;
      if (says !== null) (says === 'accept' ? sure : maybe).set(entity.id, entity);
    }
  return { sure: [...sure.values()], maybe: [...maybe.values()] };
}
