import { expect, it } from 'vitest';
import type { FactValue } from '../../src/domain/fact.ts';
import { describeStores } from '../support/stores.ts';

const ADA = 'user:ada';
const said = (predicate: string, value: FactValue, observedAt = '2026-01-01T00:00:00Z') => ({ subject: ADA, predicate, value, observedAt });

describeStores('the locale of a namespace', (on) => {
  it.each<[locale: string, predicate: string, said: string, value: FactValue]>([
    ['en-IN', 'timezone', 'IST', 'India Standard Time'],
    ['en-IL', 'timezone', 'IST', 'Israel Time'],
    ['en-AU', 'timezone', 'EST', 'Australian Eastern Time'],
    ['en-CA', 'currency', '$', 'CAD'],
    ['ja-JP', 'currency', '¥', 'JPY'],
    ['en-US', 'birthday', '01/03/2024', '2024-01-03'],
    ['de-AT', 'birthday', '01/03/2024', '2024-03-01'],
    ['en-AU', 'salary', '$5.50', 'AUD 5.50'],
    ['de-DE', 'phone', '030 901820', '+4930901820'],
    ['de-AT', 'age', '1,234', 1.234],
  ])('%s: %s %j is %j, in writes, questions and acts', async (locale, predicate, text, value) => {
    const ns = on.fresh();
    await on.store.changeSettings(ns, { locale });
    const [written] = await on.store.remember(ns, said(predicate, text));
    expect(written?.outcome).toBe('inserted');
    const { facts } = await on.store.current(ns, { subject: ADA, predicate });
    expect(facts.map((f) => [f.value, f.text])).toEqual([[value, text]]);
    for (const asked of [text, value]) {
      expect((await on.store.list(ns, { predicate, value: asked })).facts).toHaveLength(1);
      expect((await on.store.list(ns, { value: asked })).facts).toHaveLength(1);
    }
    const corrected = await on.store.correct(ns, { factId: String(written?.factId), value: text });
    expect(corrected.claimId).not.toBeNull();
    await on.store.retract(ns, { subject: ADA, predicate, value: text, at: '2026-01-03T00:00:00Z' });
    expect((await on.store.current(ns, { subject: ADA, predicate })).facts).toEqual([]);
    expect((await on.store.doctor(ns)).findings).toEqual([]);
  });

  it('decides nothing it has no word on, and nothing that is clear', async () => {
    const ns = on.fresh();
    await on.store.changeSettings(ns, { locale: 'de-AT' });
    const [ist, dollar, iso] = await on.store.remember(ns, [
      said('timezone', 'IST'),
      said('currency', '$'),
      said('birthday', '2024-01-03'),
    ]);
    expect([ist?.outcome, dollar?.outcome, iso?.outcome]).toEqual(['ambiguous', 'ambiguous', 'inserted']);
    expect((await on.store.current(ns, { subject: ADA })).facts.map((f) => f.value)).toEqual(['2024-01-03']);
  });

  it('without one such a value is ambiguous and waits; set by another process, it is folded in, and the next call has it', async () => {
    const ns = on.fresh();
    const other = await on.another();
    const [before] = await on.store.remember(ns, said('timezone', 'IST'));
    expect(before?.outcome).toBe('ambiguous');
    await other.changeSettings(ns, { locale: 'en-IN' });
    expect((await on.store.current(ns, { subject: ADA, predicate: 'timezone' })).facts[0]?.value).toBe('India Standard Time');
    const [after] = await on.store.remember(ns, said('timezone', 'IST', '2026-01-02T00:00:00Z'));
    expect(after?.outcome).toBe('duplicate');
    await other.changeSettings(ns, { locale: 'en-IL' });
    const [changed] = await on.store.remember(ns, said('timezone', 'IST', '2026-02-01T00:00:00Z'));
    expect(changed?.outcome).toBe('superseded');
    expect((await on.store.current(ns, { subject: ADA, predicate: 'timezone' })).facts[0]?.value).toBe('Israel Time');
  });
});
