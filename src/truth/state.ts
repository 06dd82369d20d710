import type { Claim } from '../domain/claim.ts';
import type { FactValue } from '../domain/fact.ts';
import type { Value } from '../engine/engine.ts';
import type { Row } from './row.ts';

/** A slot as `truth/state` returns it, or as a new one begins. */
export interface SlotState {
  readonly slotKey: string;
  readonly group: string;
  readonly namespace: string;
  readonly owner: string;
  readonly predicate: string;
  readonly separators: string;
  readonly settings: Settings;
  readonly claims: readonly StoredClaim[];
  readonly facts: readonly StoredFact[];
  /** Somebody is asked about its claims. */
  readonly watched?: boolean | null;
  /** Claims depend, or did, on facts that its claims make or made. */
  readonly bears?: boolean | null;
  /** Facts that the pieces inherit before those of `facts`: what was there before a merge that is taken back. */
  readonly prior?: readonly StoredFact[];
}

/** In the order in which `truth/state` lists them. */
const CLAIM_FIELDS = [
  'key',
  'id',
  'kind',
  'valueKey',
  'subject',
  'value',
  'text',
  'valueType',
  'valueEntity',
  'qualifiers',
  'precision',
  'toPrecision',
  'tier',
  'pinned',
  'start',
  'to',
  'said',
  'explicit',
  'confidence',
  'source',
  'origin',
  'recordedAt',
  'seq',
  'saidSubject',
  'saidValue',
  'named',
  'dependsOn',
  'of',
  'causedBy',
  'archivedAt',
  'archivedBy',
] as const;
const FACT_FIELDS = [
  'key',
  'id',
  'version',
  'valueKey',
  'subject',
  'validFrom',
  'validTo',
  'resumes',
  'supersedes',
  'supersededBy',
  'endedBy',
  'confidence',
  'pinned',
  'tier',
  'uses',
  'lastUsedAt',
  'dependsOn',
  'archivedAt',
  'archivedBy',
] as const;

export interface StoredClaim {
  readonly key: string;
  readonly id: string;
  readonly kind: 'assert' | 'end';
  readonly valueKey: string;
  readonly subject: string;
  readonly value: FactValue | null;
  readonly text: string | null;
  readonly valueType: string;
  readonly valueEntity: string | null;
  readonly qualifiers: string;
  readonly precision: string;
  readonly toPrecision: string | null;
  readonly tier: string | null;
  readonly pinned: boolean;
  readonly start: number;
  readonly to: number | null;
  readonly said: number;
  readonly explicit: boolean;
  readonly confidence: number;
  readonly source: string | null;
  readonly origin: Claim['origin'];
  readonly recordedAt: number;
  readonly seq: number;
  /** The entities as said, where they are another's now; null: subject and value themselves. */
  readonly saidSubject: string | null;
  readonly saidValue: string | null;
  /** How the subject was called, if not by an id. */
  readonly named: string | null;
  /** As JSON; null: on no fact. */
  readonly dependsOn: string | null;
  /** Claim that it follows: an end where that has no justification, or its fallback. */
  readonly of: string | null;
  /** Of such an end, the facts that were the justification, as JSON. */
  readonly causedBy: string | null;
  readonly archivedAt: number | null;
  readonly archivedBy: string | null;
}

export interface StoredFact {
  readonly slotKey: string;
  readonly key: string;
  readonly id: string;
  readonly version: number;
  readonly valueKey: string;
  readonly subject: string;
  readonly validFrom: number;
  readonly validTo: number | null;
  readonly resumes: string | null;
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  readonly endedBy: string | null;
  readonly confidence: number;
  readonly pinned: boolean;
  readonly tier: string | null;
  readonly uses: number;
  readonly lastUsedAt: number | null;
  readonly dependsOn: string | null;
  /** Where all claims that it rests on are archived. */
  readonly archivedAt: number | null;
  readonly archivedBy: string | null;
  readonly basis: readonly { readonly id: string; readonly confidence: number }[];
  /** Subject or value is another than the version says, which therefore can't stay. */
  readonly moved?: boolean;
  /** No longer in its slot, but believed in another. */
  readonly believed?: boolean;
}

/** When and by what operation something was put out of sight; null: it is not. */
export type Archived = Pick<StoredClaim, 'archivedAt' | 'archivedBy'>;
export const archivedOf = ({ archivedAt, archivedBy }: Archived): Archived => ({ archivedAt, archivedBy });

/** A row of `truth/state`. */
export interface StateRow {
  readonly slotKey: string;
  readonly slot: Pick<SlotState, 'group' | 'namespace' | 'owner' | 'predicate' | 'separators' | 'watched' | 'bears'>;
  readonly claims: readonly Value[][];
  readonly facts: readonly Value[][];
  readonly basis: readonly [factKey: string, claimId: string, confidence: number][];
  readonly settings: Settings;
}

/** A row of `truth/former`. */
export interface FormerRow {
  readonly claimKey: string;
  readonly facts: readonly Value[][];
}

/** Facts of the past by the claims they rested on, as `truth/former` returns them. */
export function readFormer(rows: readonly FormerRow[], idOf: ReadonlyMap<string, string>): StoredFact[] {
  const found = new Map<string, Omit<StoredFact, 'basis'> & { basis: { id: string; confidence: number }[] }>();
  for (const { claimKey, facts } of rows)
    for (const row of facts) {
      const fact = named(FACT_FIELDS, row) as unknown as StoredFact;
      const known = found.get(fact.key) ?? { ...fact, slotKey: FORMER, basis: [] };
      found.set(fact.key, known);
      known.basis.push({ id: idOf.get(claimKey) as string, confidence: 0 });
    }
  return [...found.values()];
}

