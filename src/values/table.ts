import { readFileSync } from 'node:fs';
import { foldText } from '../domain/keys.ts';
import { looseKey } from './loose.ts';

/** For a name with several owners: which of them it is in which languages. */
export type SaidIn = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const textOf = (file: string): string => readFileSync(new URL(`../../seeds/values/${file}`, import.meta.url), 'utf8');
export const readSeed = <T>(file: string): T => JSON.parse(textOf(file)) as T;

/** Makes something at its first use, once. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Names and whose they are: sorted lines of a name and codes. It is searched as it lies in the file, since making a map of 35,000 names
 * takes longer than all the questions of a short process.
 */
export class NameTable {
  readonly #text: string;
  readonly #saidIn: SaidIn;

  constructor(file: string, saidIn: SaidIn = {}) {
    this.#text = textOf(file);
    this.#saidIn = saidIn;
  }

  /** The codes a name stands for: as it is written but for case and width, else without accents and dots. */
  find(text: string, locale?: string): readonly string[] {
    const folded = foldText(text);
    const found = this.#line(folded) ?? this.#line(looseKey(text)) ?? [];
    return found.length < 2 || locale === undefined ? found : this.#inLanguage(found, folded, locale);
  }

  #line(name: string): readonly string[] | null {
    const text = this.#text;
    let [low, high] = [0, text.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = text.lastIndexOf('\n', middle - 1) + 1;
      const [found, ...codes] = text.slice(start, text.indexOf('\n', middle)).split('\t');
      if (found === name) return codes;
      if ((found as string) < name) low = text.indexOf('\n', middle) + 1;
      else high = start;
    }
    return null;
  }

  #inLanguage(found: readonly string[], folded: string, locale: string): readonly string[] {
    const said = this.#saidIn[folded] ?? {};
    for (const wanted of [locale, locale.split('-')[0] as string]) {
      const fit = found.filter((code) => said[code]?.includes(wanted));
      if (fit.length === 1) return fit;
    }
    return found;
  }
}
