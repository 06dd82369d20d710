import { expect, it } from 'vitest';
import { describeStores } from '../support/stores.ts';

describeStores('the predicate of a statement', (on) => {
  const say = (ns: string, ...predicates: string[]) =>
    on.store.remember(
      ns,
      predicates.map((predicate) => ({ subject: 'user:ada', predicate, value: 'Acme' })),
    );

  it('is said by its canonical name, whatever it was called', async () => {
    const results = await say(on.fresh(), 'works_at', 'Works at', 'employer');
    expect(results.map((r) => r.resolved.predicate)).toEqual(
      ['works_at', 'Works at', 'employer'].map((mention) => ({ mention, predicate: 'works_at', band: 'accept', candidates: [] })),
    );
  });

  it('is said to be new, with the names that may have been meant', async () => {
    const ns = on.fresh();
    const [typo, other, twice] = await say(ns, 'work_at', 'shoe_size', 'work_at');
    expect(typo?.resolved.predicate).toMatchObject({ mention: 'work_at', predicate: 'work_at', band: 'new' });
    expect(typo?.resolved.predicate?.candidates[0]).toBe('works_at');
    expect(twice?.resolved.predicate).toEqual(typo?.resolved.predicate);
    expect(other?.resolved.predicate).toEqual({ mention: 'shoe_size', predicate: 'shoe_size', band: 'new', candidates: [] });
    const [again] = await say(ns, 'work_at');
    expect(again?.resolved.predicate).toMatchObject({ band: 'accept', candidates: [] });
  });

  it('that is unknown to a question is refused with such names', async () => {
    const ns = on.fresh();
    await say(ns, 'works_at');
    const next = expect.stringMatching(/^did you mean works_at/);
    const refused = { code: 'not_found', issues: [{ path: 'predicate', next }] };
    const asked = { subject: 'user:ada', predicate: 'work_at' };
    await expect(on.store.current(ns, asked)).rejects.toMatchObject(refused);
    await expect(on.store.asOf(ns, asked)).rejects.toMatchObject(refused);
    await expect(on.store.list(ns, asked)).rejects.toMatchObject(refused);
    await expect(on.store.history(ns, asked)).rejects.toMatchObject(refused);
    await expect(on.store.retract(ns, asked)).rejects.toMatchObject(refused);
    const path = 'predicate[1]';
    await expect(on.store.current(ns, { ...asked, predicate: ['works_at', 'work_at'] })).rejects.toMatchObject({
      issues: [{ path, next }],
    });
  });
});
