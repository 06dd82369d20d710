import { expect, it } from 'vitest';
import { importFacts } from '../../src/index.ts';
import type { Candidate } from '../../src/palimpsest.ts';
import { describeStores } from '../support/stores.ts';

const row = (i: number): Candidate => ({ subject: `user:${i}`, predicate: 'likes', value: 'tea' });
async function* rows(count: number, pulled: (i: number) => void = () => undefined): AsyncGenerator<Candidate> {
  for (let i = 0; i < count; i++) {
    pulled(i);
    yield i % 10 === 7 ? { ...row(i), confidence: 7 } : row(i);
  }
}

describeStores('a stream of facts', (on) => {
  it('is told in batches, in order, each row for itself', async () => {
    const ns = on.fresh();
    const held: number[] = [];
    const refused: number[] = [];
    let pulled = 0;
    const totals = await importFacts(
      on.store,
      ns,
      rows(95, () => {
        pulled += 1;
      }),
      {
        batch: 20,
        onProgress: ({ rows }) => held.push(pulled - rows),
        onResult: (i, { outcome }) => void (outcome === 'rejected' && refused.push(i)),
      },
    );
    expect(totals).toEqual({
      rows: 95,
      replayed: 0,
      withdrawn: 0,
      rejected: 9,
      waiting: 0,
      outcomes: { inserted: 86, rejected: 9 },
      operationId: expect.stringMatching(/^o_/),
    });
    expect(refused).toEqual([7, 17, 27, 37, 47, 57, 67, 77, 87]);
    expect(held).toEqual([0, 0, 0, 0, 0]);
    expect((await on.store.list(ns, { limit: 500 })).facts).toHaveLength(86);
  });

  it('told again under the same prefix writes nothing twice', async () => {
    const ns = on.fresh();
    const options = { batch: 20, keyPrefix: 'crm-7' };
    await importFacts(on.store, ns, rows(45), options);
    const again = await importFacts(on.store, ns, rows(45), options);
    expect(again).toMatchObject({ rows: 45, replayed: 41, rejected: 4, outcomes: { rejected: 4 } });
    expect((await on.store.history(ns, { subject: 'user:1', predicate: 'likes' })).claims).toHaveLength(1);
    await expect(importFacts(on.store, ns, [row(1)], options)).rejects.toMatchObject({ code: 'key_reused' });
  });

  it('stops after the batch under way, and refuses options that make no sense', async () => {
    const ns = on.fresh();
    const stop = new AbortController();
    const totals = await importFacts(on.store, ns, rows(100), { batch: 10, signal: stop.signal, onProgress: () => stop.abort() });
    expect(totals.rows).toBe(10);
    await expect(importFacts(on.store, ns, [], { batch: 0 })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await importFacts(on.store, ns, [])).toMatchObject({ rows: 0 });
  });
});
