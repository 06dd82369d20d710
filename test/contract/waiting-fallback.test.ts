import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

/** A statement that waits may have a fallback: both are written together, however often the question is answered. */
describeStores('a statement with a fallback that waits', (on) => {
  const TEA = { subject: 'user:b', predicate: 'likes', value: 'tea', validFrom: '2026-01-01', origin: 'stated' } as const;
  const WORKS = { subject: 'user:a', predicate: 'works_at', value: 'Acme Inc', validFrom: '2026-01-01', origin: 'stated' } as const;

  const waiting = async (...predicates: string[]) => {
    const ns = on.fresh();
    await on.store.changeSettings(ns, { subject: 'user:a' });
    const [tea] = await on.store.remember(ns, TEA);
    const cause = tea?.factId as string;
    for (const predicate of predicates) await on.store.definePredicate(ns, predicate, { cardinality: 'single' });
    const about = { subject: 'my employer', value: 'Pia', fallback: 'Quinn', origin: 'stated', dependsOn: [[cause]] } as const;
    const told = [];
    for (const predicate of predicates) told.push(...(await on.store.remember(ns, { ...about, predicate })));
    expect(told.map((t) => t.outcome)).toEqual(predicates.map(() => 'unresolved'));
    return { ns, cause, reviewIds: told.map((t) => t.reviewId as string) };
  };
  const open = async (ns: string) => (await on.store.reviews(ns)).reviews.length;
  const goesTo = async (ns: string, subject: string) =>
    (await on.store.current(ns, { subject, predicate: 'goes_to' })).facts.map((f) => f.text);
  const clean = async (ns: string) => expect((await on.store.doctor(ns)).findings).toEqual([]);

  it('is told anew when what settled it was undone and settles it again', async () => {
    const { ns, cause } = await waiting('goes_to');
    await on.store.remember(ns, WORKS);
    await on.store.changeSettings(ns, { locale: 'de-AT' });
    const [settled] = (await on.store.operations(ns, { kind: 'settle' })).operations;
    await on.store.undo(ns, settled?.id as string);
    expect(await open(ns)).toBe(1);
    await on.store.changeSettings(ns, { locale: 'de-DE' });
    expect(await open(ns)).toBe(0);
    const employer = (await on.store.current(ns, { subject: 'user:a', predicate: 'works_at' })).facts[0]?.value as string;
    expect(await goesTo(ns, employer)).toEqual(['Pia']);
    await on.store.retract(ns, { factId: cause, at: '2026-02-01' });
    expect(await goesTo(ns, employer)).toEqual(['Quinn']);
    await clean(ns);
  });

  it('is told anew when its decision was undone and is taken again', async () => {
    const { ns, cause, reviewIds } = await waiting('goes_to');
    await on.store.putEntity(ns, 'org:acme', { name: 'Acme Inc' });
    const accept = { decision: 'accept', subject: { entity: 'org:acme' } } as const;
    for (let i = 0; i < 3; i++) {
      const { operationId } = await on.store.decideReview(ns, String(reviewIds[0]), accept);
      expect(await goesTo(ns, 'org:acme')).toEqual(['Pia']);
      const withdrawn = await on.store.withdraw(ns, { factId: cause });
      expect(await goesTo(ns, 'org:acme')).toEqual(['Quinn']);
      await on.store.undo(ns, withdrawn.operationId);
      await clean(ns);
      await on.store.undo(ns, operationId as string);
      expect(await goesTo(ns, 'org:acme')).toEqual([]);
      await clean(ns);
    }
  });

  it('has its own place in the order, as its fallback has', async () => {
    const { ns } = await waiting('goes_to', 'reviewed_by');
    await on.store.remember(ns, WORKS);
    await on.store.changeSettings(ns, { locale: 'de-AT' });
    expect(await open(ns)).toBe(0);
    await clean(ns);
  });

  it('may have the same value as its fallback', async () => {
    const ns = on.fresh();
    const [tea] = await on.store.remember(ns, TEA);
    const source = { session: 's', turn: 't' };
    const dependsOn = [[tea?.factId as string]];
    await on.store.definePredicate(ns, 'goes_to', { cardinality: 'single' });
    const [told] = await on.store.remember(ns, { ...WORKS, predicate: 'goes_to', value: 'Pia', fallback: 'Pia', dependsOn, source });
    expect(told?.issues).toEqual([]);
    await clean(ns);
  });
});
