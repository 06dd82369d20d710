import type { FoldResult, Piece } from '../domain/claim.ts';
import { encodePart, keyOf } from '../domain/keys.ts';
import type { Value } from '../engine/engine.ts';
import { anyOf } from './depend.ts';
import { randomId } from './ids.ts';
import { type Archived, archivedOf, contentOf, type SlotState, type StoredClaim, type StoredFact } from './state.ts';

type Entry = { [key: string]: Value };

/** The lists that `truth/rewrite` takes; one call may hold several slots. */
export interface Rewrite {
  readonly slots: Entry[];
  readonly claims: Entry[];
  readonly movedClaims: Entry[];
  readonly withdrawnClaims: Entry[];
  readonly withdrawn: Entry[];
  readonly extended: Entry[];
  readonly created: Entry[];
  readonly links: Entry[];
  readonly supersedes: Entry[];
  readonly challenges: Entry[];
}
export const emptyRewrite = (): Rewrite => ({
  slots: [],
  claims: [],
  movedClaims: [],
  withdrawnClaims: [],
  withdrawn: [],
  extended: [],
  created: [],
  links: [],
  supersedes: [],
  challenges: [],
});

export interface Refold {
  readonly state: SlotState;
  /** All live claims, those just added included. */
  readonly claims: readonly StoredClaim[];
  readonly folded: FoldResult;
  /** Facts no longer believed whose ids may come back. */
  readonly former?: readonly StoredFact[];
  /** Ids that came back in other slots of the same change. */
  readonly taken?: Set<string>;
  readonly at: number;
  /** Claim or operation that caused it. */
  readonly by: string;
}

/** A piece of the new timeline with the identity it has or gets. */
export interface Placed {
  readonly piece: Piece;
  readonly id: string;
  /** The version that is its predecessor, and whether it can stay as it is. */
  readonly before: StoredFact | null;
  readonly kept: boolean;
  readonly key: string;
  readonly resumes: string | null;
}

/**
 * Gives the pieces their identities: a piece inherits the id of the live fact of that value that shares most claims, ties: same start
 * first, then the earliest; where none is left, that of a former fact. Live facts that no piece inherits are withdrawn.
 */
export function placePieces({ state, folded, claims, former = [], taken = new Set() }: Omit<Refold, 'at' | 'by'>): Placed[] {
  const { slotBy } = state.settings;
  const now = new Map(claims.map((c) => [c.id, c]));
  const prior = (state.prior ?? []).map((f) => restated(f, now, slotBy));
  const returned = new Set(prior.map((f) => f.id));
  // what comes back as it was begins where it began, beside what has stayed
  const asBefore = prior.length === 0 ? [] : [...prior, ...state.facts.filter((f) => !returned.has(f.id))];
  const heirs = inherit(folded.timeline, asBefore, slotBy, new Map(), new Set(), true);
  inherit(folded.timeline, state.facts, slotBy, heirs, new Set([...heirs.values()].map((f) => f.id)));
  if (former.length > 0) {
    const were = former.map((f) => restated(f, now, slotBy));
    inherit(folded.timeline, were, slotBy, heirs, taken);
  }
  const firstOfLayer = new Map<number, string>();
  const live = new Set(now.keys());
  return folded.timeline.map((piece, index) => {
    const before = heirs.get(index) ?? null;
    const id = before?.id ?? `f_${randomId()}`;
    const resumes = piece.resumed ? (firstOfLayer.get(piece.layer) ?? null) : null;
    firstOfLayer.set(piece.layer, id);
    const kept = before !== null && before.slotKey === state.slotKey && staysAsItIs(before, piece, resumes, live);
    const version = before === null ? 1 : kept ? before.version : before.version + 1;
    return { piece, id, before, kept, key: factKey(state.namespace, id, version), resumes };
  });
}

/** A fact of the past as its claims put it by now, where they agree: whom they speak of may be another. */
function restated(fact: StoredFact, now: ReadonlyMap<string, StoredClaim>, slotBy: SlotState['settings']['slotBy']): StoredFact {
  const [one, ...others] = fact.basis.flatMap((b) => now.get(b.id) ?? []);
  if (one === undefined || others.some((c) => contentOf(c, slotBy) !== contentOf(one, slotBy))) return fact;
  return fact.subject === one.subject && fact.valueKey === one.valueKey ? fact : { ...fact, subject: one.subject, valueKey: one.valueKey };
}

