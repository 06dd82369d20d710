import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Fact } from '../../src/domain/fact.ts';
import type { FactPage } from '../../src/palimpsest.ts';
import { Chance } from '../support/chance.ts';
import { describeWithData } from '../support/data.ts';
import { CONGRESS_LISTED, type CongressSnapshot, loadCongress } from '../support/datasets/congress.ts';
import { askAll, definePredicates, everythingCurrent, Stopwatch, tell } from '../support/replay.ts';
import { SEED, sized } from '../support/size.ts';
import { describeInProcess } from '../support/stores.ts';

const FILES = ['data/congress/events.jsonl.gz', 'data/congress/gold-snapshots.json.gz'];

describeWithData('three years of edits to public records', FILES, () => {
  const { predicates, commits, snapshots } = loadCongress();
  const everybody = [...new Set(commits.flatMap(({ candidates }) => candidates.map((c) => c.subject)))].sort();
  const lastly = commits.at(-1)?.tx ?? '';
  const oneIn = (n: number) => new Set(everybody.filter((_, i) => i % n === 0));

  describeInProcess('told to a store', (on) => {
    const linesOfAll = async (who: Iterable<string>, ask: (subject: string) => Promise<FactPage>): Promise<string[]> =>
      linesOf((await askAll([...who], ask)).flatMap((p) => p.facts));

    it('are the records of the day at every snapshot, and still are when asked later as known then', async () => {
      const watch = new Stopwatch();
      const people = oneIn(1);
      const namespace = on.fresh();
      await definePredicates(on.store, namespace, predicates);
      const known = new Set<string>();
      const then: { snapshot: CongressSnapshot; knownAt: string; known: string[] }[] = [];
      let recorded = '';
      let told = 0;
      for (const commit of commits) {
        const candidates = commit.candidates.filter((c) => people.has(c.subject));
        const results = await tell(on.store, namespace, candidates);
        expect(results.filter((r) => r.claimId === null)).toEqual([]);
        told += results.length;
        for (const { recordedAt } of results) if (recordedAt !== null && recordedAt > recorded) recorded = recordedAt;
        for (const c of candidates) known.add(c.subject);
        const snapshot = snapshots.find((s) => s.commit === commit.commit);
        if (snapshot === undefined) continue;
        const right = rightLines(snapshot, people);
        const current = await linesOfAll(known, (subject) => on.store.current(namespace, { subject }));
        expect(differences(current, right), snapshot.date).toEqual(NONE);
        expect(differences(linesOf(await everythingCurrent(on.store, namespace)), right), snapshot.date).toEqual(NONE);
        then.push({ snapshot, knownAt: recorded, known: [...known] });
        await sleep(5); // what comes next is recorded in a later millisecond
      }
      for (const { snapshot, knownAt, known: who } of then) {
        // what ended later was not known to end: it holds at any later time too
        for (const asOf of [snapshot.tx, lastly]) {
          const believed = await linesOfAll(who, (subject) => on.store.asOf(namespace, { subject, asOf, knownAt }));
          expect(differences(believed, rightLines(snapshot, people)), `${asOf} as known at ${snapshot.date}`).toEqual(NONE);
        }
      }
      expect((await on.store.doctor(namespace)).findings).toEqual([]);
      expect(then).toHaveLength(snapshots.length);
      console.info(
        `${on.engine.name}: congress: ${people.size} of ${everybody.length} people, ${told} candidates of ${commits.length} commits; ${snapshots.length} snapshots right at the time and later as known then; ${watch}`,
      );
    });

    it('are the same told in any order', async () => {
      const watch = new Stopwatch();
      const people = oneIn(on.engine.shared ? sized(20, 4) : sized(4, 1));
      const namespace = on.fresh();
      await definePredicates(on.store, namespace, predicates);
      const candidates = commits.flatMap((commit) => commit.candidates.filter((c) => people.has(c.subject)));
      const results = await tell(on.store, namespace, new Chance(SEED).shuffle(candidates));
      expect(results.filter((r) => r.claimId === null)).toEqual([]);
      for (const snapshot of snapshots) {
        const held = await linesOfAll(people, (subject) => on.store.asOf(namespace, { subject, asOf: snapshot.tx }));
        expect(differences(held, rightLines(snapshot, people)), `${snapshot.date}, seed ${SEED}`).toEqual(NONE);
      }
      expect((await on.store.doctor(namespace)).findings).toEqual([]);
      const late = results.filter((r) => r.late).length;
      console.info(
        `${on.engine.name}: congress, shuffled: ${people.size} people, ${results.length} candidates, ${late} of them late; ${snapshots.length} snapshots right; ${watch}, seed ${SEED}`,
      );
    });
  });
});

/** A line a fact, sorted, so that a difference reads well. */
function linesOf(facts: readonly Fact[]): string[] {
  return facts.map((f) => lineOf(f.subject, f.predicate, f.text)).sort();
}

/** What the record of the day says of the chosen, and that they are listed; of whoever isn't in it, nothing. */
function rightLines({ people }: CongressSnapshot, chosen: ReadonlySet<string>): string[] {
  const lines = [...people].flatMap(([subject, record]) =>
    [...record, [CONGRESS_LISTED, ['true']] as const].flatMap(([predicate, texts]) =>
      texts.map((text) => lineOf(subject, predicate, text)),
    ),
  );
  return lines.filter((line) => chosen.has(line.split(' ')[0] ?? '')).sort();
}

/** Spacing makes no other value: the record corrects it twice, the store keeps the first writing. */
const lineOf = (subject: string, predicate: string, text: string): string => `${subject} ${predicate} ${text.replace(/\s+/g, ' ').trim()}`;

/** What is in the one and not in the other, and the other way round. */
function differences(got: readonly string[], right: readonly string[]): { readonly extra: string[]; readonly missing: string[] } {
  const [a, b] = [new Set(got), new Set(right)];
  expect(a.size, 'no fact twice').toBe(got.length);
  return { extra: got.filter((line) => !b.has(line)), missing: right.filter((line) => !a.has(line)) };
}
const NONE = { extra: [], missing: [] };
