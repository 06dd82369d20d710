import { expect, it } from 'vitest';
import type { Candidate } from '../../src/palimpsest.ts';
import { openPalimpsest } from '../../src/store.ts';
import { describeStores } from '../support/stores.ts';

const good = { subject: 'user:ada', predicate: 'works_at', value: 'Acme' };
const SECRET = 'hunter2-very-secret';

const BAD: readonly [string, object, string][] = [
  ['no subject', { subject: undefined }, 'subject'],
  ['a subject of the wrong type', { subject: 7 }, 'subject'],
  ['an empty subject', { subject: '  ' }, 'subject'],
  ['a subject with the separator', { subject: 'user:a|b' }, 'subject'],
  ['a subject that is too long', { subject: `user:${'x'.repeat(300)}` }, 'subject'],
  ['no predicate', { predicate: '' }, 'predicate'],
  ['no value', { value: undefined }, 'value'],
  ['an empty value', { value: ' \n ' }, 'value'],
  ['a value that is too long', { predicate: 'likes', value: SECRET.repeat(1_000) }, 'value'],
  ['a value that is a list', { value: [SECRET] }, 'value'],
  ['a value that is NaN', { predicate: 'ssh_port', value: Number.NaN }, 'value'],
  ['a value that is infinite', { predicate: 'ssh_port', value: Number.POSITIVE_INFINITY }, 'value'],
  ['a value of the wrong type', { predicate: 'ssh_port', value: SECRET }, 'value'],
  ['a value with a control character', { predicate: 'likes', value: `a\u0000${SECRET}` }, 'value'],
  ['half a surrogate pair', { predicate: 'likes', value: '\ud800' }, 'value'],
  ['confidence above 1', { confidence: 1.1 }, 'confidence'],
  ['confidence below 0', { confidence: -0.1 }, 'confidence'],
  ['confidence NaN', { confidence: Number.NaN }, 'confidence'],
  ['confidence as text', { confidence: '0.5' }, 'confidence'],
  ['a naive time', { observedAt: '2026-01-05T10:00:00' }, 'observedAt'],
  ['a day that does not exist', { validFrom: '2026-02-30' }, 'validFrom'],
  ['no date at all', { validFrom: 'last spring' }, 'validFrom'],
  ['an end before the start', { validFrom: '2026-02-01', validTo: '2026-01-01' }, 'validTo'],
  ['an end at the start', { validFrom: '2026-02-01T00:00:00Z', validTo: '2026-02-01T00:00:00Z' }, 'validTo'],
  ['an end of an end', { kind: 'end', validTo: '2027' }, 'validTo'],
  ['an unknown kind', { kind: 'maybe' }, 'kind'],
  ['an unknown origin', { origin: 'rumour' }, 'origin'],
  ['an unknown field', { colour: SECRET }, ''],
  ['a source without session', { source: { turn: 't' } }, 'source.session'],
  ['qualifiers that are not text', { qualifiers: { repo: 7 } }, 'qualifiers.repo'],
  ['too many qualifiers', { qualifiers: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`q${i}`, 'x'])) }, 'qualifiers'],
];

