import { readInstant } from '../contract/queries.ts';
import type { NamespaceSettings } from '../domain/settings.ts';
import { type Issue, invalidInput, notFound, PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import { clusterOf, stoodFor } from '../identity/cluster.ts';
import type { Possible } from './candidates.ts';
import { isId } from './decide.ts';
import { type Entities, type EntityRef, type Mention, type Moment, mentionKey, type Needed, type Resolution } from './entities.ts';
import { type Meaning, meaningOf } from './phrases.ts';
import type { Predicates } from './predicates.ts';
import { type Holder, holders } from './roles.ts';
import type { Settings } from './settings.ts';

/** Thrown where what was said was understood by settings that somebody changed meanwhile: to be understood anew. */
class SettingsMoved extends Error {}
const TRIES = 5;

/** A mention that is no name. */
type Phrase = Exclude<Meaning, { readonly kind: 'named' }>;
type Says = Pick<Issue, 'message' | 'next'>;
const NO_SUBJECT: Says = {
  message: 'means the subject of this namespace, and none is set',
  next: 'set it with changeSettings, or use an id',
};
const NOT_SELF: Says = { message: 'does not say whom it means', next: 'use a name or an id' };
const nobodyThen = (predicate: string): Says => ({
  message: `means what ${predicate} says of the subject of this namespace, and there was no such fact at that time`,
  next: 'tell that first, or use a name or an id',
});
const several = (ids: readonly string[]): Says => ({ message: `may be ${ids.join(' or ')}`, next: 'use the id' });

/** What a phrase comes to: an id, or why nobody. */
type Referent =
  | { readonly rule: 'self' | 'role'; readonly id: string; readonly facts: readonly string[]; readonly held?: Holder['held'] }
  | { readonly band: 'ambiguous' | 'unknown'; readonly holders: readonly Holder[]; readonly says: Says };

/** Phrases of one call, by settings that are looked at where a mention is no id. */
export class Speech {
  readonly namespace: string;
  readonly #settings: Settings;
  readonly #meanings = new Map<string, Meaning | null>();
  #by: NamespaceSettings | undefined;

  constructor(namespace: string, settings: Settings) {
    this.namespace = namespace;
    this.#settings = settings;
  }

  /** The name or id that a mention is, or what the phrase stands for. */
  async read(said: Mention): Promise<{ readonly name: Mention } | { readonly meaning: Phrase }> {
    const meaning = await this.#meaningOf(said);
    if (meaning === null) return { name: bare(said) };
    return meaning.kind === 'named' ? { name: { text: meaning.name, type: said.type } } : { meaning };
  }

  async #meaningOf({ text, type }: Mention): Promise<Meaning | null> {
    if (isId(text)) return null;
    this.#by ??= await this.#settings.lately(this.namespace);
    const key = mentionKey({ text, type });
    let meaning = this.#meanings.get(key);
    if (meaning === undefined) {
      meaning = meaningOf(this.#by, text, type);
      this.#meanings.set(key, meaning);
    }
    return meaning;
  }

  get subject(): string | null {
    return this.#by?.subject ?? null;
  }

  /** Throws where they are others by now; `version`: as they were seen with what was looked up. */
  seen(version: number): void {
    if (this.#by === undefined || version === this.#by.version) return;
    this.#settings.forget(this.namespace);
    throw new SettingsMoved();
  }

  async check(): Promise<void> {
    this.seen((await this.#settings.get(this.namespace)).version);
  }
}

/** Who is found, by id, name or phrase, and who comes in. */
export interface Names {
  readonly entities: Entities;
  readonly whom: Pick<Whom, 'require'>;
}

/** Whom mentions mean: what phrases stand for, then everybody by id or name. */
export class Whom {
  readonly #graph: Graph;
  readonly #registry: { readonly entities: Entities; readonly predicates: Predicates; readonly settings: Settings };

  constructor(graph: Graph, registry: { readonly entities: Entities; readonly predicates: Predicates; readonly settings: Settings }) {
    this.#graph = graph;
    this.#registry = registry;
  }

  /** Does something by one reading of the settings; `work` runs again when somebody changes them meanwhile. */
  async settled<T>(namespace: string, work: (speech: Speech) => Promise<T>): Promise<T> {
    for (let round = 0; round < TRIES; round++)
      try {
        return await work(new Speech(namespace, this.#registry.settings));
      } catch (error) {
        if (!(error instanceof SettingsMoved)) throw error;
      }
    throw new PalimpsestError('busy', 'settings kept changing meanwhile; try again');
  }

  /** For writes: as `Entities.use`, with phrases. By the keys of the mentions. */
  async use(speech: Speech, mentions: readonly Mention[], needed?: Needed): Promise<Map<string, Resolution>> {
    const { entities } = this.#registry;
    const { namespace } = speech;
    const names = new Map<string, { readonly said: Mention; readonly name: Mention }>();
    const phrases = new Map<string, { readonly said: Mention; readonly meaning: Phrase }>();
    for (const said of mentions) {
      const read = await speech.read(said);
      if ('name' in read) names.set(mentionKey(said), { said, name: read.name });
      else phrases.set(mentionKey(said), { said, meaning: read.meaning });
    }
    const spoken = await this.#spoken(speech, phrases);
    const all = (known: ReadonlyMap<string, Resolution>) =>
      new Map([...[...names].flatMap(([key, { said, name }]) => keyed(key, said, known.get(mentionKey(name)))), ...spoken]);
    const uncertain = async () => (await this.#registry.settings.get(namespace)).uncertainNames;
    return all(
      await entities.use(
        namespace,
        [...names.values()].map((n) => n.name),
        needed && ((known) => needed(all(known))),
        uncertain,
        (version) => speech.seen(version),
      ),
    );
  }

  /** As `Entities.resolve`, with phrases as they are meant now. */
  resolve(namespace: string, mentions: readonly Mention[]): Promise<Resolution[]> {
    return this.settled(namespace, async (speech) => {
      const read = await Promise.all(mentions.map((said) => speech.read(said)));
      const phrases = new Map(
        mentions.flatMap((said, i) => {
          const one = read[i];
          return one !== undefined && 'meaning' in one ? [[mentionKey(said), { said, meaning: one.meaning }] as const] : [];
        }),
      );
      const spoken = new Map(await this.#spoken(speech, phrases));
      const names = read.flatMap((one) => ('name' in one ? [one.name] : []));
      const resolutions = await this.#registry.entities.resolve(namespace, names, (version) => speech.seen(version));
      const named = resolutions.values();
      return mentions.map((said) => spoken.get(mentionKey(said)) ?? { ...(named.next().value as Resolution), mention: said.text });
    });
  }

  async #spoken(
    speech: Speech,
    phrases: ReadonlyMap<string, { readonly said: Mention; readonly meaning: Phrase }>,
  ): Promise<[string, Resolution][]> {
    if (phrases.size === 0) return [];
    await speech.check();
    const { namespace, subject } = speech;
    const referents: { key: string; mention: string; meaning: Phrase; referent: Referent }[] = [];
    for (const [key, { said, meaning }] of phrases)
      referents.push({ key, mention: said.text, meaning, referent: await this.#referent(namespace, subject, meaning, said.moment ?? {}) });
    const named = referents.flatMap(({ referent }) => ('id' in referent ? [referent.id] : referent.holders.map((h) => h.id)));
    const ids = named.map((text) => ({ text, type: null }));
    const known = await this.#registry.entities.use(namespace, ids);
    return referents.map(({ key, mention, meaning, referent }) => [key, resolutionOf(mention, meaning, referent, known)]);
  }

  /** For reads: who is meant, or `not_found`. */
  require(namespace: string, mention: string, operation: string, path: string, moment: Moment = {}): Promise<EntityRef> {
    const { entities } = this.#registry;
    return this.settled(namespace, async (speech) => {
      const { name, referent } = await this.#phrase(speech, mention, moment);
      if (referent === null) {
        const meant = await entities.require(namespace, name, operation, path, (version) => speech.seen(version));
        return this.#then(namespace, meant, moment);
      }
      if ('id' in referent) return this.#then(namespace, await entities.require(namespace, referent.id, operation, path), moment);
      const { message, next } = referent.says;
      if (referent.band === 'ambiguous') throw invalidInput(operation, [{ path, ...referent.says }]);
      throw notFound(operation, path, message, next as string);
    });
  }

  mergedInto(namespace: string, id: string): Promise<readonly string[]> {
    return this.#registry.entities.mergedInto(namespace, id);
  }

  /** Null where nobody is, or several are. */
  find(namespace: string, mention: string, moment: Moment = {}): Promise<EntityRef | null> {
    const { entities } = this.#registry;
    return this.settled(namespace, async (speech) => {
      const { name, referent } = await this.#phrase(speech, mention, moment);
      if (referent !== null && !('id' in referent)) return null;
      const found = await (referent === null
        ? entities.find(namespace, name, (version) => speech.seen(version))
        : entities.find(namespace, referent.id));
      return found && this.#then(namespace, found, moment);
    });
  }

  /** Of one that was merged, whom it stood for at the recorded time that is asked about. */
  async #then(namespace: string, e: EntityRef, { knownAt }: Moment): Promise<EntityRef> {
    const { via } = e;
    if (via === undefined || knownAt === undefined) return e;
    const cluster = await clusterOf(this.#graph.call, namespace, via, 'require');
    const { id, type, name } = stoodFor(cluster, via, readInstant(knownAt, 'asOf', 'knownAt'));
    return { id, type, name, ...(id !== via && { via }) };
  }

  /** What a mention in a question comes to, or the name or id that it is. */
  async #phrase(speech: Speech, mention: string, moment: Moment): Promise<{ readonly name: string; readonly referent: Referent | null }> {
    const read = await speech.read({ text: mention, type: null });
    if ('name' in read) return { name: read.name.text, referent: null };
    await speech.check();
    return { name: mention, referent: await this.#referent(speech.namespace, speech.subject, read.meaning, moment) };
  }

  async #referent(namespace: string, subject: string | null, meaning: Phrase, moment: Moment): Promise<Referent> {
    const nobody = (says: Says): Referent => ({ band: 'unknown', holders: [], says });
    if (meaning.kind === 'other') return nobody(NOT_SELF);
    if (subject === null) return nobody(NO_SUBJECT);
    if (meaning.kind === 'self') return { rule: 'self', id: subject, facts: [] };
    const { entities } = this.#registry;
    const self = (await entities.use(namespace, [{ text: subject, type: null }])).values().next().value?.entity?.id ?? subject;
    const found = await holders(this.#graph, { ...this.#registry, entities: this }, namespace, self, meaning.predicate, moment);
    const [one] = found;
    if (one === undefined) return nobody(nobodyThen(meaning.predicate));
    if (found.length === 1) return { rule: 'role', ...one };
    const all = found.sort((a, b) => (a.id < b.id ? -1 : 1));
    return { band: 'ambiguous', holders: all, says: several(all.map((h) => h.id)) };
  }
}

const bare = ({ text, type }: Mention): Mention => ({ text, type });
/** Under the words as said. */
const keyed = (key: string, { text }: Mention, resolution: Resolution | undefined): [string, Resolution][] =>
  resolution === undefined ? [] : [[key, { ...resolution, mention: text }]];

function resolutionOf(mention: string, meaning: Phrase, referent: Referent, known: ReadonlyMap<string, Resolution>): Resolution {
  const role = meaning.kind === 'role' ? { role: meaning.role } : {};
  const of = (id: string) => known.get(mentionKey({ text: id, type: null })) as Resolution;
  if ('says' in referent) {
    const { band, holders: several, says } = referent;
    const candidates = several.flatMap(({ id, facts: [evidence = ''] }): Possible[] => {
      const { entity } = of(id);
      return entity === null ? [] : [{ entity, rule: 'role', score: 1, evidence }];
    });
    return { mention, band, rule: null, entity: null, score: candidates.length > 0 ? 1 : 0, evidence: null, candidates, says, ...role };
  }
  const { rule, id, facts, held } = referent;
  return { ...of(id), mention, rule, evidence: facts[0] ?? null, facts, ...role, ...(held !== undefined && { held }) };
}
