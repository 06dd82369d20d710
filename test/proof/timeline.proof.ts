import { expect, it } from 'vitest';
import type { Fact } from '../../src/domain/fact.ts';
import { iso } from '../../src/domain/time.ts';
import type { FactPage, History, Palimpsest } from '../../src/palimpsest.ts';
import { Chance } from '../support/chance.ts';
import { describeWithData } from '../support/data.ts';
import { loadTimelineCases, type TimelinePiece, type TimelineSlot } from '../support/datasets/timeline.ts';
import { DAY } from '../support/model.ts';
import { SEED } from '../support/size.ts';
import { describeInProcess, type StoreCase } from '../support/stores.ts';

const show = (value: unknown, from: number, to: number | null, confidence: number, resumed: boolean, claims?: readonly string[]): string =>
  `${String(value)} [${from / DAY}, ${to === null ? 'open' : to / DAY}) ${confidence.toFixed(6)}${resumed ? ' resumed' : ''} ${claims?.join(' ') ?? ''}`;
const ofPiece = (p: TimelinePiece, withClaims = true): string =>
  show(p.value, p.from * DAY, p.to === null ? null : p.to * DAY, p.confidence, p.resumed, withClaims ? [...p.claims].sort() : undefined);
const ofFact = (f: Fact, claims?: readonly string[]): string =>
  show(f.value, Date.parse(f.validFrom), f.validTo === null ? null : Date.parse(f.validTo), f.confidence, f.resumes !== null, claims);

/** Tells a slot its claims; ids of the case for ids of the store. */
class Telling {
  readonly names = new Map<string, string>();
  readonly recorded: number[] = [];
  readonly #on: StoreCase;
  readonly slot: TimelineSlot;
  readonly namespace: string;
  constructor(on: StoreCase, slot: TimelineSlot) {
    this.#on = on;
    this.slot = slot;
    this.namespace = on.fresh();
  }
  get store(): Palimpsest {
    return this.#on.store;
  }
  async begin(): Promise<void> {
    const { name, ...definition } = this.slot.predicate;
    await this.store.definePredicate(this.namespace, name, definition);
  }
  async tell(candidates: TimelineSlot['candidates']): Promise<void> {
    const results = await this.store.remember(
      this.namespace,
      candidates.map((c) => c.candidate),
    );
    for (const [i, r] of results.entries()) this.names.set(r.claimId as string, (candidates[i] as { claim: string }).claim);
    this.recorded.push(Math.max(...results.map((r) => Date.parse(r.recordedAt as string))));
  }
  async withdraw(claim: string): Promise<void> {
    const [claimId] = [...this.names].find(([, name]) => name === claim) as [string, string];
    const { recordedAt } = await this.store.withdraw(this.namespace, { claimId });
    this.recorded.push(Date.parse(recordedAt));
  }
  history(): Promise<History> {
    return this.store.history(this.namespace, { subject: this.slot.subject, predicate: this.slot.predicate.name });
  }
  asOf(t: number, knownAt: number): Promise<FactPage> {
    return this.store.asOf(this.namespace, {
      subject: this.slot.subject,
      predicate: this.slot.predicate.name,
      asOf: iso(t),
      knownAt: iso(knownAt),
    });
  }
  async believed(): Promise<string[]> {
    const { facts } = await this.history();
    return facts.filter((f) => f.status !== 'withdrawn').map((f) => ofFact(f, f.basedOn.map((id) => this.names.get(id) as string).sort()));
  }
  async outcomes(): Promise<Record<string, string | null>> {
    const { claims } = await this.history();
    return Object.fromEntries(claims.filter((c) => c.withdrawnAt === null).map((c) => [this.names.get(c.id), c.outcome]));
  }
}

describeWithData('the 515 reference timelines', ['cases/timeline.jsonl'], () => {
  const slots = loadTimelineCases();

  describeInProcess('told to a store', (on) => {
    it('hold after every step, in the end, and asked later as known after each step at every boundary ± 1 ms', async () => {
      let questions = 0;
      for (const slot of slots) {
        const { steps, outcome, name } = slot.case;
        const telling = new Telling(on, slot);
        await telling.begin();
        for (const [k, step] of steps.entries()) {
          if ('withdraw' in step) await telling.withdraw(step.withdraw);
          else await telling.tell(slot.candidates.slice(k, k + 1));
          expect(await telling.believed(), `${name} step ${k}`).toEqual(step.timeline.map((p) => ofPiece(p)));
        }
        expect(await telling.outcomes(), name).toEqual(outcome);
        const times = new Set(steps.flatMap((s) => s.timeline.flatMap((p) => (p.to === null ? [p.from] : [p.from, p.to]))));
        for (const [k, step] of steps.entries()) {
          for (const t of [...times].flatMap((day) => [day * DAY - 1, day * DAY, day * DAY + 1])) {
            const wanted = step.timeline
              .filter((p) => p.from * DAY <= t && (p.to === null || t < p.to * DAY))
              .map((p) => ofPiece(p, false));
            const { facts } = await telling.asOf(t, telling.recorded[k] as number);
            expect(
              facts.map((f) => ofFact(f)),
              `${name} at ${t} as known after step ${k}`,
            ).toEqual(wanted);
            questions += 1;
          }
        }
      }
      console.info(`${on.engine.name}: ${slots.length} slots, ${questions} questions as known then`);
    });

    it('are the same told in another order, where all starts are distinct', async () => {
      const chance = new Chance(SEED);
      let told = 0;
      for (const slot of slots.filter(hasDistinctTimes)) {
        const telling = new Telling(on, slot);
        await telling.begin();
        for (const candidate of chance.shuffle(slot.candidates)) await telling.tell([candidate]);
        for (const claim of slot.withdrawals) await telling.withdraw(claim);
        const last = slot.case.steps.at(-1) as { timeline: TimelinePiece[] };
        expect(await telling.believed(), `${slot.case.name}, seed ${SEED}`).toEqual(last.timeline.map((p) => ofPiece(p)));
        expect(await telling.outcomes(), `${slot.case.name}, seed ${SEED}`).toEqual(slot.case.outcome);
        told += 1;
      }
      expect(told).toBeGreaterThan(100);
    });

    it('are the same told twice, and told in one batch', async () => {
      for (const slot of slots) {
        const sourced = slot.candidates.filter((c) => c.candidate.source !== undefined);
        const telling = new Telling(on, slot);
        await telling.begin();
        await telling.tell(slot.candidates);
        if (sourced.length > 0) {
          const before = await telling.history();
          const again = await telling.store.remember(
            telling.namespace,
            sourced.map((c) => c.candidate),
          );
          expect(
            again.every((r) => r.replayed),
            slot.case.name,
          ).toBe(true);
          expect(await telling.history(), slot.case.name).toEqual(before);
        }
        for (const claim of slot.withdrawals) await telling.withdraw(claim);
        const last = slot.case.steps.at(-1) as { timeline: TimelinePiece[] };
        expect(await telling.believed(), slot.case.name).toEqual(last.timeline.map((p) => ofPiece(p)));
        expect(await telling.outcomes(), slot.case.name).toEqual(slot.case.outcome);
      }
    });
  });
});

/** Order is promised not to matter where no two claims speak at one time. */
function hasDistinctTimes({ case: { claims } }: TimelineSlot): boolean {
  const times = claims.flatMap((c) => [...new Set([c.start, ...(c.explicit ? [c.said] : []), ...(c.to === null ? [] : [c.to])])]);
  return new Set(times).size === times.length;
}
