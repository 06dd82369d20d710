import type { FoldOutcome } from '../../domain/claim.ts';
import { readDependsOn } from '../../domain/fact.ts';
import { sortedJson } from '../../domain/json.ts';
import { decodePart, keyOf } from '../../domain/keys.ts';
import type { Predicate } from '../../domain/predicate.ts';
import type { Precision } from '../../domain/time.ts';
import { PalimpsestError } from '../../errors.ts';
import type { RememberResult } from '../../palimpsest.ts';
import type { Found } from '../../registry/predicates.ts';
import { Again } from '../../truth/again.ts';
import type { Change } from '../../truth/change.ts';
import { digestOf } from '../../truth/ids.ts';
import { currentId } from '../../truth/operate.ts';
import { makeRow, type Row } from '../../truth/row.ts';
import { factAt, type SlotChange } from '../../truth/slot-change.ts';
import type { StoredClaim } from '../../truth/state.ts';
import type { RivalData } from '../rivals/data.ts';
import { type ClaimHome, homesOf } from '../rivals/homes.ts';
import { rivalries } from '../rivals/rivalry.ts';
import type { Carried, Carry, Context, Kind, Question } from './kind.ts';

/** Claims that stand against one another. Whoever is right is decided, and the losing claims are withdrawn: the fold goes on from there. */
export const rivals: Kind = {
  view: (_, data) => ({ candidate: null, questions: [], details: { predicate: (JSON.parse(data) as RivalData).predicate } }),
  accept: (context, question) => carry(context, question, affirm),
  reject: (context, question) =>
    carry(context, question, ({ slot, challenging }) => {
      slot.withdraw(challenging.map((c) => c.id));
      return null;
    }),
  agrees: () => false,
  settles: () => [],
};

/** The two sides as they stand in a slot. `challenging`: who is right where it is accepted. */
interface Sides {
  readonly slot: SlotChange;
  readonly challenging: readonly StoredClaim[];
  /** What has to go where that is right. */
  readonly losing: readonly StoredClaim[];
  readonly predicate: Predicate;
  readonly now: number;
  /** Where each of the claims that are made comes among them, and the id that it has. */
  readonly next: () => { readonly seq: number; readonly id: string };
}

async function carry(context: Context, { id, data }: Question, decide: (sides: Sides) => string | null): Promise<Carry> {
  const { graph, desk, namespace, operation } = context;
  const about = JSON.parse(data) as RivalData;
  const key = keyOf(namespace, id);
  const homes = await homesOf(graph.call, key);
  // asked before the transaction, which on one engine lets nobody else in
  const { predicate } = (await desk.registry.predicates.find(namespace, about.predicate)) as Found;
  return {
    locks: homes.flatMap((h) => [h.ownerKey, h.subjectKey]),
    work: async (change, ids, by) => {
      if (!ids.has(id)) return new Map();
      await change.load(homes.map((h) => h.slotKey));
      let made = 0;
      const next = () => ({ seq: made, id: digestOf([by, made++]) });
      const keys = [...new Set(homes.map((h) => h.slotKey))];
      const sides = keys.flatMap((key) => sidesIn(change, key, homes, about).map((s) => ({ ...s, predicate, now: change.at, next })));
      if (sides.length === 0 && sortedJson(await homesOf(change.call, key)) === sortedJson(homes)) throw settled(operation);
      if (sides.length === 0 || sides.some((s) => s.slot.state.settings.version !== predicate.version)) throw new Again();
      const befores = sides.map((s) => factAt(s.slot.state.facts, change.at)?.id);
      const done = [];
      for (const side of sides) done.push(decide(side));
      await change.write(by);
      const first = done.find((d) => d !== null);
      if (first === undefined || first === null) return new Map([[id, { claimKeys: [], result: null }]]);
      const slot = sides[done.indexOf(first)]?.slot as SlotChange;
      const changed = sides.some((s, n) => befores[n] !== currentId(s.slot, change.at));
      return new Map<string, Carried>([[id, { claimKeys: [], result: resultOf(id, change, slot, first, changed) }]]);
    },
  };
}

type Standing = Pick<Sides, 'slot' | 'challenging' | 'losing'>;

