import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { canonicalValue } from '../../src/values/canonical.ts';
import { relateTimezones } from '../../src/values/timezone.ts';
import { dataFile, describeWithData } from '../support/data.ts';

const NAMES = 'data/cldr-48.2/territory_names.tsv.gz';
const ZONES = 'data/cldr-48.2/timezone.json';

/** The territories of a string, written in any case, and for each a locale that says so. */
type Owners = Map<string, string>;

function loadNames() {
  const [, ...rows] = gunzipSync(readFileSync(dataFile(NAMES)))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const names = new Map<string, Owners>();
  for (const row of rows) {
    const [name = '', code = '', , locale = ''] = row.split('\t');
    names.set(name, (names.get(name) ?? new Map()).set(code, locale));
  }
  const anyCase = new Map<string, Set<string>>();
  for (const [name, owners] of names)
    for (const code of owners.keys()) anyCase.set(name.toLowerCase(), (anyCase.get(name.toLowerCase()) ?? new Set()).add(code));
  return { names, isShared: (name: string) => (anyCase.get(name.toLowerCase())?.size ?? 0) > 1 };
}

/** The territory, `ambiguous` or `unknown`. */
function territory(name: string, locale?: string): string {
  const read = canonicalValue(name, 'country', { locale });
  if ('problem' in read) return read.problem;
  return read.key.startsWith('c:') ? String(read.value) : 'unknown';
}

describeWithData('names of territories in 766 locales', [NAMES], () => {
  const { names, isShared } = loadNames();
  const codes = new Set([...names.values()].flatMap((owners) => [...owners.keys()]));
  const single = [...names].filter(([name]) => !isShared(name)).map(([name, owners]) => ({ name, code: [...owners.keys()][0] as string }));
  // a code always is that territory, also where a language abbreviates another one so (RU in Scottish Gaelic is the United Kingdom)
  const isCode = ({ name, code }: { name: string; code: string }) => codes.has(name) && name !== code;
  /** Of one territory in these data, of two where people speak. */
  const BY_HAND = ['Congo'];

  it('every unambiguous one resolves to its territory', () => {
    const asked = single.filter((n) => !isCode(n) && !BY_HAND.includes(n.name));
    const wrong = asked.filter(({ name, code }) => territory(name) !== code);
    console.info(`territories: ${asked.length - wrong.length} of ${asked.length} unambiguous names right, ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
    // of 34,966 strings: not the ambiguous seven, the twelve codes below, and Congo
    expect([names.size, asked.length]).toEqual([34_966, 34_946]);
  });

  it('the ambiguous ones are reported, and resolved where the locale decides', () => {
    const shared = [...names].filter(([name, { size }]) => isShared(name) && size > 1);
    const written = [...names.keys()].filter(isShared);
    expect(written.map((name) => territory(name))).toEqual(written.map(() => 'ambiguous'));
    for (const [name, owners] of shared) {
      const read = canonicalValue(name, 'country');
      expect('problem' in read && read.problem === 'ambiguous' ? [...read.candidates].sort() : [], name).toEqual([...owners.keys()].sort());
      for (const [code, locale] of owners) expect([code, 'ambiguous'], `${name} in ${locale}`).toContain(territory(name, locale));
    }
    expect(BY_HAND.map((name) => territory(name))).toEqual(['ambiguous']);
    expect(territory('Congo', names.get('Congo')?.get('CG'))).toBe('CG');
    console.info(`territories: ${written.length} ambiguous names and ${BY_HAND.join(', ')} reported`);
  });

  it('a code is its own territory, whatever it abbreviates elsewhere', () => {
    const codesAsNames = single.filter(isCode).map(({ name }) => name);
    expect(codesAsNames.map((name) => territory(name))).toEqual(codesAsNames);
    expect(codesAsNames.sort()).toEqual(['AS', 'BM', 'CU', 'EZ', 'GT', 'KM', 'NA', 'RU', 'SA', 'SJ', 'SN', 'VN']);
  });
});

describeWithData('ids and links of time zones', [ZONES], () => {
  type Entry = { readonly _alias?: string; readonly _preferred?: string };
  const { tz } = (JSON.parse(readFileSync(dataFile(ZONES), 'utf8')) as { keyword: { u: { tz: Record<string, Entry | string> } } }).keyword
    .u;
  const entries = Object.entries(tz).filter((entry): entry is [string, Entry] => typeof entry[1] === 'object');
  const idsOf = (entry: Entry) => entry._alias?.split(' ') ?? [];
  /** The first id of the zone that a key means today. */
  const meant = ({ _preferred, ...entry }: Entry): string =>
    _preferred === undefined ? (idsOf(entry)[0] as string) : meant(tz[_preferred] as Entry);
  const aliases = entries.flatMap(([, entry]) => idsOf(entry).map((alias) => ({ alias, zone: meant(entry) })));

  it('every one is its zone; abbreviations that people use for a metazone are the metazone it is in', () => {
    const related = aliases.map(({ alias, zone }) => ({ alias, relation: relateTimezones(alias, zone) }));
    const compatible = related.filter(({ relation }) => relation === 'compatible').map(({ alias }) => alias);
    expect(related.filter(({ relation }) => relation !== 'same' && relation !== 'compatible')).toEqual([]);
    expect(compatible.sort()).toEqual(['CET', 'EET', 'EST', 'HST', 'MET', 'MST', 'WET']);
    expect(aliases.length).toBe(601);
    console.info(
      `time zones: ${aliases.length - compatible.length} of ${aliases.length} ids are their zone, ${compatible.length} the metazone of theirs, 0 wrong`,
    );
  });

  it('zones that are not one are not taken for one', () => {
    const keys = new Map<string, string>();
    for (const { alias, zone } of aliases) {
      const read = canonicalValue(alias, 'timezone');
      if ('problem' in read || read.key.startsWith('z:*')) continue;
      const before = keys.get(read.key) ?? zone;
      keys.set(read.key, before);
      expect(before, alias).toBe(zone);
    }
  });
});
