import { expect, it } from 'vitest';
import type { Candidate, Palimpsest } from '../../src/palimpsest.ts';
import { Chance } from '../support/chance.ts';
import { describeInProcess } from '../support/stores.ts';

const DAY = 86_400_000;
const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const JOB = { subject: 'user:ada', predicate: 'works_at' };
const NAMES = { 'org:gmbh': 'Acme GmbH', 'org:ag': 'Acme AG', 'org:initech': 'Initech' };
const day = (n: number) => new Date(BEGIN + n * DAY).toISOString().slice(0, 10);

/** The clock moves with every look, so nothing is told when something ends. */
const noon = (n: number) => BEGIN + n * DAY + DAY / 2;

/** What was told on one day, and whether whom it means was clear then. */
interface Told {
  readonly candidate: Candidate & { readonly value: string };
  readonly open: boolean;
}

function story(chance: Chance): Told[] {
  const starts = chance.shuffle(Array.from({ length: 60 }, (_, n) => n - 70));
  return Array.from({ length: chance.int(4, 16) }, (_, n) => {
    const value = chance.of(Object.keys(NAMES));
    const from = chance.chance(0.3) ? starts[n] : undefined;
    const to = chance.chance(0.2) ? n + chance.int(2, 20) : undefined;
    const ends = chance.chance(0.15);
    const candidate = {
      ...JOB,
      value,
      confidence: chance.int(30, 100) / 100,
      origin: chance.of(['extracted', 'stated'] as const),
      ...(chance.chance(0.5) && { source: { session: chance.of(['a', 'b', 'c']) } }),
      ...(from !== undefined && { validFrom: day(from) }),
      ...(ends ? { kind: 'end' as const } : to !== undefined && { validTo: day(to) }),
    };
    return { candidate, open: value !== 'org:initech' && chance.chance(0.6) };
  });
}

async function believed(store: Palimpsest, ns: string): Promise<readonly string[]> {
  const { facts, claims } = await store.history(ns, JOB);
  const days = (time: string | null) => time?.slice(0, 10) ?? '';
  return [
    ...facts.filter((f) => f.status !== 'withdrawn').map((f) => `${f.value} ${days(f.validFrom)} ${days(f.validTo)} ${f.confidence}`),
    ...claims.map((c) => `${c.value} ${days(c.start)} ${days(c.observedAt)} ${c.outcome}`).sort(),
  ];
}

describeInProcess('what was decided later', (on) => {
  it('is believed as if it had been clear when it was said', async () => {
    const first = Number(process.env.PALIMPSEST_SEED ?? 1);
    for (let seed = first; seed < first + (on.engine.shared ? 3 : 25); seed++) {
      const chance = new Chance(seed);
      const [clear, waiting] = [on.fresh(), on.fresh()];
      on.at(BEGIN - DAY);
      for (const ns of [clear, waiting])
        for (const [id, name] of Object.entries(NAMES)) await on.store.putEntity(ns, id, { type: 'org', name });
      const questions: { id: string; means: string }[] = [];
      for (const [n, { candidate, open }] of story(chance).entries()) {
        on.at(noon(n));
        await on.store.remember(clear, candidate);
        on.at(noon(n));
        const [told] = await on.store.remember(waiting, open ? { ...candidate, value: 'Acme' } : candidate);
        if (open) questions.push({ id: String(told?.reviewId), means: candidate.value });
        if (chance.chance(0.3)) {
          const asked = questions.splice(chance.int(0, questions.length), 1);
          for (const { id, means } of asked) await on.store.decideReview(waiting, id, { decision: 'accept', value: { entity: means } });
        }
      }
      on.at(noon(40));
      for (const { id, means } of chance.shuffle(questions))
        await on.store.decideReview(waiting, id, { decision: 'accept', value: { entity: means } });
      expect(await believed(on.store, waiting), `PALIMPSEST_SEED=${seed}`).toEqual(await believed(on.store, clear));
      expect((await on.store.doctor(waiting)).findings).toEqual([]);
    }
  });
});
