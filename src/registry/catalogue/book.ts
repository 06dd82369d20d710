import type { CatalogueFile } from '../../contract/catalogue.ts';
import { alternates, legalName } from '../names/alternates.ts';
import { foldName } from '../names/key.ts';
import { mintId } from '../names/mint-id.ts';

/** An entity as the catalogue knows it. */
export interface Listed {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Every name it answers to, its own first. */
  readonly names: readonly string[];
}
/** A name that leads to an entity. */
interface Lead {
  readonly at: number;
  /** The name means other things too. */
  readonly word: boolean;
  readonly form: string | null;
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
    this.#exact ??= this.#index((n) => [foldName(n), null]);
    return this.#leads(this.#exact.get(foldName(name)) ?? [], type, () => this.#links);
  }

  /** By its key without spaces and legal form: sure only where the legal forms are the same. */
  joined(name: string, type: string | null): Leads {
    if (!this.#links) return this.exact(legalName(name).stem, type);
    this.#joined ??= this.#index(joinedKey);
    const [key, form] = joinedKey(name);
    return this.#leads(this.#joined.get(key) ?? [], type, (lead) => lead.form === form);
  }

  byId(id: string): Listed | null {
    this.#ids ??= new Map(this.#rows.map((row, i) => [mintId(row.type, row.name), i]));
    const at = this.#ids.get(id);
    return at === undefined ? null : this.#listed(at);
  }

  #leads(leads: readonly Lead[], type: string | null, links: (lead: Lead) => boolean): Leads {
    const [sure, maybe] = [new Set<number>(), new Set<number>()];
    for (const lead of leads) {
      if (type !== null && this.#rows[lead.at]?.type !== type) continue;
      (links(lead) && !(lead.word && type === null) ? sure : maybe).add(lead.at);
    }
    return { sure: [...sure].map((at) => this.#listed(at)), maybe: [...maybe].filter((at) => !sure.has(at)).map((at) => this.#listed(at)) };
  }

  #listed(at: number): Listed {
    const row = this.#rows[at] as Rows[number];
    return { id: mintId(row.type, row.name), type: row.type, name: row.name, names: namesOf(row) };
  }

  #index(keyOf: (name: string) => readonly [key: string, form: string | null]): Map<string, Lead[]> {
    const index = new Map<string, Lead[]>();
    this.#rows.forEach((row, at) => {
      for (const name of namesOf(row)) {
        const [key, form] = keyOf(name);
        const leads = index.get(key);
        const lead = { at, word: row.words?.includes(name) ?? false, form };
        if (leads === undefined) index.set(key, [lead]);
        else leads.push(lead);
      }
    });
    return index;
  }
}

export const namesOf = (row: Pick<Rows[number], 'name' | 'aliases'>): string[] => [row.name, ...Object.values(row.aliases ?? {}).flat()];

function joinedKey(name: string): readonly [string, string | null] {
  const joined = alternates(name).find((a) => a.rule === 'joined');
  return [joined?.key ?? foldName(name), joined?.form ?? null];
}
