import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph.ts';
import { doctor } from '../../src/health/doctor.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { loadProcedures } from '../../src/procedures/load.ts';
import { openGraph, palimpsestOn } from '../../src/store.ts';
import { serverScans } from '../guard/cypher-rules.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';
import { HUSH, livedIn } from '../support/lived-in.ts';

const JOBS = "MATCH (s:Slot {group: $ns + '|user:ada|works_at'})";
const MOTTO = "MATCH (s:Slot {group: $ns + '|user:ada|motto'})";
const LIKES = "MATCH (s:Slot {group: $ns + '|user:ada|likes'})";
const ALIAS = "MATCH (:Entity {key: $ns + '|user:ada'})<-[r:REFERS_TO]-(:Alias)";
const TWO = "MATCH (a:Entity {key: $ns + '|user:ada'}) MATCH (b:Entity {key: $ns + '|user:ben'})";
const OVER = 'WHERE f.withdrawnAt IS NULL AND f.validTo IS NOT NULL WITH f ORDER BY f.validFrom DESC LIMIT 1';
const OPEN = 'WHERE f.withdrawnAt IS NULL AND f.validTo IS NULL';
const FACT = '-[:VERSION]->(f:Fact)';

/** What goes wrong, how it is brought about, and what must be said about it. */
const PLANTS: readonly (readonly [invariant: string, problem: string, statement: string])[] = [
  ['I1', 'holds at the same time', `${JOBS}${FACT} ${OVER} SET f.validTo = f.validTo + 1`],
  ['I1', 'holds at the same time', `${JOBS}${FACT} WHERE f.withdrawnAt IS NOT NULL WITH f LIMIT 1 SET f.withdrawnAt = null`],
  ['I1', 'holds at the same time', `${JOBS}${FACT} ${OVER} SET f.endedAt = f.endedAt + 3600000`],
  ['I2', 'ends at or before its start', `${JOBS}${FACT} ${OVER} SET f.validTo = f.validFrom`],
  ['I2', 'do not go together', `${JOBS}${FACT} ${OVER} SET f.endedAt = null`],
  ['I2', 'was withdrawn at or before', `${JOBS}${FACT} WHERE f.withdrawnAt IS NOT NULL SET f.withdrawnAt = f.recordedAt`],
  ['I2', 'ends at or before its start', `${JOBS}-[:CLAIM]->(c:Claim) WHERE c.to IS NOT NULL SET c.to = c.start`],
  ['I3', 'in confidence', `${LIKES}${FACT} ${OPEN} SET f.confidence = 0.123`],
  ['I3', 'in value', `${LIKES}${FACT} ${OPEN} SET f.valueKey = 't:other'`],
  ['I3', 'in validTo', `${LIKES}${FACT} ${OPEN} SET f.validTo = f.validFrom + 1, f.endedAt = f.recordedAt`],
  ['I3', 'in resumes', `${JOBS}${FACT} ${OPEN} SET f.resumes = 'f_x'`],
  [
    'I3',
    'in the claims it is based on',
    `${MOTTO}${FACT}-[b:BASED_ON]->(:Claim) WHERE f.validTo IS NULL WITH b LIMIT 1 SET b.confidence = 0.1`,
  ],
  ['I3', 'is believed, but', `${JOBS}${FACT} ${OVER} SET f.validFrom = f.validFrom - 1`],
  ['I3', 'lacks the fact', `${JOBS}${FACT} ${OVER} DETACH DELETE f`],
  ['I3', 'is based on no claim', `${JOBS}${FACT}-[b:BASED_ON]->(:Claim) ${OPEN} DELETE b`],
  ['I3', 'lacks fields', `${JOBS}-[:CLAIM]->(c:Claim) WHERE c.withdrawnAt IS NULL SET c.qualifiers = null`],
  ['I3', 'lacks fields', `${JOBS}${FACT} ${OPEN} SET f.validFrom = null`],
  ['I3', 'lies in no slot', `${JOBS}-[r:VERSION]->(f:Fact) ${OPEN} DELETE r`],
  ['I3', 'lies in no slot', `${JOBS}-[r:CLAIM]->(:Claim) WITH r LIMIT 1 DELETE r`],
  ['I3', 'lies in another slot', `${LIKES}-[:CLAIM]->(c:Claim) WHERE c.withdrawnAt IS NULL SET c.valueKey = 't:other'`],
  ['I3', 'several versions', `${JOBS}${FACT} ${OPEN} CREATE (:Fact {idKey: f.idKey, key: f.key + '9', id: f.id, namespace: $ns})`],
  ['I3', 'its owner does not lead', `${MOTTO}<-[r:HAS]-(:Entity) DELETE r`],
  ['I3', 'strongest supports', `${MOTTO}${FACT} ${OPEN} SET f.otC = 0.1`],
  ['I3', 'is based on: value', `${LIKES}${FACT} ${OPEN} SET f.value = 'other'`],
  ['I3', 'is based on: text', `${LIKES}${FACT} ${OPEN} SET f.text = 'other'`],
  ['I3', 'is based on: qualifiers', `${LIKES}${FACT} ${OPEN} SET f.qualifiers = '{"repo":"x"}'`],
  ['I3', 'is based on: valueEntity', `${JOBS}${FACT} ${OPEN} SET f.valueEntity = $ns + '|entity:org:acme'`],
  ['I3', 'other than its key', `${LIKES}-[:CLAIM]->(c:Claim) WHERE c.withdrawnAt IS NULL SET c.value = 'other'`],
  ['I3', 'nor nearly', `${LIKES}-[:CLAIM]->(c:Claim) WHERE c.withdrawnAt IS NULL SET c.text = 'other'`],
  ['I3', 'other than its key', `${JOBS}-[:CLAIM]->(c:Claim) WHERE c.withdrawnAt IS NULL SET c.value = 'entity:org:other'`],
  ['I3', 'from its definition in cardinality', "MATCH (p:Predicate {key: $ns + '|motto'}) SET p.cardinality = 'multi'"],
  ['I3', 'from its definition in halfLife', "MATCH (p:Predicate {key: $ns + '|motto'}) SET p.halfLife = 5"],
  ['I3', 'from its definition in margin', "MATCH (p:Predicate {key: $ns + '|motto'}) SET p.margin = 0.9"],
  ['I3', 'from its definition in slotBy', "MATCH (p:Predicate {key: $ns + '|motto'}) SET p.slotBy = 'value'"],
  ['I3', 'from its definition in separators', "MATCH (p:Predicate {key: $ns + '|likes'}) SET p.separators = ['context']"],
  ['I3', 'from its definition in names', "MATCH (p:Predicate {key: $ns + '|motto'}) SET p.names = ['x']"],
  ['I3', 'definition that cannot be read', "MATCH (p:Predicate {key: $ns + '|motto'}) SET p.definition = '{'"],
  ['I3', 'tail', `${MOTTO} SET s.tail = 0`],
  ['I3', 'challenge is not', `${MOTTO} SET s.challenge = 0.123`],
  ['I3', 'contested is not', `${MOTTO} SET s.contested = 9`],
  ['I3', 'defaults does not', `${MOTTO} SET s.defaults = NOT s.defaults`],
  ['I3', 'settings is not', `${MOTTO} SET s.settings = 99`],
  ['I3', 'past is not', `${MOTTO} SET s.past = 9`],
  ['I3', 'CHALLENGES', `${MOTTO}-[:CLAIM]->(:Claim)-[r:CHALLENGES]->(:Fact) DELETE r`],
  ['I4', 'share one place', `${JOBS}-[:CLAIM]->(c:Claim) SET c.seq = 0, c.recordedAt = 1`],
  ['I4', 'after its last recorded time', `MATCH (e:Entity {key: $ns + '|user:ada'}) SET e.lastRecorded = 0`],
  ['I5', 'nothing says by which', `${JOBS}-[:VERSION]->(:Fact)-[x:SUPERSEDES]->(:Fact) SET x.by = null`],
  ['I5', 'began no earlier', `${JOBS}-[:VERSION]->(f:Fact)-[x:SUPERSEDES]->(g:Fact) CREATE (g)-[:SUPERSEDES {by: x.by, at: x.at}]->(f)`],
  [
    'I5',
    'another slot',
    `${JOBS}${FACT} ${OVER} MATCH (:Slot {group: $ns + '|user:ada|motto'})-[:VERSION]->(g:Fact) WHERE g.validTo IS NULL CREATE (g)-[:SUPERSEDES {by: 'x', at: 1}]->(f)`,
  ],
  ['I5', 'what it says it supersedes', `${JOBS}${FACT} ${OPEN} SET f.supersedes = null`],
  ['I5', 'superseded by', `${JOBS}${FACT} ${OVER} SET f.supersededBy = 'f_x'`],
  ['I6', 'leads to nobody', `${ALIAS} DELETE r`],
  ['I6', 'several redirects', `${TWO} CREATE (a)-[:MERGED_INTO]->(b), (a)-[:MERGED_INTO]->(b)`],
  ['I6', 'into nobody', "MATCH (a:Entity {key: $ns + '|user:ada'}) SET a.state = 'merged'"],
  ['I6', 'is not merged', `${TWO} CREATE (a)-[:MERGED_INTO]->(b) SET a.root = b.key`],
  ['I6', 'names nobody', `${TWO} CREATE (a)-[:MERGED_INTO]->(b) SET a.state = 'merged'`],
  ['I6', 'is not there', `${TWO} CREATE (a)-[:MERGED_INTO]->(b) SET a.state = 'merged', a.root = $ns + '|x'`],
  ['I6', 'is itself merged', `${TWO} CREATE (a)-[:MERGED_INTO]->(b) SET a.state = 'merged', b.state = 'merged', a.root = b.key`],
  ['I6', 'does not reach', `${TWO} CREATE (a)-[:MERGED_INTO]->(b) SET a.state = 'merged', a.root = $ns + '|entity:org:acme'`],
  ['I6', 'is about an entity', `${TWO} CREATE (a)-[:MERGED_INTO]->(b) SET a.state = 'merged', a.root = b.key`],
  ['I8', 'its key is not its id', `${JOBS}-[:CLAIM]->(c:Claim) WITH c LIMIT 1 SET c.key = c.key + '2'`],
  ['I8', 'names a fact that is not there', `${JOBS}-[:CLAIM]->(c:Claim) WITH c LIMIT 1 SET c.factId = 'f_x'`],
  ['I8', 'has no reply', `${JOBS}-[:CLAIM]->(c:Claim) WITH c LIMIT 1 SET c.reply = null`],
  [
    'I8',
    'made another claim as well',
    `${JOBS}-[:CLAIM]->(c:Claim {turn: 't1'}) CREATE (s)-[:CLAIM]->(d:Claim) SET d += c {.source, .turn, .subject, .kind, .valueKey, .qualifiers, .start, .said, .precision, .namespace}, d.key = c.key + '2', d.id = c.id + '2'`,
  ],
  ['I8', 'nothing says by which request', "MATCH (i:Idempotency {key: $ns + '|k1'}) SET i.request = null"],
  ['I8', 'the claim that came of it', 'MATCH (r:Review {namespace: $ns})-[x:ABOUT]->(:Claim) DELETE x'],
  ['I8', 'do not go together', "MATCH (r:Review {namespace: $ns}) WHERE r.state = 'open' SET r.decidedAt = 5"],
  ['I8', 'in no known state', "MATCH (r:Review {namespace: $ns}) WHERE r.state = 'open' SET r.state = 'x'"],
  ['I8', 'could be there twice', "MATCH (r:Review {namespace: $ns}) WHERE r.state = 'open' SET r.key = r.key + '2'"],
  ['I8', 'every review has', "MATCH (r:Review {namespace: $ns}) WHERE r.state = 'open' SET r.data = null"],
  ['I8', 'do not stand against', "MATCH (r:Review {namespace: $ns, kind: 'contested-value'})-[x:ABOUT]->(:Claim) DELETE x"],
  ['I8', 'as if nobody were asked', `${MOTTO} SET s.watched = false`],
  [
    'I8',
    'what another one asks',
    "MATCH (r:Review {namespace: $ns, kind: 'contested-value'})-[:ABOUT]->(c:Claim) CREATE (q:Review)-[:ABOUT]->(c) SET q += r {.kind, .state, .at, .seq, .data, .namespace}, q.id = r.id + '2', q.key = r.key + '2'",
  ],
  ['I9', 'namespace of this review', "MATCH (r:Review {namespace: $ns}) WHERE r.state = 'open' SET r.namespace = 'elsewhere'"],
  [
    'I9',
    'ABOUT joins',
    "MATCH (r:Review {namespace: $ns}) WHERE r.kind = 'ambiguous-entity' AND r.state = 'open' CREATE (r)-[:ABOUT]->(:Entity {key: 'elsewhere|' + $ns, id: 'user:eve', namespace: 'elsewhere'})",
  ],
  ['I9', 'namespace of this fact', `${JOBS}${FACT} ${OPEN} SET f.valueEntity = 'elsewhere|entity:org:globex'`],
  ['I9', 'namespace of this alias', "MATCH (a:Alias {namespace: $ns}) SET a.namespace = 'elsewhere'"],
  ['I9', 'HAS joins', `${JOBS} CREATE (:Entity {key: 'elsewhere|' + $ns, id: 'user:eve', namespace: 'elsewhere'})-[:HAS]->(s)`],
  ['I11', 'not pointed at', `${JOBS}-[r:CURRENT]->(:Fact) DELETE r`],
  ['I11', 'was over', `${JOBS}${FACT} ${OVER} MATCH (s:Slot {group: $ns + '|user:ada|works_at'}) CREATE (s)-[:CURRENT]->(f)`],
  ['I11', 'but withdrawn', `${JOBS}${FACT} WHERE f.withdrawnAt IS NOT NULL WITH s, f LIMIT 1 CREATE (s)-[:CURRENT]->(f)`],
  ['I11', 'more than once', `${JOBS}-[:CURRENT]->(f:Fact) CREATE (s)-[:CURRENT]->(f)`],
  ['I11', 'of another slot', `${JOBS}-[:CURRENT]->(f:Fact) MATCH (t:Slot {group: $ns + '|user:ada|motto'}) CREATE (t)-[:CURRENT]->(f)`],
  ['I11', 'has no RELATES', "MATCH (e:Entity {key: $ns + '|user:ada'})-[t:RELATES]->(:Entity) DELETE t"],
  ['I11', 'has a RELATES, but', "MATCH (e:Entity {key: $ns + '|user:ada'})-[t:RELATES]->(:Entity) SET t.validTo = 5"],
  [
    'I11',
    'has a RELATES twice',
    "MATCH (e:Entity {key: $ns + '|user:ben'})-[t:RELATES]->(o:Entity) CREATE (e)-[u:RELATES]->(o) SET u.factId = t.factId, u.predicate = t.predicate, u.validFrom = t.validFrom",
  ],
  ['I12', 'what withdrew it is not there', `${LIKES}${FACT} WHERE f.withdrawnAt IS NOT NULL SET f.withdrawnBy = 'o_x'`],
  ['I12', 'the claim that ended it is not there', `${LIKES}${FACT} WHERE f.withdrawnAt IS NOT NULL SET f.endedBy = 'c_x'`],
  ['I12', 'what withdrew it is not there', `${LIKES}-[:CLAIM]->(c:Claim) WHERE c.withdrawnAt IS NOT NULL SET c.withdrawnBy = null`],
  ['I12', 'the undo that took it back', "MATCH (o:Operation {namespace: $ns}) WHERE o.kind = 'correct' SET o.undoneBy = 'o_x'"],
  ['I11', 'is not linked to the entity', `${JOBS}${FACT}-[v:VALUE]->(:Entity) ${OPEN} DELETE v`],
];

