import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Statement } from '../engine/engine.ts';
import { type Header, parseProcedure } from './header.ts';

/** Beside src/ and beside dist/ alike, so nothing has to be copied by a build. */
export const CYPHER_ROOT = fileURLToPath(new URL('../../cypher/', import.meta.url));
const SCHEMA = 'schema/';

export interface Procedure extends Statement {
  readonly header: Header;
}

/** Every procedure, named after its path: `truth/assert`. The schema files are not procedures; see migrate.ts. */
export function loadProcedures(root: string = CYPHER_ROOT): readonly Procedure[] {
  return cypherFiles(root)
    .filter(({ name }) => !name.startsWith(SCHEMA))
    .map(({ name, source }) => {
      const { header, text } = parseProcedure(name, source);
      return Object.freeze({ name, text, mode: header.mode, header });
    });
}

/** Names without extension, in order, with `/` on every system; sources with LF. */
export function cypherFiles(root: string = CYPHER_ROOT, under = ''): readonly { readonly name: string; readonly source: string }[] {
  const paths = readdirSync(join(root, under), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.cypher'));
  return paths
    .map((path) => join(root, under, path))
    .sort()
    .map((path) => ({
      name: relative(root, path)
        .split(sep)
        .join('/')
        .replace(/\.cypher$/, ''),
      source: readFileSync(path, 'utf8').replaceAll('\r\n', '\n'),
    }));
}
