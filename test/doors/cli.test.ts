import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openPalimpsest } from '../../src/store.ts';
import { makeBench } from './cli-run.ts';

const bench = makeBench();
const { cli, spawned } = bench;
const CONTROL = /(?!\n)\p{Cc}/u;
let namespaces = 0;
const fresh = () => ['-n', `ns-${++namespaces}`];
const json = async (args: readonly string[]) => JSON.parse((await cli([...args, '--json'])).out);

afterAll(() => bench.clear());

describe('help', () => {
  const COMMANDS = [
    'demo',
    'remember',
    'import',
    'current',
    'history',
    'as-of',
    'why',
    'retract',
    'withdraw',
    'correct',
    'predicates',
    'doctor',
    'serve',
    'config',
  ];

  it.each([...COMMANDS, 'predicates define'])('of %s teaches by example', async (name) => {
    const words = name.split(' ');
    const { code, out, err } = await cli([...words, '--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.match(new RegExp(`^ {2}\\$ palimpsest ${name}\\b`, 'gm'))?.length).toBeGreaterThanOrEqual(2);
  });

  it('names every command and every exit code', async () => {
    const { out } = await cli(['--help']);
    for (const name of COMMANDS) expect(out).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    for (const code of [0, 1, 2, 3, 4, 5, 6]) expect(out).toMatch(new RegExp(`^ {2}${code} {2}\\S`, 'm'));
  });
});

describe('a life of a fact', () => {
  const ns = fresh();

  it('remember tells what became of a statement', async () => {
    const first = await cli([...ns, 'remember', 'user:ada', 'works_at', 'Acme', '--from', '2024-03', '-c', '0.9', '--source', 'chat-1:4']);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/^inserted — new/);
    const again = await cli([...ns, 'remember', 'user:ada', 'works_at', 'Acme', '--from', '2024-03', '-c', '0.9', '--source', 'chat-1:4']);
    expect(again.out).toContain('sent before: nothing was written this time');
    expect(await json([...ns, 'remember', 'user:ada', 'works_at', 'Umbrella', '--from', '2026-01'])).toMatchObject({
      outcome: 'superseded',
    });
  });

  it('current shows a table and what it leaves out', async () => {
    const { out } = await cli([...ns, 'current', 'user:ada']);
    expect(out).toMatch(/^PREDICATE +VALUE +FROM +CONFIDENCE +FACT\nworks_at +Umbrella +2026-01-01 +0\.80 /);
    expect(out).toMatch(/^hidden: 1 no longer \(palimpsest history user:ada PREDICATE\)$/m);
  });

  it('as-of answers for another day', async () => {
    expect((await cli([...ns, 'as-of', '2025-06-01', 'user:ada', 'works_at'])).out).toMatch(/^works_at +Acme +2024-03-01/m);
    expect((await cli([...ns, 'as-of', 'now', 'user:ada', '--known-at', '2020-01-01'])).out).toMatch(
      /^Nothing holds now, as known at 2020-01-01,/,
    );
  });

  it('history shows versions and under each what was said', async () => {
    const { out } = await cli([...ns, 'history', 'user:ada', 'works_at']);
    expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3).join(' '))).toEqual([
      'STATUS VALUE FROM',
      'no longer Acme 2024-03-01',
      '└ inserted Acme 2024-03-01',
      'current Umbrella 2026-01-01',
      '└ took over Umbrella 2026-01-01',
      '',
    ]);
    expect(out).toContain('then Umbrella');
    expect(out).toContain('stated, chat-1:4');
  });

  it('why explains what holds, or a fact by its id', async () => {
    const { out } = await cli([...ns, 'why', 'user:ada', 'works_at']);
    expect(out).toMatch(/^user:ada works_at Umbrella — current, since 2026-01-01\n/);
    expect(out).toMatch(/It took over from\n.*\n +Acme/);
    const { facts } = await json([...ns, 'history', 'user:ada', 'works_at']);
    expect(await json([...ns, 'why', facts[0].id])).toMatchObject({ fact: { text: 'Acme' } });
  });

  it('withdraw brings back what was displaced; correct and retract do what they say', async () => {
    const { claims } = await json([...ns, 'history', 'user:ada', 'works_at']);
    const wrong = claims.find((claim: { text: string }) => claim.text === 'Umbrella');
    expect((await cli([...ns, 'withdraw', '--claim', wrong.id, '--reason', 'another Ada'])).out).toMatch(
      /^withdrawn — .*\n {2}.*what holds now has changed/,
    );
    const { facts } = await json([...ns, 'current', 'user:ada']);
    expect(facts).toMatchObject([{ text: 'Acme', validTo: null }]);
    expect(await cli([...ns, 'correct', facts[0].id, 'Acme Corp'])).toMatchObject({ code: 0, err: '' });
    expect(await json([...ns, 'retract', 'user:ada', 'works_at', '--at', '2026-05-31'])).toMatchObject({ outcome: 'ended' });
    expect((await cli([...ns, 'current', 'user:ada', 'works_at'])).out).toMatch(/^Nothing holds now for user:ada works_at\./);
    expect(await cli([...ns, 'doctor'])).toMatchObject({ code: 0, err: '' });
  });

  it('a scheduled change, a challenger and a qualifier are noted', async () => {
    const here = fresh();
    await cli([...here, 'remember', 'user:ada', 'plan', 'Pro', '-c', '1']);
    await cli([...here, 'remember', 'user:ada', 'plan', 'Free', '-c', '0.6', '--origin', 'extracted']);
    await cli([...here, 'remember', 'user:ada', 'prefers_editor', 'Vim', '-q', 'repo=api', '-q', 'mood=good']);
    await cli([...here, 'remember', 'user:ada', 'lives_in', 'Berlin']);
    await cli([...here, 'remember', 'user:ada', 'lives_in', 'Lisbon', '--from', '2999']);
    const { out } = await cli([...here, 'current', 'user:ada']);
    expect(out).toMatch(/^plan .*challenged by Free \(0\.60\)/m);
    expect(out).toMatch(/^prefers_editor +Vim .*repo=api/m);
    expect(out).toMatch(/^lives_in +Berlin .*until 2999-01-01, then Lisbon from 2999-01-01/m);
    expect(out).toMatch(/^hidden: 1 scheduled, 1 contested/m);
  });

  it('list shows what fits, page by page', async () => {
    const here = fresh();
    for (const who of ['user:ada', 'user:bob']) await cli([...here, 'remember', who, 'likes', 'tea', '--from', '2024']);
    const first = await cli([...here, 'list', '--predicate', 'likes', '--limit', '1']);
    expect(first.out).toMatch(/^user:(ada|bob) +likes +tea +current/m);
    const cursor = /--cursor (\S+)/.exec(first.out)?.[1] as string;
    const rest = await json([...here, 'list', '--predicate', 'likes', '--limit', '1', '--cursor', cursor]);
    expect(rest.facts).toHaveLength(1);
    expect(rest.cursor).toBeNull();
  });

  it('predicates are listed, defined and folded anew', async () => {
    const here = fresh();
    const define = [...here, 'predicates', 'define', 'favourite_tea'];
    expect((await cli([...define, '--cardinality', 'multi', '--half-life', 'none'])).out).toMatch(
      /^favourite_tea multi, text, version \d+ — applied/,
    );
    expect((await cli([...here, 'predicates'])).out).toMatch(/^favourite_tea +multi +text .*never fades +defined/m);
    await cli([...here, 'remember', 'user:ada', 'favourite_tea', 'Assam', '--from', '2024']);
    await cli([...here, 'remember', 'user:ada', 'favourite_tea', 'Sencha', '--from', '2025']);
    const dry = await cli([...define, '--cardinality', 'single', '--dry-run']);
    expect(dry).toMatchObject({ code: 0, out: expect.stringMatching(/dry run: nothing was changed[\s\S]*would change/) });
    expect(await cli([...define, '--cardinality', 'single'])).toMatchObject({ code: 5, out: '' });
    expect(await cli([...define, '--cardinality', 'single', '--resolve', 'fold'])).toMatchObject({ code: 0, err: '' });
    expect((await json([...here, 'current', 'user:ada'])).facts).toMatchObject([{ text: 'Sencha' }]);
  });
});

