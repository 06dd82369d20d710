import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { catalogueSchema } from '../../src/contract/catalogue.ts';
import { namesOf } from '../../src/registry/catalogue/book.ts';
import { Catalogue } from '../../src/registry/catalogue/catalogue.ts';
import { readShipped, SHIPPED_FILES } from '../../src/registry/catalogue/files.ts';
import { foldName } from '../../src/registry/names/key.ts';
import { mintId } from '../../src/registry/names/mint-id.ts';
import { openPalimpsest } from '../../src/store.ts';

const files = SHIPPED_FILES.map((name) => ({ name, file: readShipped(name) }));
const core = readShipped('core');

describe('the shipped catalogue', () => {
  it.each(files)('$name is well formed and says where it comes from', ({ file }) => {
    expect(catalogueSchema.safeParse(file).error?.issues ?? []).toEqual([]);
    expect(file.source).toMatchObject({ licence: expect.stringMatching(/^(Apache-2\.0|BSD-3-Clause|CC0-1\.0|MIT)$/) });
  });

  it('was made from the pinned packages', () => {
    const { dependencies } = JSON.parse(readFileSync(new URL('../../scripts/seeds/package.json', import.meta.url), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const { name, file } of files) if (name !== 'core') expect(file.source?.version).toBe(dependencies[String(file.source?.name)]);
  });

  it('has no entity twice, and only its core links', () => {
    const ids = files.flatMap(({ file }) => file.entities.map((e) => mintId(e.type, e.name)));
    expect(ids.length - new Set(ids).size).toBe(0);
    expect(files.filter(({ file }) => file.link === 'accept').map(({ name }) => name)).toEqual(['core']);
  });

  it('has a core of everyday names: 150 organisations, 100 tools, and few that two share', () => {
    const count = (type: string) => core.entities.filter((e) => e.type === type).length;
    expect(count('org')).toBeGreaterThanOrEqual(150);
    expect(count('tool')).toBeGreaterThanOrEqual(100);
    const owners = new Map<string, Set<string>>();
    for (const e of core.entities)
      for (const name of namesOf(e)) {
        const words = e.words ?? [];
        const keys = words.includes(name) ? [`${e.type} ${foldName(name)}`] : [`${e.type} ${foldName(name)}`, ` ${foldName(name)}`];
        for (const key of keys) owners.set(key, (owners.get(key) ?? new Set()).add(`${e.type} ${e.name}`));
      }
    const shared = [...owners].filter(([, who]) => who.size > 1).map(([key]) => key);
    expect(shared.sort()).toEqual([' db', ' ms', 'org db', 'org ms']);
  });

  it('finds every entity by its id', () => {
    const catalogue = Catalogue.open();
    for (const { file } of files)
      for (const { type, name } of file.entities) expect(catalogue.byId(mintId(type, name))).toMatchObject({ type, name });
    for (const id of ['entity:org:nobody', 'entity:org:', 'entity:', 'entity:org:x~0', 'entity:place:volkswagen'])
      expect(catalogue.byId(id)).toBeNull();
  });

  it('finds everyday names', () => {
    const catalogue = Catalogue.open();
    const meant = (type: string, name: string) => catalogue.exact(name, type).map((e) => e.name);
    for (const [type, name, entity] of [
      ['org', 'VW', 'Volkswagen'],
      ['org', 'MSFT', 'Microsoft'],
      ['org', 'h&m', 'H&M'],
      ['tool', 'AWS', 'Amazon Web Services'],
      ['tool', 'k8s', 'Kubernetes'],
      ['tool', 'Postgres', 'PostgreSQL'],
      ['place', 'Holland', 'Netherlands'],
      ['place', 'NYC', 'New York City'],
    ] as const)
      expect(meant(type, name), name).toEqual([entity]);
    for (const [type, name] of [
      ['person', 'VW'],
      ['org', 'Julia'],
      ['place', 'Acme'],
    ] as const)
      expect(meant(type, name), name).toEqual([]);
  });
});

describe('a name that is a word too', () => {
  const catalogue = Catalogue.open();
  const led = (name: string, type: string | null) => {
    const { sure, maybe } = catalogue.joined(name, type);
    return [...catalogue.exact(name, type), ...sure, ...maybe].map((e) => e.name);
  };

  it('leads nowhere while nobody asks for its type, whatever the spacing', () => {
    for (const name of [
      'Visa',
      'Block',
      'The Block',
      'Ford',
      'Apple',
      'Orange',
      'Julia',
      'Go',
      'C',
      'X',
      'Slack',
      'Red Hat',
      'LA',
      'Sydney',
    ])
      expect(led(name, null), name).toEqual([]);
    expect(led('visa', 'org')).toContain('Visa');
    expect(led('RedHat', 'org')).toContain('Red Hat');
  });

  it('must be exact, and a legal form is not left out of a name to meet it', () => {
    for (const name of ['Orange', 'Total', 'The Who', 'The Shell']) expect(led(name, 'org'), name).toEqual([]);
  });
});

describe('a catalogue of one’s own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-catalogue-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (content: unknown) => {
    const path = join(folder, `${Math.random()}.json`);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const employer = async (catalogue: string | false, value: string) => {
    const store = await openPalimpsest({ catalogue });
    const [r] = await store.remember('n', { subject: 'user:ada', predicate: 'works_at', value });
    await store.close();
    return r?.resolved.value;
  };

  it('goes before the shipped one, and may only propose', async () => {
    const mine = { type: 'org', name: 'Vintage Wines', aliases: { acronym: ['VW'] } };
    const links = file({ entities: [mine] });
    expect(await employer(links, 'VW')).toMatchObject({ entity: 'entity:org:vintage-wines', rule: 'catalogue' });
    expect(await employer(links, 'MSFT')).toMatchObject({ entity: 'entity:org:microsoft', rule: 'catalogue' });
    const proposes = file({ link: 'propose', entities: [{ ...mine, aliases: { acronym: ['VWX'] } }] });
    expect(await employer(proposes, 'VWX')).toMatchObject({ band: 'new', candidates: [{ entity: 'entity:org:vintage-wines' }] });
  });

  it('may be none at all', async () => {
    expect(await employer(false, 'VW')).toMatchObject({ entity: 'entity:org:vw', band: 'new' });
  });

  it('of two that share a name in it asks', async () => {
    const two = ['One', 'Two'].map((name) => ({ type: 'org', name, aliases: { acronym: ['ACM'] } }));
    const store = await openPalimpsest({ catalogue: file({ entities: two }) });
    const told = await store.remember('n', { subject: 'user:ada', predicate: 'works_at', value: 'acm' });
    await store.close();
    const candidates = [{ entity: 'entity:org:one' }, { entity: 'entity:org:two' }];
    expect(told).toMatchObject([{ outcome: 'ambiguous', resolved: { value: { entity: null, band: 'ambiguous', candidates } } }]);
  });

  it('is refused with every field that is wrong, and none of its values', async () => {
    const entities = [
      { type: 'Org', name: 'Secret', domain: 'secret' },
      { type: 'org', name: '' },
      { type: 'org', name: 'Secret', aliases: { slang: ['x'] }, words: ['Other'] },
    ];
    const failure = await openPalimpsest({ catalogue: file({ entities }) }).catch((e: unknown) => e);
    expect(failure).toMatchObject({ code: 'invalid_input' });
    const { issues, message } = failure as { issues: readonly { path: string }[]; message: string };
    expect(issues.map((i) => i.path)).toEqual([
      'catalogue.entities[0].type',
      'catalogue.entities[0].domain',
      'catalogue.entities[1].name',
      'catalogue.entities[2].aliases',
      'catalogue.entities[2].words[0]',
    ]);
    expect(JSON.stringify({ issues, message })).not.toMatch(/secret/i);
    await expect(openPalimpsest({ catalogue: file('{') })).rejects.toMatchObject({
      issues: [{ path: 'catalogue', message: 'holds no JSON' }],
    });
    await expect(openPalimpsest({ catalogue: join(folder, 'none') })).rejects.toMatchObject({
      issues: [{ path: 'catalogue', message: 'names a file that cannot be read' }],
    });
  });
});
