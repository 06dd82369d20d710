import type { AliasKind, CatalogueFile } from '../../contract/catalogue.ts';
import { alternates, legalName, meaning } from '../names/alternates.ts';
import { foldName } from '../names/key.ts';
import { mintId } from '../names/mint-id.ts';

/** An entity as the catalogue knows it. */
export interface Listed {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Every name it answers to, its own first. */
  readonly names: readonly string[];
  /** What a name is to it; null: it has no such name. */
  kindOf(name: string): AliasKind | null;
}
/** A name that leads to an entity. */
interface Lead {
  readonly at: number;
  /** The name means other things too. */
  readonly word: boolean;
  readonly form: string | null;
  /** Of a word: all of it but its spaces. */
  readonly letters: string | null;
}
/** Entities that a name leads to: for sure, or to be asked. */
export interface Leads {
  readonly sure: readonly Listed[];
  readonly maybe: readonly Listed[];
}

type Rows = CatalogueFile['entities'];

/** One file of the catalogue, found by name and by id. Its indexes are built when first asked. */
export class Book {
  readonly #rows: Rows;
  readonly #links: boolean;
  #exact: Map<string, Lead[]> | undefined;
  #joined: Map<string, Lead[]> | undefined;
  #ids: Map<string, number> | undefined;

  constructor(file: CatalogueFile) {
    this.#rows = file.entities;
    this.#links = file.link === 'accept';
  }

  /** By its exact key. Without a type a name that means other things too is only maybe. */
  exact(name: string, type: string | null): Leads {
    const leads = this.#exactly(name, type);
    const sure = new Set(leads.filter((lead) => this.#links && !(lead.word && type === null)).map((lead) => lead.at));
    return { sure: this.#list(sure), maybe: this.#list(leads.map((lead) => lead.at).filter((at) => !sure.has(at))) };
  }

  /**
   * By its key without spaces and legal form. Sure: a name of the entry has the same form, or none as well. Maybe: an entry of that bare name, of
   * whose form nothing is known. A bare name never leads to one that is only known with a form, and a word may only be
   * spaced otherwise (The Who is no WHO).
   */
  joined(name: string, type: string | null): Leads {
    if (!this.#links) return { sure: [], maybe: [] };
    const [, form] = joinedKey(name);
    const leads = this.#jointly(name, type);
    const sure = new Set(
      leads
        .filter((lead) => lead.form === form && (!lead.word || (type !== null && lead.letters === letters(name))))
        .map((lead) => lead.at),
    );
    const open = leads.filter(({ at, word, form: own }) => {
      const known = leads.some((lead) => lead.at === at && lead.form !== null);
      return own === null && !known && !word && !sure.has(at) && meaning('joined', form, null, this.#rows[at]?.type) === 'accept';
    });
    return { sure: this.#list(sure), maybe: this.#list(open.map((lead) => lead.at)) };
  }

  /** Everybody whom one of the keys leads to. */
  like(name: string, type: string | null): readonly Listed[] {
    const leads = this.#links ? this.#jointly(name, type) : this.#exactly(legalName(name).stem, type);
    return this.#list([...this.#exactly(name, type), ...leads].map((lead) => lead.at));
  }

  byId(id: string): Listed | null {
    const [, type = '', slug = ''] = id.split(':');
    // an id without a digest says the whole key
    const at = slug.includes('~')
      ? this.#digested().get(id)
      : this.#exactly(slug.replaceAll('-', ' '), type).find((lead) => this.#idOf(lead.at) === id)?.at;
    return at === undefined ? null : this.#listed(at);
  }

  #digested(): Map<string, number> {
    this.#ids ??= new Map(this.#rows.map((_, at) => [this.#idOf(at), at]));
    return this.#ids;
  }

  #idOf(at: number): string {
    const row = this.#rows[at] as Rows[number];
    return mintId(row.type, row.name);
  }

  #exactly(name: string, type: string | null): readonly Lead[] {
    this.#exact ??= this.#index((n) => [foldName(n), null]);
    return (this.#exact.get(foldName(name)) ?? []).filter((lead) => type === null || this.#rows[lead.at]?.type === type);
  }

  #jointly(name: string, type: string | null): readonly Lead[] {
    this.#joined ??= this.#index(joinedKey);
    return (this.#joined.get(joinedKey(name)[0]) ?? []).filter((lead) => type === null || this.#rows[lead.at]?.type === type);
  }

  #list(ats: Iterable<number>): Listed[] {
    return [...new Set(ats)].map((at) => this.#listed(at));
  }

  #listed(at: number): Listed {
    const row = this.#rows[at] as Rows[number];
    return { id: this.#idOf(at), type: row.type, name: row.name, names: namesOf(row), kindOf: (name) => kindOf(row, name) };
  }

  #index(keyOf: (name: string) => readonly [key: string, form: string | null]): Map<string, Lead[]> {
    const index = new Map<string, Lead[]>();
    this.#rows.forEach((row, at) => {
      for (const name of namesOf(row)) {
        const [key, form] = keyOf(name);
        const leads = index.get(key);
        const word = row.words?.includes(name) ?? false;
        const lead = { at, word, form, letters: word ? letters(name) : null };
        if (leads === undefined) index.set(key, [lead]);
        else leads.push(lead);
      }
    });
    return index;
  }
}

const letters = (name: string): string => foldName(name).replaceAll(' ', '');

export const namesOf = (row: Pick<Rows[number], 'name' | 'aliases'>): string[] => [row.name, ...Object.values(row.aliases ?? {}).flat()];

function kindOf({ name: own, aliases = {} }: Rows[number], name: string): AliasKind | null {
  const key = foldName(name);
  if (foldName(own) === key) return 'name';
  const found = Object.entries(aliases).find(([, names]) => names.some((alias) => foldName(alias) === key));
  return (found?.[0] as AliasKind | undefined) ?? null;
}

function joinedKey(name: string): readonly [string, string | null] {
  const joined = alternates(name).find((a) => a.rule === 'joined');
  return [joined?.key ?? foldName(name), joined?.form ?? null];
}
