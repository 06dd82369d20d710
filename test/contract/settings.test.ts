import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

const UNSET = { version: 0, locale: null, subject: null, uncertainNames: 'wait', roles: {} };

describeStores('the settings of a namespace', (on) => {
  it('are the defaults until something is set, and change field by field', async () => {
    const ns = on.fresh();
    expect(await on.store.settings(ns)).toEqual(UNSET);
    expect(await on.store.changeSettings(ns, { locale: 'de_at' })).toEqual({ ...UNSET, version: 1, locale: 'de-AT' });
    expect(await on.store.changeSettings(ns, { uncertainNames: 'new' })).toMatchObject({
      version: 2,
      locale: 'de-AT',
      uncertainNames: 'new',
    });
    const roles = { club: { predicate: 'member_of', nouns: ['club'] }, home: null };
    const kept = { club: { predicate: 'member_of', nouns: ['club'], phrases: [] }, home: null };
    expect(await on.store.changeSettings(ns, { roles })).toMatchObject({ version: 3, locale: 'de-AT', roles: kept });
    expect(await on.store.changeSettings(ns, { locale: null })).toMatchObject({ version: 4, locale: null, roles: kept });
    expect(await on.store.settings(ns)).toEqual({ version: 4, locale: null, subject: null, uncertainNames: 'new', roles: kept });
    expect(await on.store.settings(on.fresh())).toEqual(UNSET);
  });

  it('set to what they are stay as they are', async () => {
    const ns = on.fresh();
    await on.store.changeSettings(ns, { locale: 'de-AT', subject: 'user:ada' });
    expect(await on.store.changeSettings(ns, { subject: 'user:ada', locale: 'de-AT' })).toMatchObject({ version: 1 });
    expect(await on.store.changeSettings(ns, {})).toMatchObject({ version: 1 });
  });

  it('changed at once by many lose nothing', async () => {
    const ns = on.fresh();
    const other = await on.another();
    const stores = [on.store, other];
    await Promise.all([
      ...stores.map((store) => store.changeSettings(ns, { locale: 'en-IN' })),
      ...stores.map((store) => store.changeSettings(ns, { uncertainNames: 'new' })),
      on.store.changeSettings(ns, { subject: 'user:ada' }),
    ]);
    const now = { version: 3, locale: 'en-IN', subject: 'user:ada', uncertainNames: 'new' };
    expect(await on.store.settings(ns)).toMatchObject(now);
    expect(await other.settings(ns)).toMatchObject(now);
  });

  it('name a subject once, which is made where it is not there', async () => {
    const ns = on.fresh();
    await on.store.changeSettings(ns, { subject: 'user:ada' });
    expect(await on.store.entity(ns, 'user:ada')).toMatchObject({ id: 'user:ada' });
    for (const subject of ['user:bob', null])
      await expect(on.store.changeSettings(ns, { subject })).rejects.toMatchObject({
        code: 'conflict',
        operation: 'changeSettings',
        issues: [{ path: 'settings.subject', message: 'is user:ada already', next: expect.stringContaining('merge') }],
      });
    expect(await on.store.settings(ns)).toMatchObject({ subject: 'user:ada', version: 1 });
    await expect(on.store.entity(ns, 'user:bob')).rejects.toMatchObject({ code: 'not_found' });
    await expect(on.store.changeSettings(on.fresh(), { subject: 'entity:person:nobody' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'settings.subject' }],
    });
  });

  it.each([
    [{ locale: 'nowhere at all' }, 'settings.locale'],
    [{ subject: 'Ada' }, 'settings.subject'],
    [{ uncertainNames: 'guess' }, 'settings.uncertainNames'],
    [{ roles: { club: { nouns: ['club'] } } }, 'settings.roles.club.predicate'],
    [{ roles: { club: { predicate: 'no_such_predicate' } } }, 'settings.roles.club.predicate'],
    [{ roles: { club: { predicate: 'job_title' } } }, 'settings.roles.club.predicate'],
    [{ language: 'de' }, 'settings'],
  ])('refuse %j, and nothing is set', async (change, path) => {
    const ns = on.fresh();
    const refused = on.store.changeSettings(ns, change as object);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', operation: 'changeSettings', issues: [{ path }] });
    expect(await on.store.settings(ns)).toEqual(UNSET);
  });
});
