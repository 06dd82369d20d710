import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeBench } from './cli-run.ts';

const bench = makeBench();
afterAll(() => bench.clear());

const mine = join(bench.directory, 'mine.json');
writeFileSync(mine, JSON.stringify({ entities: [{ type: 'org', name: 'Vintage Wines', aliases: { acronym: ['VW'] } }] }));
let people = 0;
const tell = async (...flags: string[]) => {
  const { out, err } = await bench.cli(['-n', `n${++people}`, 'remember', 'user:ada', 'works_at', 'VW', '--json', ...flags]);
  return err === '' ? JSON.parse(out).resolved.value.entity : err;
};

it('the command line has the shipped catalogue, one of your own, or none', async () => {
  expect(await tell()).toBe('entity:org:volkswagen');
  expect(await tell('--catalogue', mine)).toBe('entity:org:vintage-wines');
  expect(await tell('--no-catalogue')).toBe('entity:org:vw');
});

it('says what is wrong with the file, and where a server’s is given', async () => {
  const broken = join(bench.directory, 'broken.json');
  writeFileSync(broken, JSON.stringify({ entities: [{ type: 'org' }] }));
  const said = async (...flags: string[]) => (await bench.cli(['current', 'user:ada', ...flags])).err;
  expect(await said('--catalogue', broken)).toContain('--catalogue entities[0].name: is missing');
  expect(await said('--catalogue', join(bench.directory, 'none'))).toContain('--catalogue: names a file that cannot be read');
  expect(await said('--url', 'http://127.0.0.1:1', '--catalogue', mine)).toContain('give it to palimpsest serve');
});

it('the environment names it, or switches it off', async () => {
  const args = ['remember', 'user:ada', 'works_at', 'VW', '--json', '--store', 'memory:'];
  const told = async (PALIMPSEST_CATALOGUE: string) => bench.spawned(args, { env: { PALIMPSEST_CATALOGUE } });
  expect(JSON.parse((await told('false')).out).resolved.value.entity).toBe('entity:org:vw');
  expect(JSON.parse((await told(mine)).out).resolved.value.entity).toBe('entity:org:vintage-wines');
  expect((await told('true')).err).toContain('PALIMPSEST_CATALOGUE must be a file or false');
});
