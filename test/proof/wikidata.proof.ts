import { expect, it } from 'vitest';
import type { History, Palimpsest, PredicateChange, PredicateReply, RememberResult } from '../../src/palimpsest.ts';
import { describeWithData } from '../support/data.ts';
import { beginningOf, endingOf, groupBy, iso } from '../support/datasets/shape.ts';
import { loadWikidata, overlaps, type WikidataFact } from '../support/datasets/wikidata.ts';
import { askAll, definePredicates, Stopwatch, tell, textsAt } from '../support/replay.ts';
import { sized } from '../support/size.ts';
import { describeInProcess } from '../support/stores.ts';

describeWithData('facts with the years in which they held', ['data/wikidata12k/valid.txt', 'data/wikidata12k/relation2id.txt'], () => {
  const { predicates, facts, placed, inverted, startless } = loadWikidata();
  const turned = placed.flatMap(upsideDown);

  describeInProcess('told to a store', (on) => {
    it('are taken but for those that end before they start, and a wrong `single` is refused until it is told to fold', async () => {
      const watch = new Stopwatch();
      const namespace = on.fresh();
      await definePredicates(on.store, namespace, predicates);

      const rejected = await tell(
        on.store,
        namespace,
        [...inverted, ...turned].map((f) => f.candidate),
      );
      expect(rejected.filter(isInverted)).toHaveLength(inverted.length + turned.length);
      expect(turned.length).toBeGreaterThan(1_000);
      const taken = await tell(
        on.store,
        namespace,
        placed.map((f) => f.candidate),
      );
      expect(taken.filter((r) => r.claimId === null)).toEqual([]);
      const told = `${watch}`;

      const every = on.engine.shared ? sized(8, 1) : 1;
      const asked = placed.filter((_, i) => i % every === 0).flatMap(edges);
      const answers = await askAll(asked, ({ fact: { candidate }, at }) =>
        textsAt(on.store, namespace, { subject: candidate.subject, predicate: candidate.predicate, asOf: iso(at) }),
      );
      const slots = groupBy(placed, slotOf);
      for (const [i, { fact, at }] of asked.entries())
        expect(answers[i], `line ${fact.line} at ${iso(at)}`).toEqual(heldAt(slots.get(slotOf(fact)) ?? [], at));

      for (const { name } of predicates)
        await declareSingle(
          on.store,
          namespace,
          name,
          placed.filter((f) => f.candidate.predicate === name),
        );
      expect((await on.store.doctor(namespace)).findings).toEqual([]);
      const pairs = predicates.map(({ name }) => overlaps(placed, name).length).filter((n) => n > 0);
      console.info(
        `${on.engine.name}: wikidata12k: of ${facts.length} lines ${placed.length} taken in ${told}, ${inverted.length} inverted and ${turned.length} turned round rejected, ${startless.length} without a start left out; ${asked.length} moments right; ${pairs.length} of ${predicates.length} predicates refused as single, their ${pairs.reduce((a, b) => a + b)} overlaps listed, all folded; ${watch}`,
      );
    });
  });
});

/** Refused where values overlap, and which is listed; then folded: one value at a time there, and the others as they were. */
async function declareSingle(store: Palimpsest, namespace: string, name: string, facts: WikidataFact[]): Promise<void> {
  const wrong = overlaps(facts, name);
  const subjects = [...new Set(wrong.map(([a]) => a.candidate.subject))].sort();
  const others = [...new Set(facts.map((f) => f.candidate.subject))].filter((s) => !subjects.includes(s));
  const history = (subject: string) => store.history(namespace, { subject, predicate: name });
  const single = (change?: PredicateChange) => store.definePredicate(namespace, name, { cardinality: 'single' }, change);

  const plan = await single({ dryRun: true });
  expect(plan.applied).toBe(false);
  expect(plan.slots.map((s) => s.subject).sort(), name).toEqual(subjects);
  for (const [a, b] of wrong)
    expect(listed(plan, a), `${name}, lines ${a.line} and ${b.line}`).toEqual(expect.arrayContaining([a, b].map(shown)));
  if (wrong.length > 0) await expect(single(), name).rejects.toMatchObject({ code: 'refused', details: { slots: subjects.length } });

  const before = (await askAll(others, history)).map(linesOf);
  expect(await single({ resolve: 'fold' })).toMatchObject({ applied: true, slots: plan.slots });
  for (const h of await askAll(subjects, history)) expect(atOnce(h), name).toBe(1);
  expect((await askAll(others, history)).map(linesOf), name).toEqual(before);
}

const slotOf = ({ candidate: { subject, predicate } }: WikidataFact): string => `${subject} ${predicate}`;
const begins = ({ candidate: { validFrom = '' } }: WikidataFact): number => beginningOf(validFrom);
const ends = ({ candidate: { validTo } }: WikidataFact): number => (validTo === undefined ? Infinity : endingOf(validTo));

/** The same with its years exchanged, where that puts the end before the start. */
function upsideDown(fact: WikidataFact): WikidataFact[] {
  const { validFrom, validTo } = fact.candidate;
  if (validFrom === undefined || validTo === undefined || validTo <= validFrom) return [];
  return [{ ...fact, inverted: true, candidate: { ...fact.candidate, validFrom: validTo, validTo: validFrom } }];
}

const isInverted = ({ outcome, reason, claimId, issues }: RememberResult): boolean =>
  outcome === 'rejected' &&
  reason === 'invalid_input' &&
  claimId === null &&
  issues.length === 1 &&
  (issues[0]?.path.endsWith('.validTo') ?? false);

/** The moments just outside and just inside both ends. */
function edges(fact: WikidataFact): { fact: WikidataFact; at: number }[] {
  const [from, to] = [begins(fact), ends(fact)];
  return [from - 1, from, ...(to === Infinity ? [] : [to - 1, to])].map((at) => ({ fact, at }));
}

function heldAt(slot: readonly WikidataFact[], at: number): string[] {
  const held = slot.filter((f) => begins(f) <= at && at < ends(f));
  return [...new Set(held.map((f) => f.candidate.value ?? ''))].sort();
}

/** What the plan says of a fact's subject before the change. */
const listed = ({ slots }: PredicateReply, { candidate: { subject } }: WikidataFact): string[] =>
  slots.filter((s) => s.subject === subject).flatMap((s) => s.before.map((b) => b.value));
const shown = ({ candidate }: WikidataFact): string => candidate.value ?? '';

const linesOf = ({ facts }: History): string[] =>
  facts.filter((f) => f.status !== 'withdrawn').map((f) => `${f.id} ${f.text} [${f.validFrom}, ${f.validTo ?? 'open'})`);

/** The most facts that hold at one instant. */
function atOnce({ facts }: History): number {
  const believed = facts.filter((f) => f.status !== 'withdrawn');
  return Math.max(
    ...believed.map(({ validFrom: at }) => believed.filter((f) => f.validFrom <= at && (f.validTo === null || at < f.validTo)).length),
  );
}
