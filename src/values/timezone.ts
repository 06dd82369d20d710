import { lazily, NameTable, readSeed, type SaidIn } from './table.ts';
import { ambiguous, type ReadValue, readText, regionOf, type ValueOptions } from './value-type.ts';

interface Seed {
  /** Every id and link of the tz database, and the id it means today. */
  readonly links: Readonly<Record<string, string>>;
  /** What a metazone is called, and the zone that stands for it. */
  readonly metazones: Readonly<Record<string, readonly [name: string, zone: string]>>;
  /** The metazone a zone is in now. */
  readonly inNow: Readonly<Record<string, string>>;
  /** Abbreviations that mean another zone in some territories. */
  readonly regional: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Ids that people use for a metazone: EST is Eastern Time, not Panama's. */
  readonly abbreviations: readonly string[];
  readonly saidIn: SaidIn;
}

/** A zone of the tz database, a metazone (such as Pacific Time, of several zones), or a fixed distance from UTC in minutes. */
type Zone = { readonly zone: string } | { readonly metazone: string } | { readonly offset: number };

const timezones = lazily(() => {
  const seed = readSeed<Seed>('timezones.json');
  const ids = new Map(Object.entries(seed.links).map(([id, zone]) => [id.toLowerCase(), zone]));
  for (const id of seed.abbreviations) ids.delete(id.toLowerCase());
  return { ...seed, ids, names: new NameTable('timezones.tsv', seed.saidIn) };
});

const OFFSET = /^(?:(utc|gmt) ?)?([+-])(\d{1,2})(?::?(\d{2}))?$/i;
const FIXED = /^Etc\/GMT([+-])(\d{1,2})$/;

export const readTimezone: ReadValue = (raw, text, options) => {
  const found = zonesOf(text, options);
  const [zone] = found;
  if (zone === undefined) return readText(raw, text, options);
  return found.length > 1 ? ambiguous(found.map(shown)) : { value: shown(zone), key: keyOf(zone), text };
};

const spoken = (text: string): string => text.normalize('NFKC').replace(/[−–]/g, '-').replace(/\s+/g, ' ');

/** An abbreviation that means another zone in some regions. */
export const isRegional = (text: string): boolean => Object.hasOwn(timezones().regional, spoken(text).toUpperCase());

function zonesOf(text: string, { locale }: ValueOptions): Zone[] {
  const { ids, names, regional } = timezones();
  const said = spoken(text);
  const offset = offsetOf(said);
  if (offset !== null) return [offset];
  const region = regionOf(locale);
  const local = region === undefined ? undefined : regional[said.toUpperCase()]?.[region];
  if (local !== undefined) return [zoneOf(local)];
  const id = ids.get(said.toLowerCase().replaceAll(' ', '_'));
  if (id !== undefined) return [zoneOf(id)];
  return names.find(said.replace(/ ?time ?zone$/i, ' time'), locale).map(zoneOf);
}

function offsetOf(text: string): Zone | null {
  const [, from = '', sign = '', hours = '', minutes = '0'] = OFFSET.exec(text) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  if (hours === '' || offset > 14 * 60 || Number(minutes) > 59) return null;
  if (offset === 0 && from.toLowerCase() === 'gmt') return { zone: 'Etc/GMT' };
  return { offset: sign === '-' ? -offset : offset };
}

/** By code of the seed. Etc/GMT+8 is eight hours behind UTC: its sign is the other way round. */
function zoneOf(code: string): Zone {
  if (code.startsWith('*')) return { metazone: code.slice(1) };
  if (code === 'Etc/UTC') return { offset: 0 };
  const [, sign, hours] = FIXED.exec(code) ?? [];
  return hours === undefined ? { zone: code } : { offset: Number(hours) * (sign === '+' ? -60 : 60) };
}

function shown(zone: Zone): string {
  if ('zone' in zone) return zone.zone;
  if ('metazone' in zone) return timezones().metazones[zone.metazone]?.[0] as string;
  if (zone.offset === 0) return 'UTC';
  const minutes = Math.abs(zone.offset);
  const two = (part: number) => String(Math.trunc(part)).padStart(2, '0');
  return `UTC${zone.offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

const keyOf = (zone: Zone): string => `z:${'metazone' in zone ? `*${zone.metazone}` : shown(zone)}`;

export type TimezoneRelation = 'same' | 'compatible' | 'different';

/**
 * Whether two time zones are one, can both be right of one place, or can't. A zone is compatible with the metazone it is in, and a fixed
 * offset with what keeps it at some time of the year; two zones are different also where their clocks agree. Null where one of the texts
 * is no time zone or may be several.
 */
export function relateTimezones(a: string, b: string, options: ValueOptions = {}): TimezoneRelation | null {
  const [first, second] = [zonesOf(a.trim(), options), zonesOf(b.trim(), options)];
  const [one, other] = [first[0], second[0]];
  if (first.length !== 1 || second.length !== 1 || one === undefined || other === undefined) return null;
  if (keyOf(one) === keyOf(other)) return 'same';
  return fits(one, other) || fits(other, one) ? 'compatible' : 'different';
}

function fits(wide: Zone, narrow: Zone): boolean {
  if ('offset' in wide) return !('offset' in narrow) && offsetsOf(narrow).includes(wide.offset);
  if ('metazone' in wide) return 'zone' in narrow && timezones().inNow[narrow.zone] === wide.metazone;
  return wide.zone === 'Etc/GMT' && 'zone' in narrow && timezones().inNow[narrow.zone] === 'GMT';
}

/** In minutes, in January and in July of this year. */
function offsetsOf(zone: Zone): number[] {
  if ('offset' in zone) return [zone.offset];
  const timeZone = 'zone' in zone ? zone.zone : (timezones().metazones[zone.metazone]?.[1] as string);
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const year = new Date().getUTCFullYear();
  return [0, 6].map((month) => {
    const name = format.formatToParts(Date.UTC(year, month, 1)).find((part) => part.type === 'timeZoneName')?.value ?? '';
    const offset = offsetOf(name);
    return offset !== null && 'offset' in offset ? offset.offset : 0;
  });
}
