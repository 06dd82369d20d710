/** How many of the names of a data set, each told after the others, would be asked: PALIMPSEST_TEST_DATA=DIR npx tsx scripts/names-asked.ts */
import { readShipped } from '../src/registry/catalogue/files.ts';
import { foldName } from '../src/registry/names/key.ts';
import { compareNames } from '../src/registry/names/match.ts';
import { loadCongress } from '../test/support/datasets/congress.ts';
import { loadDyKnow } from '../test/support/datasets/dyknow.ts';
import { loadFactConsolidation } from '../test/support/datasets/factconsolidation.ts';

const text = (value: unknown) => String(value ?? '').replace(/^[a-z]+:/, '');
const { commits } = loadCongress();
const said = (predicate: string) => commits.flatMap((c) => c.candidates.filter((f) => f.predicate === predicate).map((f) => text(f.value)));
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'members of congress': said('name.official_full'),
  factconsolidation: loadFactConsolidation().candidates.flatMap((c) => [text(c.subject).replaceAll('-', ' '), text(c.value)]),
  dyknow: loadDyKnow().candidates.flatMap((c) => [text(c.subject).replaceAll('-', ' '), text(c.value)]),
  'brands of the catalogue': readShipped('brands').entities.map((e) => e.name),
  'products of the catalogue': readShipped('tech').entities.map((e) => e.name),
};

for (const [list, all] of Object.entries(LISTS)) {
  const names = [...new Map(all.map((name) => [foldName(name), name])).values()];
  const pairs = names.flatMap((b, i) =>
    names.slice(0, i).flatMap((a) => {
      const { band, rule } = compareNames(a, b);
      return band === 'review' ? [{ a, b, rule }] : [];
    }),
  );
  const asked = new Set(pairs.map((p) => p.b)).size;
  console.log(
    `${list}: ${names.length} names, ${(names.length * (names.length - 1)) / 2} pairs, ${pairs.length} of them asked, of ${asked} names`,
  );
  for (const { a, b, rule } of process.argv.includes('--all') ? pairs : []) console.log(`  ${rule} ${a} | ${b}`);
}
