import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../../src/config/config.ts';
import { LIMITS } from '../../src/contract/limits.ts';

const [ofTheContract, ofTheServer] = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8').split('## The server') as [
  string,
  string,
];

it('docs/limits.md states the limits of the contract', () => {
  const stated = [...ofTheContract.matchAll(/\| ([0-9; ]+) \|/g)].flatMap(([, numbers]) => (numbers as string).split(';').map(Number));
  expect(stated.sort()).toEqual(Object.values(LIMITS).map(Number).sort());
});

it('docs/limits.md states the defaults of the server', () => {
  const stated = Object.fromEntries([...ofTheServer.matchAll(/^\| `(\w+)` +\| (\d+) +\|/gm)].map(([, key, value]) => [key, Number(value)]));
  const { port: _, ...settings } = readSettings({}, {});
  expect(stated).toEqual(Object.fromEntries(Object.entries(settings).filter(([, value]) => typeof value === 'number')));
});
