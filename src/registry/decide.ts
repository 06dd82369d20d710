import { LIMITS } from '../contract/limits.ts';
import type { Qualifiers } from '../domain/fact.ts';
import type { Issue } from '../errors.ts';
import { byOtherKeys, type Possible, possibleEntry, ranked } from './candidates.ts';
import type { Catalogue, Leads, Listed } from './catalogue/catalogue.ts';
import { apartKey, type KeyedAlternate, likenessesNear, lookedFor } from './names/keys.ts';
import { mintId, SHIPPED } from './names/mint-id.ts';
import { typesMeet } from './types.ts';

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
  /** `review`: nobody for sure, and somebody of the namespace perhaps; `unknown`: an id that nobody has. */
  readonly band: 'accept' | 'new' | 'review' | 'ambiguous' | 'unknown';
  /** By what it was accepted. */
  readonly rule: 'id' | 'name' | 'catalogue' | 'joined' | 'self' | 'role' | null;
  readonly entity: EntityRef | null;
  /** 0..1, of the entity, or of the best candidate where there is none or a new one; 0: nobody is like it. */
  readonly score: number;
  /** The name of the entity by which it was accepted. */
  readonly evidence: string | null;
  /** Who it may be; of one that is new, who it might be after all. The best first, at most five. */
  readonly candidates: readonly Possible[];
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
/** What becomes of a mention that somebody of the namespace may be, though not for sure: it waits for a person, or is somebody new. */
export type Uncertain = 'wait' | 'new';

const ID = /^([a-z][a-z0-9_-]*):[^\s]+$/u;
/** An entity as the graph has it; `root` is the key of whom it was merged into. */
export type StoredRef = EntityRef & { readonly root: string | null };
interface Named {
  /** The name as it is kept. */
  readonly alias: string;
}
interface Hit {
  readonly key: string;
  readonly form: string | null;
  /** All that it answers to. */
  readonly names: readonly string[];
}
export interface FoundRow {
  readonly mention: string;
  readonly byId: StoredRef | null;
  readonly byAlias: readonly (StoredRef & Named)[];
  readonly byKey: readonly (StoredRef & Hit)[];
  /** Version of the namespace's settings; null: nothing was ever set. */
  readonly settings: number | null;
}
export interface Found {
  readonly byId: EntityRef | null;
  readonly byAlias: readonly (EntityRef & Named)[];
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
  /** The mention has the first legal form that is heard of the entity, which it gets as a name: another form is another company. */
  readonly named?: boolean;
}

/** Its id as said: its own, or that of one that is merged into it. */
export const idAsSaid = ({ id, via }: EntityRef): string => via ?? id;

/** The type that an id begins with; what is longer than an id may be is a name. */
const typeOfId = (text: string): string | undefined => (text.length > LIMITS.id ? undefined : ID.exec(text)?.[1]);

/** An id is never a phrase or a name. */
export const isId = (text: string): boolean => typeOfId(text) !== undefined;

export const mentionKey = ({ text, type, moment }: Mention): string =>
  `${type ?? ''}\n${text}${moment === undefined ? '' : `\n${moment.asOf ?? ''}\n${JSON.stringify(moment.qualifiers ?? {})}`}`;

