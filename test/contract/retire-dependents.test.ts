import { expect, it } from 'vitest';
import type { Candidate, RetireReply } from '../../src/palimpsest.ts';
import { ADA, month, ofAda, review, VW, works } from '../support/employed.ts';
import { snapshot } from '../support/snapshot.ts';
import { describeStores } from '../support/stores.ts';

describeStores(
  'what holds by an entity that is retired',
  (on) => {
    const tell = async (ns: string, said: Candidate): Promise<string> => {
      const [told] = await on.store.remember(ns, said);
      expect(told?.issues).toEqual([]);
      return told?.factId as string;
    };
    const now = async (ns: string, subject: string, predicate: string) =>
      (await on.store.current(ns, { subject, predicate })).facts.map((f) => f.value);
    const row = (reply: RetireReply, id: string) => {
      const found = reply.facts.find((f) => f.factId === id);
      return found && [found.via, found.policy, found.depth, found.causedBy];
    };
    const clean = async (ns: string) => expect((await on.store.doctor(ns)).findings).toEqual([]);
    const likes = (value: string, dependsOn: string[][]): Candidate => ({
      subject: 'user:bob',
      predicate: 'likes',
      value,
      observedAt: month('03'),
      dependsOn,
    });

    /** "I left VW." */
    const atVw = async () => {
      const ns = await ofAda(on);
      const job = await tell(ns, works('VW', '01'));
      const rule = await tell(ns, { ...review, observedAt: month('02') });
      const seat = await tell(ns, { subject: VW, predicate: 'headquarters', value: 'Wolfsburg', observedAt: month('01') });
      return { ns, job, rule, seat };
    };

    it('"I left VW": the job ends, and what my employer requires; VW stays where it is', async () => {
      const { ns, job, rule, seat } = await atVw();
      const before = await snapshot(on.store, ns, [ADA, VW]);
      const plan = await on.store.retire(ns, 'VW', { reason: 'I left VW', dryRun: true });
      expect(row(plan, job)).toEqual(['value', 'end', 1, []]);
      expect(row(plan, rule)).toEqual(['role', 'end', 2, [job]]);
      expect(row(plan, seat)).toEqual(['subject', 'keep', 1, []]);
      expect(await snapshot(on.store, ns, [ADA, VW])).toEqual(before);
      const reply = await on.store.retire(ns, 'VW', { reason: 'I left VW' });
      expect(reply.facts).toEqual(plan.facts);
      expect(await now(ns, ADA, 'works_at')).toEqual([]);
      expect(await now(ns, VW, 'constraint')).toEqual([]);
      expect(await now(ns, VW, 'headquarters')).toHaveLength(1);
      await clean(ns);
      // and it is taken back, exactly
      await on.store.undo(ns, reply.operationId as string);
      expect(await snapshot(on.store, ns, [ADA, VW])).toEqual(before);
      await clean(ns);
    });

    it('ends with the job that goes on elsewhere', async () => {
      const { ns, job, rule } = await atVw();
      await tell(ns, { subject: 'user:bob', predicate: 'works_at', value: 'SAP' });
      const reply = await on.store.retire(ns, 'VW', { replacement: 'SAP' });
      expect(row(reply, job)).toEqual(['value', 'repoint', 1, []]);
      expect(row(reply, rule)).toEqual(['role', 'end', 2, [job]]);
      expect(await now(ns, ADA, 'works_at')).toEqual(['entity:org:sap']);
      expect(await now(ns, VW, 'constraint')).toEqual([]);
      await clean(ns);
    });

    it('stays where the job is kept', async () => {
      const { ns, job, rule } = await atVw();
      const reply = await on.store.retire(ns, 'VW', { policies: { works_at: { value: 'keep' } } });
      expect([row(reply, job), row(reply, rule)]).toEqual([
        ['value', 'keep', 1, []],
        ['subject', 'keep', 1, []],
      ]);
      expect(reply.outcome).toBe('nothing');
      expect(await now(ns, VW, 'constraint')).toHaveLength(1);
    });

    it('goes along whatever the policy of its own predicate, and counts as ended', async () => {
      const { ns, rule } = await atVw();
      const reply = await on.store.retire(ns, 'VW', { policies: { constraint: { subject: 'review' } } });
      expect(row(reply, rule)?.slice(0, 2)).toEqual(['role', 'end']);
      expect(reply.counts).toEqual({ end: 2, keep: 1, repoint: 0, review: 0 });
      expect((await on.store.reviews(ns)).reviews).toEqual([]);
      expect(await now(ns, VW, 'constraint')).toEqual([]);
    });

    it('ends over several steps, unless something else supports it, or it holds by itself', async () => {
      const ns = await ofAda(on);
      const job = await tell(ns, works('VW', '01'));
      const other = await tell(ns, { subject: 'user:eve', predicate: 'works_at', value: 'SAP', observedAt: month('01') });
      const one = await tell(ns, likes('badge', [[job]]));
      const two = await tell(ns, likes('canteen', [[one]]));
      const both = await tell(ns, likes('bus', [[job, other]]));
      const either = await tell(ns, likes('bike', [[job], [other]]));
      const after = await tell(ns, likes('helmet', [[either]]));
      const self = await tell(ns, likes('car', [[job]]));
      await tell(ns, { subject: 'user:bob', predicate: 'likes', value: 'car', observedAt: month('04') });
      const reply = await on.store.retire(ns, 'VW', { at: '2026-09-01' });
      expect(row(reply, one)).toEqual(['dependency', 'end', 2, [job]]);
      expect(row(reply, two)).toEqual(['dependency', 'end', 3, [one]]);
      expect(row(reply, both)).toEqual(['dependency', 'end', 2, [job]]);
      for (const stays of [either, after, self, other]) expect(row(reply, stays)).toBeUndefined();
      expect((await now(ns, 'user:bob', 'likes')).sort()).toEqual(['bike', 'car', 'helmet']);
      expect(reply.facts.map((f) => f.depth)).toEqual([1, 2, 2, 3]);
      await clean(ns);
    });

    it('in several transactions or one, is taken back as a whole', async () => {
      const { ns, rule } = await atVw();
      for (const n of [1, 2, 3]) await tell(ns, { subject: `user:u${n}`, predicate: 'works_at', value: VW, observedAt: month('02') });
      await tell(ns, { subject: 'user:u4', predicate: 'works_at', value: VW, validFrom: '2027-02-01' });
      await tell(ns, likes('badge', [[rule]]));
      const people = [ADA, VW, 'user:u1', 'user:u4', 'user:bob'];
      const before = await snapshot(on.store, ns, people);
      const first = await on.store.retire(ns, 'VW', { at: '2026-08-01' });
      const after = await snapshot(on.store, ns, people);
      expect(after).not.toEqual(before);
      const undone = await on.store.undo(ns, first.operationId as string);
      expect(await snapshot(on.store, ns, people)).toEqual(before);
      await on.store.undo(ns, undone.operationId as string);
      expect((await on.store.list(ns, { predicate: 'works_at' })).facts).toEqual([]);
      await clean(ns);
    });
  },
  { from: '2026-11-01T00:00:00Z' },
);
