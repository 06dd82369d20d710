/** What every dataset is turned into: the predicates to register, and candidates as the write door takes them, in order. */
export interface PredicateDef {
  name: string;
  cardinality: 'single' | 'multi';
  valueType: 'text';
  margin?: number;
  halfLifeDays?: number | null;
}

export interface Candidate {
  subject: string;
  predicate: string;
  value?: string;
  kind?: 'assert' | 'end';
  confidence?: number;
  /** An instant in UTC, or a partial date ('1999', '1999-05', '1999-05-03'): a start is its beginning, an end is its end. */
  validFrom?: string;
  validTo?: string;
  observedAt?: string;
  origin?: 'stated' | 'extracted' | 'import' | 'default';
  source?: { session: string; turn?: string };
}

export function slug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9_.-]+/g, '-').replace(/^-+|-+$/g, '');
}

/** Entity ids of a set of names; throws when two names would share one id, so that no dataset merges what it keeps apart. */
export function entityIds(type: string, names: Iterable<string>): Map<string, string> {
  const ids = new Map<string, string>();
  const owner = new Map<string, string>();
  for (const name of new Set(names)) {
    const id = `${type}:${slug(name)}`;
    const other = owner.get(id);
    if (id.endsWith(':') || other !== undefined) throw new Error(`no id of its own for '${name}': '${id}' is that of '${other ?? ''}'`);
    owner.set(id, name);
    ids.set(name, id);
  }
  return ids;
}

export function lookUp<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`nothing under '${String(key)}'`);
  return value;
}

const DAY = 86_400_000;

/** First instant of a partial date, in epoch milliseconds; a full instant is itself. */
export function beginningOf(date: string): number {
  if (date.includes('T')) return Date.parse(date);
  const [year = '', month = '01', day = '01'] = date.split('-');
  return Date.parse(`${year}-${month}-${day}T00:00:00.000Z`);
}

/** First instant after a partial date; a full instant is itself. */
export function endingOf(date: string): number {
  if (date.includes('T')) return Date.parse(date);
  const end = new Date(beginningOf(date));
  const parts = date.split('-').length;
  if (parts === 1) end.setUTCFullYear(end.getUTCFullYear() + 1);
  else if (parts === 2) end.setUTCMonth(end.getUTCMonth() + 1);
  else return end.getTime() + DAY;
  return end.getTime();
}

export const iso = (ms: number): string => new Date(ms).toISOString();

export const days = (n: number): number => n * DAY;

export function groupBy<T>(items: Iterable<T>, key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
