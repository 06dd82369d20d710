import { expect, it } from 'vitest';
import { said } from '../support/said.ts';
import { describeStores } from '../support/stores.ts';
import { thereAndBack } from '../support/there-and-back.ts';

const ANNA = ['user:anna'];

describeStores('undo of a split', (on) => {
  const two = async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'user:anna', { name: 'Anna Zed', aliases: ['Queenie Bee'] });
    await on.store.addAlias(ns, 'user:anna', { alias: 'customer:42', kind: 'nickname', source: 'crm' });
    await on.store.remember(ns, [
      said('user:anna', 'plan', 'free', '2026-01-01T00:00:00Z'),
      said('Queenie Bee', 'plan', 'pro', '2026-02-01T00:00:00Z'),
      said('Anna Zed', 'plan', 'free', '2026-03-01T00:00:00Z'),
      said('Queenie Bee', 'likes', 'tea', '2026-02-01T00:00:00Z'),
      said('user:anna', 'likes', 'tea', '2026-02-03T00:00:00Z'),
      said('user:boss', 'reports_to', 'Queenie Bee', '2026-02-04T00:00:00Z'),
      said('customer:42', 'language', 'German', '2026-02-05T00:00:00Z'),
    ]);
    return ns;
  };
  const split = (ns: string, more: object = {}) => on.store.split(ns, 'user:anna', { mentions: ['Queenie Bee', 'customer:42'], ...more });
  const plans = async (ns: string, subject: string) =>
    (await on.store.current(ns, { subject, predicate: 'plan' })).facts.map((f) => `${f.subject} ${f.value}`);

  it('before is as before, after as after: claims, facts, names and the question', async () => {
    const ns = await two();
    const names = await on.store.aliases(ns, 'user:anna');
    const { id, undone } = await thereAndBack(on, ns, ANNA, async () => (await split(ns)).operationId);
    expect(await on.store.operation(ns, id)).toMatchObject({ kind: 'split', undoneBy: expect.stringMatching(/^o_/) });
    expect(undone.claims.map((c) => c.how)).toEqual(['moved', 'moved', 'moved', 'moved']);
    expect(await on.store.aliases(ns, 'user:anna')).toEqual(names);
    expect(await plans(ns, 'Queenie Bee')).toEqual(['user:anna free']);
    expect((await on.store.resolve(ns, ['Queenie Bee', 'queenie  bee'])).map((r) => r.entity)).toEqual(['user:anna', 'user:anna']);
    const { reviews } = await on.store.reviews(ns, { kind: 'split-rest', state: ['open', 'moot'] });
    expect(reviews).toMatchObject([{ state: 'moot' }]);
    const [made] = (await on.store.operation(ns, id)).entities.filter((e) => e !== 'user:anna');
    expect((await on.store.whySame(ns, 'user:anna', made as string)).objections).toEqual([]);
  });

  it('who it made can be made again, also under an id that is a name', async () => {
    const ns = await two();
    for (const more of [{}, { id: 'customer:42', name: 'Berta Zed' }, {}]) {
      const { operationId, entity } = await split(ns, more);
      expect(await plans(ns, 'Queenie Bee')).toEqual([`${entity} pro`]);
      await on.store.undo(ns, operationId);
      expect(await plans(ns, 'customer:42')).toEqual(['user:anna free']);
    }
    expect((await on.store.remember(ns, said('customer:42', 'plan', 'trial', '2026-05-01T00:00:00Z')))[0]?.resolved.subject?.entity).toBe(
      'user:anna',
    );
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('what was known meanwhile stays known', async () => {
    const ns = await two();
    const { operationId, recordedAt, entity } = await split(ns);
    await on.store.undo(ns, operationId);
    const at = async (subject: string) =>
      (await on.store.asOf(ns, { subject, predicate: 'plan', knownAt: recordedAt })).facts.map((f) => f.text);
    expect(await at(entity)).toEqual(['pro']);
    expect(await at('user:anna')).toEqual(['free']);
  });

  it('is refused where something was told of the new one since, by its id or by name, or a name was given on', async () => {
    const ns = await two();
    const { operationId, entity } = await split(ns);
    const told = await on.store.remember(ns, [
      said(entity, 'mood', 'fine', '2026-05-01T00:00:00Z'),
      said('Queenie Bee', 'hobby', 'chess', '2026-05-01T00:00:00Z'),
      said('user:boss', 'reports_to', 'Queenie Bee', '2026-05-01T00:00:00Z'),
    ]);
    const ids = told.map((r) => r.claimId as string).sort();
    await expect(on.store.undo(ns, operationId)).rejects.toMatchObject({ code: 'refused', details: { operations: [], claims: ids } });
    expect((await on.store.undo(ns, operationId, { dryRun: true })).standing).toEqual({ operations: [], claims: ids });
    for (const claimId of ids) await on.store.withdraw(ns, { claimId });
    const taken = await on.store.removeAlias(ns, entity, 'customer:42');
    await expect(on.store.undo(ns, operationId)).rejects.toMatchObject({
      code: 'refused',
      details: { operations: [taken.operationId], claims: [] },
    });
    await on.store.undo(ns, taken.operationId);
    expect((await on.store.undo(ns, operationId)).applied).toBe(true);
    expect(await plans(ns, 'Queenie Bee')).toEqual(['user:anna free']);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('goes to whom the one that stayed has become since', async () => {
    const ns = await two();
    await on.store.remember(ns, said('user:root', 'mood', 'fine', '2026-01-01T00:00:00Z'));
    const { operationId } = await split(ns);
    const { operationId: merged } = await on.store.merge(ns, { from: 'user:anna', into: 'user:root' });
    await on.store.undo(ns, operationId);
    expect((await on.store.current(ns, { subject: 'user:root', predicate: 'language' })).facts).toMatchObject([{ text: 'German' }]);
    await on.store.undo(ns, merged as string);
    expect((await on.store.current(ns, { subject: 'user:root', predicate: 'language' })).facts).toEqual([]);
    expect((await on.store.current(ns, { subject: 'user:anna', predicate: 'language' })).facts).toMatchObject([{ text: 'German' }]);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });
});

describeStores('undo of names given and taken', (on) => {
  const named = async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:gmbh', { name: 'Acme GmbH', aliases: ['Acme Inc'] });
    await on.store.putEntity(ns, 'org:other', { name: 'Umbrella Corp' });
    await on.store.remember(ns, said('user:a', 'works_at', 'Acme Inc', '2026-01-01T00:00:00Z'));
    return ns;
  };
  const ORGS = ['org:gmbh', 'org:other'];
  const resolved = async (ns: string, name: string) => (await on.store.resolve(ns, [name]))[0]?.entity ?? null;

  it('a name given is taken, a name taken is given back as it was', async () => {
    const ns = await named();
    const list = () => on.store.aliases(ns, 'org:gmbh');
    const before = await list();
    const { id } = await thereAndBack(
      on,
      ns,
      ORGS,
      async (store) => (await store.addAlias(ns, 'org:gmbh', { alias: 'The Anvil', kind: 'former', source: 'crm' })).operationId,
    );
    expect(await list()).toEqual(before);
    expect(await resolved(ns, 'The Anvil')).not.toBe('org:gmbh');
    const undo = (await on.store.operation(ns, id)).undoneBy as string;
    await on.store.undo(ns, undo);
    const given = await list();
    expect(given).toContainEqual(expect.objectContaining({ alias: 'The Anvil', kind: 'former', source: 'crm' }));
    await thereAndBack(on, ns, ORGS, async (store) => (await store.removeAlias(ns, 'org:gmbh', 'The Anvil')).operationId);
    expect(await list()).toEqual(given);
    expect(await resolved(ns, 'the anvil')).toBe('org:gmbh');
    // told under it, and as another kind
    await thereAndBack(on, ns, ORGS, async (store) => (await store.removeAlias(ns, 'org:gmbh', 'Acme Inc')).operationId);
    await thereAndBack(
      on,
      ns,
      ORGS,
      async (store) => (await store.addAlias(ns, 'org:gmbh', { alias: 'The Anvil', kind: 'acronym', source: 'book' })).operationId,
    );
    expect(await list()).toEqual(given);
  });

  it('is refused where the name means somebody else by now, or something was told by it', async () => {
    const ns = await named();
    const taken = await on.store.removeAlias(ns, 'org:gmbh', 'Acme Inc');
    const given = await on.store.addAlias(ns, 'org:other', { alias: 'Acme Inc' });
    await expect(on.store.undo(ns, taken.operationId)).rejects.toMatchObject({ code: 'refused', issues: [{ path: 'id' }] });
    const [told] = await on.store.remember(ns, said('user:b', 'works_at', 'Acme Inc', '2026-02-01T00:00:00Z'));
    expect(told?.resolved.value?.entity).toBe('org:other');
    await expect(on.store.undo(ns, given.operationId)).rejects.toMatchObject({ code: 'refused', details: { claims: [told?.claimId] } });
    await on.store.withdraw(ns, { claimId: told?.claimId as string });
    await on.store.undo(ns, given.operationId);
    await on.store.undo(ns, taken.operationId);
    expect(await resolved(ns, 'Acme Inc')).toBe('org:gmbh');
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('is refused where a later operation changed the same name', async () => {
    const ns = await named();
    const given = await on.store.addAlias(ns, 'org:gmbh', { alias: 'The Anvil' });
    const other = await on.store.addAlias(ns, 'org:gmbh', { alias: 'The Hammer' });
    const taken = await on.store.removeAlias(ns, 'org:gmbh', 'The Anvil');
    await expect(on.store.undo(ns, given.operationId)).rejects.toMatchObject({
      code: 'refused',
      details: { operations: [taken.operationId] },
    });
    await on.store.undo(ns, taken.operationId);
    await on.store.undo(ns, given.operationId);
    expect((await on.store.aliases(ns, 'org:gmbh')).map((a) => a.alias)).toEqual(['Acme Inc', 'The Hammer']);
    await on.store.undo(ns, other.operationId);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });
});
