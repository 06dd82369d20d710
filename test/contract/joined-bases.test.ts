import { expect, it } from 'vitest';
import type { Candidate } from '../../src/palimpsest.ts';
import { saidToHold } from '../support/said.ts';
import { describeStores } from '../support/stores.ts';

/** A fact may rest on several claims, under one id and in several versions: what holds by it follows all of them. */
describeStores('what holds by a fact that rests on more than one claim', (on) => {
  const tell = async (ns: string, candidate: Candidate) => {
    const [result] = await on.store.remember(ns, candidate);
    return { factId: result?.factId as string, claimId: result?.claimId as string };
  };
  const held = async (ns: string, subject: string) => (await on.store.current(ns, { subject })).facts.map((f) => f.text);
  const clean = async (ns: string) => expect((await on.store.doctor(ns)).findings).toEqual([]);

  for (const [how, end] of [
    ['withdrawn', (ns, { claimId }) => on.store.withdraw(ns, { claimId })],
    ['retracted', (ns, { factId }) => on.store.retract(ns, { factId, at: '2026-05-01' })],
    ['corrected', (ns, { factId }) => on.store.correct(ns, { factId, value: 'Max' })],
    ['superseded', (ns) => on.store.remember(ns, saidToHold('team:s', 'led_by', 'Max', '2026-05-01'))],
    ['retired', (ns) => on.store.retire(ns, 'team:s', { policies: { led_by: { subject: 'end' } } })],
  ] as readonly [string, (ns: string, fact: { factId: string; claimId: string }) => Promise<unknown>][])
    it(`lapses where it is ${how}, though the claim by which it was known is withdrawn since`, async () => {
      const ns = on.fresh();
      for (const name of ['led_by', 'goes_to']) await on.store.definePredicate(ns, name, { cardinality: 'single' });
      const first = await tell(ns, saidToHold('team:s', 'led_by', 'Lena', '2026-03-01'));
      await tell(ns, saidToHold('team:r', 'goes_to', 'Pia', '2026-04-01', { dependsOn: [[first.factId]] }));
      const earlier = await tell(ns, saidToHold('team:s', 'led_by', 'Lena', '2026-01-01'));
      await on.store.withdraw(ns, { claimId: first.claimId });
      expect(await held(ns, 'team:r')).toEqual(['Pia']);
      const [fact] = (await on.store.current(ns, { subject: 'team:s' })).facts;
      await end(ns, { ...earlier, factId: fact?.id as string });
      expect(await held(ns, 'team:r')).toEqual([]);
      await clean(ns);
    });

  it('comes back with what was withdrawn of a fact that a merge joined', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'led_by', { cardinality: 'single', valueType: 'entity' });
    for (const [id, name] of [
      ['user:a', 'Ada'],
      ['user:b', 'Berta'],
    ] as const)
      await on.store.putEntity(ns, id, { name });
    await tell(ns, saidToHold('org:v', 'led_by', 'user:a', '2026-01-01'));
    const { factId } = await tell(ns, saidToHold('org:v', 'led_by', 'user:b', '2026-03-01'));
    await tell(ns, saidToHold('org:w', 'reviewed_by', 'Kim', '2026-04-01', { dependsOn: [[factId]] }));
    await on.store.merge(ns, { from: 'user:b', into: 'user:a' });
    expect(await held(ns, 'org:w')).toEqual(['Kim']);
    const [joined] = (await on.store.current(ns, { subject: 'org:v' })).facts;
    const { operationId } = await on.store.withdraw(ns, { factId: joined?.id as string });
    expect(await held(ns, 'org:w')).toEqual([]);
    await on.store.undo(ns, operationId);
    expect(await held(ns, 'org:w')).toEqual(['Kim']);
    await clean(ns);
  });

  it('lapses with the last claim that came from it, where another fact it was joined to goes on', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'labels', { cardinality: 'multi' });
    for (const id of ['user:a', 'user:b']) await on.store.putEntity(ns, id, { name: `Name ${id}` });
    const other = await tell(ns, saidToHold('user:b', 'labels', 'red', '2026-01-01'));
    await tell(ns, saidToHold('user:a', 'labels', 'red', '2026-03-01'));
    const last = await tell(ns, saidToHold('user:b', 'labels', 'red', '2026-04-01'));
    await tell(ns, saidToHold('org:w', 'reviewed_by', 'Kim', '2026-04-01', { dependsOn: [[other.factId]] }));
    await on.store.withdraw(ns, { claimId: other.claimId });
    await on.store.merge(ns, { from: 'user:b', into: 'user:a' });
    expect(await held(ns, 'org:w')).toEqual(['Kim']);
    await on.store.withdraw(ns, { claimId: last.claimId });
    expect(await held(ns, 'user:a')).toEqual(['red']);
    expect(await held(ns, 'org:w')).toEqual([]);
    await clean(ns);
  });

  it('takes the ends that were derived along where a split is taken back, and done again', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'goes_to', { cardinality: 'single' });
    await on.store.putEntity(ns, 'user:a', { name: 'Anna Q' });
    await on.store.addAlias(ns, 'user:a', { alias: 'Annie X' });
    const { factId } = await tell(ns, saidToHold('user:b', 'likes', 'tea', '2026-01-01'));
    await tell(ns, saidToHold('Annie X', 'goes_to', 'Kim', '2026-02-01', { dependsOn: [[factId]] }));
    await on.store.retract(ns, { factId, at: '2026-05-01' });
    const claims = async (subject: string) => {
      await clean(ns);
      return (await on.store.history(ns, { subject, predicate: 'goes_to' })).claims.map((c) => [c.kind, c.origin]);
    };
    const both = [
      ['assert', 'stated'],
      ['end', 'derived'],
    ];
    const split = await on.store.split(ns, 'user:a', { mentions: ['Annie X'] });
    expect([await claims('user:a'), await claims(split.entity)]).toEqual([[], both]);
    const undone = await on.store.undo(ns, split.operationId);
    expect(await claims('user:a')).toEqual(both);
    await on.store.undo(ns, undone.operationId as string);
    expect([await claims('user:a'), await claims(split.entity)]).toEqual([[], both]);
  });
});
