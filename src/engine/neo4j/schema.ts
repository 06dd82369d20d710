import { isPalimpsestError, PalimpsestError } from '../../errors.ts';
import type { Engine, Statement } from '../engine.ts';
import { isAlreadyThere } from './errors.ts';

const FOUND: Statement = {
  name: 'engine/indexes',
  mode: 'read',
  text: `SHOW INDEXES YIELD name, type, labelsOrTypes, properties, owningConstraint
    WHERE type = 'RANGE' AND labelsOrTypes = [$label] AND properties = $properties RETURN name, owningConstraint IS NOT NULL AS isUnique`,
};
// not for all indexes: that holds their labels, and what another process is making can then neither end nor be cleared away
const WAIT: Statement = { name: 'engine/await-index', mode: 'read', text: 'CALL db.awaitIndex($index, 300)' };

interface Made {
  readonly name: string;
  readonly isUnique: boolean;
}

/** Applies one `IF NOT EXISTS` statement, sees that what it is for is there, and waits until it serves. Run by one process at a time. */
export async function applySchema(engine: Pick<Engine, 'run'>, statement: Statement): Promise<void> {
  const { name } = await make(engine, statement, read(statement));
  await engine.run(WAIT, { index: name });
}

async function make(engine: Pick<Engine, 'run'>, statement: Statement, wanted: ReturnType<typeof read>): Promise<Made> {
  for (let again = false; ; again = true) {
    await engine.run(statement, {}).catch((error: unknown) => {
      if (!isPalimpsestError(error) || !isAlreadyThere(error.cause)) throw error;
    });
    const { label, properties } = wanted;
    const found = (await engine.run(FOUND, { label, properties })) as unknown as Made[];
    const fits = found.find((f) => f.isUnique === wanted.isUnique) ?? (wanted.isUnique ? undefined : found[0]);
    if (fits !== undefined) return fits;
    const left = found.find((f) => f.name === wanted.name);
    if (left === undefined || again) throw inTheWay(found[0]?.name ?? wanted.name);
    // no other process is making it, so one that was cut off has left it
    await engine.run({ name: 'engine/drop-index', mode: 'write', text: `DROP INDEX ${wanted.name} IF EXISTS` }, {});
  }
}

function read({ name: file, text }: Statement) {
  const [, kind, name = '', label = '', unique, listed] =
    /CREATE (CONSTRAINT|INDEX) (\w+) IF NOT EXISTS FOR \(n:(\w+)\) (?:REQUIRE n\.(\w+) IS UNIQUE|ON \((.*)\))/.exec(text) ?? [];
  if (kind === undefined) throw new PalimpsestError('internal', `${file}: is not a schema statement`);
  const properties = unique === undefined ? (listed ?? '').split(',').map((p) => p.trim().replace('n.', '')) : [unique];
  return { name, label, properties, isUnique: kind === 'CONSTRAINT' };
}

function inTheWay(name: string): PalimpsestError {
  return new PalimpsestError('schema_mismatch', `schema: the index ${name} is in the way of a constraint; drop it, then start again`, {
    operation: 'schema',
  });
}
