import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openPalimpsest } from '../../src/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a store in a file', () => {
  const store = `file:${join(folder, 'store.db')}`;
  const job = { subject: 'user:ada', predicate: 'works_at' };

  it('is there again after it was closed: facts, history, predicates, keys', async () => {
    const first = await openPalimpsest({ store });
    await first.definePredicate('ns', 'favourite', { cardinality: 'single' });
    const told = await first.remember(
      'ns',
      [
        { ...job, value: 'Acme', validFrom: '2020' },
        { ...job, value: 'Globex', validFrom: '2022' },
      ],
      { idempotencyKey: 'k' },
    );
    const before = await first.history('ns', job);
    await first.close();
    const second = await openPalimpsest({ store });
    expect(await second.history('ns', job)).toEqual(before);
    expect((await second.predicates('ns')).find((p) => p.name === 'favourite')).toMatchObject({ source: 'defined', cardinality: 'single' });
    const again = await second.remember(
      'ns',
      [
        { ...job, value: 'Acme', validFrom: '2020' },
        { ...job, value: 'Globex', validFrom: '2022' },
      ],
      { idempotencyKey: 'k' },
    );
    expect(again.map((r) => [r.claimId, r.replayed])).toEqual(told.map((r) => [r.claimId, true]));
    await expect(openPalimpsest({ store })).rejects.toMatchObject({ code: 'store_locked' });
    await second.close();
    await expect(second.current('ns', job)).rejects.toMatchObject({ code: 'closed' });
  });

  it('is made only where it may be, and never its directory', async () => {
    const deep = join(folder, 'typo', 'deep', 'x.db');
    await expect(openPalimpsest({ store: `file:${deep}` })).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'store' }] });
    expect(existsSync(join(folder, 'typo'))).toBe(false);
    const path = join(folder, 'new.db');
    const closed = { store: `file:${path}`, create: false };
    await expect(openPalimpsest(closed)).rejects.toMatchObject({ code: 'not_found', issues: [{ path: 'store' }] });
    expect(existsSync(path)).toBe(false);
    await (await openPalimpsest({ ...closed, create: true })).close();
    await (await openPalimpsest(closed)).close();
  });
});