/** Adds to `heirs` (by index of the piece) the facts that pieces without one inherit. */
function inherit(
  timeline: readonly Piece[],
  facts: readonly StoredFact[],
  slotBy: SlotState['settings']['slotBy'],
  heirs: Map<number, StoredFact>,
  taken: Set<string>,
  startFirst = false,
): Map<number, StoredFact> {
  const factsOf = new Map<string, StoredFact[]>();
  for (const fact of facts) for (const b of fact.basis) factsOf.set(b.id, [...(factsOf.get(b.id) ?? []), fact]);
  const pairs = timeline.flatMap((piece, index) => {
    const shared = new Map<StoredFact, number>();
    for (const id of piece.basis.keys())
      for (const fact of factsOf.get(id) ?? []) if (contentOf(fact, slotBy) === piece.value) shared.set(fact, (shared.get(fact) ?? 0) + 1);
    return [...shared].map(([fact, count]) => ({ index, piece, fact, shared: count }));
  });
  const atStart = ({ fact, piece }: (typeof pairs)[number]) => Number(fact.validFrom === piece.from);
  pairs.sort(
    (a, b) =>
      (startFirst ? atStart(b) - atStart(a) : 0) ||
      b.shared - a.shared ||
      atStart(b) - atStart(a) ||
      a.fact.validFrom - b.fact.validFrom ||
      a.index - b.index,
  );
  for (const { index, fact } of pairs) {
    if (heirs.has(index) || taken.has(fact.id)) continue;
    heirs.set(index, fact);
    taken.add(fact.id);
  }
  return heirs;
}

const factKey = (namespace: string, id: string, version: number): string => `${namespace}|${encodePart(id)}#${version}`;

/** A version is written once: only an end may be added, and claims to what it is based on. */
function staysAsItIs(fact: StoredFact, piece: Piece, resumes: string | null, live: ReadonlySet<string>): boolean {
  if (
    fact.moved === true ||
    fact.validFrom !== piece.from ||
    (fact.validTo !== null && fact.validTo !== piece.to) ||
    fact.resumes !== resumes
  )
    return false;
  return fact.basis.every((b) => live.has(b.id) && piece.basis.get(b.id) === b.confidence);
}

/** Adds to `out` what turns the slot's stored timeline into the folded one, whose pieces are placed. */
export function planRefold(refold: Omit<Refold, 'former' | 'taken'>, placed: readonly Placed[], out: Rewrite): void {
  const { state, claims, folded, at, by } = refold;
  const { slotKey, namespace } = state;
  const byId = new Map(claims.map((c) => [c.id, c]));
  const keyOfPiece = new Map(placed.map((p) => [p.piece, p]));

  const kept = new Set(placed.filter((p) => p.kept).map((p) => p.before));
  for (const fact of state.facts) if (!kept.has(fact)) out.withdrawn.push({ slotKey: fact.slotKey, key: fact.key, at, by });

  placed.forEach((p, i) => {
    const { piece, before, kept, key } = p;
    const older = touches(placed[i - 1], p) ? (placed[i - 1] as Placed) : null;
    const newer = touches(p, placed[i + 1]) ? (placed[i + 1] as Placed) : null;
    const common = {
      confidence: piece.confidence,
      pinned: (before?.pinned ?? false) || [...piece.basis.keys()].some((id) => byId.get(id)?.pinned),
      supersedes: older?.id ?? null,
      supersededBy: newer?.id ?? null,
      endedBy: piece.endedBy,
      dependsOn: anyOf([...piece.basis.keys()].map((id) => byId.get(id)?.dependsOn)),
      ...archivedWith([...piece.basis.keys()].flatMap((id) => byId.get(id) ?? [])),
      exC: piece.extracted?.confidence ?? null,
      exT: piece.extracted?.given ?? null,
      otC: piece.other?.confidence ?? null,
      otT: piece.other?.given ?? null,
    };
    const end = { validTo: piece.to, endedAt: piece.to === null ? null : at };
    const ended = before?.validTo !== piece.to;
    if (kept && (piece.to === null || ended || !says(before as StoredFact, common)))
      out.extended.push({ slotKey, key, properties: ended ? { ...common, ...end } : common });
    if (!kept) out.created.push({ slotKey, key, properties: { ...fixed(p, byId, state, at, i), ...common, ...end } });
    const known = kept ? new Set(before?.basis.map((b) => b.id)) : new Set<string>();
    for (const [claimId, confidence] of piece.basis)
      if (!known.has(claimId)) out.links.push({ key, claimKey: (byId.get(claimId) as StoredClaim).key, at, confidence });
    if (older !== null && !(kept && older.kept && before?.supersedes === older.id))
      out.supersedes.push({ key, olderKey: older.key, at, by: older.piece.endedBy ?? piece.begunBy });
  });

  for (const id of folded.challengers) {
    const target = keyOfPiece.get(folded.pieceOf.get(id) as Piece);
    const claim = byId.get(id);
    if (target !== undefined && claim !== undefined) out.challenges.push({ claimKey: claim.key, key: target.key });
  }
  out.slots.push({
    slotKey,
    ownerKey: `${namespace}|${state.owner}`,
    group: state.group,
    predicateKey: `${namespace}|${state.predicate}`,
    namespace,
    owner: state.owner,
    predicate: state.predicate,
    separators: state.separators,
    subjects: [...new Set([state.owner, ...claims.map((c) => c.subject)])].sort().map((s) => `${namespace}|${s}`),
    at,
    tail: Number.isFinite(folded.tail) ? folded.tail : 0,
    challenge: folded.challenge,
    defaults: claims.some((c) => c.origin === 'default'),
    settings: state.settings.version,
    contested: folded.challengers.size,
    bears: state.bears ?? null,
  });
}