/** A claim with versions of facts that rested on it, as `identity/past` returns them. */
export interface PastRow {
  readonly claimId: string;
  readonly facts: readonly {
    readonly fact: readonly Value[];
    readonly slotKey: string;
    /** The operation that withdrew it. */
    readonly by: string;
    readonly at: number;
    /** It rested on so many. */
    readonly claims: number;
    /** Its id is believed again. */
    readonly live: boolean;
    readonly confidence: number;
  }[];
}
/** A version of a fact as it was before something that is taken back. */
export interface PastFact extends StoredFact {
  /** Where it was. */
  readonly was: string;
  readonly by: string;
  readonly at: number;
  readonly claims: number;
}

export function readPast(rows: readonly PastRow[]): PastFact[] {
  const found = new Map<string, PastFact & { basis: { id: string; confidence: number }[] }>();
  for (const { claimId, facts } of rows)
    for (const { fact: row, slotKey: was, by, at, claims, live, confidence } of facts) {
      const fact = named(FACT_FIELDS, row) as unknown as StoredFact;
      const known = found.get(fact.key) ?? { ...fact, slotKey: FORMER, was, by, at, claims, basis: [], ...(live && { believed: true }) };
      found.set(fact.key, known);
      known.basis.push({ id: claimId, confidence });
    }
  return [...found.values()];
}

/** In no slot any more. */
const FORMER = '';

const named = (fields: readonly string[], row: readonly Value[]) => Object.fromEntries(fields.map((f, i) => [f, row[i] ?? null]));

function factsOf(slotKey: string, facts: readonly Value[][], basis: StateRow['basis']): StoredFact[] {
  const basisOf = new Map<string, { id: string; confidence: number }[]>();
  for (const [factKey, id, confidence] of basis) {
    const list = basisOf.get(factKey) ?? [];
    basisOf.set(factKey, list);
    list.push({ id, confidence });
  }
  return facts.map((row) => {
    const fact = named(FACT_FIELDS, row) as unknown as Omit<StoredFact, 'slotKey' | 'basis'>;
    return { ...fact, slotKey, basis: basisOf.get(fact.key) ?? [] };
  });
}

export const readClaim = ({ claim }: { readonly claim: readonly Value[] }): StoredClaim =>
  named(CLAIM_FIELDS, claim) as unknown as StoredClaim;

export const readState = ({ slotKey, slot, claims, facts, basis, settings }: StateRow): SlotState => ({
  slotKey,
  ...slot,
  settings,
  claims: claims.map((row) => named(CLAIM_FIELDS, row) as unknown as StoredClaim),
  facts: factsOf(slotKey, facts, basis),
});

export interface Settings {
  readonly version: number;
  readonly cardinality: 'single' | 'multi';
  readonly slotBy: 'subject' | 'value';
  readonly margin: number;
  readonly halfLife: number | null;
}

/** What competes in the slot: the value, or in a slot turned round the subject. */
export const contentOf = (of: { readonly valueKey: string; readonly subject: string }, slotBy: Settings['slotBy']): string =>
  slotBy === 'value' ? of.subject : of.valueKey;

/** Order of arrival is (recordedAt, seq); the fold wants it as one number per claim. */
export function foldClaims(claims: readonly StoredClaim[], slotBy: Settings['slotBy']): Claim[] {
  return [...claims].sort(byArrival).map((c, seq) => foldClaim(c, seq, slotBy));
}

/** Claims of entities that were merged may share a place. */
const byArrival = (a: StoredClaim, b: StoredClaim): number => a.recordedAt - b.recordedAt || a.seq - b.seq || (a.id < b.id ? -1 : 1);

export function foldClaim(c: StoredClaim, seq: number, slotBy: Settings['slotBy']): Claim {
  const { id, kind, start, to, confidence, explicit, said, source, origin, of } = c;
  return { id, seq, kind, value: contentOf(c, slotBy), start, to, confidence, explicit, said, source, origin, of };
}

/** The claim that a row becomes when it is recorded at `at`. */
export function claimOfRow(row: Row, at: number): StoredClaim {
  const { claim } = row;
  return {
    key: row.claimKey,
    id: row.claimId,
    kind: row.kind,
    valueKey: row.valueKey,
    subject: row.subject,
    value: claim.value ?? null,
    text: claim.text as string | null,
    valueType: claim.valueType as string,
    valueEntity: row.valueEntity,
    qualifiers: claim.qualifiers as string,
    precision: claim.precision as string,
    toPrecision: claim.toPrecision as string | null,
    tier: claim.tier as string | null,
    pinned: claim.pinned as boolean,
    start: row.start ?? at,
    to: row.to,
    said: row.said ?? at,
    explicit: row.explicit,
    confidence: row.confidence,
    source: row.source,
    origin: row.origin,
    recordedAt: at,
    seq: row.seq,
    saidSubject: (claim.saidSubject ?? null) as string | null,
    saidValue: (claim.saidValue ?? null) as string | null,
    named: (claim.named ?? null) as string | null,
    dependsOn: (claim.dependsOn ?? null) as string | null,
    of: (claim.of ?? null) as string | null,
    causedBy: null,
    archivedAt: null,
    archivedBy: null,
  };
}
