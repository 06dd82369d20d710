import { beforeAll, describe, expect, it } from 'vitest';
import { parseProcedure } from '../../src/procedures/header.ts';
import { loadProcedures } from '../../src/procedures/load.ts';
import { loadSchema } from '../../src/procedures/migrate.ts';
import { exampleParams } from '../../src/procedures/run.ts';
import { describeEngines } from '../support/engines.ts';
import { bare, embeddedScans, serverScans, violations } from './cypher-rules.ts';

const procedures = loadProcedures();
const schema = loadSchema();
const DECOYS = 300;

describe('cypher/', () => {
  it.each(procedures)('$name keeps the rules', (procedure) => {
    expect(violations(procedure)).toEqual([]);
  });

  it.each(schema)('$name says why, and holds one idempotent statement', ({ text }) => {
    expect(text).toMatch(/^\/\/ \S.*\n/);
    expect(bare(text).trim()).toMatch(
      /^CREATE (CONSTRAINT|INDEX) \w+ IF NOT EXISTS FOR \(n:\w+\) (REQUIRE n\.key IS UNIQUE|ON \(n\.\w+(, n\.\w+)*\))$/,
    );
  });
});

describe('the rules find', () => {
  const header = '// why\n// @mode write\n// @returns none\n';
  const broken = (statement: string) => violations({ name: 't', mode: 'write', ...parseProcedure('t', header + statement) });

  it.each([
    ["MATCH (n:A {key: 'x'}) OPTIONAL MATCH (n)-[:R]->(m) SET n.v = 1", 'OPTIONAL MATCH'],
    ["MATCH (n:A {key: 'a' + '|'}) SET n.v = 1", 'first-clause'],
    ["MATCH (n:A {key: 'x'})-[r:R]->(m) SET m.v = CASE WHEN true THEN r END", 'CASE'],
    ["MATCH (n:A {key: 'x'})-[r:R]->(m) WITH collect(r) AS rs FOREACH (x IN CASE WHEN true THEN rs ELSE [] END | DELETE x)", 'CASE'],
    ["MATCH (n:A {key: 'x'})-[r:R]->(m) WITH collect(r) AS rs FOREACH (x IN [y IN rs WHERE y.a = 1] | DELETE x)", 'list comprehension'],
    ["MATCH (n:A {key: 'x'})-[r:R]->(m) WITH coalesce(r, null) AS q DELETE q", 'coalesce'],
    ["MATCH (n:A {key: 'x'})-[n:R]->(m) DELETE n", 'is a node here'],
    ["MATCH (n:A {key: 'x'}) MATCH (m:B {key: 'x'}) WHERE NOT EXISTS { (n)<-[:R]-(m) } CREATE (m)-[:R]->(n)", 'whole graph'],
    ['MATCH (n:A|B) SET n.v = 1', 'label expression'],
    ["MATCH (n:A {key: 'x'}) WITH collect(n) AS ns, $now AS t UNWIND ns AS n SET n.v = t", 'grouping key'],
    ["MATCH (n:A {key: 'x'}) SET n.rev = n.rev + 1", 'deadlocks'],
    ['CREATE (n:A {id: randomUUID()})', 'randomUUID'],
    ['CREATE (n:A {id: $id})', 'not declared'],
    ['CREATE (n:A); CREATE (n:B)', 'one statement'],
    ['MATCH (n:A) RETURN n.v AS v', '@mode'],
  ])('%s', (statement, reason) => {
    expect(broken(statement).join()).toContain(reason);
  });

  it.each([
    "MATCH (n:A {key: 'x'})-[r:R]->(m) WITH n, collect(r) AS rs FOREACH (_ IN CASE WHEN n.v = 1 THEN [1] ELSE [] END | FOREACH (r IN rs | DELETE r))",
    "MATCH (n:A {key: 'x'})-[r:R]->(m) WITH n, collect(r) AS rs SET n.vs = [x IN rs | x.v], n.v = coalesce(head(rs).v, 1)",
  ])('nothing in %s', (statement) => {
    expect(broken(statement)).toEqual([]);
  });
});

describe('a header is refused', () => {
  it.each([
    ['RETURN 1 AS x', 'begin with a sentence'],
    ['// why\n// @mode both\n// @returns none\nRETURN 1 AS x', '@mode is one of'],
    ['// why\n// @mode read\n// @returns many\nRETURN 1 AS x', 'columns are declared'],
    ['// why\n// @mode read\n// @returns many\n// @column x strng\nRETURN 1 AS x', 'a type is one of'],
    ['// why\n// @mode read\n// @returns none\n// @param now integer\nRETURN 1 AS x', 'filled in by the engine'],
    ['// why\n// @moed read\nRETURN 1 AS x', 'unknown tag'],
  ])('%#', (source, reason) => {
    expect(() => parseProcedure('t', source)).toThrow(reason);
  });
});

describeEngines('plans', (store) => {
  const labels = new Map<string, string[]>();
  for (const { text } of schema) {
    const [, label = '', property = 'key'] = /\(n:(\w+)\) (?:ON \(n\.(\w+)\))?/.exec(text) ?? [];
    labels.set(label, [...(labels.get(label) ?? []), property]);
  }

  beforeAll(async () => {
    if (store.case.shared) return;
    for (const [label, properties] of labels) {
      const own = [...new Set(['key', ...properties])].map((property) => `${property}: 'decoy' + i`).join(', ');
      const text = `UNWIND range(1, ${DECOYS}) AS i CREATE (:${label} {${own}})`;
      await store.engine.run({ name: 'test/decoys', mode: 'write', text }, {});
    }
  });

  it.each(procedures.filter(({ header }) => header.scan === null))('$name reads no more than it needs', async (procedure) => {
    const { plan, rowsScanned } = await store.engine.inspect(procedure, exampleParams(procedure));
    if (rowsScanned === null) expect(serverScans(plan)).toEqual([]);
    else {
      expect(embeddedScans(plan)).toEqual([]);
      expect(rowsScanned).toBeLessThan(DECOYS / 2);
    }
  });
});
