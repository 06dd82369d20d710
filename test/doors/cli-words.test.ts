import { afterAll, describe, expect, it } from 'vitest';
import { makeBench } from './cli-run.ts';

const bench = makeBench();
const { cli } = bench;
let namespaces = 0;
const fresh = () => ['-n', `ns-${++namespaces}`];
const json = async (args: readonly string[]) => JSON.parse((await cli([...args, '--json'])).out);
afterAll(() => bench.clear());

describe('remember repeats what it understood', () => {
  it('by canonical names and ids, and says what is new', async () => {
    const ns = fresh();
    const { out } = await cli([...ns, 'remember', 'bob', 'works-at', 'Acme']);
    expect(out).toMatch(/^ {2}entity:thing:bob \(new\) works_at entity:org:acme \(new\)$/m);
    expect((await cli([...ns, 'remember', 'Bob', 'editor', 'Vim'])).out).toMatch(/^ {2}entity:thing:bob prefers_editor /m);
  });

  it('a mistyped predicate with the one that was meant, once', async () => {
    const ns = fresh();
    const typo = [...ns, 'remember', 'user:ada', 'work_at', 'Initech'];
    expect((await cli(typo)).out).toMatch(/^ {2}new predicate work_at \(multi: several may hold\) — did you mean works_at/m);
    expect((await cli(typo)).out).not.toContain('new predicate');
    const row = '{"subject": "user:ada", "predicate": "live_in", "value": "Berlin"}';
    expect((await cli([...ns, 'import', '-'], row)).out).toMatch(/^new predicate live_in .* did you mean lives_in /m);
  });
});

describe('remember', () => {
  it('says that a text is nearly one that is there', async () => {
    const ns = fresh();
    await cli([...ns, 'remember', 'user:ada', 'note', 'waters the plants of the neighbour']);
    const { out } = await cli([...ns, 'remember', 'user:ada', 'note', 'Waters plants of the neighbor.']);
    expect(out).toMatch(/^ {2}nearly the words of a value that is there/m);
    expect((await cli([...ns, 'history', 'user:ada', 'note'])).out).toMatch(/^└ duplicate +Waters plants of the neighbor\./m);
  });
});

describe('the tables', () => {
  it('call a version that was rewritten a former one, and only what was taken back withdrawn', async () => {
    const ns = fresh();
    await cli([...ns, 'remember', 'user:ada', 'works_at', 'Globex', '--from', '2026']);
    await cli([...ns, 'remember', 'user:ada', 'works_at', 'Globex', '--from', '2025']);
    const { facts } = await json([...ns, 'history', 'user:ada', 'works_at']);
    const versions = facts.length;
    const { out } = await cli([...ns, 'history', 'user:ada', 'works_at']);
    expect(versions).toBeGreaterThan(1);
    expect(out.match(/^former version /gm)).toHaveLength(versions - 1);
    expect(out).not.toContain('withdrawn');
    expect((await cli([...ns, 'why', 'user:ada', 'works_at'])).out).not.toContain('withdrawn');
    await cli([...ns, 'withdraw', facts.at(-1).id]);
    expect((await cli([...ns, 'history', 'user:ada', 'works_at'])).out).toMatch(/^withdrawn +Globex/m);
  });

  it('show an end told as a date as its last day, and what lapsed as no longer', async () => {
    const ns = fresh();
    await cli([...ns, 'remember', 'user:ada', 'lives_in', 'Berlin', '--from', '2025']);
    await cli([...ns, 'remember', 'user:ada', 'lives_in', 'Paris', '--from', '2026-05-04', '--to', '2026-05-08']);
    const { out } = await cli([...ns, 'history', 'user:ada', 'lives_in']);
    expect(out).toMatch(/^no longer +Paris +2026-05-04 +through 2026-05-08 .*then Berlin/m);
    expect(out).toMatch(/^└ took over +Paris/m);
    const then = await cli([...ns, 'as-of', '2026-05-05', 'user:ada']);
    expect(then.out).toMatch(/^lives_in +Paris .*through 2026-05-08/m);
    expect(then.out).toMatch(/^hidden: 1 no longer, 1 later /m);
  });

  it('tell two of one name apart', async () => {
    const ns = fresh();
    await cli([...ns, 'remember', 'user:bob', 'knows', 'Ada']);
    await cli([...ns, 'remember', 'user:bob', 'knows', 'user:ada']);
    expect((await cli([...ns, 'current', 'user:bob'])).out).toMatch(/ada \(user:ada\)/);
  });
});

