import { expect, it } from 'vitest';
import { said } from '../support/said.ts';
import { describeStores } from '../support/stores.ts';
import { thereAndBack } from '../support/there-and-back.ts';

const TWO = ['customer:42', 'user:42'];

describeStores('undo of who is whom', (on) => {
  const two = async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [
      said('user:42', 'plan', 'free', '2026-01-05T09:00:00Z'),
      said('customer:42', 'plan', 'pro', '2026-03-01T09:00:00Z'),
      said('customer:42', 'language', 'German', '2026-03-01T09:00:00Z'),
      said('user:7', 'reports_to', 'customer:42', '2026-03-02T09:00:00Z'),
      said('user:42', 'likes', 'tea', '2026-01-05T09:00:00Z'),
      said('customer:42', 'likes', 'tea', '2026-02-05T09:00:00Z'),
    ]);
    return ns;
  };

  it('of a merge, and of its undo', async () => {
    const ns = await two();
    await thereAndBack(on, ns, TWO, async (store) => {
      const { operationId, clashes } = await store.merge(ns, { from: 'customer:42', into: 'user:42' });
      expect(clashes).toHaveLength(1);
      return operationId as string;
    });
    expect((await on.store.whySame(ns, 'customer:42', 'user:42')).same).toBe(false);
    expect((await on.store.whySame(ns, 'customer:42', 'user:42')).objections).toEqual([]);
  });

  it('of a merge that gave a question another side', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'plan', { cardinality: 'single' });
    const says = (subject: string, value: string, validFrom: string, confidence: number) =>
      on.store.remember(ns, { subject, predicate: 'plan', value, validFrom, confidence });
    await says('user:42', 'pro', '2026-01-01', 1);
    const [weak] = await says('user:42', 'free', '2026-02-01', 0.3);
    const [other] = await says('customer:42', 'free', '2026-02-10', 0.3);
    const about = async () => (await on.store.review(ns, String(weak?.reviewId))).about.claims;
    await thereAndBack(on, ns, TWO, async (store) => {
      const { operationId } = await store.merge(ns, { from: 'customer:42', into: 'user:42' });
      expect(new Set(await about())).toEqual(new Set([weak?.claimId, other?.claimId]));
      return operationId as string;
    });
    expect(await about()).toEqual([weak?.claimId]);
  });

  it('of an unmerge: they are one again, also against its verdict, and can be parted again', async () => {
    const ns = await two();
    const { operationId } = await on.store.merge(ns, { from: 'customer:42', into: 'user:42' });
    await on.store.remember(ns, [said('customer:42', 'language', 'French', '2026-04-01T09:00:00Z')]);
    const { again } = await thereAndBack(
      on,
      ns,
      TWO,
      async (store) => (await store.unmerge(ns, { entity: 'customer:42', verdict: 'not_same' })).operationId,
    );
    expect((await on.store.whySame(ns, 'customer:42', 'user:42')).same).toBe(true);
    expect(again.undoes).not.toBe(operationId);
    // the merge is in effect: nothing stands on it any more
    await on.store.undo(ns, operationId as string);
    expect((await on.store.whySame(ns, 'customer:42', 'user:42')).same).toBe(false);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('of a merge is refused after an unmerge, and where a claim told since would mean something else', async () => {
    const ns = await two();
    const { operationId } = await on.store.merge(ns, { from: 'customer:42', into: 'user:42' });
    const [same] = await on.store.remember(ns, [said('user:42', 'plan', 'pro', '2026-04-01T09:00:00Z')]);
    expect(same?.outcome).toBe('duplicate');
    await expect(on.store.undo(ns, operationId as string)).rejects.toMatchObject({ code: 'refused', details: { claims: [same?.claimId] } });
    const parted = await on.store.unmerge(ns, { entity: 'customer:42' });
    await expect(on.store.undo(ns, operationId as string)).rejects.toMatchObject({
      code: 'refused',
      details: { operations: [parted.operationId] },
    });
  });

  it('of a merge among others leaves those standing', async () => {
    const ns = await two();
    await on.store.remember(ns, [said('customer:1', 'plan', 'trial', '2025-12-01T09:00:00Z')]);
    const one = await on.store.merge(ns, { from: 'customer:42', into: 'user:42' });
    const other = await on.store.merge(ns, { from: 'customer:1', into: 'customer:42' });
    await on.store.undo(ns, one.operationId as string);
    expect((await on.store.whySame(ns, 'customer:1', 'customer:42')).same).toBe(true);
    expect((await on.store.whySame(ns, 'customer:1', 'user:42')).same).toBe(false);
    await on.store.undo(ns, other.operationId as string);
    expect((await on.store.whySame(ns, 'customer:1', 'customer:42')).same).toBe(false);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('what was withdrawn before a merge comes back after it, said of whom it was said', async () => {
    const ns = await two();
    const { facts } = await on.store.current(ns, { subject: 'customer:42', predicate: 'language' });
    const gone = await on.store.withdraw(ns, { factId: facts[0]?.id as string });
    const { operationId } = await on.store.merge(ns, { from: 'customer:42', into: 'user:42' });
    await on.store.undo(ns, gone.operationId);
    const language = async (subject: string) => (await on.store.current(ns, { subject, predicate: 'language' })).facts.map((f) => f.id);
    expect(await language('user:42')).toEqual([facts[0]?.id]);
    await on.store.undo(ns, operationId as string);
    expect(await language('user:42')).toEqual([]);
    expect(await language('customer:42')).toEqual([facts[0]?.id]);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });
});
