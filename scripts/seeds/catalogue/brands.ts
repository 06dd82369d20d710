import { type Draft, readJson } from './source.ts';

interface Item {
  readonly displayName: string;
  readonly id: string;
  readonly locationSet: { readonly include?: readonly unknown[] };
  readonly matchNames?: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
}

/** Countries in which a brand is for us to know it; `001` is the world. */
const WIDELY = 3;
const LATIN = /^\P{L}*\p{Script=Latin}/u;

/** Brands of shops, banks, hotels … with an item in Wikidata, found in several countries or in all; one entity an item. */
export function brands(): Draft[] {
  const { nsi } = readJson<{ nsi: Record<string, { items: readonly Item[] }> }>('name-suggestion-index', 'dist/json/nsi.min.json');
  const byItem = new Map<string, Item[]>();
  for (const [path, { items }] of Object.entries(nsi))
    for (const item of path.startsWith('brands/') ? items : []) {
      const qid = item.tags['brand:wikidata'];
      if (qid !== undefined && /^Q\d+$/.test(qid)) byItem.set(qid, [...(byItem.get(qid) ?? []), item]);
    }
  return [...byItem].filter(([, items]) => isWide(items)).map(([qid, items]) => draftOf(qid, items));
}

function isWide(items: readonly Item[]): boolean {
  const places = new Set(items.flatMap((i) => i.locationSet.include ?? []).map(String));
  return places.has('001') || places.size >= WIDELY;
}

function draftOf(qid: string, items: readonly Item[]): Draft {
  const said = items.map((i) => i.tags['brand:en'] ?? i.tags.brand ?? i.displayName);
  const name = mostOften(said.filter((s) => LATIN.test(s))) ?? mostOften(said) ?? '';
  const local = items.flatMap((i) =>
    Object.entries(i.tags).flatMap(([tag, text]) => (/^brand(:(?!wiki)[a-z-]+)?$/.test(tag) ? [text] : [])),
  );
  const other = local.filter((s) => !LATIN.test(s));
  const names = [...local.filter((s) => LATIN.test(s)), ...items.flatMap((i) => i.matchNames ?? [])];
  const short = items.flatMap((i) => i.tags.short_name ?? []);
  return { type: 'org', name, qid, ref: items[0]?.id, aliases: { name: names, acronym: short, translation: other } };
}

function mostOften(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names.filter((n) => !/^(Q\d+|https?:.*)$/.test(n))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