describeStores('bad input', (on) => {
  it.each(BAD)('%s is rejected with its path, and nothing is written', async (_, change, field) => {
    const ns = on.fresh();
    const [r, after] = await on.store.remember(ns, [{ ...good, ...change } as unknown as Candidate, { ...good, subject: 'user:eve' }]);
    expect(r).toMatchObject({ outcome: 'rejected', reason: 'invalid_input', claimId: null, factId: null });
    expect(r?.issues.map((i) => i.path)).toContain(field === '' ? 'facts[0]' : `facts[0].${field}`);
    for (const { next } of r?.issues ?? []) expect(next).toMatch(/^[a-z].+/i);
    expect(JSON.stringify(r)).not.toContain(SECRET);
    expect(after?.outcome).toBe('inserted');
    const { facts } = await on.store.list(ns, {});
    expect(facts.map((f) => f.subject)).toEqual(['user:eve']);
  });

  it('what may stand in a field is said where something else does', async () => {
    const ns = on.fresh();
    const refused = (issue: object) => ({ code: 'invalid_input', issues: [issue] });
    const statuses = { path: 'status', message: 'must be one of current, scheduled, superseded, ended, withdrawn' };
    for (const status of ['bogus', ['contested', 'current']])
      await expect(on.store.list(ns, { status } as never)).rejects.toMatchObject(refused(statuses));
    await expect(on.store.current(ns, {} as never)).rejects.toMatchObject(
      refused({ path: 'subject', message: 'is missing', next: 'give a string' }),
    );
    const input = { factId: 'f_x', since: '2026' } as never;
    const next = expect.stringMatching(/^it takes factId, subject, .*, at,/);
    await expect(on.store.retract(ns, input)).rejects.toMatchObject(refused({ path: 'input', next }));
    const [row] = await on.store.remember(ns, { ...good, source: { sesion: 's' } } as never);
    expect(row?.issues).toContainEqual({
      path: 'facts[0].source',
      message: 'has unknown fields: sesion',
      next: 'it takes session, turn, kind, quote',
    });
  });

  it.each(['', ' ', 'a|b', 'a b', '../x', 'x'.repeat(101), 'ü', 7 as unknown as string])(
    'the namespace %j is refused in every verb',
    async (ns) => {
      const refused = { code: 'invalid_input', issues: [{ path: 'namespace' }] };
      await expect(on.store.remember(ns, good)).rejects.toMatchObject(refused);
      await expect(on.store.current(ns, { subject: 'user:ada' })).rejects.toMatchObject(refused);
      await expect(on.store.asOf(ns, { subject: 'user:ada' })).rejects.toMatchObject(refused);
      await expect(on.store.list(ns, {})).rejects.toMatchObject(refused);
      await expect(on.store.history(ns, { subject: 'user:ada', predicate: 'works_at' })).rejects.toMatchObject(refused);
      await expect(on.store.why(ns, 'f_x')).rejects.toMatchObject(refused);
      await expect(on.store.retract(ns, { factId: 'f_x' })).rejects.toMatchObject(refused);
      await expect(on.store.withdraw(ns, { factId: 'f_x' })).rejects.toMatchObject(refused);
      await expect(on.store.correct(ns, { factId: 'f_x', value: 'y' })).rejects.toMatchObject(refused);
      await expect(on.store.predicates(ns)).rejects.toMatchObject(refused);
      await expect(on.store.definePredicate(ns, 'p', {})).rejects.toMatchObject(refused);
      await expect(on.store.putEntity(ns, 'user:x', {})).rejects.toMatchObject(refused);
      await expect(on.store.entity(ns, 'user:x')).rejects.toMatchObject(refused);
      await expect(on.store.neighbours(ns, { entity: 'user:x' })).rejects.toMatchObject(refused);
      await expect(on.store.paths(ns, { from: 'user:x', to: 'user:y' })).rejects.toMatchObject(refused);
      await expect(on.store.doctor(ns)).rejects.toMatchObject(refused);
    },
  );

  it('a qualifier named __proto__ is refused wherever one is given, other odd names are names', async () => {
    const ns = on.fresh();
    const proto = JSON.parse(`{"__proto__": "${SECRET}"}`) as Record<string, string>;
    const [r] = await on.store.remember(ns, { ...good, qualifiers: proto });
    expect(r).toMatchObject({ outcome: 'rejected', issues: [{ path: 'facts[0].qualifiers.__proto__' }] });
    expect(JSON.stringify(r)).not.toContain(SECRET);
    const refused = { code: 'invalid_input', issues: [{ path: 'qualifiers.__proto__' }] };
    const asked = { subject: 'user:ada', predicate: 'works_at', qualifiers: proto };
    await expect(on.store.current(ns, asked)).rejects.toMatchObject(refused);
    await expect(on.store.asOf(ns, asked)).rejects.toMatchObject(refused);
    await expect(on.store.list(ns, asked)).rejects.toMatchObject(refused);
    await expect(on.store.history(ns, asked)).rejects.toMatchObject(refused);
    await expect(on.store.retract(ns, asked)).rejects.toMatchObject(refused);
    const labels = JSON.parse('{"__proto__": "x"}') as Record<string, string>;
    await expect(on.store.definePredicate(ns, 'p', { labels })).rejects.toMatchObject({
      issues: [{ path: 'definition.labels.__proto__' }],
    });
    const phrases = JSON.parse('{"__proto__": ["x"]}') as Record<string, string[]>;
    await expect(on.store.definePredicate(ns, 'p', { phrases })).rejects.toMatchObject({
      issues: [{ path: 'definition.phrases.__proto__' }],
    });

    const qualifiers = { constructor: 'a', toString: 'b', hasOwnProperty: 'c', prototype: 'd' } as unknown as Record<string, string>;
    await on.store.remember(ns, { ...good, predicate: 'likes', value: 'tea', qualifiers });
    await on.store.remember(ns, { ...good, predicate: 'likes', value: 'tea', qualifiers: { repo: 'constructor' } });
    const { facts } = await on.store.list(ns, { qualifiers });
    expect(facts.map((f) => Object.entries(f.qualifiers).sort())).toEqual([Object.entries(qualifiers).sort()]);
    expect((await on.store.retract(ns, { subject: 'user:ada', predicate: 'likes', value: 'tea', qualifiers })).outcome).toBe('ended');
    expect((await on.store.list(ns, { qualifiers })).facts).toEqual([]);
  });

  it('says that a fact named by its id is not named again', async () => {
    const ns = on.fresh();
    const [told] = await on.store.remember(ns, good);
    const factId = String(told?.factId);
    for (const more of [{ subject: 'user:bob' }, { predicate: 'likes' }, { value: 'x-secret' }, { qualifiers: { city: 'Rome' } }]) {
      const error = await on.store.retract(ns, { factId, ...more }).catch((e: unknown) => e);
      expect(error).toMatchObject({ code: 'invalid_input', operation: 'retract', issues: [{ path: 'factId' }] });
      expect(String(error)).not.toContain('x-secret');
    }
    expect((await on.store.list(ns)).facts).toHaveLength(1);
  });

  it('says what is not there', async () => {
    const ns = on.fresh();
    await on.store.remember(ns, good);
    await expect(on.store.withdraw(ns, { factId: 'f_nothing' })).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'factId' }] });
    await expect(on.store.withdraw(ns, { claimId: 'c_nothing' })).rejects.toMatchObject({
      code: 'not_found',
      issues: [{ path: 'claimId' }],
    });
    await expect(on.store.correct(ns, { factId: 'f_nothing', value: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(on.store.retract(ns, { subject: 'user:ada', predicate: 'likes', value: 'tea' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(on.store.entity(ns, 'Nobody')).rejects.toMatchObject({ code: 'not_found' });
    await expect(on.store.current(ns, { subject: 'user:nobody' })).rejects.toMatchObject({
      code: 'not_found',
      issues: [{ path: 'subject' }],
    });
  });

  it('refuses an option that it does not know: a mistyped store would be gone at the end', async () => {
    await expect(openPalimpsest({ stor: 'file:x' } as object)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'options' }],
    });
    await expect(openPalimpsest({ store: 'ftp://x' })).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'store' }] });
    await expect(openPalimpsest({ store: 'file:/dev/null/x' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('refuses too large a batch and a batch that is none', async () => {
    const ns = on.fresh();
    await expect(
      on.store.remember(
        ns,
        Array.from({ length: 10_001 }, () => good),
      ),
    ).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'facts' }] });
    await expect(on.store.remember(ns, good, { idempotencyKey: '' })).rejects.toMatchObject({ code: 'invalid_input' });
    const [r] = await on.store.remember(ns, 'nonsense' as unknown as Candidate);
    expect(r).toMatchObject({ outcome: 'rejected', issues: [{ path: 'facts[0]' }] });
  });
});
