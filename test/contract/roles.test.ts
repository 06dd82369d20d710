import { expect, it } from 'vitest';
import type { Candidate } from '../../src/palimpsest.ts';
import { ADA, month, ofAda, review, VW, works } from '../support/employed.ts';
import { describeStores } from '../support/stores.ts';

describeStores(
  'a role',
  (on) => {
    const fresh = () => ofAda(on);
    const say = (ns: string, ...rows: Candidate[]) => on.store.remember(ns, rows);

    it('is who has it when it is said, and stays that: the story of a job', async () => {
      const ns = await fresh();
      const [job] = await say(ns, works('VW', '01'));
      await say(ns, { subject: 'I', predicate: 'appointment', value: 'a meeting at Volkswagen', observedAt: month('03') });
      await say(ns, { subject: 'Volkswagen', predicate: 'ceo', value: 'Oliver', observedAt: month('03') });
      const [rule] = await say(ns, { ...review, observedAt: month('05') });
      expect(rule).toMatchObject({
        outcome: 'inserted',
        resolved: { subject: { mention: 'my employer', entity: VW, band: 'accept', rule: 'role', evidence: job?.factId } },
      });
      const asked = async (phrase: string, asOf?: string) => {
        const query = { subject: phrase, predicate: ['constraint', 'ceo'] };
        const page = asOf === undefined ? await on.store.current(ns, query) : await on.store.asOf(ns, { ...query, asOf });
        return page.facts.map((f) => [f.subject, f.text]);
      };
      for (const phrase of ['the user’s job', "the user's job", 'mein Arbeitgeber', 'the company I work for', 'Firma des Nutzers']) {
        await expect(asked(phrase, '2025-12-10')).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'subject' }] });
        expect(await asked(phrase, month('02'))).toEqual([]);
        expect(await asked(phrase, month('04'))).toEqual([[VW, 'Oliver']]);
        expect((await asked(phrase, month('06'))).sort()).toEqual([
          [VW, 'Oliver'],
          [VW, 'all code is reviewed'],
        ]);
      }
      await say(ns, works('BMW', '07'));
      const [after] = await say(ns, { ...review, value: 'ties are worn', observedAt: month('08') });
      const bmw = after?.resolved.subject?.entity;
      expect(bmw).toMatch(/bmw/);
      expect(await asked('my employer')).toEqual([[bmw, 'ties are worn']]);
      expect(await asked('my employer', month('06'))).toHaveLength(2);
      const means = await on.store.resolve(ns, ['my employer', 'I', 'VW', 'her boss', 'my boss']);
      expect(means.map((m) => [m.entity, m.band, m.rule])).toEqual([
        [bmw, 'accept', 'role'],
        [ADA, 'accept', 'self'],
        [VW, 'accept', 'name'],
        [null, 'unresolved', null],
        [null, 'unresolved', null],
      ]);
      // what was said of the one then is still of the one, and ended with the job
      expect((await on.store.current(ns, { subject: 'VW', predicate: 'constraint' })).facts).toEqual([]);
      expect((await on.store.asOf(ns, { subject: 'VW', predicate: 'constraint', asOf: month('06') })).facts.map((f) => f.text)).toEqual([
        'all code is reviewed',
      ]);
      // told later of a time when it was the other
      const [late] = await say(ns, { ...review, value: 'badges are shown', observedAt: month('06') });
      expect(late?.resolved.subject?.entity).toBe(VW);
      expect((await on.store.list(ns, { subject: 'my company', asOf: month('06') })).facts).toHaveLength(3);
      expect((await on.store.list(ns, { predicate: 'works_at', value: 'my employer' })).facts.map((f) => f.value)).toEqual([bmw]);
      expect(await on.store.entity(ns, 'my boss').catch((e: unknown) => e)).toMatchObject({ code: 'not_found' });
      expect((await on.store.neighbours(ns, { entity: 'my employer', direction: 'in' })).map((n) => n.entity.id)).toEqual([ADA]);
      expect((await on.store.doctor(ns)).findings).toEqual([]);
    });

    it('sees the rows before it in one call', async () => {
      const ns = await fresh();
      const results = await say(
        ns,
        works('VW', '01'),
        { ...review, observedAt: month('02') },
        works('BMW', '03'),
        { ...review, observedAt: month('04') },
        { subject: 'I', predicate: 'likes', value: 'tea' },
        { subject: 'user:bob', predicate: 'works_at', value: 'my employer' },
        { ...review, value: 'as before', observedAt: month('02') },
      );
      expect(results.map((r) => r.outcome)).toEqual(['inserted', 'inserted', 'superseded', 'inserted', 'inserted', 'inserted', 'inserted']);
      const who = results.map((r) => r.resolved.subject?.entity);
      expect(who[1]).toBe(VW);
      expect(who[3]).toMatch(/bmw/);
      expect(who[6]).toBe(VW);
      expect(results[5]?.resolved.value).toMatchObject({ entity: who[3], rule: 'role' });
      const bad = await say(await fresh(), { ...review }, works('VW', '01'), { subject: 'x' } as Candidate, { ...review });
      expect(bad.map((r) => r.outcome)).toEqual(['unresolved', 'inserted', 'rejected', 'inserted']);
      expect(bad[0]?.issues[0]?.path).toBe('facts[0].subject');
      expect(bad[2]?.issues[0]?.path).toMatch(/^facts\[2\]/);
    });

    it('that nobody has is unresolved, that several have ambiguous with their ids', async () => {
      const ns = await fresh();
      const [none] = await say(ns, { ...review, subject: 'my manager' });
      expect(none).toMatchObject({
        outcome: 'unresolved',
        reason: 'unresolved',
        claimId: null,
        resolved: { subject: { band: 'unresolved', entity: null } },
      });
      expect(none?.issues).toMatchObject([{ path: 'facts[0].subject', next: expect.any(String) }]);
      const [kim] = await say(
        ns,
        { subject: 'I', predicate: 'child', value: 'person:kim' },
        { subject: 'I', predicate: 'child', value: 'person:lee' },
      );
      const [several] = await say(ns, { subject: 'I', predicate: 'knows', value: 'my kid' });
      expect(several).toMatchObject({ outcome: 'ambiguous', claimId: null, resolved: { value: { band: 'ambiguous', entity: null } } });
      expect(several?.resolved.value?.candidates).toMatchObject([
        { entity: 'person:kim', rule: 'role', score: 1, evidence: kim?.factId },
        { entity: 'person:lee', rule: 'role', score: 1 },
      ]);
      expect(several?.issues).toMatchObject([{ path: 'facts[0].value', message: 'may be person:kim or person:lee' }]);
      await expect(on.store.current(ns, { subject: 'mein Kind' })).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ path: 'subject', message: 'may be person:kim or person:lee', next: 'use the id' }],
      });
      const [noSubject] = await say(on.fresh(), review);
      expect(noSubject).toMatchObject({ outcome: 'unresolved', issues: [{ next: expect.stringContaining('changeSettings') }] });
    });

    it('that is unresolved waits for somebody to say who is meant, which is no new entity of that name', async () => {
      const ns = await fresh();
      await on.store.putEntity(ns, 'person:max', { name: 'Max' });
      const [told] = await say(ns, { subject: 'my manager', predicate: 'likes', value: 'tea' });
      const reviewId = String(told?.reviewId);
      await expect(on.store.decideReview(ns, reviewId, { decision: 'accept', subject: { new: true } })).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ path: 'subject' }],
      });
      await on.store.decideReview(ns, reviewId, { decision: 'accept', subject: { entity: 'person:max' } });
      expect((await on.store.current(ns, { subject: 'person:max' })).facts.map((f) => f.text)).toEqual(['tea']);
      // the phrase is nobody's name by that
      await expect(on.store.current(ns, { subject: 'my manager' })).rejects.toMatchObject({ code: 'not_found' });
      const [later] = await say(ns, { subject: 'my boss', predicate: 'likes', value: 'cake' });
      await say(ns, { subject: 'I', predicate: 'manager', value: 'person:kim', validFrom: '2026-01' });
      await on.store.changeSettings(ns, { uncertainNames: 'new' });
      expect((await on.store.review(ns, String(later?.reviewId))).state).toBe('moot');
      expect((await on.store.current(ns, { subject: 'my manager' })).facts.map((f) => f.text)).toEqual(['cake']);
    });

    it('is understood from the side of whom it was told, and in a context', async () => {
      const ns = await fresh();
      await say(ns, { subject: 'person:max', predicate: 'partner', value: ADA });
      expect(await on.store.entity(ns, 'meine Partnerin')).toMatchObject({ id: 'person:max' });
      await say(ns, works('Acme', '01'), { ...works('Globex', '01'), qualifiers: { context: 'freelance' } });
      const [any, freelance] = await say(ns, review, { ...review, qualifiers: { context: 'freelance' } });
      expect(any?.outcome).toBe('ambiguous');
      expect(freelance?.resolved.subject?.entity).toBe('entity:org:globex');
    });

    it('ends and is corrected as who has it', async () => {
      const ns = await fresh();
      await say(ns, works('VW', '01'), { ...review, observedAt: month('02') }, works('BMW', '03'));
      const [bob] = await say(ns, { subject: 'user:bob', predicate: 'works_at', value: 'Globex', observedAt: month('03') });
      await on.store.correct(ns, { factId: String(bob?.factId), value: 'my employer' });
      expect((await on.store.current(ns, { subject: 'user:bob' })).facts[0]?.text).toMatch(/BMW/);
      await on.store.retract(ns, { subject: 'I', predicate: 'works_at', value: 'my company' });
      expect((await on.store.current(ns, { subject: 'I', predicate: 'works_at' })).facts).toEqual([]);
      await expect(on.store.retract(ns, { subject: 'my company', predicate: 'constraint', value: 'x' })).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('said again in the same turn, or under the same key, is answered as before, whoever has it now', async () => {
      const ns = await fresh();
      const source = { source: { session: 's', turn: '1' } };
      const told = { ...review, ...source };
      await say(ns, { ...works('VW', '01') });
      const [first] = await say(ns, told);
      const keyed = async () => (await on.store.remember(ns, [{ ...review, value: 'keyed' }], { idempotencyKey: 'k' }))[0];
      const byKey = await keyed();
      const same = (then: typeof first) => {
        const { factId, claimId, outcome, recordedAt, resolved } = then as NonNullable<typeof first>;
        return { factId, claimId, outcome, recordedAt, resolved, replayed: true };
      };
      await say(ns, works('BMW', '05'));
      expect((await say(ns, told))[0]).toMatchObject(same(first));
      expect(await keyed()).toMatchObject(same(byKey));
      await on.store.retract(ns, { subject: 'I', predicate: 'works_at' });
      expect((await say(ns, told))[0]).toMatchObject(same(first));
      expect(await keyed()).toMatchObject(same(byKey));
      // it turned out that the job was over when they were said; each is there once
      const { facts, claims } = await on.store.history(ns, { subject: 'VW', predicate: 'constraint' });
      expect([facts.map((f) => f.status), claims.filter((c) => c.origin !== 'derived')]).toMatchObject([
        ['withdrawn', 'withdrawn'],
        [{}, {}],
      ]);
    });

    it('of a namespace stands beside the shipped ones, or instead of them, and another process knows it at once', async () => {
      const ns = await fresh();
      const other = await on.another();
      await on.store.definePredicate(ns, 'trains_at', { cardinality: 'single', valueType: 'entity', range: 'org' });
      await say(ns, { subject: 'I', predicate: 'trains_at', value: 'FC Test' }, works('VW', '01'));
      const mentioned = async () => (await say(ns, { subject: 'user:bob', predicate: 'knows', value: 'where I train' }))[0]?.resolved.value;
      expect(await mentioned()).toMatchObject({ rule: null, band: 'new' });
      const club = { predicate: 'trains_at', nouns: ['club', 'Verein'], phrases: ['the place where I train'] };
      await other.changeSettings(ns, { roles: { club, employer: null } });
      for (const phrase of ['my club', 'mein Verein', 'the user’s club', 'The place where I train']) {
        const [told] = await say(ns, { subject: phrase, predicate: 'likes', value: 'rain' });
        expect(told?.resolved.subject).toMatchObject({ mention: phrase, rule: 'role', entity: 'entity:org:fc-test' });
        expect((await on.store.current(ns, { subject: phrase, predicate: 'likes' })).facts).toHaveLength(1);
      }
      expect((await say(ns, { ...review, value: 'turned off' }))[0]?.resolved.subject).toMatchObject({ rule: null, band: 'new' });
      await other.changeSettings(ns, { roles: { employer: { predicate: 'trains_at', nouns: ['employer'] } } });
      expect((await say(ns, review))[0]?.resolved.subject).toMatchObject({ rule: 'role', entity: 'entity:org:fc-test' });
    });

    it.each([
      ['me', 'settings.roles.club.phrases[0]'],
      ['user:bob', 'settings.roles.club.phrases[0]'],
    ])('has no phrase that is reserved or an id: %s', async (phrase, path) => {
      const ns = await fresh();
      const roles = { club: { predicate: 'member_of', phrases: [phrase] } };
      await expect(on.store.changeSettings(ns, { roles })).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path }] });
    });

    it('has no phrase of another, and none that is a name', async () => {
      const ns = await fresh();
      const twice = { club: { predicate: 'member_of', nouns: ['club'] }, society: { predicate: 'member_of', nouns: ['Club'] } };
      await expect(on.store.changeSettings(ns, { roles: twice })).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ path: 'settings.roles.society.nouns[0]' }],
      });
      await on.store.putEntity(ns, 'org:club', { name: 'The Club' });
      const named = { club: { predicate: 'member_of', phrases: ['the club'] } };
      await expect(on.store.changeSettings(ns, { roles: named })).rejects.toMatchObject({
        code: 'conflict',
        issues: [{ path: 'settings.roles.club.phrases[0]', message: expect.stringContaining('org:club') }],
      });
    });
  },
  { from: '2026-12-01T00:00:00Z' },
);
