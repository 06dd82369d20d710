import { afterAll, expect, it } from 'vitest';
import { makeBench } from './cli-run.ts';

const bench = makeBench();
const { cli } = bench;
afterAll(() => bench.clear());

it('what waits is listed, shown with the command that answers it, and answered', async () => {
  for (const [who, what] of Object.entries({ ada: 'Acme GmbH', bob: 'Acme AG' })) await cli(['remember', `user:${who}`, 'works_at', what]);
  const told = await cli(['remember', 'user:eve', 'works_at', 'Acme']);
  expect(told.code).toBe(3);
  expect(told.out).toMatch(/^ambiguous — not stored yet, as it is not sure who or what is meant; it waits in a review$/m);
  const id = /review (r_\w+)/.exec(told.out)?.[1] as string;
  await cli(['remember', 'user:eve', 'timezone', 'IST']);
  const list = await cli(['reviews']);
  expect(list.out).toMatch(new RegExp(`open +ambiguous-entity +user:eve works_at Acme +value: .*entity:org:acme-ag.* ${id}`));
  expect(list.out).toMatch(/^2 open questions$/m);
  const shown = await cli(['review', id]);
  const [, answer = ''] = /palimpsest (decide .*)/.exec(shown.out) ?? [];
  expect(answer).toMatch(new RegExp(`^decide ${id} accept --value entity:org:acme-\\w+$`));
  expect(shown.out).toMatch(/^ {2}or: accept --new value, reject, defer$/m);
  const decided = await cli([...answer.split(' '), '--by', 'me', '--reason', 'asked her']);
  expect(decided.code).toBe(0);
  expect(decided.out).toMatch(/accepted .*by me, asked her/);
  expect(decided.out).toContain('inserted — new');
  expect((await cli(['current', 'user:eve', 'works_at'])).out).toMatch(/Acme (AG|GmbH)/);
  expect(await cli(['decide', id, 'reject'])).toMatchObject({ code: 5, out: '' });
  expect((await cli(['decide', id, 'perhaps'])).code).toBe(2);
  expect((await cli(['review', 'r_none'])).code).toBe(4);
});

it('a value is given as one, and a new entity by naming the field', async () => {
  const [zone] = JSON.parse((await cli(['reviews', '--kind', 'ambiguous-value', '--json'])).out).reviews;
  expect((await cli(['decide', zone.id, 'accept', '--value', 'Asia/Kolkata'])).code).toBe(0);
  expect((await cli(['current', 'user:eve', 'timezone'])).out).toContain('IST');
  const { reviewId } = JSON.parse((await cli(['remember', 'user:kim', 'works_at', 'Acme', '--json'])).out);
  expect((await cli(['decide', reviewId, 'defer'])).code).toBe(0);
  expect((await cli(['reviews'])).out).toMatch(/^Nothing to decide\.$/m);
  const { result } = JSON.parse((await cli(['decide', reviewId, 'accept', '--new', 'value', '--json'])).out);
  expect(result.outcome).toBe('inserted');
  expect((await cli(['decide', reviewId, 'accept', '--new', 'name'])).code).toBe(2);
});
