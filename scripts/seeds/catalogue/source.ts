import { readFileSync } from 'node:fs';
import type { ALIAS_KINDS } from '../../../src/contract/catalogue.ts';

/** An entity as a package has it, before doubles are taken out. */
export interface Draft {
  readonly type: string;
  readonly name: string;
  readonly qid?: string | undefined;
  readonly ref?: string | undefined;
  readonly aliases: Partial<Record<(typeof ALIAS_KINDS)[number], readonly string[]>>;
}

const inPackage = (pkg: string, file: string) => new URL(`../node_modules/${pkg}/${file}`, import.meta.url);
export const readText = (pkg: string, file: string): string => readFileSync(inPackage(pkg, file), 'utf8');
export const readJson = <T>(pkg: string, file: string): T => JSON.parse(readText(pkg, file)) as T;

/** Name, version and licence, as the installed package itself says them; the licence is one that was looked at. */
export function sourceOf(pkg: string, url: string): { name: string; version: string; licence: string; url: string } {
  const { version, license } = readJson<{ version: string; license: string }>(pkg, 'package.json');
  if (!['BSD-3-Clause', 'CC0-1.0', 'MIT'].includes(license)) throw new Error(`${pkg} ${version} has another licence now: ${license}`);
  return { name: pkg, version, licence: license, url };
}
