import { expect, it } from 'vitest';
import { JOB, jobAt } from '../support/said.ts';
import { describeStores } from '../support/stores.ts';

describeStores('history', (on) => {
  it('has every version, what was withdrawn included, in order of valid time, then recorded time, then version', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, jobAt('Acme', '2026-01-01T00:00:00Z'));
    const [globex] = await on.store.remember(ns, jobAt('Globex', '2026-03-01T00:00:00Z'));
    await on.store.withdraw(ns, { claimId: globex?.claimId as string });
    await on.store.remember(ns, jobAt('Initech', '2025-06-01T00:00:00Z', { validFrom: '2025', validTo: '2025-11' }));
    const { facts } = await on.store.history(ns, JOB);
    expect(facts.map((f) => `${f.text}#${f.version} ${f.validFrom.slice(0, 7)}..${f.validTo?.slice(0, 7) ?? ''} ${f.status}`)).toEqual([
      'Initech#1 2025-01..2025-12 ended',
      'Acme#1 2026-01..2026-03 withdrawn',
      'Acme#2 2026-01.. current',
      'Globex#1 2026-03.. withdrawn',
    ]);
  });

  it('has every claim in order of arrival, with the fold’s word on it, its fact and its source', async () => {
    const ns = on.fresh();
    const source = { session: 's1', turn: 't1', kind: 'chat', quote: 'I am at Acme' };
    await on.store.remember(ns, [
      jobAt('Acme', '2026-01-01T00:00:00Z', { source }),
      jobAt('Globex', '2026-01-05T00:00:00Z', { confidence: 0.1 }),
      jobAt('Acme', '2026-01-06T00:00:00Z'),
    ]);
    const [wrong] = await on.store.remember(ns, jobAt('Hooli', '2026-03-01T00:00:00Z'));
    await on.store.withdraw(ns, { claimId: wrong?.claimId as string });
    const { facts, claims } = await on.store.history(ns, JOB);
    const acme = facts.find((f) => f.status === 'current');
    expect(claims.map((c) => [c.text, c.outcome, c.factId])).toEqual([
      ['Acme', 'inserted', acme?.id],
      ['Globex', 'contested', acme?.id],
      ['Acme', 'duplicate', acme?.id],
      ['Hooli', null, wrong?.factId],
    ]);
    expect(claims[0]).toMatchObject({ source, explicit: false, validTo: null, origin: 'extracted', withdrawnAt: null, reason: null });
    expect(claims[3]?.withdrawnAt).not.toBeNull();
    expect(acme?.basedOn).toEqual([claims[0]?.id, claims[2]?.id].sort());
    expect(acme?.challengedBy).toEqual([]);
  });

  it('keeps to the asked qualifiers, and to a value asked from its own side', async () => {
    const ns = on.fresh();
    const side = { qualifiers: { context: 'side job', mood: 'happy' } };
    await on.store.remember(ns, [
      jobAt('Acme', '2026-01-01T00:00:00Z'),
      jobAt('Globex', '2026-01-01T00:00:00Z', side),
      jobAt('Globex', '2026-02-01T00:00:00Z'),
      jobAt('Globex', '2026-02-01T00:00:00Z', { subject: 'user:bob' }),
    ]);
    const shown = async (query: Parameters<typeof on.store.history>[1]) => {
      const { facts, claims } = await on.store.history(ns, query);
      expect(claims).toHaveLength(facts.length);
      return facts.map((f) => `${f.subject} ${f.text}${f.qualifiers.context === undefined ? '' : ' aside'}`);
    };
    expect(await shown(JOB)).toHaveLength(3);
    expect(await shown({ ...JOB, qualifiers: { context: 'side job' } })).toEqual(['user:ada Globex aside']);
    expect(await shown({ ...JOB, qualifiers: { mood: 'happy' } })).toEqual(['user:ada Globex aside']);
    expect(await shown({ ...JOB, qualifiers: { mood: 'sad' } })).toEqual([]);
    expect(await shown({ subject: 'globex', predicate: 'employs' })).toEqual([
      'user:ada Globex aside',
      'user:ada Globex',
      'user:bob Globex',
    ]);
  });

  it('shows the whole slot where it belongs to the value, with outcomes between subjects', async () => {
    const ns = on.fresh();
    const leads = (subject: string, day: string) => ({
      subject,
      predicate: 'leads_team',
      value: 'team:core',
      observedAt: `2026-01-${day}T00:00:00Z`,
    });
    await on.store.remember(ns, [leads('user:ada', '01'), leads('user:bob', '05'), leads('user:bob', '06')]);
    for (const query of [
      { subject: 'user:ada', predicate: 'leads_team' },
      { subject: 'user:bob', predicate: 'leads_team' },
      { subject: 'team:core', predicate: 'team_lead' },
    ]) {
      const { facts, claims } = await on.store.history(ns, query);
      expect(facts.map((f) => [f.subject, f.status])).toEqual([
        ['user:ada', 'superseded'],
        ['user:bob', 'current'],
      ]);
      expect(claims.map((c) => c.outcome)).toEqual(['inserted', 'superseded', 'duplicate']);
    }
  });

  it('refuses and misses as current does', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, jobAt('Acme', '2026-01-01T00:00:00Z'));
    const rejected = (query: object, code: string, path: string) =>
      expect(on.store.history(ns, query as typeof JOB)).rejects.toMatchObject({ code, issues: [{ path }] });
    await rejected({ subject: 'user:nobody', predicate: 'works_at' }, 'not_found', 'subject');
    await rejected({ subject: 'user:ada', predicate: 'no_such_thing' }, 'not_found', 'predicate');
    await rejected({ subject: 'user:ada' }, 'invalid_input', 'predicate');
    expect(await on.store.history(ns, { subject: 'user:ada', predicate: 'likes' })).toEqual({ facts: [], claims: [] });
  });
});