/** The order of docs/names.md. */
export function decide(
  catalogue: Catalogue,
  namespace: string,
  m: Mention,
  { rows, listed }: Pool,
  met: Met,
  uncertain: Uncertain = 'wait',
): Understood {
  const { text: mention } = m;
  const found = rows.get(mention);
  const prefix = typeOfId(mention);
  const keys = prefix === undefined ? lookedFor(namespace, mention) : [];
  const near = prefix === undefined ? likenessesNear(namespace, mention) : [];
  const all = [...(found?.byKey ?? []), ...[...keys.map((k) => k.nameKey), ...near].flatMap((k) => met.get(k) ?? [])];
  const apart = notMeant(namespace, mention, all);
  const entry = (e: Listed) => !apart.has(standsFor(e, rows)?.id ?? e.id);
  const pooled = listed.get(mentionKey(m)) ?? UNLISTED;
  const exact = pooled.exact.filter(entry);
  const joined = { sure: pooled.joined.sure.filter(entry), maybe: pooled.joined.maybe.filter(entry) };
  const accept = (rule: Resolution['rule'], entity: EntityRef, score = 1, evidence = mention): Understood => ({
    resolution: { mention, band: 'accept', rule, entity, score, evidence, candidates: [] },
    listed: null,
    enters: false,
  });
  const nobody = (band: 'review' | 'ambiguous' | 'unknown', possible: readonly Possible[]): Understood => {
    const candidates = ranked(possible);
    return {
      resolution: { mention, band, rule: null, entity: null, score: candidates[0]?.score ?? 0, evidence: null, candidates },
      listed: null,
      enters: false,
    };
  };
  const meets = (e: Listed): Understood => {
    const here = standsFor(e, rows);
    const { entity, score, evidence } = possibleEntry(mention, e);
    return { ...accept('catalogue', here ?? entity, score, evidence), listed: e, enters: here === null };
  };
  if (found?.byId) return accept('id', found.byId);
  const fits = (e: EntityRef) => m.type === null || typesMeet(e.type, m.type);
  const named = (found?.byAlias ?? []).filter(fits);
  const owners = named.some((e) => e.type === m.type) ? named.filter((e) => e.type === m.type) : named;
  if (owners.length > 0) {
    const possible = owners.map(({ alias, ...entity }): Possible => ({ entity, rule: 'name', score: 1, evidence: alias }));
    const [one] = possible;
    return one !== undefined && possible.length === 1 ? accept('name', one.entity, 1, one.evidence) : nobody('ambiguous', possible);
  }
  if (exact.length === 1) return meets(exact[0] as Listed);
  if (exact.length > 1)
    return nobody(
      'ambiguous',
      exact.map((e) => possibleEntry(mention, e)),
    );
  const hits = asKept(all.filter((h) => !apart.has(h.id))).filter(fits);
  const { sure, maybe } = byOtherKeys(mention, keys, hits);
  const [first] = sure;
  if (first !== undefined && sure.length === 1)
    return { ...accept('joined', first.entity, first.score, first.evidence), named: isFirstForm(first.entity, keys, hits) };
  if (sure.length > 1) return nobody('ambiguous', sure);
  // the keys above have spoken of who is here, unless the catalogue has that very form
  const speaks = (e: Listed) => joined.sure.includes(e) || !hits.some((h) => h.id === (standsFor(e, rows)?.id ?? e.id));
  const likely = [...joined.sure, ...joined.maybe];
  if (likely.length === 1 && likely.every(speaks)) return meets(likely[0] as Listed);
  if (prefix === SHIPPED) {
    const shipped = catalogue.byId(mention);
    return shipped === null ? nobody('unknown', []) : meets(shipped);
  }
  const type = prefix ?? m.type ?? 'thing';
  const entity =
    prefix === undefined
      ? { id: freeId(mintId(type, mention), apart), type, name: mention }
      : { id: mention, type, name: mention.slice(prefix.length + 1) };
  const proposed = prefix === undefined ? catalogue.proposals(mention, m.type).filter(entry) : [];
  const possible = [...maybe, ...proposed.map((e) => possibleEntry(mention, e))].filter((p) => p.entity.id !== entity.id);
  if (maybe.length > 0 && uncertain === 'wait') return nobody('review', possible);
  const candidates = ranked(possible);
  const score = candidates[0]?.score ?? 0;
  return { resolution: { mention, band: 'new', rule: null, entity, score, evidence: null, candidates }, listed: null, enters: true };
}

/** The keys that a name is looked for under, and those of names like it; an id has none. */
export function keysOfMention(namespace: string, mention: string): { keys: string[]; near: string[] } {
  if (typeOfId(mention) !== undefined) return { keys: [], near: [] };
  const keys = [...lookedFor(namespace, mention).map((k) => k.nameKey), apartKey(namespace, mention)];
  return { keys, near: likenessesNear(namespace, mention) };
}

/** An id that nobody has whom the name was taken from. */
function freeId(id: string, apart: ReadonlySet<string>): string {
  let free = id;
  for (let n = 2; apart.has(free); n++) free = `${id}~${n}`;
  return free;
}

/** Who is not meant by the name, whatever else says so: it was taken from them. */
function notMeant(namespace: string, mention: string, hits: Found['byKey']): ReadonlySet<string> {
  const key = apartKey(namespace, mention);
  return new Set(hits.flatMap((h) => (h.key === key ? [h.id] : [])));
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

function isFirstForm({ id, via }: EntityRef, keys: readonly KeyedAlternate[], hits: Found['byKey']): boolean {
  const mine = keys.find((k) => k.rule === 'joined' && k.form !== null);
  return mine !== undefined && via === undefined && hits.some((h) => h.id === id && h.key === mine.nameKey && h.form === null);
}

/** The graph keeps one form for an entity and a key: the first that is known. */
function asKept(hits: Found['byKey']): Found['byKey'] {
  const kept = new Map<string, Found['byKey'][number]>();
  for (const hit of hits) {
    const at = `${hit.id}\n${hit.key}`;
    const before = kept.get(at);
    kept.set(at, { ...hit, form: before?.form ?? hit.form, names: [...new Set([...(before?.names ?? []), ...hit.names])] });
  }
  return [...kept.values()];
}
