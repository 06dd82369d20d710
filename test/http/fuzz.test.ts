import { expect, it } from 'vitest';
import { SEED } from '../support/size.ts';
import { fuzz } from './fuzz.ts';
import { describeServed } from './served.ts';

describeServed('any request', (on) => {
  it('gets a documented answer, and never a failure', async () => {
    const statuses = await fuzz(on.url, 300, SEED);
    for (const status of [200, 400, 404]) expect(statuses.get(status) ?? 0, `how many ${status}`).toBeGreaterThan(5);
  });
});
