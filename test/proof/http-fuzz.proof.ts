import { expect, it } from 'vitest';
import { fuzz } from '../http/fuzz.ts';
import { describeServed } from '../http/served.ts';
import { SEED, sized } from '../support/size.ts';

describeServed('any request made from the OpenAPI document', (on) => {
  it('gets a documented answer, and never a failure', async () => {
    const shots = sized(2_000, 20_000);
    const statuses = await fuzz(on.url, shots, SEED);
    console.info(
      `${shots} requests: ${[...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, n]) => `${n} × ${status}`)
        .join(', ')}`,
    );
    // it was not all refused at the gate, and not all let through
    for (const status of [200, 400, 404, 405, 406, 415]) expect(statuses.get(status) ?? 0, `how many ${status}`).toBeGreaterThan(0);
    expect((await on.ask('GET', '/readyz')).body.ready).toBe(true);
  });
});
