import type { Piece } from '../domain/claim.ts';
import { fold } from '../domain/fold.ts';
import { encodePart, qualifierPart } from '../domain/keys.ts';
import { saysOf } from '../operations/journal.ts';
import type { Change, Place, PlaceRow } from './change.ts';
import { isDerived } from './derived.ts';
import { type Past, returning } from './past.ts';
import { SlotChange } from './slot-change.ts';
import { foldClaims, type SlotState, type StoredClaim, type StoredFact } from './state.ts';

/** A slot that claims came to or went from, folded anew but not written yet. */
export interface Regrouped {
  readonly slot: SlotChange;
  /** The facts that it had, or that come to it with their claims. */
  readonly before: readonly StoredFact[];
}
export interface RegroupOptions {
  /** What a claim says now: of whom, and which entity its value is. */
  readonly say?: (claim: StoredClaim) => StoredClaim;
  /** What facts there were before on claims (by their keys), which get their ids back. */
  readonly past?: (claimKeys: readonly string[]) => Promise<Past>;
}

/**
 * Sends every live claim of the slots to the slot in which it now belongs, by the settings of its predicate and by what it says, and its
 * facts along, so that they keep their ids. Slots that get none are left out of the answer if they had none.
 */
export async function regroup(
  change: Change,
  old: readonly SlotChange[],
  { say = (c) => c, past }: RegroupOptions = {},
): Promise<Regrouped[]> {
  const homeOf = new Map(old.flatMap((s) => s.state.claims.map((c) => [c.id, s] as const)));
  const claims = [...homeOf].map(([id, s]) => sayWith(s, s.claims.get(id) as StoredClaim, say));
  const places = await placesOf(change, claims, homeOf);
  await change.load([...places.values()].map((p) => p.slotKey));
  const keys = [...new Set([...[...places.values()].map((p) => p.slotKey), ...old.map((s) => s.state.slotKey)])];
  const claimsOf = groupBy(claims, (c) => places.get(c.id)?.slotKey);
  const targets = new Map([...places.values()].map((p) => [p.slotKey, p]));
  // a slot that all claims leave has the settings of now as well
  const settingsOf = new Map([...places].map(([id, p]) => [homeOf.get(id)?.state.predicate, { settings: p.predicate }]));
  const isOld = new Set(old.map((s) => s.state.slotKey));
  const slots = keys.flatMap((key) => {
    const base = change.slot(key)?.state;
    const mine = claimsOf.get(key) ?? [];
    const place = targets.get(key);
    const head =
      place === undefined ? base && { ...base, ...settingsOf.get(base.predicate) } : placed(place, mine[0] as StoredClaim, homeOf);
    // what was loaded only as a place to come to keeps what it has
    const own = isOld.has(key) ? { claims: [], facts: [] } : { claims: base?.claims ?? [], facts: base?.facts ?? [] };
    return head === undefined ? [] : [{ key, head: { ...head, bears: base?.bears ?? null }, own, mine }];
  });
  const slotOf = (claimId: string) => places.get(claimId)?.slotKey;
  const prior = past && returning(await past(claims.map((c) => c.key)), timelinesOf(slots), factsIn(old), slotOf);
  const factsOf = settled(old, new Map(claims.map((c) => [c.id, c])), places, prior);
  const out: Regrouped[] = [];
  for (const { key, head, own, mine } of slots) {
    const isHere = (c: StoredClaim) => homeOf.get(c.id)?.state.slotKey === key && same(c, homeOf.get(c.id)?.claims.get(c.id));
    const facts = [...own.facts, ...(factsOf.get(key) ?? [])];
    const bears = head.bears === true || mine.some((c) => homeOf.get(c.id)?.state.bears === true) ? true : null;
    const slot = new SlotChange({ ...head, bears, claims: [...own.claims, ...mine.filter(isHere)], facts, prior: prior?.get(key) ?? [] });
    slot.receive(
      mine.filter((c) => !isHere(c)),
      (id) => homeOf.get(id)?.claims.get(id),
    );
    change.keep(slot);
    if (facts.length > 0 || mine.length > 0) out.push({ slot, before: facts });
  }
  return out;
}

/** An end that was derived says what its claim does, and so goes wherever that goes. */
function sayWith(slot: SlotChange, claim: StoredClaim, say: NonNullable<RegroupOptions['say']>): StoredClaim {
  const of = isDerived(claim) ? slot.claims.get(String(claim.of)) : undefined;
  return of === undefined ? say(claim) : { ...claim, ...saysOf(say(of)) };
}

const factsIn = (slots: readonly SlotChange[]): StoredFact[] => slots.flatMap((s) => s.state.facts);

/** As they will be, of slots with what they keep and what comes to them. */
const timelinesOf = (
  slots: readonly { key: string; head: Pick<SlotState, 'settings'>; own: Pick<SlotState, 'claims'>; mine: readonly StoredClaim[] }[],
): Map<string, readonly Piece[]> =>
  new Map(
    slots.map(({ key, head: { settings }, own, mine }) => [
      key,
      fold(foldClaims([...own.claims, ...mine], settings.slotBy), settings).timeline,
    ]),
  );

