import { expect, it } from 'vitest';
import { describeCounted } from '../support/counted.ts';
import { freshNamespace } from '../support/engines.ts';

describeCounted('merging', (on) => {
  it('what is one by a name only changes nothing', async () => {
    const ns = freshNamespace();
    await on.store.putEntity(ns, 'user:42', { name: 'Ada', aliases: ['customer_42'] });
    await on.store.remember(ns, { subject: 'user:42', predicate: 'plan', value: 'pro' });
    const calls = await on.callsOf(() => on.store.merge(ns, { from: 'customer_42', into: 'Ada' }));
    expect(calls.filter((name) => name === 'truth/rewrite' || name === 'identity/merge')).toEqual([]);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('what was taken back is looked through once', async () => {
    const ns = freshNamespace();
    const [told] = await on.store.remember(ns, [
      { subject: 'user:b', predicate: 'plan', value: 'pro' },
      { subject: 'user:a', predicate: 'plan', value: 'free' },
    ]);
    await on.store.withdraw(ns, { claimId: told?.claimId as string });
    await on.store.merge(ns, { from: 'user:b', into: 'user:a' });
    const [late] = await on.store.remember(ns, { subject: 'user:b', predicate: 'likes', value: 'tea' });
    await on.store.withdraw(ns, { claimId: late?.claimId as string });
    const calls = await on.callsOf(() => on.store.unmerge(ns, { entity: 'user:b' }));
    expect(calls.filter((name) => name === 'truth/rewrite').length).toBeLessThan(2);
  });
});
