import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { dataFile } from '../data.ts';
import { type Candidate, iso, lookUp, type PredicateDef, slug } from './shape.ts';

/**
 * Three years of edits to the public records of members of the US Congress (unitedstates/congress-legislators, CC0 1.0):
 * `data/congress/events.jsonl.gz` and `gold-snapshots.json.gz`.
 *
 * Right answer: after the candidates of every commit up to and including that of a snapshot, exactly the subjects of the snapshot have
 * current facts, and those are the snapshot's values and `listed`. Asked later as known then, the same.
 * The data doesn't say what becomes of a person's facts on delisting, but whoever is listed again is told them all anew, and one of them
 * (G000574) is then somebody else: so on delisting all that holds of the person ends.
 */
export interface Congress {
  predicates: PredicateDef[];
  /** In commit order; no two commits share a time, and no slot has two events in one commit. */
  commits: CongressCommit[];
  snapshots: CongressSnapshot[];
}

export interface CongressCommit {
  commit: string;
  tx: string;
  candidates: Candidate[];
}

export interface CongressSnapshot {
  date: string;
  commit: string;
  tx: string;
  /** subject → predicate → values, sorted */
  people: Map<string, Map<string, string[]>>;
}

interface Change {
  tx: string;
  c: string;
  s: string;
  op: 'list' | 'delist' | 'set' | 'unset' | 'add' | 'remove';
  p?: string;
  v?: string;
}

interface GoldFile {
  [date: string]: { commit: string; people: Record<string, Record<string, string | string[]>> };
}

export const CONGRESS_LISTED = 'listed';
const MULTI = new Set(['term', 'id.fec', 'leadership', 'alias.other_name']);

export function loadCongress(): Congress {
  const changes = gunzipped('events.jsonl.gz')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Change);
  const commits = new Map<string, CongressCommit>();
  const holding = new Map<string, Map<string, Candidate>>();
  for (const change of changes) {
    const commit = commits.get(change.c) ?? { commit: change.c, tx: iso(Date.parse(change.tx)), candidates: [] };
    commits.set(change.c, commit);
    const told = candidateOf(change, commit.tx);
    const record = holding.get(told.subject) ?? new Map<string, Candidate>();
    holding.set(told.subject, record);
    const all = change.op === 'delist' ? [...record.values()].map(({ predicate, value = '' }) => ({ ...told, predicate, value })) : [told];
    for (const candidate of all) {
      commit.candidates.push(candidate);
      if (candidate.kind === 'end') record.delete(slotOf(candidate));
      else record.set(slotOf(candidate), candidate);
    }
  }
  const names = new Set([...commits.values()].flatMap(({ candidates }) => candidates.map(({ predicate }) => predicate)));
  return {
    predicates: [...names].map((name) => ({ name, cardinality: MULTI.has(name) ? 'multi' : 'single', valueType: 'text' })),
    commits: [...commits.values()],
    snapshots: snapshots(commits),
  };
}

function candidateOf(change: Change, tx: string): Candidate {
  const listing = change.op === 'list' || change.op === 'delist';
  const ends = change.op === 'delist' || change.op === 'unset' || change.op === 'remove';
  return {
    subject: subjectOf(change.s),
    predicate: listing ? CONGRESS_LISTED : (change.p ?? ''),
    value: listing ? 'true' : (change.v ?? ''),
    confidence: 1,
    origin: 'stated',
    observedAt: tx,
    source: { session: change.c },
    ...(ends ? { kind: 'end' as const, validFrom: tx } : {}),
  };
}

function snapshots(commits: Map<string, CongressCommit>): CongressSnapshot[] {
  const gold = JSON.parse(gunzipped('gold-snapshots.json.gz')) as GoldFile;
  const valuesOf = (record: Record<string, string | string[]>) =>
    new Map(Object.entries(record).map(([predicate, value]) => [predicate, [value].flat().sort()]));
  return Object.entries(gold).map(([date, { commit, people }]) => ({
    date,
    commit,
    tx: lookUp(commits, commit).tx,
    people: new Map(Object.entries(people).map(([id, record]) => [subjectOf(id), valuesOf(record)])),
  }));
}

const slotOf = ({ predicate, value }: Candidate): string => (MULTI.has(predicate) ? `${predicate} ${value}` : predicate);
const subjectOf = (bioguide: string): string => `person:${slug(bioguide)}`;
const gunzipped = (name: string): string => gunzipSync(readFileSync(dataFile('data', 'congress', name))).toString('utf8');