const same = (a: StoredClaim, b: StoredClaim | undefined): boolean =>
  a.subject === b?.subject && a.valueKey === b.valueKey && a.saidSubject === b.saidSubject && a.saidValue === b.saidValue;

async function placesOf(
  change: Change,
  claims: readonly StoredClaim[],
  homeOf: ReadonlyMap<string, SlotChange>,
): Promise<Map<string, Place>> {
  if (claims.length === 0) return new Map();
  const rows = claims.map((c, seq) => placeRow(speaking(c, homeOf.get(c.id) as SlotChange), homeOf.get(c.id) as SlotChange, seq));
  return new Map((await change.place(rows)).map((p) => [(claims[p.seq] as StoredClaim).id, p]));
}

function placed(place: Place, claim: StoredClaim, homeOf: ReadonlyMap<string, SlotChange>) {
  const { namespace, predicate } = (homeOf.get(claim.id) as SlotChange).state;
  const { slotKey, grp, owner, separators } = place;
  return { slotKey, group: grp, namespace, owner, predicate, separators, settings: place.predicate };
}

/** The facts by the slot they go to, saying what their claims there say now. */
function settled(
  old: readonly SlotChange[],
  claimOf: ReadonlyMap<string, StoredClaim>,
  places: ReadonlyMap<string, Place>,
  prior: ReadonlyMap<string, readonly StoredFact[]> | undefined,
): Map<string, StoredFact[]> {
  const owed = new Map([...(prior ?? [])].flatMap(([key, facts]) => facts.map((f) => [f.id, key] as const)));
  const out = new Map<string, StoredFact[]>();
  for (const fact of factsIn(old)) {
    const slotOf = (c: StoredClaim) => places.get(c.id)?.slotKey;
    // one that a merge left where it was, and only added claims to, was there before
    const stayed = prior !== undefined && fact.basis.some((b) => places.get(b.id)?.slotKey === fact.slotKey);
    const home = owed.get(fact.id) ?? (stayed ? fact.slotKey : homeAmong(fact, claimOf, slotOf));
    const says = fact.basis.flatMap((b) => claimOf.get(b.id) ?? []).find((c) => places.get(c.id)?.slotKey === home);
    const moved = says !== undefined && (says.subject !== fact.subject || says.valueKey !== fact.valueKey);
    const settledFact = moved ? { ...fact, subject: says.subject, valueKey: says.valueKey, moved } : fact;
    out.set(home, [...(out.get(home) ?? []), settledFact]);
  }
  return out;
}

function groupBy(claims: readonly StoredClaim[], keyOf: (c: StoredClaim) => string | undefined): Map<string, StoredClaim[]> {
  const out = new Map<string, StoredClaim[]>();
  for (const c of claims) {
    const key = keyOf(c) ?? '';
    const list = out.get(key);
    if (list === undefined) out.set(key, [c]);
    else list.push(c);
  }
  return out;
}

/** The slot that most of a fact's claims go to; ties: one that begins as the fact does, then the earliest. */
function homeAmong(f: StoredFact, claimOf: ReadonlyMap<string, StoredClaim>, slotOf: (c: StoredClaim) => string | undefined): string {
  const tally = new Map<string, { count: number; same: boolean; start: number }>();
  for (const { id } of f.basis) {
    const c = claimOf.get(id);
    const key = c && slotOf(c);
    if (c === undefined || key === undefined) continue;
    const { count, same, start } = tally.get(key) ?? { count: 0, same: false, start: c.start };
    tally.set(key, { count: count + 1, same: same || c.start === f.validFrom, start: Math.min(start, c.start) });
  }
  const [best] = [...tally].sort(
    ([k, a], [l, b]) => b.count - a.count || Number(b.same) - Number(a.same) || a.start - b.start || (k < l ? -1 : 1),
  );
  return best?.[0] ?? f.slotKey;
}

/** An end that names no value goes where what it ended goes. */
function speaking(claim: StoredClaim, slot: SlotChange): StoredClaim {
  if (claim.valueKey !== '') return claim;
  const [of] = slot.folded.pieceOf.get(claim.id)?.basis.keys() ?? [];
  const ended = of === undefined ? undefined : slot.claims.get(of);
  if (ended === undefined) return claim;
  return { ...claim, value: ended.value, valueKey: ended.valueKey, valueEntity: ended.valueEntity };
}

function placeRow(c: StoredClaim, { state }: SlotChange, seq: number): PlaceRow {
  const qualifiers = Object.entries(JSON.parse(c.qualifiers) as Record<string, string>).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    namespace: state.namespace,
    subject: c.subject,
    predicate: state.predicate,
    qualifiers: qualifiers.map(([key, value]) => ({ key, part: qualifierPart(key, value) })),
    valueKey: c.valueKey,
    valueId: c.valueEntity === null ? '' : encodePart(String(c.value)),
    valueEntity: c.valueEntity,
    claimKey: c.key,
    seq,
  };
}
