import { describe, expect, it } from 'vitest';
import type { AsOfQuery, FactPage } from '../../src/palimpsest.ts';
import { AsOfWalk } from '../support/as-of-walk.ts';
import { JOB, jobAt } from '../support/said.ts';
import { SEED } from '../support/size.ts';
import { describeStores } from '../support/stores.ts';

const texts = (page: FactPage): string[] => page.facts.map((f) => f.text);

describeStores('asOf', (on) => {
  it('takes back the recorded time of a write, also where writes come faster than the clock', async () => {
    const ns = on.fresh();
    on.at('2026-06-01T00:00:00Z');
    for (const value of ['Acme', 'Globex', 'Initech']) {
      on.at('2026-06-01T00:00:00Z');
      const [r] = await on.store.remember(ns, jobAt(value, '2026-01-01T00:00:00Z', { origin: 'stated', confidence: 1 }));
      on.at('2026-06-01T00:00:00Z');
      expect(texts(await on.store.asOf(ns, { ...JOB, knownAt: r?.recordedAt as string }))).toEqual([value]);
    }
  });

  it('answers for an instant in the world, and for what was known at another', async () => {
    const ns = on.fresh();
    const [acme] = await on.store.remember(ns, jobAt('Acme', '2026-01-01T00:00:00Z'));
    const [globex] = await on.store.remember(ns, jobAt('Globex', '2026-03-01T00:00:00Z'));
    const ask = async (q: Omit<AsOfQuery, 'subject'>) => texts(await on.store.asOf(ns, { ...JOB, ...q }));
    expect(await ask({})).toEqual(['Globex']);
    expect(await ask({ asOf: '2026-02-28T23:59:59.999Z' })).toEqual(['Acme']);
    expect(await ask({ asOf: '2026-03-01T00:00:00Z' })).toEqual(['Globex']);
    expect(await ask({ asOf: '2025-12-31' })).toEqual([]);
    expect(await ask({ knownAt: acme?.recordedAt as string })).toEqual(['Acme']);
    expect(await ask({ knownAt: globex?.recordedAt as string })).toEqual(['Globex']);
    expect(await ask({ knownAt: '2026-05-01' })).toEqual([]);
    const [then] = (await on.store.asOf(ns, { ...JOB, knownAt: acme?.recordedAt as string })).facts;
    expect(then).toMatchObject({ validTo: null, endedAt: null, supersededBy: null, status: 'current' });
    const [now] = (await on.store.asOf(ns, { ...JOB, asOf: '2026-02' })).facts;
    expect(now).toMatchObject({ validTo: '2026-03-01T00:00:00.000Z', endedAt: globex?.recordedAt, supersededBy: globex?.factId });
  });

  it('takes a partial date for its beginning, in UTC, and an instant with any offset', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [jobAt('Acme', '2026-01-01T00:00:00Z'), jobAt('Globex', '2026-05-03T00:00:00Z')]);
    const ask = async (asOf: string) => texts(await on.store.asOf(ns, { ...JOB, asOf }));
    expect(await ask('2026-05-03')).toEqual(['Globex']);
    expect(await ask('2026-05')).toEqual(['Acme']);
    expect(await ask('2026')).toEqual(['Acme']);
    expect(await ask('2026-05-03T02:00:00+02:00')).toEqual(['Globex']);
    expect(await ask('2026-05-03T01:59:59.999+02:00')).toEqual(['Acme']);
  });

  it.each([
    ['asOf', '2026-05-03T10:00:00', 'has no offset'],
    ['knownAt', '2026-05-03 10:00', 'has no offset'],
    ['asOf', '2026-02-30', 'names a day that does not exist'],
    ['knownAt', 'yesterday', 'is not an ISO 8601 date or instant'],
    ['asOf', '', 'is not an ISO 8601 date or instant'],
    ['knownAt', '2126-01-01', 'lies in the future'],
  ])('refuses %s %j', async (path, text, message) => {
    const ns = on.fresh();
    await on.store.remember(ns, jobAt('Acme', '2026-01-01T00:00:00Z'));
    for (const ask of [() => on.store.asOf(ns, { ...JOB, [path]: text }), () => on.store.list(ns, { [path]: text })])
      await expect(ask()).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path, message }] });
  });

  it('knows the confidence and the challengers of then', async () => {
    const ns = on.fresh();
    const [first] = await on.store.remember(ns, jobAt('Acme', '2026-01-01T00:00:00Z', { confidence: 0.9, origin: 'stated' }));
    const guess = jobAt('Globex', '2026-01-05T00:00:00Z', { confidence: 0.3, source: { session: 's1' } });
    const [second] = await on.store.remember(ns, guess);
    const [third] = await on.store.remember(ns, jobAt('Acme', '2026-01-06T00:00:00Z', { confidence: 1, origin: 'stated' }));
    const ask = async (knownAt: string | null | undefined, asOf = '2026-02-01') =>
      (await on.store.asOf(ns, { ...JOB, asOf, knownAt: knownAt as string })).facts[0];
    expect(await ask(first?.recordedAt)).toMatchObject({ confidence: 0.9, challengedBy: [] });
    expect(await ask(second?.recordedAt)).toMatchObject({ confidence: 0.9, challengedBy: [{ claimId: second?.claimId, text: 'Globex' }] });
    expect(await ask(second?.recordedAt, '2026-01-04')).toMatchObject({ challengedBy: [] });
    expect(await ask(third?.recordedAt)).toMatchObject({ confidence: 1, challengedBy: [] });
  });

  it('follows a value back, and a slot that belongs to its value', async () => {
    const ns = on.fresh();
    const leads = (subject: string, observedAt: string) => ({ subject, predicate: 'leads_team', value: 'team:core', observedAt });
    await on.store.remember(ns, [
      jobAt('Acme', '2026-01-01T00:00:00Z'),
      jobAt('Globex', '2026-03-01T00:00:00Z'),
      jobAt('Acme', '2026-02-01T00:00:00Z', { subject: 'user:bob' }),
      leads('user:ada', '2026-01-01T00:00:00Z'),
      leads('user:bob', '2026-02-01T00:00:00Z'),
    ]);
    const who = async (subject: string, predicate: string, asOf: string) =>
      (await on.store.asOf(ns, { subject, predicate, asOf })).facts.map((f) => `${f.subject} ${f.predicate}`);
    expect(await who('Acme', 'employs', '2026-01-15')).toEqual(['user:ada works_at']);
    expect(await who('Acme', 'employs', '2026-02-15')).toEqual(['user:ada works_at', 'user:bob works_at']);
    expect(await who('Acme', 'employs', '2026-04-01')).toEqual(['user:bob works_at']);
    expect(await who('team:core', 'team_lead', '2026-01-15')).toEqual(['user:ada leads_team']);
    expect(await who('team:core', 'team_lead', '2026-03-01')).toEqual(['user:bob leads_team']);
    expect(await who('user:ada', 'leads_team', '2026-01-15')).toEqual(['user:ada leads_team']);
    expect(await who('user:ada', 'leads_team', '2026-03-01')).toEqual([]);
    const all = await on.store.asOf(ns, { subject: 'user:ada', asOf: '2026-01-15' });
    expect(all.facts.map((f) => f.predicate)).toEqual(['leads_team', 'works_at']);
  });

  describe('asked later as known then', () => {
    it('gives the answer that was given then, whatever was told, withdrawn, corrected or retracted since', async () => {
      // more of them: test/proof/as-of.proof.ts
      for (let walk = 0; walk < (on.engine.shared ? 2 : 4); walk++) await new AsOfWalk(on, SEED + walk).run();
    });
  });
});
