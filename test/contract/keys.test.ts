import { expect, it } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import { describeStores } from '../support/stores.ts';

/** Three bytes each in UTF-8, or three characters once they are encoded. */
const WIDE = ['漢', '%', '&', '='];
const fill = (text: string, by: string, max: number) => text + by.repeat(max - text.length);

describeStores('keys at the limits of every field', (on) => {
  it.each(WIDE)('of %s: all land, are found again and told apart', async (c) => {
    const ns = fill(`${on.fresh()}-`, 'n', LIMITS.namespace);
    const names = Array.from({ length: LIMITS.qualifiers }, (_, i) => fill(String.fromCharCode(97 + i), c, LIMITS.qualifierName));
    const qualifiers = Object.fromEntries(names.map((name) => [name, fill('', c, LIMITS.qualifierValue)]));
    const last = { ...qualifiers, [names[15] as string]: `${fill('', c, LIMITS.qualifierValue - 1)}x` };
    const predicate = fill('p', c, LIMITS.predicate);
    const subject = fill('user:', c, LIMITS.id);
    const source = { session: fill('s', c, LIMITS.source), turn: fill('t', c, LIMITS.source), kind: fill('k', c, LIMITS.source) };
    const long = fill('v', c, LIMITS.value);
    const other = `${fill('v', c, LIMITS.value - 1)}x`;
    await on.store.definePredicate(ns, predicate, { cardinality: 'multi', separators: names });
    const claim = { subject, predicate, qualifiers, source };
    const told = await on.store.remember(
      ns,
      [
        { ...claim, value: long },
        { ...claim, value: other },
        { ...claim, value: long, qualifiers: last },
        { ...claim, value: long.toUpperCase(), source: { session: 'another' } },
        { ...claim, value: 'short' },
      ],
      { idempotencyKey: fill('i', c, LIMITS.key) },
    );
    expect(told.map((r) => r.outcome)).toEqual(['inserted', 'inserted', 'inserted', 'duplicate', 'inserted']);
    const { facts } = await on.store.current(ns, { subject, predicate, qualifiers });
    expect(new Set(facts.map((f) => f.id))).toEqual(new Set([0, 1, 4].map((i) => told[i]?.factId)));
    expect(facts.every((f) => f.subject === subject && f.predicate === predicate)).toBe(true);
    expect((await on.store.list(ns, { value: other })).facts.map((f) => f.id)).toEqual([told[1]?.factId]);
    const corrected = await on.store.correct(ns, { factId: told[1]?.factId as string, value: `${other.slice(0, -1)}y` });
    expect(corrected.currentChanged).toBe(true);
    expect((await on.store.retract(ns, { subject, predicate, value: long, qualifiers: last })).factId).toBe(told[2]?.factId);
    await on.store.definePredicate(ns, predicate, { separators: names.slice(1) }, { resolve: 'fold' });
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it.each(WIDE)('of %s: entities by id, name and alias, on either side of a slot', async (c) => {
    const ns = fill(`${on.fresh()}-`, 'n', LIMITS.namespace);
    const [leader, team] = [fill('user:', c, LIMITS.id), fill('team:', c, LIMITS.id)];
    const name = fill('Team ', c, LIMITS.value);
    const alias = fill('T ', c, LIMITS.id);
    await on.store.putEntity(ns, team, { name, aliases: [alias] });
    const predicate = fill('leads', c, LIMITS.predicate);
    await on.store.definePredicate(ns, predicate, { cardinality: 'single', slotBy: 'value', valueType: 'entity', range: 'team' });
    const told = await on.store.remember(ns, [
      { subject: leader, predicate, value: alias },
      { subject: 'user:ada', predicate, value: team, observedAt: '2026-06-20T00:00:00Z' },
    ]);
    expect(told.map((r) => r.resolved.value?.entity)).toEqual([team, team]);
    const text = `${'http://x/'}${c.repeat(LIMITS.value - 9)}`;
    const [far, again, near] = await on.store.remember(ns, [
      { subject: leader, predicate: 'works_at', value: text },
      { subject: leader, predicate: 'works_at', value: text },
      { subject: leader, predicate: 'employed_before', value: `${text.slice(0, -1)}y` },
    ]);
    expect([far?.outcome, again?.outcome, near?.outcome]).toEqual(['inserted', 'duplicate', 'inserted']);
    expect(far?.resolved.value?.entity?.length).toBeLessThanOrEqual(LIMITS.id);
    expect((await on.store.entity(ns, alias)).name).toBe(name);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });
});
