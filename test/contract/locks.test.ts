import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Params, Row } from '../../src/engine/engine.ts';
import { describeEngines, type StoreUnderTest } from '../support/engines.ts';
import { assertion, makeEntity, makePredicate, rewriteOf, type Told, write } from '../support/raw.ts';

/** At least: long enough for a statement to have read whatever it reads before its lock. */
const HELD_MS = 400;
/** In the future, so no clock reaches it. */
const FAR = Date.parse('2100-01-01T00:00:00Z');

describeEngines('who comes while another holds the lock', (on) => {
  const tell = ({ text, params }: Told): Promise<Row[]> => on.engine.run(write(text), params);
  const call = (name: string, params: Params): Promise<Row[]> => on.procedures.call(on.engine, name, params);

  const operation = async (ns: string): Promise<string> => {
    await tell({ text: 'WITH $key AS k MERGE (o:Operation {key: k}) SET o.kind = "import"', params: { key: `${ns}|o_1` } });
    return `${ns}|o_1`;
  };

  it('a common write is recorded after what was recorded meanwhile', async () => {
    const [row] = await waits(on, async (ns) => {
      await tell(makeEntity(ns, 'user:a'));
      await tell(makePredicate(ns, 'p', ['p']));
      return {
        held: node('Entity', `${ns}|user:a`),
        meanwhile: set('Entity', `${ns}|user:a`, 'lastRecorded', FAR),
        call: () => call('truth/assert', assertion(ns, 'user:a')),
      };
    });
    expect(row?.recordedAt).toBe(FAR + 1);
  });

  it('a change is recorded after what was recorded meanwhile', async () => {
    const [row] = await waits(on, async (ns) => {
      await tell(makeEntity(ns, 'user:a'));
      return {
        held: node('Entity', `${ns}|user:a`),
        meanwhile: set('Entity', `${ns}|user:a`, 'lastRecorded', FAR),
        call: () => call('truth/lock', { keys: [`${ns}|user:a`] }),
      };
    });
    expect(row).toEqual({ recordedAt: FAR + 1, locked: 1 });
  });

  it('a timeline is written when its owner is free', async () => {
    const [row] = await waits(on, async (ns) => {
      await tell(makeEntity(ns, 'user:a'));
      await call('truth/rewrite', rewriteOf(ns, 'user:a'));
      return {
        held: node('Entity', `${ns}|user:a`),
        meanwhile: set('Entity', `${ns}|user:a`, 'lastRecorded', FAR),
        call: () => call('truth/rewrite', rewriteOf(ns, 'user:a')),
      };
    });
    expect(row).toMatchObject({ current: 0 });
  });

  it('readers of one moment wait for the writer', async () => {
    const [row] = await waits(on, async (ns) => {
      await tell(makeEntity(ns, 'user:a'));
      return {
        held: node('Entity', `${ns}|user:a`),
        meanwhile: set('Entity', `${ns}|user:a`, 'name', 'b'),
        call: () => call('read/hold', { keys: [`${ns}|user:a`] }),
      };
    });
    expect(row).toEqual({ held: 1 });
  });

  it('a key is the request that took it meanwhile', async () => {
    const [row] = await waits(on, async (ns) => {
      const rows = [{ seq: 0, key: `${ns}|k`, namespace: ns, request: 'mine' }];
      const expired = `WITH $key AS k MERGE (i:Idempotency {key: k}) ON CREATE SET i.namespace = $ns, i.request = 'old', i.openedAt = 0`;
      await tell({ text: expired, params: { key: `${ns}|k`, ns } });
      return {
        held: node('Idempotency', `${ns}|k`),
        meanwhile: {
          text: `WITH $key AS k MATCH (i:Idempotency {key: k}) SET i.request = 'theirs', i.openedAt = $at`,
          params: { key: `${ns}|k`, at: FAR },
        },
        call: () => call('idempotency/open', { rows, keepMs: 1_000 }),
      };
    });
    expect(row).toMatchObject({ request: 'theirs', openedAt: FAR });
  });

  it('a review stands as it was decided meanwhile', async () => {
    const [row] = await waits(on, async (ns) => {
      await tell({
        text: `WITH $key AS k MERGE (r:Review {key: k}) ON CREATE SET r.state = 'open', r.namespace = $ns, r.data = '{}'`,
        params: { key: `${ns}|r`, ns },
      });
      return {
        held: node('Review', `${ns}|r`),
        meanwhile: set('Review', `${ns}|r`, 'state', 'accepted'),
        call: () => call('review/hold', { keys: [`${ns}|r`] }),
      };
    });
    expect(row).toMatchObject({ state: 'accepted' });
  });

  it('settings and predicates that were changed meanwhile are not changed by who read the old ones', async () => {
    const settings = await waits(on, async (ns) => {
      await tell({ text: 'WITH $key AS k MERGE (n:Namespace {key: k}) SET n.settingsVersion = 1', params: { key: ns } });
      return {
        held: node('Namespace', ns),
        meanwhile: set('Namespace', ns, 'settingsVersion', 2),
        call: () => call('registry/change-settings', { namespace: ns, expectedVersion: 1, settings: '{}' }),
      };
    });
    expect(settings).toEqual([]);
    const predicate = await waits(on, async (ns) => {
      await tell(makePredicate(ns, 'p', ['p']));
      return {
        held: node('Predicate', `${ns}|p`),
        meanwhile: set('Predicate', `${ns}|p`, 'version', 2),
        call: () => call('registry/change-predicate', redefinition(ns, ['p'])),
      };
    });
    expect(predicate).toEqual([]);
  });

  it.each(['registry/register-predicates', 'registry/change-predicate'])(
    'a name of a predicate that was taken meanwhile is taken, %s',
    async (name) => {
      const [row] = await waits(on, async (ns) => {
        await tell({ text: 'WITH $key AS k MERGE (n:Namespace {key: k})', params: { key: ns } });
        if (name === 'registry/change-predicate') await tell(makePredicate(ns, 'p', ['p']));
        const { params } = makePredicate(ns, 'p', ['p', 'wanted']);
        const { key, ...rest } = params;
        const properties = { namespace: ns, definedIn: ns, name: 'p', names: rest.names as string[], version: 1 };
        return {
          held: node('Namespace', ns),
          meanwhile: makePredicate(ns, 'other', ['other', 'wanted']),
          call: () =>
            call(
              name,
              name === 'registry/register-predicates' ? { rows: [{ key: key as string, properties }] } : redefinition(ns, ['p', 'wanted']),
            ),
        };
      });
      expect(row?.taken).toEqual({ owner: 'other', name: 'wanted' });
    },
  );

  it.each([
    ['Alias', 'REFERS_TO'],
    ['NameKey', 'LEADS_TO'],
  ])('a name that was given meanwhile is taken, %s', async (label, type) => {
    const [row] = await waits(on, async (ns) => {
      await tell(makeEntity(ns, 'user:owner'));
      const key = `${ns}|n:wanted`;
      await tell({ text: `WITH $key AS k MERGE (n:${label} {key: k})`, params: { key } });
      const { params } = makeEntity(ns, 'user:new');
      const isAlias = label === 'Alias';
      const alias = { key: isAlias ? key : `${ns}|n:own`, text: 'wanted', owned: isAlias, spare: false, how: {}, keys: [] };
      const entity = { namespace: ns, id: 'user:new', type: 'user', name: 'new' };
      return {
        held: node(label, key),
        meanwhile: {
          text: `WITH $key AS k, $owner AS o MATCH (n:${label} {key: k}) MATCH (e:Entity {key: o}) CREATE (n)-[:${type}]->(e)`,
          params: { key, owner: `${ns}|user:owner` },
        },
        call: () =>
          call('registry/register-entities', {
            rows: [
              {
                key: params.key as string,
                namespace: ns,
                type: null,
                properties: entity,
                aliases: [alias],
                alike: isAlias ? [] : [key],
                met: [],
              },
            ],
          }),
      };
    });
    expect(row?.taken).toMatchObject([{ owner: 'user:owner' }]);
  });

  it('what a name means is said as it was left meanwhile', async () => {
    const [row] = await waits(on, async (ns) => {
      await tell({ text: `WITH $key AS k MERGE (a:Alias {key: k}) SET a.text = 'old'`, params: { key: `${ns}|x` } });
      return {
        held: node('Alias', `${ns}|x`),
        meanwhile: set('Alias', `${ns}|x`, 'text', 'new'),
        call: () => call('registry/name-states', { rows: [{ key: `${ns}|x`, apart: `${ns}|apart|x` }] }),
      };
    });
    expect(row).toMatchObject({ text: 'new' });
  });

  it('of two that take an operation back the second waits', async () => {
    const [row] = await waits(on, async (ns) => {
      const key = await operation(ns);
      return {
        held: node('Operation', key),
        meanwhile: set('Operation', key, 'undoneBy', 'o_2'),
        call: async () => {
          await call('operations/hold', { key });
          return tell({ text: 'WITH $key AS k MATCH (o:Operation {key: k}) RETURN o.undoneBy AS undoneBy', params: { key } });
        },
      };
    });
    expect(row).toEqual({ undoneBy: 'o_2' });
  });

  it('an import that was taken back meanwhile does not go on', async () => {
    const [row] = await waits(on, async (ns) => {
      const key = await operation(ns);
      const properties = { id: 'o_1', namespace: ns, kind: 'import' };
      return {
        held: node('Operation', key),
        meanwhile: set('Operation', key, 'undoneBy', 'o_2'),
        call: () => call('operations/open-import', { key, properties }),
      };
    });
    expect(row).toMatchObject({ undoneBy: 'o_2' });
  });

  it('what an operation made clear is kept beside what was kept meanwhile', async () => {
    const [row] = await waits(on, async (ns) => {
      const key = await operation(ns);
      return {
        held: node('Operation', key),
        meanwhile: { text: `WITH $key AS k MATCH (o:Operation {key: k}) SET o.settled = ['o_2']`, params: { key } },
        call: async () => {
          await call('operations/settled', { key, id: 'o_3' });
          return tell({ text: 'WITH $key AS k MATCH (o:Operation {key: k}) RETURN o.settled AS settled', params: { key } });
        },
      };
    });
    expect(row).toEqual({ settled: ['o_2', 'o_3'] });
  });

  it('a name is taken from whom it was given to meanwhile, too', async () => {
    const rows = await waits(on, async (ns) => {
      for (const id of ['user:a', 'user:b']) await tell(makeEntity(ns, id));
      const link = `WITH $key AS k, $owner AS o MERGE (n:Alias {key: k}) WITH n, o MATCH (e:Entity {key: o}) CREATE (n)-[:REFERS_TO]->(e)`;
      await tell({ text: link, params: { key: `${ns}|x`, owner: `${ns}|user:a` } });
      return {
        held: node('Alias', `${ns}|x`),
        meanwhile: {
          text: 'WITH $key AS k, $owner AS o MATCH (n:Alias {key: k}) MATCH (e:Entity {key: o}) CREATE (n)-[:REFERS_TO]->(e)',
          params: { key: `${ns}|x`, owner: `${ns}|user:b` },
        },
        call: () => call('registry/remove-alias', { aliasKey: `${ns}|x`, owners: [`${ns}|user:a`, `${ns}|user:b`] }),
      };
    });
    expect(rows).toHaveLength(2);
  });
});

