import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

/** What an act read before it had its locks may have changed by then: it reads again, and never says that nothing is there. */
describeStores('what changes while an act waits', (on) => {
  const clean = async (ns: string) => expect((await on.store.doctor(ns)).findings).toEqual([]);
  const two = async (...ids: string[]) => {
    const ns = on.fresh();
    for (const id of ids) await on.store.putEntity(ns, id, { name: `Name ${id.replace(':', ' ')}` });
    return ns;
  };
  const says = async (ns: string, subject: string, predicate: string) =>
    (await on.store.current(ns, { subject, predicate })).facts.map((f) => f.text);

  const acts = [
    ['retract', []],
    ['withdraw', []],
    ['correct', ['Pia']],
  ] as const;
  const carryOut = (ns: string, act: (typeof acts)[number][0], factId: string): Promise<{ operationId: string }> => {
    if (act === 'correct') return on.store.correct(ns, { factId, value: 'Pia' });
    return act === 'retract' ? on.store.retract(ns, { factId }) : on.store.withdraw(ns, { factId });
  };

  it.each(acts)('%s of a fact whose subject is merged', async (act, right) => {
    for (let wait = 0; wait < 4; wait++) {
      const ns = await two('user:a', 'user:b');
      await on.store.definePredicate(ns, 'goes_to', { cardinality: 'single' });
      const told = { subject: 'user:a', predicate: 'goes_to', value: 'Kim', validFrom: '2026-01-01', origin: 'stated' } as const;
      const [fact] = await on.store.remember(ns, told);
      await Promise.all([
        on.store.merge(ns, { from: 'user:a', into: 'user:b' }),
        delay(wait).then(() => carryOut(ns, act, String(fact?.factId))),
      ]);
      expect(await says(ns, 'user:b', 'goes_to')).toEqual(right);
      await clean(ns);
    }
  });

  it.each(acts)('%s of a fact whose predicate is defined anew', async (act, right) => {
    for (const [from, to] of [
      ['single', 'multi'],
      ['multi', 'single'],
    ] as const) {
      const ns = on.fresh();
      await on.store.definePredicate(ns, 'goes_to', { cardinality: from });
      await on.store.definePredicate(ns, 'led_by', { cardinality: 'single' });
      const [fact] = await on.store.remember(ns, { subject: 'user:a', predicate: 'goes_to', value: 'Kim', validFrom: '2026-01-01' });
      const factId = String(fact?.factId);
      // a queue at the owner of the fact
      const queue = Array.from({ length: 6 }, (_, i) =>
        on.store.remember(ns, {
          subject: `user:q${i % 2}`,
          predicate: 'led_by',
          value: 'Kim',
          validFrom: `2025-01-0${i + 1}`,
          dependsOn: [[factId]],
        }),
      );
      await Promise.all([
        carryOut(ns, act, factId),
        on.store.definePredicate(ns, 'goes_to', { cardinality: to }, { resolve: 'fold' }),
        ...queue,
      ]);
      expect(await says(ns, 'user:a', 'goes_to')).toEqual(right);
      await clean(ns);
    }
  });

  it.each([
    ['accept', 'Pia'],
    ['reject', 'Kim'],
  ] as const)('the decision (%s) between claims whose subject is merged', async (decision, right) => {
    for (let wait = 0; wait < 4; wait++) {
      const ns = await two('user:a', 'user:b');
      await on.store.definePredicate(ns, 'goes_to', { cardinality: 'single' });
      const about = { subject: 'user:a', predicate: 'goes_to' };
      await on.store.remember(ns, { ...about, value: 'Kim', validFrom: '2026-01-01', origin: 'stated', confidence: 1 });
      const [weak] = await on.store.remember(ns, { ...about, value: 'Pia', validFrom: '2026-02-01', confidence: 0.3 });
      await Promise.all([
        on.store.merge(ns, { from: 'user:a', into: 'user:b' }),
        delay(wait).then(() => on.store.decideReview(ns, String(weak?.reviewId), { decision })),
      ]);
      expect(await says(ns, 'user:b', 'goes_to')).toEqual([right]);
      await clean(ns);
    }
  });

  it('a correction names an entity that is merged', async () => {
    const ns = await two('org:v', 'org:w', 'org:x');
    const [job] = await on.store.remember(ns, { subject: 'user:a', predicate: 'works_at', value: 'org:x', validFrom: '2026-01-01' });
    const dependsOn = [[String(job?.factId)]];
    const holding = (predicate: string) =>
      on.store.remember(ns, { subject: 'user:q', predicate, value: 'Kim', validFrom: '2025-01-01', dependsOn });
    await holding('goes_to');
    await Promise.all([
      holding('led_by'),
      on.store.correct(ns, { factId: String(job?.factId), value: 'org:w' }),
      on.store.merge(ns, { from: 'org:w', into: 'org:v' }),
    ]);
    expect((await on.store.current(ns, { subject: 'user:a' })).facts.map((f) => f.value)).toEqual(['org:v']);
    await clean(ns);
  });

  it.each(['unmerge', 'undo'] as const)('what is told of an entity while its merge is taken back (%s) is its own', async (how) => {
    const ns = await two('org:v', 'org:w', 'org:u');
    await on.store.definePredicate(ns, 'supplier', { cardinality: 'single', valueType: 'entity' });
    const [tea] = await on.store.remember(ns, { subject: 'user:z', predicate: 'likes', value: 'tea', origin: 'stated' });
    const dependsOn = [[String(tea?.factId)]];
    const users = Array.from({ length: 12 }, (_, i) => `user:q${i}`);
    await on.store.remember(
      ns,
      users.map((subject) => ({ subject, predicate: 'likes', value: 'tea' })),
    );
    // of what is merged by way of another the state doesn't change
    await on.store.merge(ns, { from: 'org:u', into: 'org:w' });
    const { operationId } = await on.store.merge(ns, { from: 'org:w', into: 'org:v' });
    const said = (i: number) => (i % 2 === 0 ? 'org:w' : 'org:u');
    const told = users.map((subject, i) =>
      on.store.remember(ns, { subject, predicate: 'supplier', value: said(i), validFrom: '2025-01-01', ...(i % 3 > 0 && { dependsOn }) }),
    );
    const apart = how === 'unmerge' ? on.store.unmerge(ns, { entity: 'org:w' }) : on.store.undo(ns, String(operationId));
    await Promise.all([apart, ...told]);
    const of = [];
    for (const subject of users) of.push(...(await on.store.current(ns, { subject, predicate: 'supplier' })).facts.map((f) => f.value));
    expect(of).toEqual(users.map(() => 'org:w'));
    await clean(ns);
  });
});
