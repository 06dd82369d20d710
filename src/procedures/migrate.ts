import { createHash } from 'node:crypto';
import type { Engine } from '../engine/engine.ts';
import { PalimpsestError } from '../errors.ts';
import { CYPHER_ROOT, cypherFiles } from './load.ts';
import type { Procedures } from './run.ts';

/** One file of cypher/schema: immutable once released. */
export interface SchemaFile {
  readonly name: string;
  readonly version: number;
  readonly description: string;
  readonly checksum: string;
  readonly text: string;
}

export interface AppliedVersion {
  readonly version: number;
  readonly description: string;
  readonly checksum: string;
  readonly appliedAt: number;
}

export interface SchemaInfo {
  readonly applied: readonly AppliedVersion[];
  readonly pending: readonly SchemaFile[];
}

export interface SchemaOptions {
  readonly files?: readonly SchemaFile[];
  /** The record that is read and written; tests on a shared server use their own. */
  readonly chain?: string;
}

export function loadSchema(root: string = CYPHER_ROOT): readonly SchemaFile[] {
  return cypherFiles(root, 'schema').map(({ name, source }, index) => {
    const [, digits, description] = /^schema\/V(\d{3})__([a-z0-9_]+)$/.exec(name) ?? [];
    if (description === undefined || Number(digits) !== index + 1) {
      throw new PalimpsestError('internal', `cypher/${name}.cypher: name it V${String(index + 1).padStart(3, '0')}__what.cypher`);
    }
    return { name, version: index + 1, description, checksum: checksum(source), text: source };
  });
}

/** The same on a checkout with other line ends. */
export function checksum(source: string): string {
  return createHash('sha256').update(source.replaceAll('\r\n', '\n')).digest('hex');
}

export async function schemaInfo(engine: Engine, procedures: Pick<Procedures, 'call'>, options: SchemaOptions = {}): Promise<SchemaInfo> {
  const { files = loadSchema(), chain = 'palimpsest' } = options;
  const rows = await procedures.call(engine, 'schema-history/applied', { chain });
  const applied = rows as unknown as readonly AppliedVersion[];
  return { applied, pending: files.filter(({ version }) => !applied.some((row) => row.version === version)) };
}

/** Refuses a graph that this release must not touch; says what to do about it. */
export async function schemaValidate(
  engine: Engine,
  procedures: Pick<Procedures, 'call'>,
  options: SchemaOptions = {},
): Promise<SchemaInfo> {
  const { files = loadSchema() } = options;
  const info = await schemaInfo(engine, procedures, { ...options, files });
  for (const row of info.applied) {
    const file = files.find(({ version }) => version === row.version);
    if (file === undefined) throw mismatch(row.version, 'the graph is newer than this release; upgrade Palimpsest, or open another graph');
    if (file.checksum !== row.checksum) {
      throw mismatch(row.version, 'the file changed after it was applied; restore the released file and put the change into a new one');
    }
  }
  return info;
}

/** Idempotent, and safe when several processes start at once. */
export async function schemaApply(engine: Engine, procedures: Procedures, options: SchemaOptions = {}): Promise<SchemaInfo> {
  const { files = loadSchema(), chain = 'palimpsest' } = options;
  const { pending } = await schemaValidate(engine, procedures, { files, chain });
  for (const { name, text, version, description, checksum: expected } of pending) {
    await alone(engine, procedures, () => engine.applySchema({ name, text, mode: 'write' }));
    const key = `${chain}|${version}`;
    const recorded = await procedures.one(engine, 'schema-history/record', { key, chain, version, description, checksum: expected });
    if (recorded.checksum !== expected) throw mismatch(version, 'another process applied a different file; start one release at a time');
  }
  return schemaInfo(engine, procedures, { files, chain });
}

/** One process at a time: each locks every node of the lock's label, and has committed one before, so any two lock one in common. */
async function alone(engine: Engine, procedures: Procedures, work: () => Promise<void>): Promise<void> {
  if (!engine.capabilities.multiProcess) return work();
  await procedures.call(engine, 'schema-history/make-lock', {});
  await engine.transaction(async (tx) => {
    await procedures.call(tx, 'schema-history/lock', {});
    await work();
  });
}

function mismatch(version: number, message: string): PalimpsestError {
  return new PalimpsestError('schema_mismatch', `schema version ${version}: ${message}`, { operation: 'schema', details: { version } });
}
