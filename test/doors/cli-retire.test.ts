import { afterAll, expect, it } from 'vitest';
import { makeBench } from './cli-run.ts';

const bench = makeBench();
afterAll(() => bench.clear());

it('retires on the command line: the plan, then the same for good', async () => {
  const { cli } = bench;
  await cli(['remember', 'user:ada', 'works_at', 'Globex', '--from', '2026-01-01']);
  await cli(['remember', 'Globex', 'headquarters', 'Berlin', '--from', '2026-01-01']);
  const plan = await cli(['retire', 'Globex', '--at', '2026-05-01', '--dry-run']);
  expect(plan.out).toMatch(/^dry run: nothing was changed — entity:org:globex, as of 2026-05-01\n {2}end 1, keep 1\n/);
  expect(plan.out).toMatch(/end +user:ada +works_at/);
  expect((await cli(['current', 'user:ada'])).out).toContain('works_at');
  const done = await cli(['retire', 'Globex', '--at', '2026-05-01', '--reason', 'I left']);
  expect(done.out).toMatch(/^retired — entity:org:globex/);
  expect(done.out).toMatch(/operation o_/);
  expect((await cli(['current', 'user:ada'])).out).not.toContain('works_at');
  expect((await cli(['retire', 'Globex'])).out).toMatch(/^nothing to do/);
  const odd = await cli(['retire', 'Globex', '--policy', 'works_at=review']);
  expect(odd.code).not.toBe(0);
  expect(odd.err).toContain('Give PREDICATE.SIDE=POLICY, such as works_at.value=review');
});

it('defines what becomes of the facts of a predicate', async () => {
  const { cli } = bench;
  const words = ['predicates', 'define', 'works_at', '--on-retire', 'value=review', '--json'];
  expect(JSON.parse((await cli(words)).out).predicate.onRetire).toEqual({ subject: null, value: 'review' });
  await cli(['remember', 'user:bob', 'works_at', 'Globex']);
  const plan = await cli(['retire', 'Globex', '--dry-run', '--json', '--policy', 'works_at.subject=end']);
  expect(JSON.parse(plan.out).counts).toMatchObject({ review: 1 });
  expect((await cli(['predicates', 'define', 'works_at', '--on-retire', 'value=gone'])).err).toContain('such as value=review');
});
