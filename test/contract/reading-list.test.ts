import { describe, expect, it } from 'vitest';
import type { Fact, FactStatus } from '../../src/domain/fact.ts';
import type { Candidate, ListQuery } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

const ADA = 'user:ada';
const said = (subject: string, predicate: string, value: string | number, more: Partial<Candidate> = {}): Candidate => ({
  subject,
  predicate,
  value,
  observedAt: '2026-01-01T00:00:00Z',
  ...more,
});
const ids = (facts: readonly Fact[]): string[] => facts.map((f) => f.id);

describeStores('list', (on) => {
  const texts = async (ns: string, query?: ListQuery) => (await on.store.list(ns, query)).facts.map((f) => f.text);
  const pages = async (ns: string, query: ListQuery, between: (page: number) => Promise<unknown> = async () => {}) => {
    const out: Fact[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await on.store.list(ns, { ...query, ...(cursor !== undefined && { cursor }) });
      out.push([...page.facts]);
      cursor = page.cursor;
      await between(out.length);
    }
    return out;
  };

  describe('filters', () => {
    const tell = async () => {
      const ns = on.fresh();
      await on.store.remember(ns, [
        said(ADA, 'works_at', 'Acme'),
        said(ADA, 'works_at', 'Globex', { observedAt: '2026-02-01T00:00:00Z' }),
        said(ADA, 'likes', 'tea', { qualifiers: { context: 'work', mood: 'a "b" \\ c' } }),
        said('user:bob', 'works_at', 'Globex'),
        said('user:bob', 'likes', 'Tea'),
        said('server:web', 'ssh_port', 22),
        said('user:bob', 'works_at', 'Initech', { validFrom: '2027', observedAt: '2026-02-01T00:00:00Z', confidence: 1 }),
      ]);
      return ns;
    };

    it('what holds, by default, in the order it was recorded', async () => {
      const ns = await tell();
      expect((await texts(ns)).sort()).toEqual(['22', 'Globex', 'Globex', 'Tea', 'tea']);
      expect((await on.store.list(ns)).hidden).toEqual({ superseded: 1, scheduled: 1, contested: 0, archived: 0 });
    });

    it.each<[string, ListQuery, string[]]>([
      ['subject', { subject: ADA }, ['Globex', 'tea']],
      ['subject by name', { subject: 'ada' }, ['Globex', 'tea']],
      ['predicate', { predicate: 'works_at' }, ['Globex', 'Globex']],
      ['several predicates and an alias', { predicate: ['employer', 'ssh_port'] }, ['22', 'Globex', 'Globex']],
      ['subject and predicate', { subject: 'user:bob', predicate: 'works_at' }, ['Globex']],
      ['inverse predicate of a subject', { subject: 'Globex', predicate: 'employs' }, ['Globex', 'Globex']],
      ['value, however it is written', { value: 'TEA' }, ['Tea', 'tea']],
      ['value that is an entity, by name', { value: 'globex' }, ['Globex', 'Globex']],
      ['value that is an entity, by id', { value: 'entity:org:globex', subject: ADA }, ['Globex']],
      ['value that is a number', { value: 22 }, ['22']],
      ['value that nobody has', { value: 'water' }, []],
      ['category', { category: 'work', subject: ADA }, ['Globex']],
      ['category and predicate that exclude each other', { category: 'work', predicate: 'likes' }, []],
      ['qualifiers', { qualifiers: { context: 'work' } }, ['tea']],
      ['qualifiers that annotate, with quotes in them', { qualifiers: { mood: 'a "b" \\ c' } }, ['tea']],
      ['qualifiers that nothing has', { qualifiers: { context: 'home' } }, []],
      ['status', { status: 'superseded' }, ['Acme']],
      ['several statuses', { status: ['superseded', 'scheduled'], predicate: 'works_at' }, ['Acme', 'Initech']],
      ['an instant of valid time', { asOf: '2026-01-15', predicate: 'works_at' }, ['Acme', 'Globex']],
      ['status at an instant', { asOf: '2026-01-15', status: 'scheduled' }, ['Globex', 'Initech']],
      ['a time when nothing was known', { knownAt: '2026-05-01' }, []],
    ])('%s', async (_, query, expected) => {
      expect((await texts(await tell(), query)).sort()).toEqual(expected);
    });

    it('each status has exactly the facts that history shows with it', async () => {
      const ns = await tell();
      const [tea] = await on.store.remember(ns, said(ADA, 'likes', 'coffee'));
      await on.store.retract(ns, { subject: 'user:bob', predicate: 'likes', value: 'Tea' });
      await on.store.withdraw(ns, { factId: tea?.factId as string });
      const asked = [ADA, 'user:bob'].flatMap((subject) => ['likes', 'works_at'].map((predicate) => ({ subject, predicate })));
      const told = (await Promise.all(asked.map((q) => on.store.history(ns, q)))).flatMap((h) => h.facts);
      for (const status of ['current', 'scheduled', 'superseded', 'ended', 'withdrawn'] as const satisfies readonly FactStatus[]) {
        const { facts } = await on.store.list(ns, { status, predicate: ['likes', 'works_at'] });
        expect(facts.map((f) => `${f.id}#${f.version} ${f.status}`).sort(), status).toEqual(
          told
            .filter((f) => f.status === status)
            .map((f) => `${f.id}#${f.version} ${status}`)
            .sort(),
        );
        expect(facts.length, status).toBeGreaterThan(0);
      }
    });
  });

  describe('pages', () => {
    const many = (n: number, from = 0) => Array.from({ length: n }, (_, i) => said(`user:${(from + i) % 7}`, 'likes', `thing ${from + i}`));

    it('cover everything once, in the order it was recorded, whatever their size', async () => {
      const ns = on.fresh();
      for (let i = 0; i < 3; i++) await on.store.remember(ns, many(9, i * 9));
      const whole = (await on.store.list(ns, { limit: 500 })).facts;
      expect(whole).toHaveLength(27);
      expect(whole.map((f) => f.recordedAt)).toEqual(whole.map((f) => f.recordedAt).sort());
      for (const limit of [1, 9, 10, 26, 27]) {
        const seen = await pages(ns, { limit });
        expect(ids(seen.flat()), `by ${limit}`).toEqual(ids(whole));
        expect(seen.every((p) => p.length <= limit)).toBe(true);
        expect(seen).toHaveLength(Math.ceil(27 / limit));
      }
      const one = await pages(ns, { subject: 'user:3', limit: 2 });
      expect(ids(one.flat())).toEqual(ids(whole.filter((f) => f.subject === 'user:3')));
    });

    it('show one state, whatever is written meanwhile', async () => {
      for (const query of [{}, { subject: 'user:0' }] as const) {
        const ns = on.fresh();
        await on.store.remember(ns, [
          ...many(30).map((c) => ({ ...c, subject: 'user:0' })),
          ...Array.from({ length: 6 }, (_, i) => said('user:0', 'plan', 'Free', { qualifiers: { context: `c${i}` } })),
        ]);
        const whole = await on.store.list(ns, { ...query, limit: 500 });
        expect(whole.facts).toHaveLength(36);
        const seen = await pages(ns, { ...query, limit: 5 }, async (n) => {
          await on.store.remember(ns, [
            said('user:0', 'likes', `new ${n}`),
            said('user:0', 'plan', `Pro ${n}`, { qualifiers: { context: `c${n % 6}` }, observedAt: `2026-02-0${n}T00:00:00Z` }),
          ]);
          const { facts } = await on.store.current(ns, { subject: 'user:0', predicate: 'likes' });
          await on.store.withdraw(ns, { factId: facts.at(-1)?.id as string });
        });
        expect(seen.flat()).toEqual(whole.facts);
      }
    });

    it('keep the number of what is left out', async () => {
      const ns = on.fresh();
      await on.store.remember(ns, [
        said(ADA, 'plan', 'Free'),
        said(ADA, 'plan', 'Pro', { observedAt: '2026-02-01T00:00:00Z' }),
        ...many(3),
      ]);
      const first = await on.store.list(ns, { limit: 2 });
      const second = await on.store.list(ns, { limit: 2, cursor: first.cursor as string });
      expect([first.hidden, second.hidden]).toEqual([
        { superseded: 1, scheduled: 0, contested: 0, archived: 0 },
        { superseded: 1, scheduled: 0, contested: 0, archived: 0 },
      ]);
    });

    it('refuse a cursor that is broken, or belongs to another question or namespace', async () => {
      const ns = on.fresh();
      await on.store.remember(ns, many(4));
      const { cursor } = await on.store.list(ns, { limit: 1, qualifiers: {} });
      const refused = { code: 'invalid_input', issues: [{ path: 'cursor' }] };
      const tampered = (width: number) =>
        Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(cursor as string, 'base64url').toString()), width })).toString('base64url');
      for (const bad of [
        tampered(0),
        tampered(-5),
        '',
        'x',
        '!!!',
        Buffer.from('{}').toString('base64url'),
        ...['x', 'xx', 'xxx', '=', '\n'].map((more) => `${cursor}${more}`),
        'x'.repeat(5_000),
      ])
        await expect(on.store.list(ns, { limit: 1, qualifiers: {}, cursor: bad })).rejects.toMatchObject(refused);
      await expect(on.store.list(ns, { limit: 1, status: 'ended', cursor: cursor as string })).rejects.toMatchObject(refused);
      await expect(on.store.list(on.fresh(), { limit: 1, qualifiers: {}, cursor: cursor as string })).rejects.toMatchObject(refused);
      expect((await on.store.list(ns, { limit: 3, qualifiers: {}, cursor: cursor as string })).facts).toHaveLength(3);
    });
  });

  it('refuses what makes no sense', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, said(ADA, 'works_at', 'Acme'));
    const refused = (query: object, path: string, code = 'invalid_input') =>
      expect(on.store.list(ns, query)).rejects.toMatchObject({ code, issues: [{ path }] });
    await refused({ limit: 0 }, 'limit');
    await refused({ limit: 501 }, 'limit');
    await refused({ limit: 1.5 }, 'limit');
    await refused({ status: 'open' }, 'status');
    await refused({ status: [] }, 'status');
    await refused({ colour: 'red' }, 'input');
    await refused({ value: ['tea'] }, 'value');
    await refused({ subject: ADA, predicate: ['works_at', 'employs'] }, 'predicate');
    await refused({ subject: 'user:nobody' }, 'subject', 'not_found');
    await refused({ predicate: 'no_such_thing' }, 'predicate', 'not_found');
  });
});
