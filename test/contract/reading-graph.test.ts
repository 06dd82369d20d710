import { expect, it } from 'vitest';
import type { Candidate, NeighbourQuery, Path, PathQuery } from '../../src/palimpsest.ts';
import { Chance } from '../support/chance.ts';
import { SEED } from '../support/size.ts';
import { describeStores } from '../support/stores.ts';

const fact = (subject: string, predicate: string, value: string, more: Partial<Candidate> = {}): Candidate => ({
  subject,
  predicate,
  value,
  observedAt: '2026-01-01T00:00:00Z',
  ...more,
});

describeStores('neighbours', (on) => {
  const tell = async () => {
    const ns = on.fresh();
    await on.store.remember(ns, [
      fact('user:ada', 'works_at', 'Acme'),
      fact('user:bob', 'works_at', 'Acme'),
      fact('user:bob', 'works_at', 'Globex', { observedAt: '2026-02-01T00:00:00Z' }),
      fact('user:ada', 'knows', 'user:bob'),
      fact('user:eve', 'knows', 'user:ada'),
      fact('user:ada', 'likes', 'tea'),
      fact('user:ada', 'leads_team', 'team:core'),
      fact('user:ada', 'current_location', 'Paris', { validFrom: '2026-05-01', validTo: '2026-07-01', confidence: 1 }),
      fact('user:ada', 'manager', 'user:zoe', { validFrom: '2026-09-01' }),
    ]);
    return ns;
  };
  const shown = async (ns: string, query: NeighbourQuery) =>
    (await on.store.neighbours(ns, query)).map((n) => `${n.direction === 'out' ? '→' : '←'} ${n.predicate} ${n.entity.name}`);

  it('follow the current facts both ways, by predicate and by name', async () => {
    on.at('2026-06-01T00:00:00Z');
    const ns = await tell();
    expect(await shown(ns, { entity: 'user:ada' })).toEqual([
      '→ current_location Paris',
      '→ knows bob',
      '← knows eve',
      '→ leads_team core',
      '→ works_at Acme',
    ]);
    expect(await shown(ns, { entity: 'acme' })).toEqual(['← works_at ada']);
    expect(await shown(ns, { entity: 'Globex', direction: 'in' })).toEqual(['← works_at bob']);
    expect(await shown(ns, { entity: 'Globex', direction: 'out' })).toEqual([]);
    on.at('2026-07-02T00:00:00Z');
    expect(await shown(ns, { entity: 'user:ada', direction: 'out' })).toEqual(['→ knows bob', '→ leads_team core', '→ works_at Acme']);
    on.at('2026-06-01T00:00:00Z');
  });

  it('take names of predicates, aliases, and inverses for the other direction', async () => {
    const ns = await tell();
    expect(await shown(ns, { entity: 'user:ada', predicate: 'employer' })).toEqual(['→ works_at Acme']);
    expect(await shown(ns, { entity: 'Acme', predicate: 'employs', direction: 'out' })).toEqual(['← works_at ada']);
    expect(await shown(ns, { entity: 'Acme', predicate: 'employs', direction: 'in' })).toEqual([]);
    expect(await shown(ns, { entity: 'Acme', predicate: 'works_at', direction: 'out' })).toEqual([]);
    expect(await shown(ns, { entity: 'user:ada', predicate: ['works_at', 'leads_team'], limit: 1 })).toEqual(['→ leads_team core']);
    const [acme] = await on.store.neighbours(ns, { entity: 'user:ada', predicate: 'works_at' });
    const [held] = (await on.store.current(ns, { subject: 'user:ada', predicate: 'works_at' })).facts;
    expect(acme).toEqual({
      entity: { id: 'entity:org:acme', type: 'org', name: 'Acme' },
      predicate: 'works_at',
      direction: 'out',
      factId: held?.id,
      validFrom: '2026-01-01T00:00:00.000Z',
      validTo: null,
    });
  });

  it('refuse and miss with the field', async () => {
    const ns = await tell();
    const rejected = (query: object, code: string, path: string) =>
      expect(on.store.neighbours(ns, query as NeighbourQuery)).rejects.toMatchObject({ code, issues: [{ path }] });
    await rejected({ entity: 'user:nobody' }, 'not_found', 'entity');
    await rejected({ entity: 'user:ada', predicate: 'no_such_thing' }, 'not_found', 'predicate');
    await rejected({ entity: 'user:ada', direction: 'up' }, 'invalid_input', 'direction');
    await rejected({ entity: 'user:ada', limit: 1_000 }, 'invalid_input', 'limit');
    expect(await shown(ns, { entity: 'user:zoe' })).toEqual([]);
  });
});