describe('a failure speaks of flags and arguments', () => {
  const ns = fresh();
  it.each([
    [['remember', 'user:ada', 'works_at'], /remember: value: is missing — give a value, or --end to say/],
    [['remember', 'user:ada', 'works_at', 'X', '--from', 'soon'], /remember: --from: /],
    [['remember', 'user:ada', 'works_at', 'X', '--quote', 'hi'], /remember: --source: is missing, and a quote needs one — give --source/],
    [['remember', 'user:ada', 'works_at', 'X', '--key', 'a|b'], /remember: --key: holds the separator/],
    [['current', 'user:eve'], /current: subject: names no entity of namespace ns-\d+ \(-n names another\)/],
    [
      ['current', 'user:ada', 'work_at'],
      /current: predicate: names no predicate of .* — did you mean works_at .*\? see palimpsest predicates/,
    ],
    [['retract', 'user:ada'], /retract: predicate: is missing — give a predicate too: palimpsest retract user:ada works_at/],
    [['retract', 'user:ada', 'speaks', 'Klingon'], /retract: value: is not one that holds now/],
    [['why', 'c_123'], /why: fact-or-subject: is the id of a claim, not of a fact — to withdraw it give it with --claim/],
    [['withdraw', 'c_123'], /withdraw: fact: is the id of a claim/],
    [['withdraw', '--claim', 'f_123'], /withdraw: --claim: is the id of a fact/],
    [['correct', 'user:ada', 'X'], /correct: fact: is the id of an entity/],
    [['list', '--limit', 'abc'], /list: .*Give a number such as 20/],
    [['list', '--limit', '0'], /list: --limit: must be between 1 and 500/],
    [['predicates', 'define', 'leads', '--margin', '3'], /palimpsest predicates define: --margin: must be between 0 and 1/],
    [['predicates', 'define', 'x', '--tier', 'none'], /palimpsest predicates define: .*see palimpsest predicates define --help/],
    [['list', '--store', './x.db'], /list: --store: has an unknown scheme — write file: before the path/],
  ])('%j', async (args, says) => {
    await cli([...ns, 'remember', 'user:ada', 'speaks', 'French']);
    const { code, out, err } = await cli([...ns, ...args]);
    expect({ out, err }).toEqual({ out: '', err: expect.stringMatching(says) });
    expect(code).toBeGreaterThan(1);
  });

  it('also where a key was used for something else', async () => {
    const say = (value: string) => cli([...ns, 'remember', 'user:ada', 'likes', value, '--key', 'k-1']);
    await say('tea');
    expect(await say('cake')).toMatchObject({ code: 5, err: expect.stringContaining('remember: --key was used for another request') });
  });

  it('but as JSON of the fields of the interface', async () => {
    const { err } = await cli([...ns, 'remember', 'user:ada', 'works_at', 'X', '--from', 'soon', '--json']);
    expect(JSON.parse(err).issues).toMatchObject([{ path: 'validFrom' }]);
  });
});

it('retract at or before the start says that it never was', async () => {
  const ns = fresh();
  await cli([...ns, 'remember', 'user:ada', 'works_at', 'Acme', '--from', '2026']);
  const { out } = await cli([...ns, 'retract', 'user:ada', 'works_at', '--at', '2025']);
  expect(out).toMatch(/^withdrawn — that is at or before its start, so it never was/);
});

describe('whom a name means', () => {
  it('is told in words: who a phrase needs, what a slip waits for, who somebody new may be', async () => {
    const ns = fresh();
    const waits = await cli([...ns, 'remember', 'me', 'works_at', 'VW']);
    expect(waits.out).toMatch(/^unresolved — not stored yet, as nobody known is meant/m);
    expect(waits.out).toMatch(/set it with palimpsest settings set subject=ID, or use an id$/m);
    expect((await cli([...ns, 'current', 'me'])).err).toContain('set it with palimpsest settings set subject=ID');
    expect((await cli([...ns, 'resolve', 'me'])).out).toMatch(/^nobody: such words stand for whoever speaks/m);
    expect((await cli([...ns, 'resolve', 'entity:org:none'])).out).not.toContain('such words');
    const made = await cli([...ns, 'remember', 'user:ben', 'works_at', 'Volkswagen GmbH']);
    expect(made.out).toMatch(/^ {2}value: new; if it is entity:org:volkswagen after all, merge the two$/m);
  });

  it('is shown with facts that are asked for from the other side', async () => {
    const ns = fresh();
    await cli([...ns, 'remember', 'user:ada', 'works_at', 'Acme']);
    expect((await cli([...ns, 'current', 'Acme', 'employs'])).out).toMatch(/^user:ada +works_at +Acme/m);
    expect((await cli([...ns, 'current', 'user:ada', 'works_at'])).out).not.toContain('SUBJECT');
  });

  it('is decided by id, and what a merge left open is named', async () => {
    const ns = fresh();
    await cli([...ns, 'remember', 'customer:1', 'plan', 'free', '--from', '2026-01']);
    await cli([...ns, 'remember', 'customer:2', 'plan', 'pro', '--from', '2026-03']);
    await cli([...ns, 'merge', 'customer:2', 'customer:1']);
    expect((await cli([...ns, 'reviews'])).out).toMatch(/merge-clash +plan of customer:1, customer:2/);
    expect((await cli([...ns, 'unmerge', 'Somebody'])).err).toContain('is no id of an entity');
    await cli([...ns, 'remember', 'user:ada', 'works_at', 'Volkswagen']);
    await cli([...ns, 'remember', 'user:ben', 'works_at', 'Volkswagn']);
    const [near] = (await json([...ns, 'reviews'])).reviews.filter((r: { kind: string }) => r.kind === 'near-entity');
    expect((await cli([...ns, 'decide', near.id, 'accept', '--value', 'VW'])).err).toContain('is no id of an entity');
  });
});
