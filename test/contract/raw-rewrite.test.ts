import { expect, it } from 'vitest';
import { describeEngines } from '../support/engines.ts';
import { makeEntity, rewriteOf, write } from '../support/raw.ts';

describeEngines('a timeline that anybody with a driver writes', (on) => {
  it.each([
    ['apart', [1_000, 2_000], [2_000, null], true],
    ['with a gap', [1_000, 1_500], [2_000, null], true],
    ['one over the other', [1_000, 2_001], [2_000, null], false],
    ['one open before the other', [1_000, null], [2_000, null], false],
    ['one of them empty', [1_000, 1_000], [2_000, null], false],
    ['one upside down', [1_000, 900], [2_000, null], false],
  ] as const)('is taken or undone as a whole: facts %s', async (_, first, second, taken) => {
    const ns = on.freshNamespace();
    const { text, params } = makeEntity(ns, 'user:a');
    await on.engine.run(write(text), params);
    const slotKey = `${ns}|user:a|p|`;
    const created = [first, second].map(([validFrom, validTo], n) => ({
      slotKey,
      key: `${ns}|f_${n}#1`,
      properties: { id: `f_${n}`, idKey: `${ns}|f_${n}`, version: 1, namespace: ns, subject: 'user:a', predicate: 'p', validFrom, validTo },
    }));
    const rewrite = on.procedures.call(on.engine, 'truth/rewrite', rewriteOf(ns, 'user:a', { created }));
    if (taken) await rewrite;
    else await expect(rewrite).rejects.toMatchObject({ code: 'conflict' });
    const count = {
      name: 'test/count',
      mode: 'read' as const,
      text: 'WITH $k AS k MATCH (:Slot {key: k})-[:VERSION]->(f:Fact) RETURN count(f) AS facts',
    };
    expect(await on.engine.run(count, { k: slotKey })).toEqual([{ facts: taken ? 2 : 0 }]);
  });
});
