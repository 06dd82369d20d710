import { expect, it } from 'vitest';
import type { PalimpsestError } from '../../src/errors.ts';
import { describeStores } from '../support/stores.ts';

const of = { subject: 'user:ada', predicate: 'drinks' };
const tea = { ...of, observedAt: '2026-01-01T00:00:00Z' };

describeStores('predicates', (on) => {
  it('ship a core that every namespace has', async () => {
    const predicates = await on.store.predicates(on.fresh());
    expect(predicates.length).toBeGreaterThanOrEqual(60);
    expect(predicates.find((p) => p.name === 'works_at')).toMatchObject({
      cardinality: 'single',
      valueType: 'entity',
      halfLifeDays: 180,
      margin: 0.2,
    });
    expect(predicates.find((p) => p.name === 'allergic_to')).toMatchObject({ cardinality: 'multi', halfLifeDays: null });
  });

  it('are known however their words are joined; a new one keeps its own', async () => {
    const ns = on.fresh();
    const told = async (predicate: string) =>
      (await on.store.remember(ns, { subject: 'user:ada', predicate, value: 'Acme' }))[0]?.resolved.predicate;
    for (const name of ['worksFor', 'WorksFor', 'works-for', 'Works For', 'employeeOf', 'worksAt'])
      expect(await told(name), name).toMatchObject({ predicate: 'works_at', band: 'accept' });
    expect(await told('shoeSize')).toMatchObject({ predicate: 'shoesize', band: 'new' });
    expect(await told('shoeSize')).toMatchObject({ predicate: 'shoesize', band: 'accept' });
    expect((await on.store.current(ns, { subject: 'user:ada', predicate: 'worksFor' })).facts).toHaveLength(1);
  });

  it('multi to single shows what the fold would make, refuses without resolve, and applies in one operation', async () => {
    const ns = on.fresh();
    const drinks = async () =>
      (await on.store.history(ns, of)).facts.filter((f) => f.status !== 'withdrawn').map((f) => `${f.value} ${f.status}`);
    const told = await on.store.remember(ns, [
      { ...tea, value: 'tea' },
      { ...tea, value: 'coffee', observedAt: '2026-02-01T00:00:00Z' },
      { ...tea, subject: 'user:bob', value: 'tea' },
    ]);
    expect(await drinks()).toEqual(['tea current', 'coffee current']);
    const dry = await on.store.definePredicate(ns, 'drinks', { cardinality: 'single' }, { dryRun: true });
    expect(dry).toMatchObject({ applied: false, operationId: null });
    const wouldBe = [
      { value: 'tea', validFrom: '2026-01-01T00:00:00.000Z', validTo: '2026-02-01T00:00:00.000Z' },
      { value: 'coffee', validFrom: '2026-02-01T00:00:00.000Z', validTo: null },
    ];
    expect(dry.slots.filter((s) => s.after.length > 0 && s.subject === 'user:ada').map((s) => s.after)).toEqual([wouldBe]);
    expect(await drinks()).toEqual(['tea current', 'coffee current']);
    const refused = await on.store.definePredicate(ns, 'drinks', { cardinality: 'single' }).catch((error: PalimpsestError) => error);
    expect(refused).toMatchObject({
      code: 'refused',
      issues: [{ path: 'definition', message: 'changes the timeline of user:ada: 2 facts, of which 2 overlap' }],
      details: { slots: 1, listed: [{ subject: 'user:ada', facts: 2, overlapping: 2 }] },
    });
    expect(`${refused} ${JSON.stringify(refused)}`).not.toMatch(/tea|coffee/);
    expect(await drinks()).toEqual(['tea current', 'coffee current']);
    const done = await on.store.definePredicate(ns, 'drinks', { cardinality: 'single' }, { resolve: 'fold' });
    expect(done.applied).toBe(true);
    expect(await drinks()).toEqual(['tea superseded', 'coffee current']);
    const { facts } = await on.store.current(ns, of);
    expect(facts.map((f) => f.id)).toEqual([told[1]?.factId]);
    expect((await on.store.remember(ns, [{ ...tea, value: 'water', observedAt: '2026-03-01T00:00:00Z' }]))[0]?.outcome).toBe('superseded');
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('defined as they are stay as they are, so that a definition may be sent twice', async () => {
    const ns = on.fresh();
    const settings = { cardinality: 'single', aliases: ['sips'], halfLifeDays: null } as const;
    const first = await on.store.definePredicate(ns, 'drinks', settings);
    await on.store.remember(ns, { ...tea, value: 'tea' });
    // nothing was done
    expect(await on.store.definePredicate(ns, 'drinks', settings)).toEqual({ ...first, operationId: null, slots: [] });
    expect(await on.store.definePredicate(ns, 'drinks', { cardinality: 'single' }, { dryRun: true })).toMatchObject({
      applied: false,
      predicate: first.predicate,
    });
    const change = { ...settings, margin: 0.3 };
    const changed = await Promise.all([1, 2, 3].map(() => on.store.definePredicate(ns, 'drinks', change)));
    expect(changed.map(({ predicate }) => predicate.version)).toEqual(new Array(3).fill(first.predicate.version + 1));
    expect(changed.filter(({ operationId }) => operationId !== null)).toHaveLength(1);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('single to multi gives every value a slot of its own', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'drinks', { cardinality: 'single' });
    await on.store.remember(ns, [
      { ...tea, value: 'tea' },
      { ...tea, value: 'coffee', observedAt: '2026-02-01T00:00:00Z' },
    ]);
    await on.store.definePredicate(ns, 'drinks', { cardinality: 'multi' }, { resolve: 'fold' });
    const { facts } = await on.store.current(ns, of);
    expect(facts.map((f) => f.value).sort()).toEqual(['coffee', 'tea']);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('a changed margin or half-life folds every slot anew', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'drinks', { cardinality: 'single', margin: 0, halfLifeDays: null });
    await on.store.remember(ns, [
      { ...tea, value: 'tea', confidence: 0.9 },
      { ...tea, value: 'coffee', confidence: 0.8, observedAt: '2026-02-01T00:00:00Z' },
    ]);
    const now = async () => (await on.store.current(ns, of)).facts.map((f) => f.value);
    expect(await now()).toEqual(['tea']);
    await on.store.definePredicate(ns, 'drinks', { margin: 0.2 }, { resolve: 'fold' });
    expect(await now()).toEqual(['coffee']);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('one leader per team: the slot belongs to the value', async () => {
    const ns = on.fresh();
    const lead = (who: string, day: string) => ({
      subject: who,
      predicate: 'leads_team',
      value: 'team:core',
      observedAt: `2026-01-${day}T00:00:00Z`,
    });
    const results = await on.store.remember(ns, [lead('user:ada', '01'), lead('user:bob', '05')]);
    expect(results.map((r) => r.outcome)).toEqual(['inserted', 'superseded']);
    expect((await on.store.current(ns, { subject: 'user:ada', predicate: 'leads_team' })).facts).toEqual([]);
    expect((await on.store.current(ns, { subject: 'user:bob' })).facts.map((f) => f.value)).toEqual(['team:core']);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('refuses names that are taken and settings that make no sense', async () => {
    const ns = on.fresh();
    const bad = async (name: string, definition: object, path: string) =>
      expect(on.store.definePredicate(ns, name, definition)).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path }] });
    await bad('employer', { cardinality: 'multi' }, 'name');
    await bad('mine', { slotBy: 'value', cardinality: 'single', valueType: 'text' }, 'definition.slotBy');
    await bad('mine', { margin: 2 }, 'definition.margin');
    await bad('mine', { colour: 'red' }, 'definition');
    await bad('a|b', {}, 'name');
    await on.store.remember(ns, [{ ...tea, value: 'tea' }]);
    await bad('drinks', { valueType: 'number' }, 'definition.valueType');
  });

  it('have every name to themselves: aliases and inverses too', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'brews', { aliases: ['makes tea'], inverse: 'brewed_by', valueType: 'entity' });
    await on.store.definePredicate(ns, 'pours', {});
    const taken = async (name: string, definition: object, path: string, owner: string) =>
      expect(on.store.definePredicate(ns, name, definition)).rejects.toMatchObject({
        code: 'conflict',
        issues: [{ path, message: `is a name of ${owner} already` }],
      });
    await taken('mine', { aliases: ['works_at'] }, 'definition.aliases[0]', 'works_at');
    for (const name of ['mine', 'pours']) {
      await taken(name, { aliases: ['x', 'makes tea'] }, 'definition.aliases[1]', 'brews');
      await taken(name, { aliases: ['brews'] }, 'definition.aliases[0]', 'brews');
      await taken(name, { aliases: ['brewed_by'] }, 'definition.aliases[0]', 'brews');
      await taken(name, { inverse: 'makes tea', valueType: 'entity' }, 'definition.inverse', 'brews');
    }
    expect((await on.store.predicates(ns)).find((p) => p.name === 'mine')).toBeUndefined();
  });

  it('that are given one name at once: one gets it', async () => {
    const other = await on.another();
    for (let round = 0; round < 8; round++) {
      const ns = on.fresh();
      if (round % 2 === 1) for (const name of ['first', 'second']) await on.store.definePredicate(ns, name, {});
      const put = await Promise.allSettled([
        on.store.definePredicate(ns, 'first', { aliases: ['shared'] }),
        other.definePredicate(ns, 'second', { inverse: 'shared', valueType: 'entity' }),
      ]);
      expect(put.map((p) => p.status).sort()).toEqual(['fulfilled', 'rejected']);
      const reasons = put.flatMap((p) => (p.status === 'rejected' ? [p.reason] : []));
      const [owner, path] = put[0]?.status === 'fulfilled' ? ['first', 'definition.inverse'] : ['second', 'definition.aliases[0]'];
      expect(reasons).toMatchObject([{ code: 'conflict', issues: [{ path, message: `is a name of ${owner} already` }] }]);
    }
  });

  it('that are first used under a name while it becomes an alias are not made beside it', async () => {
    const other = await on.another();
    for (let round = 0; round < 8; round++) {
      const ns = on.fresh();
      await on.store.definePredicate(ns, 'brews', {});
      const [defined, told] = await Promise.allSettled([
        on.store.definePredicate(ns, 'brews', { aliases: ['makes'] }),
        other.remember(ns, { ...tea, predicate: 'makes', value: 'tea' }),
      ]);
      expect(told).toMatchObject({ status: 'fulfilled', value: [{ outcome: 'inserted' }] });
      const { facts } = await on.store.list(ns);
      expect(facts.map((f) => f.predicate)).toEqual([defined.status === 'fulfilled' ? 'brews' : 'makes']);
    }
  });
});