const node = (label: string, key: string): Told => ({
  text: `WITH $key AS k MATCH (n:${label} {key: k}) SET n.lock = true`,
  params: { key },
});
const set = (label: string, key: string, property: string, value: string | number): Told => ({
  text: `WITH $key AS k MATCH (n:${label} {key: k}) SET n.${property} = $value`,
  params: { key, value },
});

interface Scene {
  readonly held: Told;
  readonly meanwhile: Told;
  call(): Promise<Row[]>;
}

/** What a call answers that begins while another holds a lock, who then changes something; the first time is a rehearsal, for the plans. */
async function waits(on: StoreUnderTest, setUp: (namespace: string) => Promise<Scene>): Promise<Row[]> {
  const rehearsal = await setUp(on.freshNamespace());
  const start = performance.now();
  await rehearsal.call();
  const heldMs = Math.max(HELD_MS, 4 * (performance.now() - start));
  const { held, meanwhile, call } = await setUp(on.freshNamespace());
  let waiting: Promise<Row[]> = Promise.resolve([]);
  let isOver = false;
  await on.engine.transaction(async (tx) => {
    await tx.run(write(held.text), held.params);
    waiting = call().finally(() => {
      isOver = true;
    });
    // it is awaited when the lock is free
    waiting.catch(() => undefined);
    await sleep(heldMs);
    await tx.run(write(meanwhile.text), meanwhile.params);
    expect(isOver, 'it did not wait').toBe(false);
  });
  return waiting;
}

const redefinition = (ns: string, names: readonly string[]): Params => ({
  key: `${ns}|p`,
  expectedVersion: 1,
  properties: { namespace: ns, name: 'p', names: [...names], version: 2 },
});
