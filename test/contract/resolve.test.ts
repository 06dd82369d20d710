import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';
import { describeStores } from '../support/stores.ts';

describeStores('whom names mean', (on) => {
  const lived = async (): Promise<string> => {
    const ns = on.fresh();
    await on.store.putEntity(ns, 'org:vwk', { name: 'Volkswerken', aliases: ['Peoples Works'] });
    await on.store.putEntity(ns, 'user:ada', { name: 'Ada Lovelace' });
    await on.store.remember(ns, [
      { subject: 'user:kim', predicate: 'motto', value: 'x' },
      { subject: 'dog:kim', predicate: 'motto', value: 'y' },
    ]);
    return ns;
  };

  it('is answered in order, as a write would understand them, with rule, score and evidence', async () => {
    const ns = await lived();
    const mentions = ['org:vwk', 'volkswerken', 'Peoples Works Inc', 'VW', 'Volkswerkn', 'kim', 'Nobody Known', 'entity:org:nobody-known'];
    const found = await on.store.resolve(ns, mentions);
    expect(found.map((r) => r.mention)).toEqual(mentions);
    expect(found.map(({ band, entity, rule, score, evidence }) => [band, entity, rule, score, evidence])).toEqual([
      ['accept', 'org:vwk', 'id', 1, 'org:vwk'],
      ['accept', 'org:vwk', 'name', 1, 'Volkswerken'],
      ['accept', 'org:vwk', 'joined', 0.95, 'Peoples Works'],
      ['accept', 'entity:org:volkswagen', 'catalogue', 1, 'VW'],
      ['review', null, null, 0.89, null],
      ['ambiguous', null, null, 1, null],
      ['new', null, null, 0, null],
      ['unresolved', null, null, 0, null],
    ]);
    expect(found[4]?.candidates).toMatchObject([{ entity: 'org:vwk', rule: 'similar', score: 0.89, evidence: 'Volkswerken' }]);
    expect(found[5]?.candidates).toMatchObject([{ entity: 'dog:kim' }, { entity: 'user:kim' }]);
    expect(await on.store.resolve(ns, [])).toEqual([]);
  });

  it('can be asked of a type, or as values of a predicate', async () => {
    const ns = await lived();
    const [as, dog, boss, employer, back] = await on.store.resolve(ns, [
      { mention: 'Ada Lovelace', type: 'person' },
      { mention: 'kim', type: 'dog' },
      { mention: 'Ada Lovelace', predicate: 'manager' },
      { mention: 'Ada Lovelace', predicate: 'works_at' },
      { mention: 'Ada Lovelace', predicate: 'employs' },
    ]);
    expect([as, dog, boss, back].map((r) => r?.entity)).toEqual(['user:ada', 'dog:kim', 'user:ada', 'user:ada']);
    expect(employer).toMatchObject({ band: 'new', entity: null });
  });

  it('brings nobody in', async () => {
    const ns = on.fresh();
    await on.store.resolve(ns, ['VW', 'Acme', 'user:ada', { mention: 'Globex', predicate: 'works_at' }]);
    for (const id of ['entity:org:volkswagen', 'entity:thing:acme', 'user:ada', 'entity:org:globex'])
      await expect(on.store.entity(ns, id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await on.store.predicates(ns)).filter((p) => p.version > 0)).toEqual([]);
  });

  it('is refused where it can’t be asked', async () => {
    const ns = on.fresh();
    const refused = async (mentions: unknown) => on.store.resolve(ns, mentions as string[]).catch((e) => [e.code, e.issues[0].path]);
    expect(await refused([' '])).toEqual(['invalid_input', 'mentions[0]']);
    expect(await refused(['a', { mention: 'a', type: 'org', predicate: 'works_at' }])).toEqual(['invalid_input', 'mentions[1].type']);
    expect(await refused([{ mention: 'a', predicate: 'plan' }])).toEqual(['invalid_input', 'mentions[0].predicate']);
    expect(await refused([{ mention: 'a', predicate: 'work_at' }])).toEqual(['not_found', 'mentions[0].predicate']);
    expect(await refused(new Array(1_001).fill('a'))).toEqual(['invalid_input', 'mentions']);
    expect(await refused('a')).toEqual(['invalid_input', 'mentions']);
  });
});

describe.each(ENGINES)('the cost of asking whom names mean on $name', (engine) => {
  let graph: Graph;
  let store: Palimpsest;
  const called: string[] = [];
  beforeAll(async () => {
    graph = await openGraph({ store: engine.url, ...(engine.shared && LOGIN) });
    store = palimpsestOn({
      ...graph,
      call: (name, ...rest) => {
        called.push(name);
        return graph.call(name, ...rest);
      },
    });
  });
  afterAll(() => graph.engine.close());

  it('is one round trip for 500 mentions, and for a batch of values', async () => {
    const ns = freshNamespace();
    const names = Array.from({ length: 250 }, (_, i) => `Company ${String.fromCharCode(97 + (i % 26))}${i} Works`);
    await store.remember(
      ns,
      names.map((value, i) => ({ subject: `user:${i}`, predicate: 'works_at', value })),
    );
    const strangers = names.map((name) => name.replace('Company', 'Compagnie'));
    called.length = 0;
    const found = await store.resolve(
      ns,
      [...names, ...strangers].map((mention) => ({ mention, type: 'org' })),
    );
    expect(called).toEqual(['registry/find-entities']);
    expect(found.map((r) => r.band)).toEqual([...names.map(() => 'accept'), ...strangers.map(() => 'new')]);
    called.length = 0;
    await store.resolve(ns, ['VW', 'Volkswagen AG', 'MSFT', 'user:1', ...names]);
    expect(called).toEqual(['registry/find-entities']);
  });
});