describe.each(ENGINES)('doctor on $name', (engine) => {
  let graph: Graph;
  let store: Palimpsest;
  let now = Date.parse('2026-06-01T00:00:00Z');

  beforeAll(async () => {
    graph = await openGraph({ store: engine.url, clock: () => now++, ...(engine.shared && LOGIN) });
    store = palimpsestOn(graph);
  });
  afterAll(() => store.close());

  const lived = () => livedIn(store);
  const plant = (ns: string, text: string) => graph.engine.run({ name: 'test/plant', mode: 'write', text }, { ns });

  it('finds nothing where nothing is wrong, and says what it looked at', async () => {
    const ns = await lived();
    const report = await doctor(graph, ns);
    expect(report).toMatchObject({ findings: [], ok: true });
    expect(report.checks.map((c) => c.invariant)).toEqual(['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I11', 'I12']);
    if (!engine.shared) expect(await doctor(graph, null)).toEqual(report);
    expect(await doctor(graph, freshNamespace())).toMatchObject({ ok: true });
  });

  it.skipIf(engine.shared)('audits the whole store without a namespace, and leaves other namespaces out with one', async () => {
    const [ns, other] = [await lived(), await lived()];
    const broken = (await doctor(graph, null)).findings.length;
    await plant(ns, `${MOTTO} SET s.tail = 0`);
    expect((await doctor(graph, null)).findings).toHaveLength(broken + 1);
    expect(await doctor(graph, other)).toMatchObject({ ok: true });
  });

  it('takes words that are nearly their value for it', async () => {
    const ns = freshNamespace();
    const note = (value: string) => ({ subject: 'user:ada', predicate: 'note', value });
    const rows = await store.remember(ns, [note('is responsible for the releases'), note('Is responsable for releases.')]);
    expect(rows[1]).toMatchObject({ outcome: 'duplicate', near: true });
    expect(await doctor(graph, ns)).toMatchObject({ findings: [], ok: true });
    await plant(ns, "MATCH (:Slot {group: $ns + '|user:ada|note'})-[:CLAIM]->(c:Claim) SET c.text = 'is responsible for no releases'");
    expect((await doctor(graph, ns)).findings.map((f) => f.problem)).toContain('has words that are not its value, nor nearly');
  });

  it('finds what ends, or does not end, otherwise than what it holds by', async () => {
    const ns = freshNamespace();
    const [tea] = await store.remember(ns, { subject: 'user:a', predicate: 'likes', value: 'tea' });
    const dependsOn = [[String(tea?.factId)]];
    const [told] = await store.remember(ns, { subject: 'user:b', predicate: 'likes', value: 'tea', dependsOn });
    const i7 = async () => (await doctor(graph, ns)).findings.filter((f) => f.invariant === 'I7').map((f) => f.subject);
    expect(await i7()).toEqual([]);
    await plant(ns, 'MATCH (f:Fact {namespace: $ns, subject: "user:a"}) SET f.validTo = f.validFrom + 1');
    expect(await i7()).toEqual([told?.claimId]);
    await plant(ns, 'MATCH (f:Fact {namespace: $ns, subject: "user:a"}) SET f.validTo = null');
    await store.retract(ns, { factId: String(tea?.factId) });
    expect(await i7()).toEqual([]);
    await plant(ns, "MATCH (c:Claim {namespace: $ns, origin: 'derived'}) SET c.withdrawnAt = c.recordedAt + 1");
    expect(await i7()).toEqual([told?.claimId]);
  });

  it.skipIf(!engine.shared)('reads of a server only the namespace that it looks at', async () => {
    const params = { namespace: null, prefix: 'x|', after: 'x|', until: 'x}', limit: 1, keys: [] };
    for (const procedure of loadProcedures().filter((p) => p.name.startsWith('audit/'))) {
      const needed = Object.fromEntries(procedure.header.params.map((p) => [p.name, params[p.name as keyof typeof params]]));
      expect([procedure.name, serverScans((await graph.engine.inspect(procedure, needed)).plan)]).toEqual([procedure.name, []]);
    }
  });

  it.each(PLANTS)('%s: %s', async (invariant, problem, statement) => {
    const ns = await lived();
    await plant(ns, statement);
    const { findings, checks, ok } = await doctor(graph, ns);
    expect(ok).toBe(false);
    expect(
      findings
        .filter((f) => f.invariant === invariant)
        .map((f) => f.problem)
        .join('\n'),
    ).toContain(problem);
    expect(checks.reduce((sum, c) => sum + c.findings, 0)).toBe(findings.length);
    expect(JSON.stringify(findings)).not.toContain(HUSH);
    expect(findings.map((f) => f.subject)).not.toContain('');
  });

  // whatever else it may lose: test/proof/doctor.proof.ts
  it.skipIf(engine.shared).each([
    ['Predicate', 'definition'],
    ['Slot', 'settings'],
    ['Fact', 'validFrom'],
    ['Claim', 'qualifiers'],
  ])('answers where a %s has lost its %s', async (label, field) => {
    const ns = await lived();
    await plant(ns, `MATCH (n:${label}) WHERE n.namespace = $ns OR n.definedIn = $ns SET n.${field} = null`);
    const { findings } = await doctor(graph, ns);
    expect(findings).not.toEqual([]);
    expect(findings.filter((f) => typeof f.subject !== 'string')).toEqual([]);
  });

  it('does not report what a writer was only half done with when it looked', async () => {
    const ns = await lived();
    await plant(ns, `${MOTTO} SET s.tail = 0, s.was = 0`);
    let looks = 0;
    const mending: Graph = {
      ...graph,
      call: async <T extends object>(name: string, params: Parameters<Graph['call']>[1]) => {
        const rows = await graph.call<T>(name, params);
        if (name === 'audit/caches' && looks++ === 0)
          await plant(ns, `${MOTTO}-[:CLAIM]->(c:Claim) WHERE c.withdrawnAt IS NULL WITH s, max(c.said) AS t SET s.tail = t`);
        return rows;
      },
    };
    expect(await doctor(mending, ns)).toMatchObject({ findings: [], ok: true });
    expect(looks).toBe(2);
  });
});
