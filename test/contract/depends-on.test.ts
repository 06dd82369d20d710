import { expect, it } from 'vitest';
import type { Candidate } from '../../src/palimpsest.ts';
import { month, ofAda, review, VW, works } from '../support/employed.ts';
import { describeStores } from '../support/stores.ts';

describeStores(
  'what a claim depends on',
  (on) => {
    const fresh = () => ofAda(on);
    const say = async (ns: string, candidate: Candidate) => {
      const [result] = await on.store.remember(ns, candidate);
      if (result === undefined) throw new Error('no result');
      return result;
    };

    it('is the fact by which a role was understood: on the fact, its claims and in why', async () => {
      const ns = await fresh();
      const job = await say(ns, works('VW', '01'));
      const rule = await say(ns, { ...review, observedAt: month('05') });
      const dependsOn = [[job.factId]];
      const query = { subject: VW, predicate: 'constraint' };
      expect((await on.store.current(ns, query)).facts).toMatchObject([{ id: rule.factId, dependsOn }]);
      expect((await on.store.asOf(ns, { ...query, asOf: month('06') })).facts).toMatchObject([{ dependsOn }]);
      expect((await on.store.list(ns, { predicate: 'constraint' })).facts).toMatchObject([{ dependsOn }]);
      const { facts, claims } = await on.store.history(ns, query);
      expect([facts[0]?.dependsOn, claims[0]?.dependsOn]).toEqual([dependsOn, dependsOn]);
      const why = await on.store.why(ns, String(rule.factId));
      expect([why.fact.dependsOn, why.claims[0]?.dependsOn]).toEqual([dependsOn, dependsOn]);
      expect((await on.store.current(ns, { subject: 'I', predicate: 'works_at' })).facts).toMatchObject([{ dependsOn: [] }]);
      // the job ends, and what was said of it still says by what
      await say(ns, works('BMW', '07'));
      expect((await on.store.asOf(ns, { ...query, asOf: month('06') })).facts).toMatchObject([{ dependsOn }]);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    });

    it('is what it says, together with its roles', async () => {
      const ns = await fresh();
      const job = await say(ns, works('VW', '01'));
      const boss = await say(ns, { subject: 'I', predicate: 'manager', value: 'person:max', observedAt: month('01') });
      const other = await say(ns, { subject: 'user:bob', predicate: 'likes', value: 'tea', observedAt: month('01') });
      const said = { subject: 'my boss', predicate: 'member_of', value: 'my company', observedAt: month('02') };
      expect((await say(ns, said)).resolved).toMatchObject({ subject: { evidence: boss.factId }, value: { evidence: job.factId } });
      await say(ns, {
        ...said,
        predicate: 'knows',
        value: 'person:kim',
        dependsOn: [[String(other.factId)], [String(job.factId), String(boss.factId)]],
      });
      const of = async (predicate: string) =>
        (await on.store.current(ns, { subject: 'person:max', predicate })).facts.map((f) => f.dependsOn);
      expect(await of('member_of')).toEqual([[[boss.factId, job.factId]]]);
      expect(await of('knows')).toEqual([
        [
          [other.factId, boss.factId],
          [job.factId, boss.factId],
        ],
      ]);
    });

    it('of several claims of one fact is any of theirs, and goes with them', async () => {
      const ns = await fresh();
      const job = await say(ns, works('VW', '01'));
      const tea = await say(ns, { subject: 'user:bob', predicate: 'likes', value: 'tea', observedAt: month('01') });
      const first = await say(ns, { ...review, observedAt: month('02') });
      const query = { subject: VW, predicate: 'constraint' };
      const groups = async () => (await on.store.current(ns, query)).facts.map((f) => f.dependsOn);
      // said plainly as well
      await say(ns, { ...review, subject: VW, observedAt: month('03') });
      expect(await groups()).toEqual([[[job.factId]]]);
      const second = await say(ns, { ...review, subject: VW, observedAt: month('04'), dependsOn: [[String(tea.factId)]] });
      expect(await groups()).toEqual([[[job.factId], [tea.factId]]]);
      await on.store.withdraw(ns, { claimId: String(second.claimId) });
      expect(await groups()).toEqual([[[job.factId]]]);
      await on.store.withdraw(ns, { claimId: String(first.claimId) });
      expect(await groups()).toEqual([[]]);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    });

    it('is nothing for an end, and for what only repeats the fact it was understood by', async () => {
      const ns = await fresh();
      await say(ns, works('VW', '01'));
      expect(await say(ns, { ...works('my employer', '02') })).toMatchObject({ outcome: 'duplicate' });
      expect((await on.store.current(ns, { subject: 'I', predicate: 'works_at' })).facts).toMatchObject([{ dependsOn: [] }]);
      expect(await say(ns, { ...works('my employer', '03'), kind: 'end' })).toMatchObject({ outcome: 'ended' });
      const { claims } = await on.store.history(ns, { subject: 'I', predicate: 'works_at' });
      expect(claims.map((c) => c.dependsOn)).toEqual([[], [], []]);
    });

    it('must be a fact: an unknown id is rejected with its place, and nothing is written', async () => {
      const ns = await fresh();
      const fact = await say(ns, works('VW', '01'));
      const known = String(fact.factId);
      const results = await on.store.remember(ns, [
        { subject: 'user:eve', predicate: 'likes', value: 'tea', dependsOn: [[known], [known, 'f_nobody']] },
        { subject: 'user:bob', predicate: 'likes', value: 'tea', dependsOn: [[known]] },
        { subject: 'user:bob', predicate: 'likes', value: 'tea', kind: 'end', dependsOn: [[known]] },
      ]);
      expect(results.map((r) => r.outcome)).toEqual(['rejected', 'inserted', 'rejected']);
      expect(results[0]?.issues).toMatchObject([{ path: 'facts[0].dependsOn[1][1]', next: expect.any(String) }]);
      expect(results[2]?.issues[0]?.path).toBe('facts[2].dependsOn');
      await expect(on.store.entity(ns, 'user:eve')).rejects.toMatchObject({ code: 'not_found' });
      const away = await on.store.remember(on.fresh(), { subject: 'user:bob', predicate: 'likes', value: 'tea', dependsOn: [[known]] });
      expect(away[0]?.outcome).toBe('rejected');
    });

    it('said again in the same turn is one claim, and a correction of it depends on what it was understood by', async () => {
      const ns = await fresh();
      const job = await say(ns, works('VW', '01'));
      const told = { ...review, observedAt: month('02'), source: { session: 's', turn: '1' } };
      const first = await say(ns, told);
      expect(await say(ns, told)).toMatchObject({ replayed: true, claimId: first.claimId, factId: first.factId });
      const bob = await say(ns, { subject: 'user:bob', predicate: 'works_at', value: 'Globex' });
      await on.store.correct(ns, { factId: String(bob.factId), value: 'my employer' });
      expect((await on.store.current(ns, { subject: 'user:bob', predicate: 'works_at' })).facts).toMatchObject([
        { dependsOn: [[job.factId]] },
      ]);
    });
  },
  { from: '2026-12-01T00:00:00Z' },
);
