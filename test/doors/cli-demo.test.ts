import { afterAll, describe, expect, it } from 'vitest';
import { makeBench, type Ran } from './cli-run.ts';

const bench = makeBench();
afterAll(() => bench.clear());

describe('the demo', () => {
  let ran: Promise<Ran> | undefined;
  const demo = () => {
    ran ??= bench.spawned(['demo'], { env: { PALIMPSEST_STORE: 'bolt://not-to-be-used' } });
    return ran;
  };

  it('needs nothing, and ignores a store that is merely configured', async () => {
    expect(await demo()).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    ['repetition is support', /10 × duplicate — [\s\S]*?now timezone = Europe\/Berlin/],
    ['a late word is filed into the past', /2026-02-14 [\s\S]*?filed into the past\n +now works_at = Acme since 2026-01-01/],
    ['a guess is contested', /2026-03-10 [\s\S]*?contested — [\s\S]*?now plan = Pro since 2026-03-02 \(challenged by Enterprise, 0\.60\)/],
    ['a week in Paris', /2026-05-04 [\s\S]*?now current_location = Paris since 2026-05-04 \(through 2026-05-08\)/],
    ['home again by the clock', /2026-05-11 +Time passes\.\n +now current_location = Berlin/],
    ['one correction beats eleven', /2026-06-20 [\s\S]*?now timezone = Europe\/Lisbon/],
    ['a wrong supersession', /2026-07-01 [\s\S]*?now plan = Free[\s\S]*?2026-07-03 [\s\S]*?now plan = Pro since 2026-03-02/],
    [
      'a scheduled change',
      /2026-08-10 [\s\S]*?now plan = Pro [^\n]*until 2026-09-01[\s\S]*?2026-09-02 +Time passes\.\n +now plan = Team since 2026-09-01/,
    ],
    [
      'both axes of time',
      /as-of 2026-06-10 user:ada lives_in\n[^\n]*\nlives_in +Lisbon[\s\S]*--known-at 2026-06-10\n[^\n]*\nlives_in +Berlin/,
    ],
    ['why', /user:ada plan Pro — no longer, from 2026-03-02 until 2026-09-01/],
    ['what to do next', /Next\n( {2}palimpsest .*\n {2}.*\n){3}$/],
  ])('tells of %s', async (_, passage) => {
    expect((await demo()).out).toMatch(passage);
  });

  it('as JSON is one document of the same answers', async () => {
    const { code, out, err } = await bench.cli(['demo', '--json', '--store', 'memory:']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { namespace, answers } = JSON.parse(out);
    expect(namespace).toMatch(/^demo-/);
    expect(answers.map((answer: { command: string }) => answer.command.split(' ')[0])).toEqual([
      'current',
      'history',
      'as-of',
      'as-of',
      'why',
    ]);
  });
});
