/**
 * What somebody would write who needs only the effect: close, create, link; a seek and a hop. No rules, no evidence, no idempotency.
 * Labels of its own, so that neither side's data is in the other's way.
 */
import type { Engine, Statement, Value } from '../src/engine/engine.ts';

const statement = (name: string, mode: 'read' | 'write', text: string): Statement => ({ name: `bench/${name}`, mode, text });

const INDEX = statement('index', 'write', 'CREATE INDEX bench_slot_key IF NOT EXISTS FOR (n:BenchSlot) ON (n.key)');
const FILL = statement(
  'fill',
  'write',
  `UNWIND $rows AS row
   CREATE (s:BenchSlot {key: row.key, namespace: $namespace})-[:CURRENT]->(f:BenchFact {id: row.id, namespace: $namespace, value: row.value, confidence: row.confidence, validFrom: row.at, recordedAt: $now})
   CREATE (s)-[:VERSION]->(f)`,
);
const REPLACE = `MATCH (s:BenchSlot {key: row.key})-[c:CURRENT]->(o:BenchFact)
   SET o.validTo = row.at, o.endedAt = $now
   DELETE c
   CREATE (s)-[:CURRENT]->(f:BenchFact {id: row.id, namespace: $namespace, value: row.value, confidence: row.confidence, validFrom: row.at, recordedAt: $now})
   CREATE (s)-[:VERSION]->(f)
   CREATE (f)-[:SUPERSEDES]->(o)`;
const REPLACE_ONE = statement('replace-one', 'write', REPLACE.replaceAll('row.', '$'));
const REPLACE_MANY = statement('replace-many', 'write', `UNWIND $rows AS row\n   ${REPLACE}`);
const CURRENT = statement(
  'current',
  'read',
  `MATCH (s:BenchSlot {key: $key})-[:CURRENT]->(f:BenchFact)
   RETURN f.id AS id, f.value AS value, f.confidence AS confidence, f.validFrom AS validFrom, f.validTo AS validTo, f.recordedAt AS recordedAt`,
);

export interface RawRow {
  readonly key: string;
  readonly id: string;
  readonly value: string;
  readonly confidence: number;
  readonly at: number;
}

/** The other side of every comparison, through the same engine port. */
export class Raw {
  readonly #engine: Engine;
  readonly #namespace: string;
  #ids = 0;

  constructor(engine: Engine, namespace: string) {
    this.#engine = engine;
    this.#namespace = namespace;
  }

  async begin(): Promise<void> {
    await this.#engine.applySchema(INDEX);
  }
  async fill(rows: readonly RawRow[]): Promise<void> {
    await this.#engine.run(FILL, { namespace: this.#namespace, rows: rows.map((r) => ({ ...r })) });
  }
  async replace(row: RawRow): Promise<void> {
    await this.#engine.run(REPLACE_ONE, { namespace: this.#namespace, ...row });
  }
  /** Of distinct slots: one named twice would be left with two current facts. */
  async replaceMany(rows: readonly RawRow[]): Promise<void> {
    await this.#engine.run(REPLACE_MANY, { namespace: this.#namespace, rows: rows.map((r) => ({ ...r })) });
  }
  async current(key: string): Promise<Value | undefined> {
    const [row] = await this.#engine.run(CURRENT, { key });
    return row?.value;
  }
  row(slot: string, value: string, at: number): RawRow {
    return { key: `${this.#namespace}|${slot}`, id: `r${this.#ids++}`, value, confidence: 0.8, at };
  }
  key(slot: string): string {
    return `${this.#namespace}|${slot}`;
  }
}

const LABELS = [
  'BenchFact',
  'BenchSlot',
  'Fact',
  'Claim',
  'Slot',
  'Episode',
  'Alias',
  'NameKey',
  'Entity',
  'Predicate',
  'Operation',
  'Idempotency',
] as const;

/** Takes away what a run has left on a server, a portion at a time. */
export async function takeAway(engine: Engine, namespace: string): Promise<void> {
  for (const label of LABELS) {
    const portion = `MATCH (n:${label}) WHERE n.namespace = $namespace WITH n LIMIT 5000 DETACH DELETE n RETURN count(n) AS gone`;
    const remove = statement('take-away', 'write', portion);
    for (let gone = 1; gone > 0; ) gone = Number((await engine.run(remove, { namespace }))[0]?.gone ?? 0);
  }
  await engine.run(statement('drop', 'write', 'DROP INDEX bench_slot_key IF EXISTS'), {});
}

const VERSIONS = statement(
  'version',
  'read',
  'CALL dbms.components() YIELD name, versions, edition RETURN name, versions[0] AS version, edition',
);

/** Null on an engine that isn't a server. */
export async function serverVersion(engine: Engine): Promise<string | null> {
  if (!engine.capabilities.multiProcess) return null;
  const [row] = await engine.run(VERSIONS, {});
  return row === undefined ? null : `${String(row.name).replace(' Kernel', '')} ${String(row.version)} ${String(row.edition)}`;
}
