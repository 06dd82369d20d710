// Found by trying to break it: what rests on facts that a merge joins, questions and imports that are taken back.
import { expect, it } from 'vitest';
import type { Candidate } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

describeStores(
  'after acts that meet',
  (on) => {
    const say = async (ns: string, candidate: Candidate, options = {}) => {
      const [result] = await on.store.remember(ns, { origin: 'stated', ...candidate }, options);
      return { ...result, factId: String(result?.factId), reviewId: String(result?.reviewId) };
    };
    const clean = async (ns: string) => expect((await on.store.doctor(ns)).findings).toEqual([]);
    const led = async () => {
      const ns = on.fresh();
      await on.store.definePredicate(ns, 'led_by', { cardinality: 'single', valueType: 'entity' });
      return ns;
    };
    const leads = (subject: string, value: string, validFrom = '2026-01-01') => ({ subject, predicate: 'led_by', value, validFrom });
    const tea = (factId: string) => ({
      subject: 'user:c',
      predicate: 'likes',
      value: 'tea',
      validFrom: '2026-03-01',
      dependsOn: [[factId]],
    });
    const liked = async (ns: string) => (await on.store.current(ns, { subject: 'user:c', predicate: 'likes' })).facts.map((f) => f.text);

    it.each(['2026-01-01', '2026-02-01'])('what rests on a fact that a merge joined to another ends with that (from %s)', async (from) => {
      const ns = await led();
      const a = await say(ns, leads('team:a', 'user:p'));
      const b = await say(ns, leads('team:b', 'user:p', from));
      await say(ns, tea(b.factId));
      await on.store.merge(ns, { from: 'team:b', into: 'team:a' });
      await say(ns, { ...tea(b.factId), subject: 'user:d' });
      await clean(ns);
      const plan = await on.store.retire(ns, 'user:p', { at: '2026-07-01', dryRun: true });
      expect(plan.facts.filter((f) => f.predicate === 'likes')).toHaveLength(2);
      const end = await on.store.retract(ns, { factId: a.factId, at: '2026-07-01' });
      expect(await liked(ns)).toEqual([]);
      expect((await on.store.current(ns, { subject: 'user:d' })).facts).toEqual([]);
      await clean(ns);
      await on.store.undo(ns, end.operationId);
      expect(await liked(ns)).toEqual(['tea']);
      await clean(ns);
    });

    it('what rests on a fact of which nothing was left holds again when a merge makes it one with what was there', async () => {
      const ns = await led();
      const first = await say(ns, leads('team:x', 'user:a'));
      await say(ns, tea(first.factId));
      await say(ns, leads('team:x', 'user:b'));
      await on.store.merge(ns, { from: 'user:a', into: 'user:b' });
      expect(await liked(ns)).toEqual(['tea']);
      await clean(ns);
    });

    it('a fact that began later than its retirement is withdrawn by the decision about it', async () => {
      const ns = on.fresh();
      await on.store.putEntity(ns, 'org:x', { name: 'Xeno' });
      await on.store.definePredicate(ns, 'supplier', { cardinality: 'multi', valueType: 'entity', onRetire: { value: 'review' } });
      await say(ns, { subject: 'user:a', predicate: 'supplier', value: 'org:x', validFrom: '2026-06-01' });
      await on.store.retire(ns, 'org:x', { at: '2026-03-01' });
      const [review] = (await on.store.reviews(ns)).reviews;
      const { operationId } = await on.store.decideReview(ns, String(review?.id), { decision: 'accept' });
      expect((await on.store.current(ns, { subject: 'user:a' })).facts).toEqual([]);
      await clean(ns);
      await on.store.undo(ns, String(operationId));
      expect((await on.store.list(ns, { predicate: 'supplier', status: ['current', 'scheduled'] })).facts).toHaveLength(1);
      await clean(ns);
    });

    it('an import whose fallback has taken over can be taken back', async () => {
      const ns = await led();
      await on.store.definePredicate(ns, 'goes_to', { cardinality: 'single' });
      const lead = await say(ns, leads('team:x', 'user:lena'));
      await on.store.retract(ns, { factId: lead.factId, at: '2026-06-01' });
      const told = {
        subject: 'team:x',
        predicate: 'goes_to',
        value: 'Pia',
        validFrom: '2026-02-01',
        dependsOn: [[lead.factId]],
        fallback: 'Quinn',
      };
      await say(ns, told, { import: { id: 'o_i1' } });
      await on.store.undo(ns, 'o_i1');
      expect(
        (await on.store.history(ns, { subject: 'team:x', predicate: 'goes_to' })).facts.filter((f) => f.status !== 'withdrawn'),
      ).toEqual([]);
      await clean(ns);
    });

    it('an undo that has nothing to do with names answers no question about them', async () => {
      const ns = on.fresh();
      await on.store.changeSettings(ns, { subject: 'user:a' });
      const asked = await say(ns, { subject: 'my employer', predicate: 'requires', value: 'x' });
      await say(ns, { subject: 'user:a', predicate: 'works_at', value: 'org:v', validFrom: '2024-01-01' });
      const liked = await say(ns, { subject: 'user:a', predicate: 'likes', value: 'tea', validFrom: '2024-01-01' });
      const { operationId } = await on.store.retract(ns, { factId: liked.factId });
      const before = (await on.store.review(ns, asked.reviewId)).state;
      await on.store.undo(ns, operationId);
      expect((await on.store.review(ns, asked.reviewId)).state).toBe(before);
    });

    it('a fallback that became somebody else meanwhile is that', async () => {
      const ns = await led();
      const lead = await say(ns, leads('team:x', 'user:lena'));
      for (const id of ['user:p', 'user:q', 'user:r']) await on.store.putEntity(ns, id, {});
      const told = (n: number) => ({ ...leads(`team:t${n}`, 'user:p', '2026-02-01'), dependsOn: [[lead.factId]], fallback: 'user:q' });
      await Promise.all([
        ...Array.from({ length: 6 }, (_, n) => say(ns, told(n))),
        on.store.merge(ns, { from: 'user:q', into: 'user:r' }),
        ...Array.from({ length: 6 }, (_, n) => say(ns, told(n + 6))),
      ]);
      await on.store.retract(ns, { factId: lead.factId, at: '2026-06-01' });
      for (let n = 0; n < 12; n++)
        expect((await on.store.current(ns, { subject: `team:t${n}` })).facts.map((f) => f.value)).toEqual(['user:r']);
      await clean(ns);
    });
  },
  { from: '2026-12-01T00:00:00Z' },
);
