import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { makeBench } from './cli-run.ts';

const bench = makeBench();
afterAll(() => bench.clear());
const scriptOf = async (shell: string): Promise<string> => (await bench.cli(['completion', shell])).out;

/** What a shell offers after these words. */
async function offered(...words: string[]): Promise<string[]> {
  const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _palimpsest; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${await scriptOf('bash')}\n${ask}`, 'bash', 'palimpsest', ...words], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('bash', () => {
  it.each([
    [['re'], ['remember', 'retract', 'restore', 'retire', 'reviews', 'review', 'resolve']],
    [['predicates', 'd'], ['define']],
    [['-n', 'demo', 'predicates', 'd'], ['define']],
    [['current', 'list', '--json', '--ur'], ['--url']],
    [['remember', '--orig'], ['--origin']],
    [['remember', 'user:ada', 'likes', 'tea', '--origin', 'st'], ['stated']],
    [['current', 'user:ada', '--orig'], []],
    [['serve', '--log-level', 'si'], ['silent']],
    [['import', 'package.j'], ['package.json']],
    [['--config', 'package.j'], ['package.json']],
    [['current', '--store', 'p'], []],
    [['completion', 'z'], ['zsh']],
  ])('after %j offers %j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });
});

it.each(['bash', 'zsh', 'fish'])('%s knows every command and option that the help shows', async (shell) => {
  const script = await scriptOf(shell);
  const { out } = await bench.cli(['--help']);
  const listed = /^Commands:\n([\s\S]*?)\n\n/m.exec(out)?.[1] ?? '';
  const names = [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name as string).filter((name) => name !== 'help');
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(script).toContain(name);
  const { out: help } = await bench.cli(['predicates', 'define', '--help']);
  for (const [, flag] of help.matchAll(/--([a-z-]+)/g)) expect(script).toMatch(new RegExp(`(--|-l )${flag}\\b`));
});

it('another shell is refused, with those there are', async () => {
  const { code, err } = await bench.cli(['completion', 'csh']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('bash, zsh, fish') });
});
