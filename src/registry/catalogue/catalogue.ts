import { Book, type Leads, type Listed } from './book.ts';
import { type CatalogueOption, readOwn, readShipped } from './files.ts';

export type { Leads, Listed };

const NOBODY: Leads = { sure: [], maybe: [] };
const MOST_PROPOSED = 5;

/**
 * Entities that every namespace may meet, in memory and never changed: one's own file before the hand-written core, both of which link, before
 * the long tail, which only proposes. Files are read when first asked.
 */
export class Catalogue {
  readonly #linking: readonly (() => Book)[];
  readonly #tail: readonly (() => Book)[];

  private constructor(linking: readonly (() => Book)[], tail: readonly (() => Book)[]) {
    this.#linking = linking;
    this.#tail = tail;
  }

  /** A path adds that file, read at once; false leaves the shipped files out as well. */
  static open(option?: CatalogueOption): Catalogue {
    if (option === false) return new Catalogue([], []);
    const own = option === undefined ? undefined : readOwn(option);
    const mine = own === undefined ? [] : [once(() => new Book(own))];
    const links = own?.link === 'accept';
    return new Catalogue([...(links ? mine : []), CORE], [...(links ? [] : mine), ...TAIL]);
  }

  /** Whom an exact name means. Two are ambiguous. */
  exact(name: string, type: string | null): readonly Listed[] {
    return this.#first((book) => book.exact(name, type)).sure;
  }

  /** Whom it means by the key without spaces and legal form; maybe: where nothing that is known of their form says otherwise. */
  joined(name: string, type: string | null): Leads {
    return this.#first((book) => book.joined(name, type));
  }

  /** Whom it may mean; at most five, from the best source that has any. */
  proposals(name: string, type: string | null): readonly Listed[] {
    for (const book of [...this.#linking, ...this.#tail]) {
      const found = book().like(name, type);
      if (found.length > 0) return found.slice(0, MOST_PROPOSED);
    }
    return [];
  }

  byId(id: string): Listed | null {
    for (const book of [...this.#linking, ...this.#tail]) {
      const found = book().byId(id);
      if (found !== null) return found;
    }
    return null;
  }

  /** One's own entries shadow the shipped ones. */
  #first(ask: (book: Book) => Leads): Leads {
    for (const book of this.#linking) {
      const leads = ask(book());
      if (leads.sure.length + leads.maybe.length > 0) return leads;
    }
    return NOBODY;
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Shared by every store of the process. */
const CORE = once(() => new Book(readShipped('core')));
const TAIL = (['brands', 'tech', 'languages'] as const).map((name) => once(() => new Book(readShipped(name))));
