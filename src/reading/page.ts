import type { Qualifiers } from '../domain/fact.ts';
import { decodePart } from '../domain/keys.ts';
import { type Predicate, UNKNOWN } from '../domain/predicate.ts';
import { MAX_TIME } from '../domain/time.ts';
import type { Graph } from '../graph.ts';
import type { FactPage } from '../palimpsest.ts';
import type { Asked } from './ask.ts';
import { contextOf, fits, partsOf, splitting } from './context.ts';
import { inOrder, isArchived, type Moment, statusOf, toFact } from './fact-view.ts';
import type { Lookups } from './lookup.ts';
import type { ClaimRow, FactRow } from './rows.ts';

/** A slot as a reading finds it: facts that may hold, and how many it leaves out. */
export interface SlotRow {
  /** namespace|owner|predicate, encoded; empty where a row stands for several slots. */
  readonly grp: string;
  readonly separators: string;
  readonly past: number;
  readonly scheduled?: number;
  readonly contested: number;
  readonly facts: readonly FactRow[];
}
/** Slots whose claims all went to another entity are as good as none. */
export const saysNothing = (slots: readonly SlotRow[]): boolean =>
  slots.every((s) => s.facts.length === 0 && s.past === 0 && s.contested === 0 && (s.scheduled ?? 0) === 0);

type PredicateOf = (slot: SlotRow) => Pick<Predicate, 'cardinality' | 'separators' | 'slotBy'>;
type Challengers = (facts: readonly FactRow[]) => Promise<(fact: FactRow) => readonly ClaimRow[]>;

/** The predicates that the slots of an answer can belong to. */
export async function predicatesOf(lookups: Lookups, namespace: string, asked: readonly Asked[] | null): Promise<PredicateOf> {
  const predicates = asked === null ? await lookups.predicates.list(namespace) : asked.map((a) => a.predicate);
  const byName = new Map(predicates.map((p) => [p.name, p]));
  return ({ grp }) => byName.get(decodePart(grp.split('|')[2] ?? '')) ?? UNKNOWN;
}

/** The answer from some slots: what holds at the moment, of that the most specific in a context, and the rest in numbers. */
export async function toPage(
  slots: readonly SlotRow[],
  at: Moment,
  qualifiers: Qualifiers | undefined,
  predicateOf: PredicateOf,
  challengersOf: Challengers,
): Promise<FactPage> {
  const hidden = { superseded: 0, scheduled: 0, contested: 0, archived: 0 };
  // archiving takes nothing from the past
  const isNow = at.valid === null && at.known === MAX_TIME;
  const chosen = new Map<string, { fact: FactRow; fallback: boolean }>();
  const best = new Map<string, number>();
  const holding: { fact: FactRow; rival: string; parts: number; asked: number }[] = [];
  const context = qualifiers === undefined ? null : contextOf(qualifiers);
  for (const slot of slots) {
    const predicate = predicateOf(slot);
    if (context !== null && !fits(slot.separators, context)) continue;
    hidden.superseded += slot.past;
    hidden.scheduled += slot.scheduled ?? 0;
    hidden.contested += slot.contested;
    for (const fact of slot.facts) {
      const status = statusOf(fact, at);
      if (status === 'scheduled') hidden.scheduled += 1;
      else if (status !== 'current') hidden.superseded += 1;
      else if (isNow && isArchived(fact)) hidden.archived += 1;
      else if (context === null) chosen.set(fact.key, { fact, fallback: false });
      else {
        // Several values of one subject don't compete; several contexts of one value do.
        const rival = `${slot.grp}\n${predicate.cardinality === 'multi' ? fact.valueKey : ''}`;
        const parts = partsOf(slot.separators).length;
        best.set(rival, Math.max(best.get(rival) ?? 0, parts));
        holding.push({ fact, rival, parts, asked: splitting(qualifiers ?? {}, predicate) });
      }
    }
  }
  for (const { fact, rival, parts, asked } of holding)
    if (parts === best.get(rival)) chosen.set(fact.key, { fact, fallback: parts < asked });
  const rows = [...chosen.values()].sort((a, b) => inOrder(a.fact, b.fact));
  const against = hidden.contested > 0 ? await challengersOf(rows.map((r) => r.fact)) : () => [];
  const facts = rows.map(({ fact, fallback }) => ({ ...toFact(fact, at, against(fact)), ...(fallback && { fallback: true as const }) }));
  return { facts, hidden, cursor: null };
}

/** The claims that count now against some facts. */
export const challengersNow =
  (graph: Graph): Challengers =>
  async (facts) => {
    const keys = facts.map((f) => f.key);
    const rows = keys.length === 0 ? [] : await graph.call<{ factKey: string; claims: readonly ClaimRow[] }>('read/challengers', { keys });
    const byFact = new Map(rows.map((r) => [r.factKey, r.claims]));
    return (fact) => byFact.get(fact.key) ?? [];
  };
