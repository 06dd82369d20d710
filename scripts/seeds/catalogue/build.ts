/** Writes the generated files of seeds/catalogue/ from npm packages, pinned in package.json: npm run seeds:build */
import { readFileSync, writeFileSync } from 'node:fs';
import { type CatalogueFile, catalogueSchema } from '../../../src/contract/catalogue.ts';
import { namesOf } from '../../../src/registry/catalogue/book.ts';
import { foldName } from '../../../src/registry/names/key.ts';
import { mintId } from '../../../src/registry/names/mint-id.ts';
import { brands } from './brands.ts';
import { languages } from './languages.ts';
import { type Draft, readText, sourceOf } from './source.ts';
import { tech } from './tech.ts';

const FOLDER = new URL('../../../seeds/catalogue/', import.meta.url);

const core = catalogueSchema.parse(JSON.parse(readFileSync(new URL('core.json', FOLDER), 'utf8')));
/** What earlier files have: an id is one entity's, and the tail says nothing about names that the core links. */
const ids = new Set(core.entities.map((e) => mintId(e.type, e.name)));
const linked = new Set(core.entities.flatMap((e) => namesOf(e).map((name) => `${e.type} ${foldName(name)}`)));
const items = new Set(core.entities.flatMap((e) => e.qid ?? []));

write('brands', 'name-suggestion-index', 'https://github.com/osmlab/name-suggestion-index', brands());
write('languages', 'linguist-languages', 'https://github.com/ikatyang-collab/linguist-languages', await languages());
write('tech', 'simple-icons', 'https://github.com/simple-icons/simple-icons', tech());

const notices = [
  ['name-suggestion-index', 'LICENSE.md'],
  ['linguist-languages', 'LICENSE'],
  ['linguist-languages', 'ThirdPartyNoticeText.txt'],
].map(([pkg = '', file = '']) => `${pkg}, ${file}\n\n${readText(pkg, file).trim()}\n`);
writeFileSync(new URL('LICENCES.txt', FOLDER), notices.join(`\n${'='.repeat(80)}\n\n`));

function write(name: string, pkg: string, url: string, drafts: readonly Draft[]): void {
  const entities = drafts.flatMap(tidy).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const source = sourceOf(pkg, url);
  catalogueSchema.parse({ source, link: 'propose', entities });
  const rows = entities.map((e) => JSON.stringify(e)).join(',\n');
  writeFileSync(new URL(`${name}.json`, FOLDER), `{"source": ${JSON.stringify(source)},\n"link": "propose",\n"entities": [\n${rows}\n]}\n`);
  console.log(`${name}: ${entities.length} of ${drafts.length} entities, ${pkg} ${source.version}, ${source.licence}`);
}

function tidy(draft: Draft): CatalogueFile['entities'] {
  const id = mintId(draft.type, draft.name);
  const name = draft.name.trim();
  if (name === '' || name.length > 80 || ids.has(id) || (draft.qid !== undefined && items.has(draft.qid))) return [];
  if (linked.has(`${draft.type} ${foldName(name)}`)) return [];
  ids.add(id);
  const seen = new Set([foldName(name)]);
  const aliases = Object.entries(draft.aliases).flatMap(([kind, list]) => {
    const kept = list.filter((alias) => {
      const key = foldName(alias);
      const fresh = alias.trim() !== '' && alias.length <= 80 && !seen.has(key) && !linked.has(`${draft.type} ${key}`);
      seen.add(key);
      return fresh;
    });
    return kept.length === 0 ? [] : [[kind, kept] as const];
  });
  const { qid, ref } = draft;
  return [
    {
      type: draft.type,
      name,
      ...(qid !== undefined && { qid }),
      ...(ref !== undefined && { ref }),
      ...(aliases.length > 0 && { aliases: Object.fromEntries(aliases) }),
    },
  ];
}