describe('failures', () => {
  const ns = fresh();

  it.each([
    ['an unknown command', ['remembr'], 2, /^palimpsest: unknown command .* — see palimpsest --help\n$/],
    ['a missing argument', ['remember', 'user:ada'], 2, /^palimpsest remember: missing required argument 'predicate'/],
    [
      'a value out of bounds',
      ['remember', 'user:ada', 'plan', 'Pro', '-c', '7'],
      2,
      /^palimpsest remember: --confidence: must be between 0 and 1 — give a number/,
    ],
    [
      'a number that is none',
      ['remember', 'user:ada', 'plan', 'Pro', '-c', 'much'],
      2,
      /^palimpsest remember: .*Give a number such as 0\.8/,
    ],
    [
      'an unknown store',
      ['current', 'user:ada', '--store', 'mysql://x'],
      2,
      /^palimpsest current: --store: has an unknown scheme — use memory:/,
    ],
    ['a bad time', ['as-of', 'yesterday', 'user:ada'], 2, /^palimpsest as-of: when: .*\n$/],
    ['an unknown fact', ['why', 'no-such-fact'], 4, /^palimpsest why: /],
    ['nothing to explain', ['why', 'user:ada', 'plan'], 4, /^palimpsest why: /],
    ['an unknown file', ['import', 'no/such/file.jsonl'], 4, /^palimpsest import: there is no such file — /],
    ['a directory', ['import', '.'], 2, /^palimpsest import: the file cannot be read \(EISDIR\)/],
    ['neither fact nor claim', ['withdraw'], 2, /^palimpsest withdraw: fact: /],
  ] as const)('%s', async (_, args, code, err) => {
    const ran = await cli([...ns, ...args]);
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(err);
    expect(ran.err).not.toMatch(/\n\s+at /);
  });

  it('never quote a value', async () => {
    const { out, err } = await cli([...ns, 'remember', 'user:ada', 'plan', 'Sesame', '-c', '7']);
    expect(out + err).not.toContain('Sesame');
  });

  it('as JSON they are one problem on stderr', async () => {
    const unknown = await cli([...ns, 'why', 'no-such-fact', '--json']);
    expect(unknown).toMatchObject({ code: 4, out: '' });
    expect(JSON.parse(unknown.err)).toMatchObject({ code: 'not_found', status: 404 });
    const rejected = await cli([...ns, 'remember', 'user:ada', 'plan', 'Pro', '-c', '7', '--json']);
    expect(rejected).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(rejected.err)).toMatchObject({ code: 'invalid_input', issues: [{ path: 'confidence' }] });
  });

  it('control characters of what is stored never reach the terminal', async () => {
    const here = fresh();
    const hostile = 'red\u009b31m \u202Eeman\u202C';
    await cli([...here, 'remember', 'user:ada', 'hobby', hostile]);
    for (const args of [
      ['current', 'user:ada'],
      ['history', 'user:ada', 'hobby'],
      ['why', 'user:ada', 'hobby'],
    ]) {
      const { out } = await cli([...here, ...args]);
      expect(out).toContain('red\uFFFD31m');
      expect(out).not.toMatch(/[\u009b\u202e]/u);
    }
    const { out } = await cli([...here, 'current', 'user:ada', '--json']);
    expect(out).not.toContain('\u009b');
    expect(JSON.parse(out).facts[0].text).toBe(hostile);
  });
});

