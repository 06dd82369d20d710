import { readFileSync } from 'node:fs';
import { type CatalogueFile, catalogueSchema } from '../../contract/catalogue.ts';
import { parse } from '../../contract/check.ts';
import { invalidInput } from '../../errors.ts';

/** A JSON file of one's own, or none at all. */
export type CatalogueOption = string | false;

export const SHIPPED_FILES = ['core', 'brands', 'tech', 'languages'] as const;

/** What ships is checked by a test, not at every start. */
export function readShipped(name: (typeof SHIPPED_FILES)[number]): CatalogueFile {
  return JSON.parse(readFileSync(new URL(`../../../seeds/catalogue/${name}.json`, import.meta.url), 'utf8')) as CatalogueFile;
}

/** Throws `invalid_input` with each row and field that is wrong. */
export function readOwn(path: string): CatalogueFile {
  const problem = (message: string, next: string) => invalidInput('open', [{ path: 'catalogue', message, next }]);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw problem('names a file that cannot be read', 'give the path of a JSON file, or false for no catalogue');
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw problem('holds no JSON', 'write {"entities": [{"type": "org", "name": "…", "aliases": {"acronym": ["…"]}}]}');
  }
  return parse(catalogueSchema, content, 'open', 'catalogue');
}
