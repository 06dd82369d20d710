// Reported failures of memory systems with values that are alike, R18 to R22: the kind of each, not only its example.
import { describe, expect, it } from 'vitest';
import type { Candidate, RememberResult } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

const SUBJECT = 'user:ada';
const said = (predicate: string, value: Candidate['value'], day: number, more: Partial<Candidate> = {}): Candidate => ({
  subject: SUBJECT,
  predicate,
  ...(value !== undefined && { value }),
  observedAt: new Date(Date.UTC(2026, 0, day, 10)).toISOString(),
  confidence: 0.9,
  origin: 'stated',
  source: { session: `s${day}` },
  ...more,
});

/** R18: values that differ in a number, a date or a code. */
const COUNTED: readonly (readonly [string, string])[] = [
  ['deadline 15 May', 'deadline 16 May'],
  ['the deadline for the report is 15 May', 'the deadline for the report is 16 May'],
  ['the deadline for the report is the 15th', 'the deadline for the report is the 16th'],
  ['the deadline for the report is in May 2024', 'the deadline for the report is in May 2025'],
  ['Room 101', 'Room 102'],
  ['the workshop is held in Room 101', 'the workshop is held in Room 102'],
  ['the workshop is held in room 1.10', 'the workshop is held in room 1.1'],
  ['UA123', 'UA124'],
  ['is booked on flight UA123 to Denver', 'is booked on flight UA124 to Denver'],
  ['is booked on flight UA123 to Denver', 'is booked on flight UB123 to Denver'],
  ['the meeting begins at 10:30 every day', 'the meeting begins at 10:45 every day'],
  ['the invoice 2024-1111 is still open', 'the invoice 2024-11111 is still open'],
  ['reads chapter seven of the handbook', 'reads chapter eleven of the handbook'],
  ['won the second prize in mathematics', 'won the third prize in mathematics'],
  ['follows Amendment XVI of the statutes', 'follows Amendment XVII of the statutes'],
  ['die Frist für den Bericht ist der 15. Mai', 'die Frist für den Bericht ist der 16. Mai'],
  ['die Frist für den Bericht endet im Juni', 'die Frist für den Bericht endet im Juli'],
  ['wohnt in der Gasse Nummer dreizehn', 'wohnt in der Gasse Nummer dreißig'],
  ['the parcel weighs 5 kg with the box', 'the parcel weighs 5 lb with the box'],
  ['the ticket costs 40 EUR at the counter', 'the ticket costs 40 USD at the counter'],
];

/** R19: a statement and its denial, or its opposite. */
const DENIED: readonly (readonly [string, string])[] = [
  ['supports export', 'does not support export'],
  ['the application supports export of data', 'the application does not support export of data'],
  ['the application supports export of data', "the application doesn't support export of data"],
  ['the application supports export of data', 'the application never supports export of data'],
  ['the application supports export of data', 'the application supports no export of data'],
  ['the application supports export of data', 'the application supports import of data'],
  ['can work without supervision on Fridays', 'can work with supervision on Fridays'],
  ['is able to travel in the coming weeks', 'is unable to travel in the coming weeks'],
  ['the contract is legal in every country', 'the contract is illegal in every country'],
  ['notifications are enabled in the evening', 'notifications are disabled in the evening'],
  ['pays less than the others for the flat', 'pays more than the others for the flat'],
  ['die Anwendung kann Daten exportieren', 'die Anwendung kann keine Daten exportieren'],
  ['möchte abends noch angerufen werden', 'möchte abends nicht angerufen werden'],
  ['fährt immer mit dem Zug zur Arbeit', 'fährt nie mit dem Zug zur Arbeit'],
  ['trinkt den Kaffee mit Milch und Zucker', 'trinkt den Kaffee ohne Milch und Zucker'],
];

