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

it('claims that stand against one another are shown with both sides, age and a suggestion, and decided', async () => {
  await cli(['predicates', 'define', 'plan', '--cardinality', 'single']);
  const sure = ['--origin', 'stated', '--confidence', '0.95', '--from', '2026-05-01'];
  await cli(['remember', 'user:ada', 'plan', 'pro', ...sure]);
  const told = await cli(['remember', 'user:ada', 'plan', 'free', '--confidence', '0.4']);
  const id = /review (r_\w+)/.exec(told.out)?.[1] as string;
  const list = await cli(['reviews', '--kind', 'contested-value']);
  expect(list.out).toMatch(new RegExp(`a moment +open +contested-value +user:ada plan +free, or pro +${id}`));
  const shown = await cli(['review', id]);
  expect(shown.out).toMatch(/^ {2}accept: free\n/m);
  expect(shown.out).toMatch(/^ {2}reject: pro\n/m);
  expect(shown.out).toMatch(/^ {2}suggested: reject, what holds is as strong or stronger$/m);
  expect((await cli(['decide', id, 'defer', '--until', '2099-01-01'])).out).toMatch(/deferred +until 2099-01-01/);
  const decided = await cli(['decide', id, 'accept', '--by', 'me']);
  expect(decided.code).toBe(0);
  const operation = /take it back: palimpsest undo (o_\w+)/.exec(decided.out)?.[1] as string;
  expect((await cli(['current', 'user:ada', 'plan'])).out).toContain('free');
  expect((await cli(['undo', operation])).code).toBe(0);
  const [again] = JSON.parse((await cli(['reviews', '--kind', 'contested-value', '--state', 'deferred', '--json'])).out).reviews;
  expect(again).toMatchObject({ id, state: 'deferred', sides: { challenger: { value: 'free' } }, suggestion: { decision: 'reject' } });
});