describe('import', () => {
  const GOOD = [
    '{"subject":"user:ada","predicate":"plan","value":"Free","validFrom":"2025"}',
    '',
    '{"subject":"user:ada","predicate":"plan","value":"Pro","validFrom":"2026"}',
  ];
  const BAD = [
    '{"subject":',
    '["user:ada"]',
    '{"subject":"user:ada","predicate":"plan","value":"Sesame","confidence":7}',
    '{"predicate":"plan","value":"x"}',
  ];
  const file = (name: string, lines: readonly string[]) => {
    const path = join(bench.directory, name);
    writeFileSync(path, `${lines.join('\r\n')}\r\n`);
    return path;
  };

  it('lands the good rows, and tells of the bad ones by line, field and next step', async () => {
    const here = fresh();
    const { code, out, err } = await cli([...here, 'import', file('mixed.jsonl', [`\uFEFF${GOOD[0]}`, ...BAD, ...GOOD.slice(1)])]);
    expect(code).toBe(3);
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^palimpsest import: line 2: line: is not JSON — /),
      expect.stringMatching(/^palimpsest import: line 3: line: is not a JSON object — /),
      expect.stringMatching(/^palimpsest import: line 4: confidence: must be between 0 and 1/),
      expect.stringMatching(/^palimpsest import: line 5: subject: is missing/),
      '',
    ]);
    expect(err).not.toContain('Sesame');
    expect(out).toMatch(/^6 rows read\n/);
    expect(out).toMatch(/^4 +rejected/m);
    expect((await json([...here, 'current', 'user:ada', 'plan'])).facts).toMatchObject([{ text: 'Pro' }]);
  });

  it('keeps a return to what was said before, and tells files of one name apart', async () => {
    const here = fresh();
    const lines = (values: string[]) => values.map((value) => JSON.stringify({ subject: 'user:ada', predicate: 'plan', value }));
    const path = file('back.jsonl', lines(['free', 'pro', 'free']));
    await cli([...here, 'import', path]);
    expect((await json([...here, 'current', 'user:ada', 'plan'])).facts).toMatchObject([{ text: 'free' }]);
    expect(await json([...here, 'import', path])).toMatchObject({ replayed: 3 });
    mkdirSync(join(bench.directory, 'other'));
    expect(await json([...here, 'import', file('other/back.jsonl', lines(['pro']))])).toMatchObject({ replayed: 0 });
  });

  it('of the same file again writes nothing twice', async () => {
    const here = fresh();
    const path = file('twice.jsonl', GOOD);
    expect(await json([...here, 'import', path])).toMatchObject({ rows: 2, replayed: 0, outcomes: { inserted: 1, superseded: 1 } });
    const again = await cli([...here, 'import', path, '--json']);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(again.out)).toMatchObject({ rows: 2, replayed: 2, outcomes: {}, failures: [] });
    const { claims } = await json([...here, 'history', 'user:ada', 'plan']);
    expect(claims).toMatchObject([
      {
        origin: 'import',
        source: { session: expect.stringMatching(/^import:twice\.jsonl@\w{8}$/), turn: expect.stringMatching(/^[0-9a-f]{20}$/) },
      },
      { source: { session: expect.stringContaining('twice.jsonl') } },
    ]);
  });

  it('keeps the order over many batches, from stdin as well', async () => {
    const here = fresh();
    const rows = Array.from({ length: 1_201 }, (_, i) => JSON.stringify({ subject: `user:${i % 7}`, predicate: 'hobby', value: `h${i}` }));
    const { code, out } = await cli([...here, 'import', '-', '--json'], [...rows, 'x'].join('\n'));
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ rows: 1_202, rejected: 1, outcomes: { inserted: 1_201 }, failures: [{ line: 1_202 }] });
  });
});

describe('as a process', () => {
  it('prints one JSON document and nothing else, in a store of its own by default', async () => {
    const told = await spawned(['remember', 'user:ada', 'plan', 'Pro', '--json']);
    expect(told).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(told.out)).toMatchObject({ outcome: 'inserted' });
    expect(told.out).not.toMatch(CONTROL);
  });

  it('says that another process has the store, and how to go on', async () => {
    const holder = await openPalimpsest({ store: bench.store });
    try {
      const env = { PALIMPSEST_STORE: bench.store, PALIMPSEST_LOCK_TIMEOUT: '1200' };
      const { code, out, err } = await spawned(['current', 'user:ada'], { env });
      expect({ code, out }).toEqual({ code: 6, out: '' });
      expect(err).toMatch(/^palimpsest: waiting for the store, .*\npalimpsest current: another process has this store open.*--url.*\n$/);
    } finally {
      await holder.close();
    }
  });

  it('imports from stdin', async () => {
    const ran = await spawned(['import', '-'], { stdin: 'nonsense\n', env: { PALIMPSEST_STORE: 'memory:' } });
    expect(ran).toMatchObject({ code: 3, err: expect.stringMatching(/^palimpsest import: line 1: /) });
  });
});