describeStores('reported of values that are alike', (on) => {
  const tell = async (ns: string, ...rows: Candidate[]): Promise<RememberResult[]> => [...(await on.store.remember(ns, rows))];
  const valuesOf = async (ns: string, predicate: string, subject = SUBJECT) =>
    (await on.store.current(ns, { subject, predicate })).facts.map((f) => f.value).sort();

  describe.each([
    ['R18, digits and codes', COUNTED],
    ['R19, denials and opposites', DENIED],
  ] as const)('%s', (_, pairs) => {
    it.each(pairs)('%s | %s', async (a, b) => {
      const ns = on.fresh();
      await on.store.definePredicate(ns, 'status_line', { cardinality: 'single', halfLifeDays: null });
      const several = await tell(ns, said('remark', a, 1), said('remark', b, 2), said('remark', a, 3), said('remark', b, 4));
      expect(several.map((r) => r.outcome)).toEqual(['inserted', 'inserted', 'duplicate', 'duplicate']);
      expect(await valuesOf(ns, 'remark')).toEqual([a, b].sort());
      const [first, second] = await tell(ns, said('status_line', a, 1), said('status_line', b, 2));
      expect(second).toMatchObject({ outcome: 'superseded', supersededIds: [first?.factId] });
      expect(await valuesOf(ns, 'status_line')).toEqual([b]);
      await on.store.retract(ns, { subject: SUBJECT, predicate: 'remark', value: b });
      expect(await valuesOf(ns, 'remark')).toEqual([a]);
    });
  });

  it('R18: dates told as dates are the days they name', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'submitted', { cardinality: 'single', valueType: 'date' });
    const rows = await tell(
      ns,
      said('submitted', '15 May 2024', 1),
      said('submitted', '2024-05-15', 2),
      said('submitted', '16 May 2024', 3),
    );
    expect(rows.map((r) => r.outcome)).toEqual(['inserted', 'duplicate', 'superseded']);
    expect(await valuesOf(ns, 'submitted')).toEqual(['2024-05-16']);
  });

  it('R20: one person in two posts is in two slots, and leaving one is not leaving the other', async () => {
    const ns = on.fresh();
    for (const name of ['ceo', 'cto'])
      await on.store.definePredicate(ns, name, { cardinality: 'single', valueType: 'entity', range: 'person' });
    const acme = (predicate: string, value: string, day: number) => said(predicate, value, day, { subject: 'entity:org:acme' });
    await on.store.putEntity(ns, 'entity:org:acme', { type: 'org', name: 'Acme' });
    const rows = await tell(ns, acme('ceo', 'Ann Lee', 1), acme('cto', 'Ann Lee', 1), acme('cto', 'Bo Chen', 9));
    expect(rows.map((r) => r.outcome)).toEqual(['inserted', 'inserted', 'superseded']);
    expect(rows[2]?.supersededIds).toEqual([rows[1]?.factId]);
    const holder = async (predicate: string) => (await on.store.current(ns, { subject: 'Acme', predicate })).facts.map((f) => f.text);
    expect([await holder('ceo'), await holder('cto')]).toEqual([['Ann Lee'], ['Bo Chen']]);
    // names of predicates a letter apart are two, known or not
    const unknown = await tell(ns, said('cfo_of', 'Acme', 1), said('cio_of', 'Acme', 1));
    expect(unknown.map((r) => r.resolved.predicate?.predicate)).toEqual(['cfo_of', 'cio_of']);
    expect(unknown.map((r) => r.outcome)).toEqual(['inserted', 'inserted']);
  });

  it('R20: one value under two contexts, or of two subjects, is in two slots', async () => {
    const ns = on.fresh();
    const editor = (value: string, day: number, more: Partial<Candidate> = {}) => said('prefers_editor', value, day, more);
    await tell(
      ns,
      editor('Vim', 1),
      editor('Vim', 1, { qualifiers: { project: 'alpha' } }),
      editor('Vim', 1, { subject: 'user:ben' }),
      editor('Emacs', 5, { qualifiers: { project: 'alpha' } }),
    );
    const now = async (q: object) => (await on.store.current(ns, { subject: SUBJECT, predicate: 'prefers_editor', ...q })).facts[0]?.text;
    expect([await now({}), await now({ qualifiers: { project: 'alpha' } }), await now({ subject: 'user:ben' })]).toEqual([
      'Vim',
      'Emacs',
      'Vim',
    ]);
  });

  it.each([
    [
      'timezone',
      [
        ['PST', 'Pacific Time', 'pacific standard time'],
        ['America/New_York', 'US/Eastern'],
        ['CET', 'Central European Time'],
      ],
    ],
    [
      'country',
      [
        ['DE', 'Germany', 'Deutschland', 'DEU', '🇩🇪'],
        ['AT', 'Austria', 'Österreich'],
        ['AU', 'Australia'],
      ],
    ],
    [
      'currency',
      [
        ['US$', 'USD', 'US dollar'],
        ['EUR', '€', 'euro'],
        ['CHF', 'Swiss franc'],
      ],
    ],
    [
      'language',
      [
        ['de', 'German', 'Deutsch'],
        ['en', 'English', 'Englisch'],
      ],
    ],
    [
      'quantity',
      [
        ['5 km', '5000 m', '5 kilometers'],
        ['5 kg', '5000 g'],
        ['5 mi', '5 miles'],
      ],
    ],
  ] as const)('R21: %s by any of its names is one value, and another is another', async (valueType, groups) => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'has_kind', { cardinality: 'multi', valueType });
    const names = groups.flatMap((group) => group.map((name, i) => ({ name, first: i === 0 })));
    const rows = await tell(ns, ...names.map(({ name }, i) => said('has_kind', name, i + 1)));
    expect(rows.map((r) => r.outcome)).toEqual(names.map(({ first }) => (first ? 'inserted' : 'duplicate')));
    expect(await valuesOf(ns, 'has_kind')).toHaveLength(groups.length);
    for (const [name] of groups) {
      const { facts } = await on.store.list(ns, { predicate: 'has_kind', value: name as string });
      expect(facts, String(name)).toHaveLength(1);
    }
  });

  it('R22: one predicate by its aliases and from its other side', async () => {
    const ns = on.fresh();
    const stated = { confidence: 1 };
    const rows = await tell(
      ns,
      said('works_for', 'Acme', 1),
      said('employee_of', 'Acme', 2),
      said('employer', 'Acme', 3),
      said('employs', SUBJECT, 4, { subject: 'Acme' }),
      said('Employed At', 'Globex', 9, stated),
    );
    expect(rows.map((r) => r.outcome)).toEqual(['inserted', 'duplicate', 'duplicate', 'duplicate', 'superseded']);
    expect(new Set(rows.map((r) => r.resolved.predicate?.predicate))).toEqual(new Set(['works_at']));
    for (const predicate of ['works_at', 'works_for', 'employee_of', 'employer', 'Works For'])
      expect(await valuesOf(ns, predicate), predicate).toEqual(['entity:org:globex']);
    expect((await on.store.current(ns, { subject: 'Globex', predicate: 'employs' })).facts.map((f) => f.subject)).toEqual([SUBJECT]);
    expect((await on.store.current(ns, { subject: 'Acme', predicate: 'employs' })).facts).toEqual([]);
  });

  it('R22: a predicate of one’s own too, in whatever order its names are learnt', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'mentors', {
      cardinality: 'multi',
      valueType: 'entity',
      range: 'person',
      aliases: ['coaches'],
      inverse: 'mentored_by',
    });
    const rows = await tell(
      ns,
      said('mentored_by', SUBJECT, 1, { subject: 'user:ben' }),
      said('coaches', 'user:ben', 2),
      said('mentors', 'user:ben', 3),
    );
    expect(rows.map((r) => r.outcome)).toEqual(['inserted', 'duplicate', 'duplicate']);
    const ended = await tell(ns, said('mentored_by', SUBJECT, 5, { subject: 'user:ben', kind: 'end', validFrom: '2026-01-05' }));
    expect(ended[0]?.outcome).toBe('ended');
    expect(await valuesOf(ns, 'coaches')).toEqual([]);
  });
});