describeStores('paths', (on) => {
  const define = async (ns: string) => {
    for (const name of ['to', 'via'])
      await on.store.definePredicate(ns, name, { cardinality: 'multi', valueType: 'entity', range: 'node' });
  };
  const shown = (paths: readonly Path[]) =>
    paths.map(({ entities, steps }) =>
      entities.map((e, i) => `${e.name}${i < steps.length ? (steps[i]?.direction === 'out' ? '→' : '←') : ''}`).join(''),
    );

  it('are walks over current facts in any direction, shortest first, within the asked hops', async () => {
    const ns = on.fresh();
    await define(ns);
    await on.store.remember(ns, [
      fact('node:a', 'to', 'node:b'),
      fact('node:b', 'to', 'node:c'),
      fact('node:d', 'to', 'node:c'),
      fact('node:a', 'via', 'node:d'),
      fact('node:a', 'to', 'node:d'),
      fact('node:e', 'to', 'node:c'),
      fact('node:e', 'to', 'node:b'),
      fact('node:x', 'to', 'node:y'),
    ]);
    const ask = async (query: Partial<PathQuery> = {}) => shown(await on.store.paths(ns, { from: 'node:a', to: 'node:c', ...query }));
    expect(await ask()).toEqual(['a→b→c', 'a→d→c', 'a→d→c', 'a→b←e→c']);
    expect(await ask({ limit: 1 })).toEqual(['a→b→c']);
    expect(await ask({ maxHops: 2 })).toEqual(['a→b→c', 'a→d→c', 'a→d→c']);
    expect(await ask({ maxHops: 1 })).toEqual([]);
    expect(await ask({ predicate: 'to', maxHops: 2 })).toEqual(['a→b→c', 'a→d→c']);
    expect(await ask({ predicate: ['via', 'to'], maxHops: 1, to: 'd' })).toEqual(['a→d', 'a→d']);
    expect(await ask({ to: 'node:x', maxHops: 4 })).toEqual([]);
    expect(await ask({ to: 'node:a' })).toEqual([]);
    const { facts } = await on.store.current(ns, { subject: 'node:a', predicate: 'to' });
    await on.store.retract(ns, { factId: facts.find((f) => f.value === 'node:b')?.id as string });
    expect(await ask({ maxHops: 2 })).toEqual(['a→d→c', 'a→d→c']);
  });

  it('are all there are, as walking the graph step by step finds them', async () => {
    const ns = on.fresh();
    const chance = new Chance(SEED);
    await define(ns);
    const pairs = Array.from({ length: 40 }, () => [chance.int(0, 13), chance.int(0, 13), chance.of(['to', 'via'])] as const);
    const edges = [...new Map(pairs.filter(([a, b]) => a !== b).map((p) => [p.join(), p])).values()];
    await on.store.remember(
      ns,
      edges.map(([a, b, p]) => fact(`node:${a}`, p, `node:${b}`)),
    );
    const known = new Set([...edges.map(([a]) => a), ...edges.map(([, b]) => b)]);
    const walks = (at: number, end: number, left: number, passed: readonly number[]): string[] => {
      if (at === end) return [[...passed, at].join('-')];
      if (left === 0 || passed.includes(at)) return [];
      const steps = edges.flatMap(([a, b]) => (a === at ? [b] : b === at ? [a] : []));
      return steps.flatMap((to) => walks(to, end, left - 1, [...passed, at]));
    };
    for (let i = 0; i < 12; i++) {
      const [from, to] = [chance.of([...known]), chance.of([...known])];
      const maxHops = chance.int(1, 4);
      if (from === to) continue;
      const found = await on.store.paths(ns, { from: `node:${from}`, to: `node:${to}`, maxHops, limit: 100 });
      const lines = found.map((p) => p.entities.map((e) => e.name).join('-'));
      const wanted = walks(from, to, maxHops, []).sort((a, b) => a.split('-').length - b.split('-').length);
      expect(
        lines.map((l) => l.split('-').length),
        `seed ${SEED}`,
      ).toEqual(wanted.slice(0, 100).map((l) => l.split('-').length));
      if (wanted.length <= 100) expect(lines.sort(), `seed ${SEED}`).toEqual(wanted.sort());
      for (const { entities } of found) expect(new Set(entities.map((e) => e.id)).size).toBe(entities.length);
    }
  });

  it('refuse and miss with the field', async () => {
    const ns = on.fresh();
    await define(ns);
    await on.store.remember(ns, fact('node:a', 'to', 'node:b'));
    const rejected = (query: object, code: string, path: string) =>
      expect(on.store.paths(ns, { from: 'node:a', to: 'node:b', ...query })).rejects.toMatchObject({ code, issues: [{ path }] });
    await rejected({ from: 'node:z' }, 'not_found', 'from');
    await rejected({ to: 'node:z' }, 'not_found', 'to');
    await rejected({ predicate: 'no_such_thing' }, 'not_found', 'predicate');
    await rejected({ maxHops: 5 }, 'invalid_input', 'maxHops');
    await rejected({ limit: 0 }, 'invalid_input', 'limit');
  });
});
