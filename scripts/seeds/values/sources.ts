/** What the seeds are made from: packages pinned in package.json, and the lists of this folder. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldText } from '../../../src/domain/keys.ts';
import { looseKey } from '../../../src/values/loose.ts';

const home = (name: string): string => fileURLToPath(new URL(`../node_modules/${name}/`, import.meta.url));

export const fromPackage = <T>(name: string, path: string): T => JSON.parse(readFileSync(join(home(name), path), 'utf8')) as T;
export const byHand = <T>(file: string): T => JSON.parse(readFileSync(new URL(`hand/${file}`, import.meta.url), 'utf8')) as T;
/** The locales of a package that have this file; not all do. */
export const localesWith = (name: string, file: string): string[] =>
  readdirSync(join(home(name), 'main'))
    .filter((locale) => existsSync(join(home(name), 'main', locale, file)))
    .sort();

/** The languages in which names are taken where those of all languages would be too many. */
export const LANGUAGES = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'sv', 'da', 'nb', 'fi', 'tr', 'ru', 'uk', 'el', 'hu', 'ro', 'ar', 'he'],
  ...['hi', 'ja', 'ko', 'zh', 'zh-Hant', 'id', 'vi'],
];
/** And the variants of English, which have abbreviations of their own. */
export const ENGLISH = ['en-GB', 'en-AU', 'en-CA', 'en-IN', 'en-NZ', 'en-ZA', 'en-IE'];

export const provenance = (...packages: readonly string[]): string =>
  packages
    .map((name) => {
      const { version, license } = fromPackage<{ version: string; license: string }>(name, 'package.json');
      return `${name} ${version} (${license})`;
    })
    .concat('lists of this project (Apache-2.0)')
    .join('; ');

/** Collects names by code, and which language says which. */
export class Names {
  readonly #said = new Map<string, Map<string, Set<string>>>();
  readonly #loose = new Set<string>();

  add(code: string, name: string | undefined, locale: string, loose = LANGUAGES.includes(locale)): void {
    if (name === undefined || name.trim() === '' || name.includes('↑')) return;
    const key = foldText(name);
    const codes = this.#said.get(key) ?? new Map<string, Set<string>>();
    codes.set(code, (codes.get(code) ?? new Set()).add(locale));
    this.#said.set(key, codes);
    if (loose) this.#loose.add(`${looseKey(name)}\n${code}`);
  }

  /** By hand: must not take a name from another. */
  claim(code: string, names: readonly string[]): void {
    for (const name of names) {
      const owners = [...(this.#said.get(foldText(name))?.keys() ?? [])].filter((other) => other !== code);
      if (owners.length > 0) throw new Error(`the name given to ${code} by hand is one of ${owners.join(', ')}: ${name}`);
      this.add(code, name, 'en');
    }
  }

  /** A name that means several things, by hand. */
  share(name: string, codes: readonly string[]): void {
    for (const code of codes) this.add(code, name, '');
  }

  has = (name: string): boolean => this.#said.has(foldText(name));
  owners = (name: string): string[] => [...(this.#said.get(foldText(name))?.keys() ?? [])];
  drop = (name: string): boolean => this.#said.delete(foldText(name));

  /** The sorted lines of a name file, and which language says which of a name's owners. */
  table() {
    const lines = new Map([...this.#said].map(([key, codes]) => [key, [...codes.keys()]]));
    for (const pair of [...this.#loose].sort()) {
      const [key, code] = pair.split('\n') as [string, string];
      if (!this.#said.has(key)) lines.set(key, [...(lines.get(key) ?? []), code]);
    }
    const shared = [...this.#said].filter(([, codes]) => codes.size > 1);
    const saidIn = shared.map(([key, codes]) => [key, Object.fromEntries([...codes].map(([code, locales]) => [code, told(locales)]))]);
    return { lines, saidIn: sorted(Object.fromEntries(saidIn)) };
  }
}

const told = (locales: Set<string>): string[] => [...locales].filter((l) => l !== '').sort();
export const sorted = <T>(of: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(of).sort(([a], [b]) => compare(a, b)));

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
export function writeNames(file: string, { lines }: { readonly lines: ReadonlyMap<string, readonly string[]> }): void {
  const text = [...lines].sort(([a], [b]) => compare(a, b)).map(([name, codes]) => `${name}\t${codes.join('\t')}\n`);
  writeFileSync(new URL(`../../../seeds/values/${file}`, import.meta.url), text.join(''));
}

/** One line for each entry of an entry, so that a change of the sources is a change of lines. */
export function writeSeed(file: string, content: Record<string, unknown>): void {
  const parts = Object.entries(content).map(([key, value]) => {
    if (typeof value !== 'object' || value === null) return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    const lines = Array.isArray(value)
      ? value.map((v) => JSON.stringify(v))
      : Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`);
    return `${JSON.stringify(key)}:${open}\n${lines.join(',\n')}\n${close}`;
  });
  writeFileSync(new URL(`../../../seeds/values/${file}`, import.meta.url), `{\n${parts.join(',\n')}\n}\n`);
}
