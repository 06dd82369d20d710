import { expect, it } from 'vitest';
import type { Candidate, FactQuery } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

const ADA = 'user:ada';
const said = (predicate: string, value: string, day: string, more: Partial<Candidate> = {}): Candidate => ({
  subject: ADA,
  predicate,
  value,
  observedAt: `2026-${day}T00:00:00Z`,
  ...more,
});

describeStores('current', (on) => {
  const values = async (ns: string, query: Partial<FactQuery> = {}) =>
    (await on.store.current(ns, { subject: ADA, ...query })).facts.map((f) => `${f.text}${f.fallback === true ? ' (general)' : ''}`);

  it('gives the whole fact', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [said('works_at', 'Acme', '01-01'), said('works_at', 'Globex', '03-01', { pinned: true })]);
    const [acme, globex] = (await on.store.history(ns, { subject: ADA, predicate: 'works_at' })).facts;
    const { facts, hidden, cursor } = await on.store.current(ns, { subject: ADA, predicate: 'works_at' });
    expect(facts).toEqual([
      {
        id: globex?.id,
        version: 1,
        subject: ADA,
        predicate: 'works_at',
        value: 'entity:org:globex',
        valueType: 'entity',
        text: 'Globex',
        qualifiers: {},
        confidence: 0.8,
        validFrom: '2026-03-01T00:00:00.000Z',
        validTo: null,
        precision: { from: 'instant', to: 'instant' },
        recordedAt: globex?.recordedAt,
        endedAt: null,
        withdrawnAt: null,
        status: 'current',
        visibility: 'live',
        supersedes: acme?.id,
        supersededBy: null,
        resumes: null,
        challengedBy: [],
        dependsOn: [],
        pinned: true,
        uses: 0,
        lastUsedAt: null,
      },
    ]);
    expect(hidden).toEqual({ superseded: 1, scheduled: 0, contested: 0, archived: 0 });
    expect(cursor).toBeNull();
  });

  it('takes one predicate, several, or none for the whole subject; in one order', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [
      said('likes', 'tea', '02-01'),
      said('likes', 'coffee', '01-01'),
      said('works_at', 'Acme', '01-01'),
      said('plan', 'Pro', '01-01'),
    ]);
    expect(await values(ns, { predicate: 'likes' })).toEqual(['coffee', 'tea']);
    expect(await values(ns, { predicate: ['plan', 'likes'] })).toEqual(['coffee', 'tea', 'Pro']);
    expect(await values(ns)).toEqual(['coffee', 'tea', 'Pro', 'Acme']);
    expect(await values(ns, { predicate: ['employer', 'works_at'] })).toEqual(['Acme']);
    expect(await values(ns, { predicate: 'nationality' })).toEqual([]);
  });

  it('counts what it leaves out: what is over, what is to come, what is contested', async () => {
    const ns = on.fresh();
    on.at('2026-06-01T00:00:00Z');
    const sure = { confidence: 1, origin: 'stated' } as const;
    await on.store.remember(ns, [
      said('works_at', 'Acme', '01-01'),
      said('works_at', 'Globex', '03-01', sure),
      said('works_at', 'Initech', '05-01', { validFrom: '2026-09-01', ...sure }),
      said('works_at', 'Hooli', '05-02', { confidence: 0.1 }),
      said('current_location', 'Paris', '05-01', { validFrom: '2026-05-20', validTo: '2026-06-10', ...sure }),
      said('likes', 'tea', '01-01'),
    ]);
    await on.store.retract(ns, { subject: ADA, predicate: 'likes', value: 'tea', at: '2026-02-01' });
    const page = await on.store.current(ns, { subject: ADA, predicate: 'works_at' });
    expect(page.hidden).toEqual({ superseded: 1, scheduled: 1, contested: 1, archived: 0 });
    expect(page.facts).toMatchObject([
      { text: 'Globex', validTo: '2026-09-01T00:00:00.000Z', challengedBy: [{ text: 'Hooli', kind: 'assert', confidence: 0.1 }] },
    ]);
    expect((await on.store.current(ns, { subject: ADA })).hidden).toEqual({ superseded: 2, scheduled: 1, contested: 1, archived: 0 });
    expect(await on.store.current(ns, { subject: ADA, predicate: 'likes' })).toEqual({
      facts: [],
      hidden: { superseded: 1, scheduled: 0, contested: 0, archived: 0 },
      cursor: null,
    });
    on.at('2026-06-11T00:00:00Z');
    expect((await on.store.current(ns, { subject: ADA, predicate: 'current_location' })).hidden).toEqual({
      superseded: 1,
      scheduled: 0,
      contested: 0,
      archived: 0,
    });
    expect((await on.store.current(ns, { subject: ADA })).hidden).toEqual({ superseded: 3, scheduled: 1, contested: 1, archived: 0 });
    on.at('2026-10-01T00:00:00Z');
    expect((await on.store.current(ns, { subject: ADA, predicate: 'works_at' })).hidden).toEqual({
      superseded: 2,
      scheduled: 0,
      contested: 1,
      archived: 0,
    });
    on.at('2026-06-01T00:00:00Z');
  });

  it('shows in every context, in the general one, or in the one that is asked for', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'look', { cardinality: 'single', separators: ['room'] });
    const theme = (value: string, qualifiers: Record<string, string>) => said('look', value, '01-01', { qualifiers });
    await on.store.remember(ns, [
      theme('dark', {}),
      theme('light', { context: 'talks' }),
      theme('warm', { context: 'talks', room: 'blue' }),
      theme('sepia', { device: 'reader', mood: 'tired' }),
    ]);
    const ask = (qualifiers: Record<string, string>) => values(ns, { predicate: 'look', qualifiers });
    expect((await values(ns, { predicate: 'look' })).sort()).toEqual(['dark', 'light', 'sepia', 'warm']);
    expect(await ask({})).toEqual(['dark']);
    expect(await ask({ context: 'talks' })).toEqual(['light']);
    expect(await ask({ context: 'talks', room: 'blue' })).toEqual(['warm']);
    expect(await ask({ context: 'talks', room: 'red' })).toEqual(['light (general)']);
    expect(await ask({ context: 'writing' })).toEqual(['dark (general)']);
    expect(await ask({ mood: 'tired' })).toEqual(['dark']);
    expect(await ask({ device: 'reader' })).toEqual(['sepia']);
  });

  it('falls back when the special fact is over, and lets several values of one subject stand beside each other', async () => {
    const ns = on.fresh();
    const work = { qualifiers: { context: 'work' } };
    await on.store.remember(ns, [
      said('likes', 'tea', '01-01'),
      said('likes', 'coffee', '01-01', work),
      said('plan', 'Free', '01-01'),
      said('plan', 'Pro', '01-01', work),
    ]);
    expect(await values(ns, { qualifiers: { context: 'work' } })).toEqual(['tea (general)', 'coffee', 'Pro']);
    await on.store.retract(ns, { subject: ADA, predicate: 'plan', ...work, at: '2026-02-01' });
    expect(await values(ns, { predicate: 'plan', qualifiers: { context: 'work' } })).toEqual(['Free (general)']);
  });

  it('answers from the value’s side by the inverse name, with the facts unchanged', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [
      said('works_at', 'Acme', '01-01'),
      said('works_at', 'Globex', '03-01'),
      said('works_at', 'Globex', '02-01', { subject: 'user:bob' }),
      said('likes', 'Globex', '02-01', { subject: 'user:eve' }),
    ]);
    const staff = await on.store.current(ns, { subject: 'Globex', predicate: 'employs' });
    expect(staff.facts.map((f) => [f.subject, f.predicate, f.value])).toEqual([
      ['user:bob', 'works_at', 'entity:org:globex'],
      [ADA, 'works_at', 'entity:org:globex'],
    ]);
    const former = await on.store.current(ns, { subject: 'Acme', predicate: 'employs' });
    expect(former).toEqual({ facts: [], hidden: { superseded: 1, scheduled: 0, contested: 0, archived: 0 }, cursor: null });
  });

  it('answers a predicate that is its own inverse from both sides', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, said('spouse', 'user:bob', '01-01'));
    expect((await on.store.current(ns, { subject: ADA, predicate: 'spouse' })).facts).toHaveLength(1);
    expect((await on.store.current(ns, { subject: 'user:bob', predicate: 'spouse' })).facts).toMatchObject([
      { subject: ADA, value: 'user:bob' },
    ]);
    expect((await on.store.history(ns, { subject: 'user:bob', predicate: 'spouse' })).facts).toMatchObject([{ subject: ADA }]);
  });

  it('finds facts whose slot belongs to the value from both sides, and only its own for a whole subject', async () => {
    const ns = on.fresh();
    const leads = (subject: string, day: string) => said('leads_team', 'team:core', day, { subject });
    await on.store.remember(ns, [leads(ADA, '01-01'), leads('user:bob', '02-01'), said('name', 'Core', '01-01', { subject: 'team:core' })]);
    const ask = (subject: string, predicate?: string) =>
      on.store.current(ns, predicate === undefined ? { subject } : { subject, predicate });
    expect((await ask('team:core', 'team_lead')).facts.map((f) => f.subject)).toEqual(['user:bob']);
    expect((await ask('user:bob', 'leads_team')).facts.map((f) => f.value)).toEqual(['team:core']);
    expect(await ask(ADA, 'leads_team')).toMatchObject({ facts: [], hidden: { superseded: 1 } });
    expect((await ask('team:core')).facts.map((f) => f.predicate)).toEqual(['name']);
    expect((await ask('team:core')).hidden).toEqual({ superseded: 0, scheduled: 0, contested: 0, archived: 0 });
  });

  it('calls an entity by its name, also after it was renamed, and finds a subject by any of its names', async () => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:vw', { name: 'Volkswagen', aliases: ['VW'] });
    await on.store.remember(ns, [said('works_at', 'VW', '01-01'), { ...said('website', 'https://vw.example', '01-01'), subject: 'vw' }]);
    expect(await values(ns, { predicate: 'works_at' })).toEqual(['Volkswagen']);
    await on.store.putEntity(ns, 'org:vw', { name: 'Volkswagen AG' });
    expect(await values(ns)).toEqual(['Volkswagen AG']);
    expect(await values(ns, { subject: ' volkswagen  AG ', predicate: 'website' })).toEqual(['https://vw.example']);
  });

  it('sees what was just written when the clock stands still', async () => {
    const ns = on.fresh();
    for (const plan of ['Free', 'Pro', 'Team']) {
      await on.store.remember(ns, { subject: ADA, predicate: 'plan', value: plan });
      expect(await values(ns, { predicate: 'plan' })).toEqual([plan]);
    }
  });

  it('says what is not there, naming the field', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, said('works_at', 'Acme', '01-01'));
    const rejected = async (query: object, code: string, path: string) =>
      expect(on.store.current(ns, query as FactQuery)).rejects.toMatchObject({ code, issues: [{ path }] });
    await rejected({ subject: 'user:nobody' }, 'not_found', 'subject');
    await rejected({ subject: 'Nobody' }, 'not_found', 'subject');
    await rejected({ subject: ADA, predicate: 'no_such_thing' }, 'not_found', 'predicate');
    await rejected({ subject: ADA, predicate: ['works_at', 'no_such_thing'] }, 'not_found', 'predicate[1]');
    await rejected({}, 'invalid_input', 'subject');
    await rejected({ subject: ADA, predicate: [] }, 'invalid_input', 'predicate');
    await rejected({ subject: ADA, qualifiers: { context: 1 } }, 'invalid_input', 'qualifiers.context');
    await rejected({ subject: ADA, asOf: '2026' }, 'invalid_input', 'input');
  });
});
