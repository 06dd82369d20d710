import { expect, it } from 'vitest';
import type { Candidate } from '../../src/palimpsest.ts';
import { month, ofAda, review, VW, works } from '../support/employed.ts';
import { describeStores } from '../support/stores.ts';

describeStores(
  'what depends on other facts',
  (on) => {
    const say = async (ns: string, candidate: Candidate) => {
      const [result] = await on.store.remember(ns, candidate);
      if (result?.claimId == null) throw new Error(`not written: ${JSON.stringify(result)}`);
      return { ...result, factId: String(result.factId), claimId: result.claimId };
    };
    const rule = { subject: VW, predicate: 'constraint' };
    const RULE = 'all code is reviewed';
    const held = async (ns: string, query: { subject: string; predicate: string }, m?: string) =>
      (await (m === undefined ? on.store.current(ns, query) : on.store.asOf(ns, { ...query, asOf: month(m) }))).facts.map((f) => f.text);
    const clean = async (ns: string) => expect((await on.store.doctor(ns)).findings).toEqual([]);
    const employed = async () => {
      const ns = await ofAda(on);
      const job = await say(ns, works('VW', '01'));
      const told = await say(ns, { ...review, observedAt: month('02') });
      return { ns, job, told };
    };
    /** A single-valued predicate of its own, and a fact of Bob's that others may depend on. */
    const reporting = async (valueType: 'text' | 'entity' = 'text') => {
      const ns = on.fresh();
      await on.store.definePredicate(ns, 'led_by', { cardinality: 'single' });
      await on.store.definePredicate(ns, 'report_to', { cardinality: 'single', valueType });
      await on.store.definePredicate(ns, 'reviewer', { cardinality: 'single' });
      const lead = await say(ns, { subject: 'team:x', predicate: 'led_by', value: 'lena', observedAt: month('01'), origin: 'stated' });
      return { ns, lead };
    };
    const to = { subject: 'team:x', predicate: 'report_to' };

    it('ends when that is superseded, at the same time, and says by what', async () => {
      const { ns, job, told } = await employed();
      await say(ns, works('BMW', '07'));
      expect(await held(ns, rule)).toEqual([]);
      expect(await held(ns, rule, '06')).toEqual([RULE]);
      const { fact, claims } = await on.store.why(ns, told.factId);
      expect(fact).toMatchObject({ status: 'ended', validTo: new Date(month('07')).toISOString() });
      expect(claims.find((c) => c.origin === 'derived')).toMatchObject({
        kind: 'end',
        follows: told.claimId,
        causedBy: [job.factId],
        outcome: 'ended',
      });
      await clean(ns);
    });

    it('ends when that is retracted, also said as an end in the words of the role', async () => {
      const { ns, job } = await employed();
      await on.store.retract(ns, { factId: job.factId, at: month('05') });
      expect([await held(ns, rule, '04'), await held(ns, rule, '06')]).toEqual([[RULE], []]);
      const other = await employed();
      await say(other.ns, { ...works('VW', '05'), kind: 'end' });
      expect([await held(other.ns, rule, '04'), await held(other.ns, rule)]).toEqual([[RULE], []]);
      await clean(ns);
      await clean(other.ns);
    });

    it('never held when that is withdrawn, and holds again, as the same fact, when the cause is taken back', async () => {
      const { ns, told } = await employed();
      const wrong = await say(ns, works('BMW', '07'));
      expect(await held(ns, rule)).toEqual([]);
      await on.store.withdraw(ns, { claimId: wrong.claimId });
      expect((await on.store.current(ns, rule)).facts).toMatchObject([{ id: told.factId, validTo: null }]);
      const { facts } = await on.store.current(ns, { subject: 'I', predicate: 'works_at' });
      await on.store.withdraw(ns, { factId: String(facts[0]?.id) });
      expect(await held(ns, rule, '06')).toEqual([]);
      const { claims } = await on.store.history(ns, rule);
      expect(claims.filter((c) => c.withdrawnAt === null).map((c) => [c.origin, c.outcome])).toEqual([
        ['extracted', 'no_effect'],
        ['derived', 'no_effect'],
      ]);
      await clean(ns);
    });

    it('ends by the clock of a bounded fact, and is gone only for as long as something hides it', async () => {
      const ns = await ofAda(on);
      await say(ns, { ...works('VW', '01'), validFrom: '2026-01', validTo: '2027-03' });
      const told = await say(ns, { ...review, observedAt: month('02') });
      expect((await on.store.current(ns, rule)).facts).toMatchObject([{ id: told.factId, validTo: '2027-04-01T00:00:00.000Z' }]);
      await say(ns, { ...works('BMW', '04'), validFrom: '2026-04', validTo: '2026-05' });
      expect([await held(ns, rule, '03'), await held(ns, rule, '05'), await held(ns, rule, '06')]).toEqual([[RULE], [], [RULE]]);
      const { facts } = await on.store.history(ns, rule);
      expect(facts.filter((f) => f.status !== 'withdrawn').map((f) => f.resumes)).toEqual([null, told.factId]);
      await clean(ns);
    });

    it('ends when a later piece of that ends', async () => {
      const ns = await ofAda(on);
      await say(ns, { ...works('VW', '01'), validFrom: '2026-01' });
      await say(ns, { ...review, observedAt: month('02') });
      await say(ns, { ...works('BMW', '04'), validFrom: '2026-04', validTo: '2026-05' });
      expect(await held(ns, rule)).toEqual([RULE]);
      const [piece] = (await on.store.current(ns, { subject: 'I', predicate: 'works_at' })).facts;
      const end = await on.store.retract(ns, { factId: String(piece?.id), at: month('08') });
      expect([await held(ns, rule, '07'), await held(ns, rule)]).toEqual([[RULE], []]);
      await clean(ns);
      await on.store.withdraw(ns, { claimId: String(end.claimId) });
      expect(await held(ns, rule)).toEqual([RULE]);
      await clean(ns);
    });

    it('holds by any group of which all hold', async () => {
      const { ns, lead } = await reporting();
      const a = await say(ns, { subject: 'user:a', predicate: 'likes', value: 'tea', observedAt: month('01') });
      const b = await say(ns, { subject: 'user:b', predicate: 'likes', value: 'tea', observedAt: month('01') });
      const told = { ...to, value: 'p', observedAt: month('02'), dependsOn: [[lead.factId, a.factId], [b.factId]] };
      await say(ns, told);
      await on.store.retract(ns, { factId: a.factId, at: month('03') });
      expect(await held(ns, to)).toEqual(['p']);
      await on.store.retract(ns, { factId: b.factId, at: month('05') });
      expect([await held(ns, to, '04'), await held(ns, to, '06')]).toEqual([['p'], []]);
      await clean(ns);
    });

    it('goes on where it was also said by itself, before or after', async () => {
      const { ns } = await employed();
      await say(ns, { ...rule, value: RULE, observedAt: month('03') });
      await say(ns, works('BMW', '07'));
      expect(await held(ns, rule)).toEqual([RULE]);
      const other = await employed();
      await say(other.ns, works('BMW', '07'));
      await say(other.ns, { ...rule, value: RULE, observedAt: month('08') });
      expect([await held(other.ns, rule, '09'), await held(other.ns, rule)]).toEqual([[RULE], [RULE]]);
      await say(other.ns, { ...rule, value: RULE, observedAt: month('06') });
      expect((await on.store.history(other.ns, rule)).facts.filter((f) => f.status !== 'withdrawn')).toHaveLength(1);
      await clean(ns);
      await clean(other.ns);
    });

    it('gives way to a fallback; another cause of it gives it back', async () => {
      const { ns, lead } = await reporting();
      const told = await say(ns, { ...to, value: 'p', fallback: 'q', observedAt: month('02'), dependsOn: [[lead.factId]] });
      expect(await held(ns, to)).toEqual(['p']);
      const next = await say(ns, { subject: 'team:x', predicate: 'led_by', value: 'max', observedAt: month('06'), origin: 'stated' });
      expect([await held(ns, to, '05'), await held(ns, to)]).toEqual([['p'], ['q']]);
      const [q] = (await on.store.current(ns, to)).facts;
      expect(q).toMatchObject({ validFrom: new Date(month('06')).toISOString(), supersedes: told.factId });
      const why = await on.store.why(ns, String(q?.id));
      expect(why.claims).toMatchObject([{ follows: told.claimId, value: 'q' }]);
      await clean(ns);
      await on.store.withdraw(ns, { claimId: next.claimId });
      expect((await on.store.current(ns, to)).facts).toMatchObject([{ id: told.factId, text: 'p' }]);
      await clean(ns);
    });

    it('gives way to it from the beginning where that never was, or was over when it was told', async () => {
      const { ns, lead } = await reporting();
      const told = { ...to, value: 'p', fallback: 'q', dependsOn: [[lead.factId]] };
      const first = await say(ns, { ...told, observedAt: month('03') });
      const gone = await on.store.withdraw(ns, { factId: lead.factId });
      expect([await held(ns, to, '04'), await held(ns, to)]).toEqual([['q'], ['q']]);
      await clean(ns);
      await on.store.undo(ns, gone.operationId);
      expect((await on.store.current(ns, to)).facts).toMatchObject([{ id: first.factId, text: 'p' }]);
      // the lead had changed before
      await say(ns, { subject: 'team:x', predicate: 'led_by', value: 'max', observedAt: month('02'), origin: 'stated' });
      expect([await held(ns, to, '04'), await held(ns, to)]).toEqual([['q'], ['q']]);
      await clean(ns);
      const other = { ...told, subject: 'team:y', observedAt: month('05') };
      expect(await say(ns, other)).toMatchObject({ outcome: 'no_effect' });
      expect(await held(ns, { ...to, subject: 'team:y' })).toEqual(['q']);
      await clean(ns);
    });

    it('may have an entity as fallback, and needs something it holds by', async () => {
      const { ns, lead } = await reporting('entity');
      await say(ns, { ...to, value: 'person:pia', fallback: 'person:quinn', observedAt: month('02'), dependsOn: [[lead.factId]] });
      await on.store.retract(ns, { factId: lead.factId, at: month('06') });
      expect((await on.store.current(ns, to)).facts).toMatchObject([{ value: 'person:quinn' }]);
      const refused = await on.store.remember(ns, [
        { ...to, value: 'person:pia', fallback: 'person:quinn' },
        { subject: 'team:x', predicate: 'likes', value: 'tea', fallback: 'coffee', dependsOn: [[lead.factId]] },
        { ...to, kind: 'end', fallback: 'person:quinn' },
      ]);
      expect(refused.map((r) => [r.outcome, r.issues[0]?.path])).toEqual([
        ['rejected', 'facts[0].fallback'],
        ['rejected', 'facts[1].fallback'],
        ['rejected', 'facts[2].fallback'],
      ]);
      await clean(ns);
    });

    it('is no fact that it would corroborate or take the place of', async () => {
      const { ns } = await reporting();
      const told = await say(ns, { ...to, value: 'p', observedAt: month('02') });
      const dependsOn = [[told.factId as string]];
      for (const value of ['p', 'q'])
        expect(await on.store.remember(ns, { ...to, value, observedAt: month('03'), dependsOn })).toMatchObject([
          { outcome: 'rejected', reason: 'invalid_input', issues: [{ path: 'facts[0].dependsOn' }] },
        ]);
      // of something else it may
      expect((await say(ns, { ...to, subject: 'team:y', value: 'p', observedAt: month('03'), dependsOn })).outcome).toBe('inserted');
      await clean(ns);
    });

    it('the weekly report goes to whom the lead assigned, then to the fallback, and nobody reviews', async () => {
      const { ns, lead } = await reporting();
      const assigned = { observedAt: month('02'), dependsOn: [[lead.factId]] };
      await say(ns, { ...to, value: 'pia', fallback: 'quinn', ...assigned });
      await say(ns, { subject: 'team:x', predicate: 'reviewer', value: 'rob', ...assigned });
      await say(ns, { subject: 'team:x', predicate: 'led_by', value: 'max', observedAt: month('06'), origin: 'stated' });
      expect([await held(ns, to), await held(ns, { subject: 'team:x', predicate: 'reviewer' })]).toEqual([['quinn'], []]);
      await clean(ns);
    });

    it('through a chain, all of it ends and comes back', async () => {
      const { ns, lead } = await reporting();
      let by = lead.factId;
      for (const value of ['a', 'b', 'c', 'd']) {
        const told = await say(ns, { subject: `user:${value}`, predicate: 'likes', value, observedAt: month('02'), dependsOn: [[by]] });
        by = told.factId;
      }
      const all = async () =>
        (await Promise.all(['a', 'b', 'c', 'd'].map((v) => held(ns, { subject: `user:${v}`, predicate: 'likes' })))).flat();
      const end = await on.store.retract(ns, { factId: lead.factId, at: month('05') });
      expect(await all()).toEqual([]);
      await clean(ns);
      await on.store.withdraw(ns, { claimId: String(end.claimId) });
      expect(await all()).toEqual(['a', 'b', 'c', 'd']);
      await clean(ns);
    });

    it('in a circle does not hold itself up', async () => {
      const { ns } = await reporting();
      const likes = (subject: string, dependsOn?: string[][]): Candidate => ({
        subject,
        predicate: 'likes',
        value: 'tea',
        observedAt: month('02'),
        ...(dependsOn && { dependsOn }),
      });
      const a = await say(ns, likes('user:a'));
      const b = await say(ns, likes('user:b', [[a.factId]]));
      await say(ns, { ...likes('user:a', [[b.factId]]), observedAt: month('03') });
      await clean(ns);
      await on.store.withdraw(ns, { claimId: a.claimId });
      expect([
        await held(ns, { subject: 'user:a', predicate: 'likes' }),
        await held(ns, { subject: 'user:b', predicate: 'likes' }),
      ]).toEqual([[], []]);
    });

    it('does not come back over what its slot has moved on to', async () => {
      const { ns, lead } = await reporting();
      const p = await say(ns, { ...to, value: 'p', confidence: 1, observedAt: month('02'), origin: 'stated', dependsOn: [[lead.factId]] });
      const end = await on.store.retract(ns, { factId: lead.factId, at: month('05') });
      await say(ns, { ...to, value: 'z', confidence: 0.6, observedAt: month('06') });
      const back = await on.store.withdraw(ns, { claimId: String(end.claimId) });
      expect([await held(ns, to, '04'), await held(ns, to)]).toEqual([['p'], ['z']]);
      expect(back.movedOn).toEqual([p.claimId]);
      await clean(ns);
    });

    it('does so in whatever order the cause and the other value go and come', async () => {
      const { ns, lead } = await reporting();
      await say(ns, { ...to, value: 'p', confidence: 1, observedAt: month('02'), origin: 'stated', dependsOn: [[lead.factId]] });
      const end = await on.store.retract(ns, { factId: lead.factId, at: month('05') });
      const z = await say(ns, { ...to, value: 'z', confidence: 0.6, observedAt: month('06') });
      const months = async () => Promise.all(['04', '05', '07'].map((m) => held(ns, to, m)));
      const ended = await months();
      const without = await on.store.withdraw(ns, { claimId: z.claimId });
      const back = await on.store.withdraw(ns, { claimId: String(end.claimId) });
      expect([await months(), back.movedOn]).toEqual([[['p'], ['p'], ['p']], []]);
      const again = await on.store.undo(ns, without.operationId);
      expect([await months(), ended, again.movedOn.length]).toEqual([[['p'], [], ['z']], ended, 1]);
      await clean(ns);
      await on.store.undo(ns, again.operationId as string);
      expect(await months()).toEqual([['p'], ['p'], ['p']]);
      await clean(ns);
    });

    it('comes back over what began when it would have held anyway, or was told before or after it was away', async () => {
      const { ns, lead } = await reporting();
      await say(ns, { ...to, value: 'early', observedAt: month('01'), validFrom: month('08'), confidence: 0.3 });
      await say(ns, { ...to, value: 'p', confidence: 1, observedAt: month('02'), origin: 'stated', dependsOn: [[lead.factId]] });
      const end = await on.store.retract(ns, { factId: lead.factId, at: month('05') });
      await say(ns, { ...to, value: 'before', confidence: 0.6, observedAt: month('03') });
      await on.store.withdraw(ns, { claimId: String(end.claimId) });
      await say(ns, { ...to, value: 'after', confidence: 0.6, observedAt: month('06') });
      expect(await Promise.all(['04', '05', '07'].map((m) => held(ns, to, m)))).toEqual([['p'], ['p'], ['p']]);
      await clean(ns);
    });

    it('comes back when what its slot has moved on to lapses as well', async () => {
      const { ns, lead } = await reporting();
      const other = await say(ns, { subject: 'user:a', predicate: 'likes', value: 'tea', observedAt: month('01') });
      await say(ns, { ...to, value: 'p', observedAt: month('02'), origin: 'stated', dependsOn: [[lead.factId]] });
      const { operationId } = await on.store.correct(ns, { factId: lead.factId, value: 'max' });
      await say(ns, { ...to, value: 'z', observedAt: month('03'), origin: 'stated', dependsOn: [[other.factId]] });
      await on.store.undo(ns, operationId);
      expect(await held(ns, to)).toEqual(['z']);
      await clean(ns);
      await on.store.withdraw(ns, { factId: other.factId });
      expect(await held(ns, to)).toEqual(['p']);
      await clean(ns);
    });

    it('told when that is over, has no effect; told late, ends when that did', async () => {
      const { ns, lead } = await reporting();
      await on.store.retract(ns, { factId: lead.factId, at: month('05') });
      const late = await say(ns, { ...to, value: 'p', observedAt: month('06'), dependsOn: [[lead.factId]] });
      expect(late).toMatchObject({ outcome: 'no_effect', factId: 'null' });
      expect(await say(ns, { ...to, value: 'r', observedAt: month('03'), dependsOn: [[lead.factId]] })).toMatchObject({
        outcome: 'inserted',
      });
      expect([await held(ns, to, '04'), await held(ns, to, '06')]).toEqual([['r'], []]);
      await clean(ns);
    });

    it('follows that through a correction, a late end and a merge', async () => {
      const { ns, lead } = await reporting();
      const told = { ...to, value: 'p', observedAt: month('02'), dependsOn: [[lead.factId]] };
      await say(ns, told);
      await say(ns, { subject: 'team:y', predicate: 'led_by', value: 'lena', observedAt: month('03'), origin: 'stated' });
      await on.store.merge(ns, { from: 'team:y', into: 'team:x' });
      expect(await held(ns, to)).toEqual(['p']);
      await clean(ns);
      await on.store.unmerge(ns, { entity: 'team:y' });
      expect(await held(ns, to)).toEqual(['p']);
      await clean(ns);
      await on.store.correct(ns, { factId: lead.factId, value: 'max' });
      expect(await held(ns, to, '06')).toEqual([]);
      await clean(ns);
    });

    it('told and ended at the same moment by others leaves nothing that holds by what is over', async () => {
      const { ns, lead } = await reporting();
      const tell = (n: number) =>
        on.store.remember(ns, {
          subject: `user:u${n}`,
          predicate: 'likes',
          value: 'tea',
          observedAt: month('02'),
          dependsOn: [[lead.factId]],
        });
      const end = on.store.retract(ns, { factId: lead.factId, at: month('05') });
      await Promise.all([...Array.from({ length: 8 }, (_, n) => tell(n)), end, ...Array.from({ length: 8 }, (_, n) => tell(n + 8))]);
      for (let n = 0; n < 16; n++) expect(await held(ns, { subject: `user:u${n}`, predicate: 'likes' })).toEqual([]);
      await clean(ns);
    });
  },
  { from: '2026-12-01T00:00:00Z' },
);