describeStores('why', (on) => {
  it('shows claims with quote and source, links both ways with what made them, and challengers', async () => {
    const ns = on.fresh();
    const source = { session: 's1', turn: 't1', quote: 'at Globex now' };
    const [acme] = await on.store.remember(ns, jobAt('Acme', '2026-01-01T00:00:00Z'));
    const [globex] = await on.store.remember(ns, jobAt('Globex', '2026-02-01T00:00:00Z', { source }));
    const [guess] = await on.store.remember(ns, jobAt('Hooli', '2026-02-02T00:00:00Z', { confidence: 0.1 }));
    const [initech] = await on.store.remember(ns, jobAt('Initech', '2026-03-01T00:00:00Z'));
    const why = await on.store.why(ns, globex?.factId as string);
    expect(why.fact).toMatchObject({
      id: globex?.factId,
      text: 'Globex',
      status: 'superseded',
      supersedes: acme?.factId,
      supersededBy: initech?.factId,
    });
    expect(why.versions).toEqual([why.fact]);
    expect(why.claims).toMatchObject([{ id: globex?.claimId, outcome: 'superseded', source, factId: globex?.factId }]);
    expect(why.supersedes).toMatchObject([{ fact: { id: acme?.factId, text: 'Acme' }, by: globex?.claimId, at: globex?.recordedAt }]);
    expect(why.supersededBy).toMatchObject([
      { fact: { id: initech?.factId, text: 'Initech' }, by: initech?.claimId, at: initech?.recordedAt },
    ]);
    expect(why.challengers).toMatchObject([{ id: guess?.claimId, outcome: 'contested' }]);
    expect(why.fact.challengedBy).toMatchObject([{ claimId: guess?.claimId }]);
    expect(why.operations).toEqual([]);
  });

  it('shows what was done on purpose, and every version', async () => {
    const ns = on.fresh();
    const [acme] = await on.store.remember(ns, jobAt('Acme', '2026-01-01T00:00:00Z'));
    const [globex] = await on.store.remember(ns, jobAt('Globex', '2026-03-01T00:00:00Z'));
    const w = await on.store.withdraw(ns, { claimId: globex?.claimId as string, reason: 'about Bob' });
    const brought = await on.store.why(ns, acme?.factId as string);
    expect(brought.versions.map((v) => [v.version, v.status, v.supersededBy])).toEqual([
      [1, 'withdrawn', globex?.factId],
      [2, 'current', null],
    ]);
    expect(brought.fact).toEqual(brought.versions[1]);
    expect(brought.operations).toMatchObject([{ id: w.operationId, kind: 'withdraw', reason: 'about Bob' }]);
    expect(brought.supersededBy).toEqual([]);
    const gone = await on.store.why(ns, globex?.factId as string);
    expect(gone.fact).toMatchObject({ status: 'withdrawn', withdrawnAt: w.recordedAt });
    expect(gone.claims).toMatchObject([{ id: globex?.claimId, outcome: null, withdrawnAt: w.recordedAt }]);
    expect(gone.operations).toMatchObject([{ id: w.operationId }]);
    expect(gone.supersedes).toMatchObject([{ fact: { id: acme?.factId } }]);
  });

  it('shows the claim and the operation that ended it', async () => {
    const ns = on.fresh();
    const [acme] = await on.store.remember(ns, jobAt('Acme', '2026-01-01T00:00:00Z'));
    const r = await on.store.retract(ns, { ...JOB, at: '2026-03-01', reason: 'left' });
    const why = await on.store.why(ns, acme?.factId as string);
    expect(why.fact.status).toBe('ended');
    expect(why.claims.map((c) => [c.id, c.kind, c.outcome])).toEqual([
      [acme?.claimId, 'assert', 'inserted'],
      [r.claimId, 'end', 'ended'],
    ]);
    expect(why.operations).toMatchObject([{ id: r.operationId, kind: 'retract', reason: 'left' }]);
  });

  it('refuses and misses with the field', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, jobAt('Acme', '2026-01-01T00:00:00Z'));
    await expect(on.store.why(ns, 'f_nothing')).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'factId' }] });
    await expect(on.store.why(ns, '')).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'factId' }] });
  });
});