/** The strongest supports matter for an open piece only. */
const says = (
  fact: StoredFact,
  common: Pick<StoredFact, 'confidence' | 'pinned' | 'supersedes' | 'supersededBy' | 'endedBy' | 'dependsOn' | 'archivedAt' | 'archivedBy'>,
): boolean =>
  fact.confidence === common.confidence &&
  fact.pinned === common.pinned &&
  fact.supersedes === common.supersedes &&
  fact.supersededBy === common.supersededBy &&
  fact.endedBy === common.endedBy &&
  fact.dependsOn === common.dependsOn &&
  fact.archivedAt === common.archivedAt &&
  fact.archivedBy === common.archivedBy;

const touches = (older: Placed | undefined, newer: Placed | undefined): boolean =>
  older !== undefined && newer !== undefined && older.piece.to === newer.piece.from;

/** A fact is archived where every claim that it rests on is, since the last of them: so one told anew brings it back. */
export function archivedWith(basis: readonly Archived[]): Archived {
  const [last] = [...basis].sort((a, b) => Number(b.archivedAt) - Number(a.archivedAt));
  return last === undefined || basis.some((c) => c.archivedAt === null) ? { archivedAt: null, archivedBy: null } : archivedOf(last);
}

/** What a version holds for good. */
function fixed(p: Placed, claims: ReadonlyMap<string, StoredClaim>, state: SlotState, at: number, seq: number): Entry {
  const claim = (claims.get(p.piece.begunBy) ?? claims.get([...p.piece.basis.keys()][0] as string)) as StoredClaim;
  const { before } = p;
  return {
    id: p.id,
    idKey: keyOf(state.namespace, p.id),
    version: before === null ? 1 : before.version + 1,
    namespace: state.namespace,
    subject: claim.subject,
    predicate: state.predicate,
    value: claim.value,
    valueKey: claim.valueKey,
    valueType: claim.valueType,
    valueEntity: claim.valueEntity,
    text: claim.text,
    qualifiers: claim.qualifiers,
    precision: claim.start === p.piece.from ? claim.precision : 'instant',
    toPrecision: claim.to === p.piece.to ? claim.toPrecision : null,
    tier: before?.tier ?? claim.tier,
    uses: before?.uses ?? 0,
    lastUsedAt: before?.lastUsedAt ?? null,
    validFrom: p.piece.from,
    recordedAt: at,
    seq,
    resumes: p.resumes,
  };
}
