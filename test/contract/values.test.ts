import { expect, it } from 'vitest';
import type { FactValue } from '../../src/domain/fact.ts';
import type { Candidate } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

const ADA = 'user:ada';
const said = (predicate: string, value: FactValue, more: Partial<Candidate> = {}): Candidate => ({
  subject: ADA,
  predicate,
  value,
  observedAt: '2026-01-01T00:00:00Z',
  ...more,
});

describeStores('typed values', (on) => {
  const holds = async (ns: string, predicate: string) =>
    (await on.store.current(ns, { subject: ADA, predicate })).facts.map(({ value, text }) => [value, text]);

  // R21, and its like
  it.each<[string, FactValue, FactValue, FactValue]>([
    ['timezone', 'PST', 'Pacific Time', 'Pacific Time'],
    ['timezone', 'US/Eastern', 'America/New_York', 'America/New_York'],
    ['nationality', 'DE', 'Germany', 'DE'],
    ['nationality', 'Germany', 'Deutschland', 'DE'],
    ['currency', 'US$', 'USD', 'USD'],
    ['native_language', 'German', 'Deutsch', 'de'],
    ['prefers_programming_language', 'golang', 'Go', 'Go'],
    ['tech_stack', 'k8s', 'Kubernetes', 'Kubernetes'],
    ['birthday', '3 May 1990', '1990-05-03', '1990-05-03'],
    ['salary', '80k EUR', '€80,000.00', 'EUR 80000.00'],
    ['email', 'ada@EXAMPLE.com', 'ada@example.com', 'ada@example.com'],
    ['website', 'example.com', 'https://Example.com/', 'https://example.com'],
    ['phone', '+49 30 901820', '+49-30-901820', '+4930901820'],
    ['ssh_port', 22, '22', 22],
  ])('%s: %j and %j are one value, in the words it was said in', async (predicate, first, second, canonical) => {
    const ns = on.fresh();
    const results = await on.store.remember(ns, [
      said(predicate, first),
      said(predicate, second, { observedAt: '2026-01-02T00:00:00Z', source: { session: 's2' } }),
    ]);
    expect(results.map((r) => r.outcome)).toEqual(['inserted', 'duplicate']);
    expect(await holds(ns, predicate)).toEqual([[canonical, String(first)]]);
    for (const value of [first, second, canonical]) {
      expect((await on.store.list(ns, { predicate, value })).facts.map((f) => f.value)).toEqual([canonical]);
      expect((await on.store.list(ns, { value })).facts.map((f) => f.value)).toEqual([canonical]);
    }
    await on.store.retract(ns, { subject: ADA, predicate, value: second, at: '2026-01-03T00:00:00Z' });
    expect(await holds(ns, predicate)).toEqual([]);
  });

  it('what is compatible is another value all the same', async () => {
    const ns = on.fresh();
    const results = await on.store.remember(ns, [
      said('timezone', 'PST'),
      said('timezone', 'UTC-8', { observedAt: '2026-01-02T00:00:00Z' }),
    ]);
    expect(results.map((r) => r.outcome)).toEqual(['inserted', 'superseded']);
  });

  it.each([
    ['timezone', 'IST', ['India Standard Time', 'Israel Time', 'Europe/Dublin']],
    ['currency', '¥', ['JPY', 'CNY']],
    ['nationality', 'Korea', ['KR', 'KP']],
    ['birthday', '01/03/2024', ['2024-03-01', '2024-01-03']],
    ['prefers_editor', 'TF', ['Terraform', 'TensorFlow']],
  ])('%s: %j may be several: answered as such with the candidates, and nothing is written', async (predicate, value, candidates) => {
    const ns = on.fresh();
    const [unclear, after] = await on.store.remember(ns, [said(predicate, value), { ...said('likes', 'tea'), subject: 'user:bob' }]);
    expect(unclear).toMatchObject({ outcome: 'ambiguous', reason: 'ambiguous', claimId: null, factId: null });
    expect(unclear?.issues).toHaveLength(1);
    expect(unclear?.issues[0]?.path).toBe('facts[0].value');
    for (const candidate of candidates) expect(unclear?.issues[0]?.message).toContain(candidate);
    expect(JSON.stringify(unclear)).not.toContain(`"${value}"`);
    expect(after?.outcome).toBe('inserted');
    expect((await on.store.list(ns)).facts.map((f) => f.subject)).toEqual(['user:bob']);
    const named = await on.store.remember(
      ns,
      candidates.map((candidate, i) => said(predicate, candidate, { qualifiers: { context: `${i}` } })),
    );
    expect(named.map((r) => r.outcome)).toEqual(candidates.map(() => 'inserted'));
    // a question finds all that it may mean; an act says which
    expect((await on.store.list(ns, { predicate, value })).facts).toHaveLength(candidates.length);
    await expect(on.store.retract(ns, { subject: ADA, predicate, value })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'value', message: expect.stringContaining(candidates[0] as string) }],
    });
  });

  it('a correction is held to the same form', async () => {
    const ns = on.fresh();
    const [first] = await on.store.remember(ns, [said('timezone', 'CET')]);
    const factId = String(first?.factId);
    await expect(on.store.correct(ns, { factId, value: 'IST' })).rejects.toMatchObject({ code: 'invalid_input' });
    await on.store.correct(ns, { factId, value: 'Europe/Kiev' });
    expect(await holds(ns, 'timezone')).toEqual([['Europe/Kyiv', 'Europe/Kiev']]);
  });

  it('what a type does not know is kept in its words; what cannot be of it is rejected', async () => {
    const ns = on.fresh();
    const results = await on.store.remember(ns, [
      said('nationality', 'Atlantis'),
      said('nationality', 'ATLANTIS', { source: { session: 's2' } }),
      said('birthday', 'some day'),
      said('email', 'ada at home'),
      said('website', 'my page'),
    ]);
    expect(results.map((r) => r.outcome)).toEqual(['inserted', 'duplicate', 'rejected', 'rejected', 'rejected']);
    expect(JSON.stringify(results)).not.toMatch(/some day|at home|my page/);
    expect(await holds(ns, 'nationality')).toEqual([['Atlantis', 'Atlantis']]);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('numbers with a unit are a type of their own', async () => {
    const ns = on.fresh();
    await on.store.definePredicate(ns, 'runs_weekly', { cardinality: 'single', valueType: 'quantity' });
    await on.store.remember(ns, [said('runs_weekly', '5 km'), said('runs_weekly', '5000 m', { observedAt: '2026-01-02T00:00:00Z' })]);
    expect(await holds(ns, 'runs_weekly')).toEqual([['5000 m', '5 km']]);
  });
});
