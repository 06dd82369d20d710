import { parse } from '../contract/check.ts';
import { predicateChangeSchema, predicateNameSchema, predicateSchema } from '../contract/predicate.ts';
import { sortedJson } from '../domain/json.ts';
import { decodePart, keyOf } from '../domain/keys.ts';
import { type Predicate, type PredicateDefinition, type PredicateInput, UNKNOWN } from '../domain/predicate.ts';
import { iso } from '../domain/time.ts';
import { invalidInput, isPalimpsestError, PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { PredicateChange, PredicateReply } from '../palimpsest.ts';
import { fromRow, type NameTaken, nameTaken, type PredicateRow, type Predicates, predicateProperties } from '../registry/predicates.ts';
import { Change } from './change.ts';
import { randomId } from './ids.ts';
import { regroup } from './regroup.ts';
import { Rollback } from './rollback.ts';
import type { SlotChange } from './slot-change.ts';
import { type FindSlots, type SlotRow, withSlots } from './slots.ts';
import type { StoredClaim, StoredFact } from './state.ts';

const OPERATION = 'definePredicate';
/** Writers that read the old settings may still add slots while the change is made; this many sweeps find them. */
const SWEEPS = 5;
/** Slots that a refusal names. */
const LISTED = 20;
/** After every instant that is written out. */
const OPEN = '~';

type Slots = PredicateReply['slots'];

/** Defines a predicate or changes it; whatever a change means for its facts, the fold decides from their claims. */
export async function definePredicate(
  graph: Graph,
  predicates: Predicates,
  namespace: string,
  name: string,
  definition: PredicateInput,
  change: PredicateChange = {},
): Promise<PredicateReply> {
  const fields = parse(predicateSchema, definition, OPERATION, 'definition') as Partial<PredicateDefinition>;
  const { resolve, dryRun = false, by = null, reason = null } = parse(predicateChangeSchema, change, OPERATION, 'change');
  parse(predicateNameSchema, name, OPERATION, 'name');
  predicates.forget(namespace);
  const known = await predicates.find(namespace, name);
  if (known !== null && (known.inverse || known.predicate.name !== name))
    throw invalidInput(OPERATION, [
      { path: 'name', message: `is another name of ${known.predicate.name}`, next: `define ${known.predicate.name}` },
    ]);
  const before = known?.predicate ?? { ...UNKNOWN, name, version: 0, source: 'unknown', turned: false };
  const turned = before.turned || (before.version > 0 && fields.slotBy !== undefined && fields.slotBy !== before.slotBy);
  const next: Predicate = { ...before, ...fields, version: before.version + 1, source: 'defined', turned };
  await checkDefinition(predicates, namespace, next);
  if (before.version === 0) {
    if (dryRun) return asItIs(next, dryRun);
    const made = await bringIn(graph, predicates, namespace, before, next, { by, reason });
    // somebody else brought it in first: what was a definition is now a change
    return made ?? definePredicate(graph, predicates, namespace, name, definition, change);
  }
  if (await isAlready(graph, namespace, before, fields)) return asItIs(before, dryRun);
  try {
    return await apply(graph, predicates, namespace, before, next, { resolve, dryRun, by, reason });
  } catch (error) {
    if (!isPalimpsestError(error) || error.code !== 'conflict') throw error;
    // who changed it meanwhile may have been the same caller, trying again
    const stored = (await predicates.find(namespace, name))?.predicate;
    if (stored !== undefined && (await isAlready(graph, namespace, stored, fields))) return asItIs(stored, dryRun);
    throw error;
  }
}

/** Null where somebody else has. */
async function bringIn(
  graph: Graph,
  predicates: Predicates,
  namespace: string,
  before: Predicate,
  next: Predicate,
  { by, reason }: Pick<Act, 'by' | 'reason'>,
): Promise<PredicateReply | null> {
  const about = { id: `o_${randomId()}`, namespace, kind: 'define-predicate', by, reason, request: null };
  try {
    return await Change.operate<PredicateReply>(graph, about, [], async (change) => {
      const [taken] = await predicates.register(namespace, [next], change.runner);
      if (taken) throw nameConflict([{ path: pathOfName(next, taken.name), owner: taken.owner }]);
      const rows = await change.call<PredicateRow>('registry/predicates', { namespace });
      const stored = rows.map(fromRow).find((p) => p.name === next.name);
      if (sortedJson(stored) !== sortedJson(next)) throw new Lost();
      change.journal.set(keyOf(namespace, next.name));
      change.journal.keep({ before: JSON.stringify(before), after: JSON.stringify(next) });
      return { predicate: next, applied: true, operationId: about.id, slots: [] };
    });
  } catch (error) {
    if (error instanceof Lost) return null;
    throw error;
  } finally {
    predicates.forget(namespace);
  }
}

/** Rolls back: somebody else was first. */
class Lost extends Error {}

const asItIs = (predicate: Predicate, dryRun: boolean): PredicateReply => ({ predicate, applied: !dryRun, operationId: null, slots: [] });

/** Sent twice, a definition is one change: unless an earlier one was cut off before all slots had it. */
async function isAlready(graph: Graph, namespace: string, before: Predicate, fields: Partial<PredicateDefinition>): Promise<boolean> {
  if (before.source !== 'defined' || JSON.stringify({ ...before, ...fields }) !== JSON.stringify(before)) return false;
  const slots = await graph.call<SlotRow>('truth/predicate-slots', { predicateKey: keyOf(namespace, before.name) });
  return slots.every((slot) => slot.settings === before.version);
}

async function checkDefinition(predicates: Predicates, namespace: string, next: Predicate): Promise<void> {
  const taken = [];
  for (const other of [...next.aliases, ...(next.inverse === null ? [] : [next.inverse])]) {
    const owner = await predicates.find(namespace, other);
    if (owner !== null && owner.predicate.name !== next.name) taken.push({ path: pathOfName(next, other), owner: owner.predicate.name });
  }
  const issues = [];
  if (next.slotBy === 'value' && next.valueType !== 'entity')
    issues.push({ path: 'definition.slotBy', message: 'by value needs values that are entities', next: 'set valueType to entity' });
  if (next.slotBy === 'value' && next.cardinality !== 'single')
    issues.push({ path: 'definition.slotBy', message: 'by value means one subject per value', next: 'set cardinality to single' });
  if (next.inverse !== null && next.valueType !== 'entity')
    issues.push({
      path: 'definition.inverse',
      message: 'needs values that are entities',
      next: 'set valueType to entity, or leave it out',
    });
  if (issues.length > 0) throw invalidInput(OPERATION, issues);
  if (taken.length > 0) throw nameConflict(taken);
}

function pathOfName(next: Predicate, name: string): string {
  const at = next.aliases.indexOf(name);
  return at >= 0 ? `definition.aliases[${at}]` : next.name === name ? 'name' : 'definition.inverse';
}

function nameConflict(taken: readonly { readonly path: string; readonly owner: string }[], operation = OPERATION): PalimpsestError {
  const issues = taken.map(({ path, owner }) => ({ path, message: `is a name of ${owner} already`, next: 'choose another name' }));
  const [first] = issues;
  return new PalimpsestError('conflict', `${operation}: ${first?.path} ${first?.message}; choose another name`, {
    operation,
    issues,
  });
}

interface Act {
  readonly resolve: 'fold' | undefined;
  readonly dryRun: boolean;
  readonly by: string | null;
  readonly reason: string | null;
}

async function apply(
  graph: Graph,
  predicates: Predicates,
  namespace: string,
  before: Predicate,
  next: Predicate,
  { resolve, dryRun, by, reason }: Act,
): Promise<PredicateReply> {
  const operationId = `o_${randomId()}`;
  const predicateKey = keyOf(namespace, next.name);
  try {
    const about = { id: operationId, namespace, kind: 'define-predicate', by, reason, request: null };
    const reply = await withSlots<PredicateReply>(
      graph,
      slotsOf(predicateKey, () => true),
      // the values that changed are answered, not kept
      (locks, work) => Change.operate(graph, about, locks, work, (r) => ({ ...r, slots: [] })),
      async (change, rows) => {
        await setPredicate(change, namespace, { before, next, used: rows.length > 0, operation: OPERATION });
        const slots = await refold(change, rows);
        const changed = slots.filter((s) => JSON.stringify(s.before) !== JSON.stringify(s.after));
        const answer = { predicate: next, applied: true, operationId, slots: changed };
        if (dryRun) throw new Rollback({ ...answer, applied: false, operationId: null });
        if (changed.length > 0 && resolve !== 'fold') throw refusal(changed);
        change.journal.set(predicateKey);
        change.journal.keep({ before: JSON.stringify(before), after: JSON.stringify(next) });
        await change.write(operationId);
        return answer;
      },
    );
    // a writer that read the old settings may not have committed yet
    await graph.engine.settled();
    await sweep(graph, next, predicateKey, operationId);
    return reply;
  } catch (error) {
    if (error instanceof Rollback) return error.reply as PredicateReply;
    throw error;
  } finally {
    predicates.forget(namespace);
  }
}

interface Setting {
  readonly before: Predicate;
  readonly next: Predicate;
  /** It has slots. */
  readonly used: boolean;
  /** Named in errors. */
  readonly operation: string;
}

/** `conflict` where somebody else changed it meanwhile, or has one of its names. */
export async function setPredicate(change: Change, namespace: string, { before, next, used, operation }: Setting): Promise<void> {
  if (used && next.valueType !== before.valueType)
    throw invalidInput(operation, [
      { path: 'definition.valueType', message: 'cannot change once there are facts', next: 'define a new predicate' },
    ]);
  const [set] = await change.call<{ taken: NameTaken | null }>('registry/change-predicate', {
    key: keyOf(namespace, next.name),
    expectedVersion: before.version,
    properties: { ...predicateProperties(namespace, next) },
  });
  if (set === undefined)
    throw new PalimpsestError('conflict', `${operation}: somebody else changed it meanwhile; read it and decide again`, { operation });
  const taken = nameTaken(set.taken);
  if (taken !== null) throw nameConflict([{ path: pathOfName(next, taken.name), owner: taken.owner }], operation);
}

/** Names the first of the slots, by their subjects; what they hold stays out of the error. */
function refusal(slots: Slots): PalimpsestError {
  const listed = slots.slice(0, LISTED).map(({ subject, before }) => ({ subject, facts: before.length, overlapping: overlapping(before) }));
  const next = 'look with dryRun, then pass resolve: "fold"';
  return new PalimpsestError('refused', `${OPERATION}: definition would change the timeline of ${slots.length} slots; ${next}`, {
    operation: OPERATION,
    issues: listed.map(({ subject, facts, overlapping: n }) => ({
      path: 'definition',
      message: `changes the timeline of ${subject}: ${facts} ${facts === 1 ? 'fact' : 'facts'}, of which ${n} overlap`,
      next,
    })),
    details: { slots: slots.length, listed },
  });
}

/** How many facts hold while another one of them does. */
const overlapping = (facts: Slots[number]['before']): number =>
  facts.filter((f) => facts.some((g) => g !== f && f.validFrom < (g.validTo ?? OPEN) && g.validFrom < (f.validTo ?? OPEN))).length;

export const slotsOf =
  (predicateKey: string, which: (row: SlotRow) => boolean): FindSlots =>
  async (call) =>
    (await call<SlotRow>('truth/predicate-slots', { predicateKey })).filter(which);

export async function sweep(graph: Graph, next: Predicate, predicateKey: string, by: string): Promise<void> {
  const old = (row: SlotRow) => row.settings !== next.version;
  for (let i = 0; i < SWEEPS; i++) {
    const rows = await graph.call<SlotRow>('truth/predicate-slots', { predicateKey });
    if (!rows.some(old)) return;
    await withSlots<object>(
      graph,
      slotsOf(predicateKey, old),
      (locks, work) => Change.run(graph, locks, work),
      async (change, stragglers) => {
        await refold(change, stragglers);
        return change.write(by);
      },
    );
  }
}

/** Sends every live claim to the slot that the settings now give it. */
async function refold(change: Change, rows: readonly SlotRow[]): Promise<Slots> {
  const old = rows.flatMap((r) => change.slot(r.slotKey) ?? []);
  const claims = old.flatMap((s) => s.state.claims);
  const regrouped = await regroup(change, old);
  return regrouped.map(({ slot, before }) => ({
    subject: decodePart(slot.state.owner),
    before: before.map((f) => shown(f, claims)).sort(byStart),
    after: afterOf(slot),
  }));
}

const byStart = (a: { validFrom: string }, b: { validFrom: string }) => Date.parse(a.validFrom) - Date.parse(b.validFrom);
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

function shown(f: StoredFact, claims: readonly StoredClaim[]) {
  const text = claims.find((c) => f.basis.some((b) => b.id === c.id))?.text ?? '';
  return { value: text, validFrom: iso(f.validFrom), validTo: isoOrNull(f.validTo) };
}

function afterOf(slot: SlotChange) {
  return slot.folded.timeline.map((p) => ({
    value: slot.claims.get(p.begunBy)?.text ?? '',
    validFrom: iso(p.from),
    validTo: isoOrNull(p.to),
  }));
}
