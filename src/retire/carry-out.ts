import { readDependsOn } from '../domain/fact.ts';
import { decodePart, encodePart, keyOf } from '../domain/keys.ts';
import type { RetirePolicy, RetireSide } from '../domain/retire.ts';
import { iso } from '../domain/time.ts';
import { entityKey } from '../domain/value.ts';
import { PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { Predicates } from '../registry/predicates.ts';
import type { RetiredFactData } from '../review/kinds/retired-fact.ts';
import { type NewReview, openReviews } from '../review/open.ts';
import { Again } from '../truth/again.ts';
import { type Change, isStale } from '../truth/change.ts';
import { anyOf } from '../truth/depend.ts';
import { digestOf } from '../truth/ids.ts';
import { endRow } from '../truth/retract.ts';
import type { Rewrite } from '../truth/rewrite.ts';
import { makeRow, type Row } from '../truth/row.ts';
import type { SlotChange } from '../truth/slot-change.ts';
import type { StoredClaim, StoredFact } from '../truth/state.ts';
import { saidOf } from '../truth/target.ts';
import { closeAfter, type MakeEnd } from './close.ts';
import type { HangingRow } from './plan.ts';
import type { PolicyOf, Retirement } from './retirement.ts';

export interface Doing {
  readonly graph: Graph;
  readonly predicates: Predicates;
  /** Id of the operation. */
  readonly by: string;
  readonly retirement: Retirement;
  /** Epoch ms. */
  readonly at: number;
  /** When it was done (epoch ms), where this comes later: what was told since stands. */
  readonly told?: number;
  readonly policyOf: PolicyOf;
  /** Facts that are left to what they hold by. */
  readonly lapsing: ReadonlySet<string>;
}

/** What is left to be done with a fact. */
export const isToDo = ({ policyOf, lapsing }: Pick<Doing, 'policyOf' | 'lapsing'>, row: HangingRow): boolean => {
  const policy = policyOf(row.predicate, row.bySubject ? 'subject' : 'value');
  return !lapsing.has(row.factId) && policy !== 'keep' && !(policy === 'review' && row.asked > 0);
};

/** Ends, repoints and asks about the facts of these slots that name the entity, by the policies; all of it in one rewrite. */
export async function carryOut(change: Change, doing: Doing, rows: readonly HangingRow[]): Promise<Rewrite> {
  const { by, at, told, retirement, predicates } = doing;
  const { namespace, reason } = retirement;
  const asked = new Set(rows.filter((r) => r.asked > 0).map((r) => r.factId));
  const slots = [...new Set(rows.map((r) => r.slotKey))].flatMap((key) => change.slot(key) ?? []);
  let seq = 0;
  const next = () => ({ seq, id: digestOf([by, String(change.at), String(seq++)]) });
  // what is found later was said with the retirement
  const asTold = (row: Row): Row => (told === undefined ? row : { ...row, said: told });
  const statements: Row[] = [];
  const closing: { slot: SlotChange; says: (content: string) => boolean; end: MakeEnd }[] = [];
  const reviews: NewReview[] = [];
  for (const slot of slots) {
    const { predicate: encoded } = slot.state;
    const predicate = (await predicates.find(namespace, decodePart(encoded)))?.predicate;
    if (predicate === undefined) continue;
    const facts = slot.state.facts.flatMap((fact) => {
      const side = sideOf(fact, retirement);
      const left = side !== null && (fact.validTo === null || fact.validTo > at) && !doing.lapsing.has(fact.id);
      return left ? [{ fact, side, policy: doing.policyOf(encoded, side) }] : [];
    });
    const basis = (fact: StoredFact) => slot.state.claims.filter((c) => fact.basis.some((b) => b.id === c.id));
    const named = { namespace, predicate, reason };
    for (const { fact, side, policy } of facts) {
      if (policy === 'repoint') statements.push(asTold(repointed(basis(fact), fact, side, doing, { ...named, ...next() })));
      if (policy === 'review' && !asked.has(fact.id)) reviews.push(question(fact, slot, doing, change.at));
    }
    const over = facts.filter(({ policy }) => ends(policy));
    if (over.length > 0) {
      const end: MakeEnd = (claim, claims) => {
        const row = endRow(claim, { ...named, ...saidOf(claims), start: at, confidence: 1, source: null, origin: 'decision', ...next() });
        return asTold(row);
      };
      closing.push({ slot, says: saying(slot, over, retirement), end });
    }
  }
  const places = statements.length === 0 ? [] : await change.place(statements);
  await change.load(places.map((p) => p.slotKey));
  for (const row of statements) {
    const place = places.find((p) => p.seq === row.seq);
    if (place === undefined) throw new PalimpsestError('not_found', 'retire: replacement is no longer there; name another one');
    if (isStale(place, row)) throw new Again();
    change.slotAt(place, namespace, row.predicate).add(row, change.at);
  }
  for (const { slot, says, end } of closing) closeAfter(slot, { at, now: change.at, ...(told !== undefined && { told }) }, says, end);
  const opened = await openReviews(doing.graph, namespace, reviews, change.runner);
  for (const { id, made } of opened) if (made) change.journal.decided(keyOf(namespace, id), { state: 'moot' });
  return change.write(by);
}

const ends = (policy: RetirePolicy): boolean => policy === 'end' || policy === 'repoint';

/** Where the fact names the entity. */
function sideOf({ subject, valueKey }: StoredFact, { entity }: Retirement): RetireSide | null {
  if (subject === encodePart(entity)) return 'subject';
  return valueKey === entityKey(entity) ? 'value' : null;
}

/** What competes in the slot and names the entity: where the slot is its own, all. */
function saying(slot: SlotChange, over: readonly { side: RetireSide }[], { entity }: Retirement): (content: string) => boolean {
  const { slotBy } = slot.state.settings;
  if (over.some(({ side }) => side === slotBy)) return () => true;
  const content = slotBy === 'value' ? encodePart(entity) : entityKey(entity);
  return (value) => value === content;
}

/** The same statement with the replacement, for as long as the fact would have gone on. */
function repointed(
  claims: readonly StoredClaim[],
  fact: StoredFact,
  side: RetireSide,
  { retirement, at }: Doing,
  { seq, id, ...named }: Pick<Parameters<typeof makeRow>[0], 'namespace' | 'predicate' | 'reason' | 'seq' | 'id'>,
): Row {
  const { replacement } = retirement;
  const [of] = claims;
  if (replacement === null || of === undefined) throw new PalimpsestError('internal', 'retire: a fact has no claim to be repointed');
  const { saidSubject, saidValue } = saidOf(claims);
  const begins = fact.validFrom > at;
  const own = {
    subject: decodePart(of.subject),
    value: { value: of.value ?? '', key: of.valueKey, text: of.text ?? '' },
    valueId: of.valueEntity === null ? null : String(of.value),
    saidSubject,
    saidValue,
  };
  const names = (c: StoredClaim) => c.valueKey === entityKey(retirement.entity);
  const other = {
    ...(side === 'subject' && { subject: replacement.id, saidSubject: replacement.via }),
    // one that the entity has to itself is the replacement's to itself
    ...(names(of) && {
      value: { value: replacement.id, key: '', text: replacement.name },
      valueId: replacement.id,
      saidValue: replacement.via,
    }),
  };
  return makeRow({
    ...named,
    ...own,
    ...other,
    qualifiers: JSON.parse(of.qualifiers) as Record<string, string>,
    kind: 'assert',
    confidence: 1,
    start: begins ? fact.validFrom : at,
    said: null,
    to: fact.validTo,
    explicit: true,
    precision: begins ? ((claims.find((c) => c.start === fact.validFrom)?.precision ?? 'instant') as 'instant') : 'instant',
    toPrecision: (claims.find((c) => c.to !== null && c.to === fact.validTo)?.toPrecision ?? null) as null,
    source: null,
    origin: 'decision',
    tier: fact.tier,
    pinned: fact.pinned,
    expected: null,
    dependsOn: claims.some((c) => c.dependsOn === null) ? [] : readDependsOn(anyOf(claims.map((c) => c.dependsOn))),
    seq,
    id,
  });
}

function question(fact: StoredFact, { state }: SlotChange, { by, at, retirement }: Doing, now: number): NewReview {
  const { entity } = retirement;
  return {
    kind: 'retired-fact',
    identity: [by, fact.id],
    entities: [entity, decodePart(fact.subject)],
    facts: [fact.id],
    data: { operationId: by, entity, factId: fact.id, predicate: decodePart(state.predicate), at: iso(at) } satisfies RetiredFactData,
    at: now,
    askedBy: by,
  };
}