function sidesIn(change: Change, slotKey: string, homes: readonly ClaimHome[], { late }: RivalData): Standing[] {
  const slot = change.slot(slotKey);
  if (slot === undefined) return [];
  const stored = (ids: readonly string[]) => ids.flatMap((id) => slot.claims.get(id) ?? []);
  const mine = homes.filter((h) => h.slotKey === slotKey).map((h) => h.claimId);
  if (late !== undefined) {
    const challenging = stored([late.claimId]);
    const losing = stored(mine.filter((id) => id !== late.claimId));
    return challenging.length === 0 ? [] : [{ slot, challenging, losing }];
  }
  const { claims, folded } = slot.written;
  return rivalries(claims, folded, change.at)
    .filter((r) => r.claims.some((c) => mine.includes(c.id)))
    .map(({ claims: contested, piece }) => {
      const challenging = stored(contested.map((c) => c.id));
      const contradicts = (c: StoredClaim) => challenging.some((x) => c.start >= x.start && (x.to === null || c.start < x.to));
      return { slot, challenging, losing: stored([...piece.basis.keys()]).filter(contradicts) };
    });
}

/** Each of its statements is decided to be so, and what was said against it while it held is withdrawn. Answers the first claim of it. */
function affirm({ slot, challenging, losing, predicate, now, next }: Sides): string {
  slot.withdraw(losing.map((c) => c.id));
  const statements = new Map(challenging.map((c) => [`${c.start} ${c.to}`, c]));
  const rows = [...statements.values()].map((of) => decided(of, predicate, slot.state.namespace, next()));
  for (const row of rows) slot.add(row, now);
  // of two from one start the stronger holds, and a decision is as strong as can be
  for (const row of rows) for (const id of equals(slot, row)) slot.withdraw([id]);
  return (rows[0] as Row).claimId;
}

/** What stands in its way with the same start, as sure as it is. */
function* equals(slot: SlotChange, { claimId, start }: Row): Generator<string> {
  while (slot.folded.outcomes.get(claimId) === 'contested') {
    const basis = [...(slot.folded.pieceOf.get(claimId)?.basis.keys() ?? [])];
    const equal = basis.find((id) => slot.claims.get(id)?.start === start);
    if (equal === undefined) return;
    yield equal;
  }
}

/** The statement of a claim, said by whoever decides. */
function decided(of: StoredClaim, predicate: Predicate, namespace: string, place: ReturnType<Sides['next']>): Row {
  const { start, to, kind, tier, pinned } = of;
  return makeRow({
    namespace,
    subject: decodePart(of.subject),
    predicate,
    value: of.valueKey === '' ? null : { value: of.value ?? '', key: of.valueKey, text: of.text ?? '' },
    valueId: of.valueEntity === null ? null : String(of.value),
    saidSubject: of.saidSubject === null ? undefined : decodePart(of.saidSubject),
    saidValue: of.saidValue ?? undefined,
    named: of.named ?? undefined,
    qualifiers: JSON.parse(of.qualifiers) as Record<string, string>,
    kind,
    confidence: 1,
    start,
    said: null,
    to,
    explicit: true,
    precision: of.precision as Precision,
    toPrecision: of.toPrecision as Precision | null,
    source: null,
    origin: 'decision',
    tier,
    pinned,
    expected: null,
    reason: null,
    dependsOn: readDependsOn(of.dependsOn),
    ...place,
  });
}

function resultOf(reviewId: string, change: Change, slot: SlotChange, claimId: string, currentChanged: boolean): RememberResult {
  const outcome = slot.outcomeOf(claimId) as FoldOutcome;
  const superseded = slot.supersededBy(claimId, outcome);
  return {
    outcome,
    factId: slot.factOf(claimId)?.id ?? null,
    claimId,
    supersededIds: superseded === null ? [] : [superseded],
    currentChanged,
    replayed: false,
    late: true,
    recordedAt: new Date(change.at).toISOString(),
    reviewId,
    reason: null,
    issues: [],
    resolved: { subject: null, predicate: null, value: null },
    annotations: [],
  };
}

function settled(operation: string): PalimpsestError {
  const message = `${operation}: id is moot, as what it asked was settled meanwhile; see the review`;
  return new PalimpsestError('conflict', message, { operation });
}
