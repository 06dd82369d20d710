import { byHand, ENGLISH, fromPackage, LANGUAGES, Names, provenance, sorted, writeNames, writeSeed } from './sources.ts';

interface Keys {
  readonly keyword: { readonly u: { readonly tz: Record<string, { _alias?: string; _iana?: string; _preferred?: string } | string> } };
}
interface Use {
  readonly usesMetazone: { readonly _mzone: string; readonly _to?: string };
}
type Tree = { readonly [part: string]: Tree | readonly Use[] };
interface Metazones {
  readonly supplemental: {
    readonly metaZones: {
      readonly metazoneInfo: { readonly timezone: Tree };
      readonly metazones: readonly { readonly mapZone: { _other: string; _type: string; _territory: string } }[];
    };
  };
}
interface Windows {
  readonly supplemental: {
    readonly windowsZones: {
      readonly mapTimezones: readonly { readonly mapZone: { _other: string; _type: string; _territory: string } }[];
    };
  };
}
type Words = { readonly long?: Record<string, string>; readonly short?: Record<string, string>; readonly exemplarCity?: string };
type Cities = { readonly [part: string]: Cities | Words };
interface Spoken {
  readonly main: Record<
    string,
    { readonly dates: { readonly timeZoneNames: { readonly metazone?: Record<string, Words>; readonly zone?: Cities } } }
  >;
}
interface Hand {
  readonly names: Record<string, readonly string[]>;
  readonly shared: Record<string, readonly string[]>;
  readonly regional: Record<string, Record<string, string>>;
  readonly abbreviations: readonly string[];
  /** Known better for another place. */
  readonly notCities: readonly string[];
}

/** IANA ids and links, CLDR's metazones with their names, and cities. A metazone is written with a `*` before its id. */
export function buildTimezones(): void {
  const links = linksOf();
  const { metazones, metazoneInfo } = fromPackage<Metazones>('cldr-core', 'supplemental/metaZones.json').supplemental.metaZones;
  const golden = new Map(metazones.flatMap(({ mapZone: m }) => (m._territory === '001' ? [[m._other, links.get(m._type) as string]] : [])));
  const inNow: Record<string, string> = {};
  for (const [id, uses] of leaves(metazoneInfo.timezone)) {
    const now = (uses as readonly Use[]).find((use) => use.usesMetazone._to === undefined)?.usesMetazone._mzone;
    const zone = links.get(id);
    if (now !== undefined && zone !== undefined) inNow[zone] = now;
  }
  const hand = byHand<Hand>('timezones.json');
  const names = new Names();
  for (const [name, owners] of Object.entries(hand.shared)) names.share(name, owners);
  const shown: Record<string, string> = { Hawaii: 'Hawaii Time' };
  for (const locale of [...LANGUAGES, ...ENGLISH]) {
    const { metazone = {}, zone = {} } = spoken(locale);
    for (const [id, { long = {}, short = {} }] of Object.entries(metazone)) {
      // the names of Hawaii are those of Hawaii-Aleutian in most languages: it has its own by hand
      if (!golden.has(id) || id === 'Hawaii') continue;
      const code = id === 'GMT' ? 'Etc/GMT' : `*${id}`;
      for (const name of [...Object.values(long), ...(id === 'Acre' ? [] : Object.values(short))])
        if (!(name in hand.shared) && name !== '∅∅∅') names.add(code, name, locale, true);
      if (locale === 'en' && code !== 'Etc/GMT') shown[id] = (long.generic ?? long.standard) as string;
    }
    for (const [id, { long = {}, short = {} }] of leaves(zone) as [string, Words][])
      for (const name of [...Object.values(long), ...Object.values(short)])
        if (!(name in hand.shared) && name !== '∅∅∅') names.add(links.get(id) as string, name, locale, true);
  }
  for (const [code, given] of Object.entries(hand.names)) names.claim(code, given);
  const windows = fromPackage<Windows>('cldr-core', 'supplemental/windowsZones.json').supplemental.windowsZones.mapTimezones;
  for (const { mapZone: m } of windows)
    if (m._territory === '001' && !names.has(m._other)) names.add(links.get(m._type) as string, m._other, 'en');
  addCities(names, links, hand.notCities);
  const table = names.table();
  const unclear = Object.entries(shown).filter(([id, name]) => names.owners(name).join() !== `*${id}`);
  if (unclear.length > 0) throw new Error(`these names of metazones mean something else, too: ${unclear.join(' ')}`);
  writeSeed('timezones.json', {
    source: provenance('cldr-core', 'cldr-bcp47', 'cldr-dates-full'),
    links: sorted(Object.fromEntries(links)),
    metazones: sorted(Object.fromEntries(Object.entries(shown).map(([id, name]) => [id, [name, golden.get(id)]]))),
    inNow: sorted(inNow),
    regional: hand.regional,
    abbreviations: hand.abbreviations,
    saidIn: table.saidIn,
  });
  writeNames('timezones.tsv', table);
}

/** Every id and link of the tz database, and the id it means today. */
function linksOf(): Map<string, string> {
  const { tz } = fromPackage<Keys>('cldr-bcp47', 'bcp47/timezone.json').keyword.u;
  const idOf = (key: string): string => {
    const entry = tz[key];
    if (typeof entry !== 'object') throw new Error(`no time zone ${key}`);
    return entry._preferred !== undefined ? idOf(entry._preferred) : (entry._iana ?? (entry._alias?.split(' ')[0] as string));
  };
  const links = new Map<string, string>();
  for (const [key, entry] of Object.entries(tz))
    if (typeof entry === 'object') for (const id of entry._alias?.split(' ') ?? []) links.set(id, idOf(key));
  return links;
}

/** A city of one zone only, by the end of the id and as CLDR writes it; never a name that means something else already, or elsewhere. */
function addCities(names: Names, links: ReadonlyMap<string, string>, not: readonly string[]): void {
  const cities = new Map<string, Set<string>>();
  const add = (city: string, zone: string) => cities.set(city, (cities.get(city) ?? new Set()).add(zone));
  const places = /^(Africa|America|Arctic|Asia|Atlantic|Europe|Indian|Pacific)\/[^/]+$|^Australia\/[A-Z][a-z]{4}/;
  for (const [id, zone] of links)
    if (places.test(id) && zone !== undefined) add((id.split('/').at(-1) as string).replaceAll('_', ' '), zone);
  for (const locale of LANGUAGES)
    for (const [id, { exemplarCity }] of leaves(spoken(locale).zone ?? {}) as [string, Words][])
      if (exemplarCity !== undefined && places.test(id)) add(exemplarCity, links.get(id) as string);
  for (const [city, zones] of cities) {
    const [zone] = zones as unknown as [string];
    if (zones.size !== 1 || not.includes(city) || /^[a-z]{1,3}$/i.test(city)) continue;
    for (const name of [city, `${city} time`]) if (!names.has(name)) names.add(zone, name, 'en');
  }
}

const spoken = (locale: string) =>
  fromPackage<Spoken>('cldr-dates-full', `main/${locale}/timeZoneNames.json`).main[locale]?.dates.timeZoneNames ?? {};

/** CLDR nests ids by their parts; the leaves are lists, or hold names. */
function leaves(tree: Tree | Cities, path = ''): [string, unknown][] {
  return Object.entries(tree).flatMap(([part, inside]): [string, unknown][] => {
    if (typeof inside === 'string') return [];
    const leaf = Array.isArray(inside) || ['_type', 'long', 'short', 'exemplarCity'].some((key) => key in inside);
    return leaf ? [[`${path}${part}`, inside]] : leaves(inside as Tree, `${path}${part}/`);
  });
}
