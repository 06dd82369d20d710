import { expect, it } from 'vitest';
import type { Candidate, RetireReply } from '../../src/palimpsest.ts';
import { ADA, month, ofAda, VW, works } from '../support/employed.ts';
import { describeStores } from '../support/stores.ts';

const SAP = 'entity:org:sap';
const at = (m: string) => ({ observedAt: month(m) });

describeStores(
  'retiring an entity',
  (on) => {
    const tell = async (ns: string, ...said: readonly Candidate[]) => {
      const results = await on.store.remember(ns, said);
      for (const r of results) expect(r.issues).toEqual([]);
      return results.map((r) => r.factId as string);
    };
    const now = async (ns: string, subject: string, predicate: string) =>
      (await on.store.current(ns, { subject, predicate })).facts.map((f) => f.value);
    const rows = ({ facts }: RetireReply) => facts.map((f) => [f.subject, f.predicate, f.value, f.via, f.policy]);
    const clean = async (ns: string) => expect((await on.store.doctor(ns)).findings).toEqual([]);

    it('ends what names it as value, and keeps what is said of itself', async () => {
      const ns = await ofAda(on);
      const [job, home, other] = await tell(
        ns,
        works('VW', '01'),
        { subject: VW, predicate: 'headquarters', value: 'Wolfsburg', ...at('01') },
        { subject: 'user:bob', predicate: 'works_at', value: 'SAP', ...at('01') },
      );
      const reply = await on.store.retire(ns, 'VW', { at: '2026-03-01', reason: 'she left', by: 'ben' });
      expect(reply).toMatchObject({ outcome: 'retired', entity: VW, replacement: null, at: '2026-03-01T00:00:00.000Z', more: 0 });
      expect(reply.counts).toEqual({ end: 1, keep: 1, repoint: 0, review: 0 });
      expect(new Set(reply.facts.map((f) => [f.factId, f.via, f.policy, f.depth, f.causedBy].join()))).toEqual(
        new Set([`${job},value,end,1,`, `${home},subject,keep,1,`]),
      );
      expect(await now(ns, ADA, 'works_at')).toEqual([]);
      expect(await now(ns, VW, 'headquarters')).toHaveLength(1);
      expect(await now(ns, 'user:bob', 'works_at')).toHaveLength(1);
      const [ended] = (await on.store.history(ns, { subject: ADA, predicate: 'works_at' })).facts;
      expect(ended).toMatchObject({ id: job, status: 'ended', validTo: '2026-03-01T00:00:00.000Z' });
      const why = await on.store.why(ns, job as string);
      expect(why.claims.map((c) => [c.kind, c.origin, c.confidence, c.reason])).toContainEqual(['end', 'decision', 1, 'she left']);
      expect(why.operations).toMatchObject([{ id: reply.operationId, kind: 'retire', reason: 'she left' }]);
      expect(other).toBeDefined();
      await clean(ns);
    });

    it('is done once by its key, and says when nothing is left', async () => {
      const ns = await ofAda(on);
      await tell(ns, works('VW', '01'));
      const first = await on.store.retire(ns, 'VW', {}, { idempotencyKey: 'k' });
      expect(first.outcome).toBe('retired');
      expect(await on.store.retire(ns, 'VW', {}, { idempotencyKey: 'k' })).toEqual(first);
      await expect(on.store.retire(ns, 'VW', { reason: 'other' }, { idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'key_reused' });
      expect(await on.store.retire(ns, 'VW')).toMatchObject({ outcome: 'nothing', operationId: null, facts: [], counts: { end: 0 } });
      await on.store.putEntity(ns, 'org:nobody', { name: 'Nobody Ltd' });
      expect(await on.store.retire(ns, 'org:nobody')).toMatchObject({ outcome: 'nothing', facts: [] });
      await clean(ns);
    });

    it('plans what it then does, and the plan changes nothing', async () => {
      const ns = await ofAda(on);
      await tell(
        ns,
        works('VW', '01'),
        { subject: 'user:bob', predicate: 'knows', value: VW, ...at('02') },
        { subject: VW, predicate: 'headquarters', value: 'Wolfsburg' },
      );
      const before = await on.store.list(ns);
      const plan = await on.store.retire(ns, 'VW', { at: '2026-05-01', dryRun: true }, { idempotencyKey: 'k' });
      expect(plan).toMatchObject({ outcome: 'planned', operationId: null });
      expect(await on.store.list(ns)).toEqual(before);
      const done = await on.store.retire(ns, 'VW', { at: '2026-05-01' }, { idempotencyKey: 'k' });
      expect(done.facts).toEqual(plan.facts);
      expect(done.counts).toEqual(plan.counts);
      await clean(ns);
    });

    it('goes on with a replacement: same statement, qualifiers, tier, pin and bound', async () => {
      const ns = await ofAda(on);
      const [job, , mentor] = await tell(
        ns,
        { ...works('VW', '01'), qualifiers: { role: 'driver' }, tier: 'stable', pinned: true },
        { subject: 'user:bob', predicate: 'knows', value: VW, ...at('02') },
        { subject: 'user:bob', predicate: 'works_at', value: VW, validFrom: '2026-02-01', validTo: '2026-12-31' },
      );
      await tell(ns, { subject: 'user:eve', predicate: 'works_at', value: 'SAP' });
      const reply = await on.store.retire(ns, 'VW', { at: '2026-05-01T00:00:00Z', replacement: 'SAP' });
      expect(reply.counts).toEqual({ end: 0, keep: 0, repoint: 3, review: 0 });
      const [of] = (await on.store.current(ns, { subject: ADA, predicate: 'works_at' })).facts;
      expect(of).toMatchObject({ value: SAP, qualifiers: { role: 'driver' }, pinned: true, supersedes: job });
      expect(of).toMatchObject({ validFrom: '2026-05-01T00:00:00.000Z', validTo: null });
      expect(await now(ns, 'user:bob', 'knows')).toEqual([SAP]);
      const [bounded] = (await on.store.current(ns, { subject: 'user:bob', predicate: 'works_at' })).facts;
      expect(bounded).toMatchObject({ value: SAP, validTo: '2027-01-01T00:00:00.000Z', precision: { to: 'day' } });
      expect(bounded?.id).not.toBe(mentor);
      const { claims } = await on.store.history(ns, { subject: ADA, predicate: 'works_at' });
      // in a slot that holds one the new statement ends the old one
      expect(claims.map((c) => [c.kind, c.origin])).toEqual([
        ['assert', 'stated'],
        ['assert', 'decision'],
      ]);
      await clean(ns);
    });

    it('takes each policy for each side, from the call before the predicate', async () => {
      const ns = await ofAda(on);
      await on.store.definePredicate(ns, 'likes', { cardinality: 'multi', valueType: 'entity', onRetire: { value: 'keep' } });
      await on.store.definePredicate(ns, 'owner', {
        cardinality: 'single',
        valueType: 'entity',
        onRetire: { subject: 'end', value: 'review' },
      });
      await on.store.putEntity(ns, 'org:a', { name: 'A', type: 'org' });
      await on.store.putEntity(ns, 'org:b', { name: 'B', type: 'org' });
      await tell(
        ns,
        { subject: ADA, predicate: 'likes', value: 'org:a', ...at('01') },
        { subject: 'org:a', predicate: 'owner', value: ADA, ...at('01') },
        { subject: 'org:c', predicate: 'owner', value: 'org:a', ...at('01') },
        { subject: 'org:a', predicate: 'motto', value: 'onwards', ...at('01') },
        { subject: ADA, predicate: 'works_at', value: 'org:a', ...at('01') },
      );
      const input = { replacement: 'org:b', policies: { motto: { subject: 'repoint' }, employer: { value: 'end' } } } as const;
      const reply = await on.store.retire(ns, 'org:a', input);
      const policies = Object.fromEntries(reply.facts.map((f) => [`${f.predicate} ${f.via}`, f.policy]));
      expect(policies).toEqual({
        'likes value': 'keep',
        'owner subject': 'end',
        'owner value': 'review',
        'motto subject': 'repoint',
        'works_at value': 'end',
      });
      expect(await now(ns, ADA, 'likes')).toEqual(['org:a']);
      expect(await now(ns, 'org:a', 'owner')).toEqual([]);
      expect(await now(ns, 'org:c', 'owner')).toEqual(['org:a']);
      expect(await now(ns, 'org:a', 'motto')).toEqual([]);
      expect(await now(ns, 'org:b', 'motto')).toEqual(['onwards']);
      expect(await now(ns, ADA, 'works_at')).toEqual([]);
      const { reviews } = await on.store.reviews(ns, { kind: 'retired-fact' });
      expect(reviews).toMatchObject([{ state: 'open', details: { entity: 'org:a', predicate: 'owner', operationId: reply.operationId } }]);
      // asked already, and nothing else is left
      expect(await on.store.retire(ns, 'org:a', input)).toMatchObject({ outcome: 'nothing', counts: { review: 1, keep: 1 } });
      await clean(ns);
    });

    it('lets a person decide: accepted it ends when the entity did, rejected it goes on', async () => {
      const ns = await ofAda(on);
      const [ada, bob] = await tell(ns, works('VW', '01'), { subject: 'user:bob', predicate: 'works_at', value: 'VW', ...at('01') });
      await on.store.retire(ns, 'VW', { at: '2026-03-01', policies: { works_at: { value: 'review' } } });
      const { reviews } = await on.store.reviews(ns, { kind: 'retired-fact' });
      const of = (fact: string | undefined) => reviews.find((r) => r.about.facts[0] === fact)?.id ?? '';
      expect(await on.store.decideReview(ns, of(ada), { decision: 'accept', by: 'ben' })).toMatchObject({ state: 'accepted' });
      expect(await on.store.decideReview(ns, of(bob), { decision: 'reject' })).toMatchObject({ state: 'rejected' });
      expect(await now(ns, ADA, 'works_at')).toEqual([]);
      expect(await now(ns, 'user:bob', 'works_at')).toEqual([VW]);
      const [ended] = (await on.store.history(ns, { subject: ADA, predicate: 'works_at' })).facts;
      expect(ended).toMatchObject({ status: 'ended', validTo: '2026-03-01T00:00:00.000Z' });
      await clean(ns);
    });

    it('names the decision as what a fact that never began went by', async () => {
      const ns = await ofAda(on);
      const [scheduled] = await tell(ns, { subject: ADA, predicate: 'works_at', value: 'VW', validFrom: '2027-01-01' });
      await on.store.retire(ns, 'VW', { at: '2026-03-01', policies: { works_at: { value: 'review' } } });
      const { reviews } = await on.store.reviews(ns, { kind: 'retired-fact' });
      const decided = await on.store.decideReview(ns, reviews[0]?.id ?? '', { decision: 'accept', by: 'ben' });
      const { facts } = await on.store.history(ns, { subject: ADA, predicate: 'works_at' });
      expect(facts).toMatchObject([{ id: scheduled, status: 'withdrawn' }]);
      const { facts: changed } = await on.store.operation(ns, decided.operationId as string);
      expect(changed).toEqual([{ id: scheduled, how: 'withdrawn' }]);
      await clean(ns);
    });

    it('asks no more once it is taken back, and again when it is in effect again; not where somebody has decided', async () => {
      const ns = await ofAda(on);
      await tell(ns, works('VW', '01'), { subject: 'user:bob', predicate: 'works_at', value: 'VW', ...at('01') });
      const { operationId } = await on.store.retire(ns, 'VW', { policies: { works_at: { value: 'review' } } });
      const open = async () => (await on.store.reviews(ns, { kind: 'retired-fact' })).reviews;
      const undone = await on.store.undo(ns, operationId as string);
      expect(await open()).toEqual([]);
      expect((await on.store.reviews(ns, { state: 'moot' })).reviews).toHaveLength(2);
      await clean(ns);
      await on.store.undo(ns, undone.operationId as string);
      const [one, other] = await open();
      await on.store.decideReview(ns, one?.id ?? '', { decision: 'accept' });
      await expect(on.store.undo(ns, operationId as string)).rejects.toMatchObject({
        code: 'refused',
        details: { operations: [expect.any(String)] },
      });
      const [decide] = (await on.store.operations(ns, { kind: 'decide' })).operations;
      await on.store.undo(ns, decide?.id ?? '');
      expect((await on.store.current(ns, { subject: ADA, predicate: 'works_at' })).facts).toHaveLength(1);
      await on.store.undo(ns, operationId as string);
      expect((await open()).filter((r) => r.id === other?.id)).toEqual([]);
      const of = await on.store.operations(ns, { about: 'VW' });
      expect(of.operations.map((o) => o.kind)).toContain('retire');
      await clean(ns);
    });

    /** Ada is with SAP for two months of her time with VW; Bob will be with VW. */
    const hiddenAndToCome = async () => {
      const ns = await ofAda(on);
      await tell(ns, works('VW', '01'), {
        subject: ADA,
        predicate: 'works_at',
        value: 'SAP',
        validFrom: '2026-04-01',
        validTo: '2026-05-31',
      });
      await tell(ns, { subject: 'user:bob', predicate: 'works_at', value: 'VW', validFrom: '2026-12-01' });
      return ns;
    };

    it('withdraws what would begin then or later, and ends what something hides for a while', async () => {
      const ns = await hiddenAndToCome();
      const reply = await on.store.retire(ns, 'VW', { at: '2026-04-15' });
      expect(rows(reply)).toHaveLength(2);
      const { facts } = await on.store.history(ns, { subject: ADA, predicate: 'works_at' });
      expect(facts.filter((f) => f.status !== 'withdrawn').map((f) => [f.value, f.validTo?.slice(0, 10)])).toEqual([
        [VW, '2026-04-01'],
        [SAP, '2026-06-01'],
      ]);
      const bob = await on.store.history(ns, { subject: 'user:bob', predicate: 'works_at' });
      expect(bob.facts.map((f) => f.status)).toEqual(['withdrawn']);
      expect(bob.claims.map((c) => [c.kind, c.withdrawnAt === null])).toEqual([['assert', false]]);
      await clean(ns);
    });

    it('repoints what is hidden or to come from where it would begin', async () => {
      const ns = await hiddenAndToCome();
      await on.store.putEntity(ns, 'org:bmw', { name: 'BMW', type: 'org' });
      await on.store.retire(ns, 'VW', { at: '2026-04-15', replacement: 'BMW' });
      const told = async (subject: string) =>
        (await on.store.history(ns, { subject, predicate: 'works_at' })).facts
          .filter((f) => f.status !== 'withdrawn')
          .map((f) => [f.value, f.validFrom.slice(0, 10), f.validTo?.slice(0, 10) ?? null]);
      expect(await told(ADA)).toEqual([
        [VW, '2026-01-10', '2026-04-01'],
        [SAP, '2026-04-01', '2026-06-01'],
        ['org:bmw', '2026-06-01', null],
      ]);
      expect(await told('user:bob')).toEqual([['org:bmw', '2026-12-01', null]]);
      await clean(ns);
    });

    it('ends a mention and an explicit start that came after the time of it, as long as they were told before', async () => {
      const ns = await ofAda(on);
      await tell(ns, works('VW', '01'), works('VW', '04'), { subject: ADA, predicate: 'works_at', value: 'VW', validFrom: '2026-05-01' });
      await on.store.retire(ns, 'VW', { at: '2026-03-01' });
      expect(await now(ns, ADA, 'works_at')).toEqual([]);
      // told after: it is so again
      await tell(ns, { subject: ADA, predicate: 'works_at', value: 'VW', validFrom: '2026-06-01' });
      expect(await now(ns, ADA, 'works_at')).toEqual([VW]);
      await clean(ns);
    });

    it('works in slots that belong to the value', async () => {
      const ns = await ofAda(on);
      await on.store.definePredicate(ns, 'leads_group', { cardinality: 'single', slotBy: 'value', valueType: 'entity' });
      await tell(
        ns,
        { subject: ADA, predicate: 'leads_group', value: 'team:core', ...at('01') },
        { subject: ADA, predicate: 'leads_group', value: 'team:web', ...at('01') },
      );
      await on.store.putEntity(ns, 'team:new', { name: 'New' });
      await on.store.retire(ns, 'team:core', { replacement: 'team:new' });
      expect((await now(ns, ADA, 'leads_group')).sort()).toEqual(['team:new', 'team:web']);
      await on.store.putEntity(ns, 'user:bob', { name: 'Bob' });
      await on.store.retire(ns, ADA, { replacement: 'user:bob', policies: { leads_group: { subject: 'repoint' } } });
      expect(await now(ns, ADA, 'leads_group')).toEqual([]);
      expect((await now(ns, 'user:bob', 'leads_group')).sort()).toEqual(['team:new', 'team:web']);
      await clean(ns);
    });

    it('at a time that lies ahead ends by the clock', async () => {
      const ns = await ofAda(on);
      await tell(ns, works('VW', '01'));
      await on.store.retire(ns, 'VW', { at: '2027-06-01' });
      const [job] = (await on.store.current(ns, { subject: ADA, predicate: 'works_at' })).facts;
      expect(job).toMatchObject({ status: 'current', validTo: '2027-06-01T00:00:00.000Z' });
      await clean(ns);
    });

    it('refuses what cannot be meant, with what to do', async () => {
      const ns = await ofAda(on);
      await tell(ns, works('VW', '01'), { subject: 'user:bob', predicate: 'works_at', value: 'SAP' });
      const refused = async (entity: string, input: object, code: string, path: string) => {
        const error = await on.store.retire(ns, entity, input).then(
          () => null,
          (e) => e,
        );
        expect([error?.code, error?.issues?.[0]?.path]).toEqual([code, path]);
        expect(error.issues[0].next).toEqual(expect.any(String));
      };
      await refused('org:nobody', {}, 'not_found', 'entity');
      await refused('VW', { replacement: 'org:nobody' }, 'not_found', 'replacement');
      await refused('VW', { replacement: 'Volkswagen' }, 'invalid_input', 'replacement');
      await refused('VW', { replacement: 'user:bob' }, 'refused', 'replacement');
      await refused('VW', { policies: { works_at: { value: 'repoint' } } }, 'invalid_input', 'policies.works_at');
      await refused('VW', { policies: { nothing_such: { value: 'end' } } }, 'not_found', 'policies.nothing_such');
      await refused('VW', { policies: { works_at: {} } }, 'invalid_input', 'retire.policies.works_at');
      await refused('VW', { at: 'tomorrow' }, 'invalid_input', 'at');
      await refused('VW', { operationId: 'o_nothing' }, 'not_found', 'operationId');
    });

    it('follows merged ids, on either side', async () => {
      const ns = await ofAda(on);
      await tell(
        ns,
        { subject: ADA, predicate: 'works_at', value: 'org:old', ...at('01') },
        { subject: 'user:bob', predicate: 'works_at', value: 'org:other', ...at('01') },
      );
      await tell(ns, { subject: 'user:eve', predicate: 'works_at', value: 'org:heir', ...at('01') });
      await on.store.merge(ns, { from: 'org:old', into: 'org:other' });
      await on.store.putEntity(ns, 'org:late', { name: 'Late' });
      await on.store.merge(ns, { from: 'org:heir', into: 'org:late', force: true });
      const reply = await on.store.retire(ns, 'org:old', { replacement: 'org:heir' });
      expect(reply).toMatchObject({ entity: 'org:other', replacement: 'org:late', counts: { repoint: 2 } });
      expect(await now(ns, ADA, 'works_at')).toEqual(['org:late']);
      await on.store.unmerge(ns, { entity: 'org:old' });
      expect(await now(ns, ADA, 'works_at')).toEqual(['org:late']);
      await clean(ns);
    });

    it('of hundreds of facts names 500, and counts them all', async () => {
      const ns = on.fresh();
      const people = Array.from({ length: 620 }, (_, i) => ({
        subject: `user:u${i}`,
        predicate: 'works_at',
        value: 'org:big',
        ...at('01'),
      }));
      await tell(ns, ...people);
      const reply = await on.store.retire(ns, 'org:big');
      expect(reply).toMatchObject({ counts: { end: 620 }, more: 120 });
      expect(reply.facts).toHaveLength(500);
      expect((await on.store.list(ns, { predicate: 'works_at' })).facts).toEqual([]);
      await clean(ns);
    }, 120_000);
  },
  { from: '2026-11-01T00:00:00Z' },
);
