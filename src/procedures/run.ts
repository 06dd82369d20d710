import type { Engine, Params, Row, Runner, Value } from '../engine/engine.ts';
import { PalimpsestError } from '../errors.ts';
import type { Field, FieldType } from './header.ts';
import { loadProcedures, type Procedure } from './load.ts';

export interface Procedures {
  /** The runner is the engine, or the transaction handed to `transaction(tx => …)`. */
  call(runner: Runner, name: string, params: Params): Promise<Row[]>;
  /** For procedures that return one row. */
  one(runner: Runner, name: string, params: Params): Promise<Row>;
  readonly all: readonly Procedure[];
}

/** The typed face of `cypher/`: what goes in and what comes out is what the header of the file says. */
export function createProcedures(all: readonly Procedure[] = loadProcedures()): Procedures {
  const byName = new Map(all.map((procedure) => [procedure.name, compile(procedure)]));

  const call = async (runner: Runner, name: string, params: Params): Promise<Row[]> => {
    const compiled = byName.get(name);
    if (compiled === undefined) throw new PalimpsestError('internal', `${name}: there is no such file under cypher/`);
    compiled.checkParams(params);
    const rows = await runner.run(compiled.procedure, params);
    compiled.checkRows(rows);
    return rows;
  };

  const one = async (runner: Runner, name: string, params: Params): Promise<Row> => {
    const [row] = await call(runner, name, params);
    if (row === undefined) throw new PalimpsestError('internal', `${name}: returned nothing where one row was asked for`);
    return row;
  };

  return Object.freeze({ call, one, all });
}

/** Plans every procedure, so that the first caller doesn't wait for it. Again after a bulk load: the planner's figures have changed. */
export async function warm(engine: Engine, procedures: Procedures): Promise<void> {
  if (!engine.capabilities.planCache) return;
  for (const procedure of procedures.all) await engine.inspect(procedure, exampleParams(procedure));
}

const EXAMPLES: Readonly<Record<FieldType, Value>> = { string: 'x', integer: 1, number: 1, boolean: true, list: [], map: {}, any: null };

/** Parameters of the declared types; what the file's `@example` gives takes precedence. */
export function exampleParams({ header }: Procedure): Params {
  const generated = Object.fromEntries(header.params.map(({ name, type }) => [name, EXAMPLES[type]]));
  return { ...generated, ...(header.example as Params | null) };
}

function compile(procedure: Procedure) {
  const { params, columns, returns } = procedure.header;
  const check = (what: string, fields: readonly Field[], given: Readonly<Record<string, Value>>) => {
    const count = Object.keys(given).length;
    for (const { name, type, nullable } of fields) {
      const value = given[name];
      const fits = value === null ? nullable : value !== undefined && HAS_TYPE[type](value);
      if (!fits) throw defect(procedure, `${what} ${name} must be ${type}${nullable ? ' or null' : ''}`);
    }
    if (count !== fields.length) {
      const extra = Object.keys(given).filter((key) => !fields.some(({ name }) => name === key));
      throw defect(procedure, `${what} ${extra.join(', ')} is not declared`);
    }
  };
  return {
    procedure,
    checkParams: (given: Params) => check('parameter', params, given),
    checkRows: (rows: readonly Row[]) => {
      if (returns !== 'many' && rows.length !== (returns === 'one' ? 1 : 0)) {
        throw defect(procedure, `returned ${rows.length} rows where its header says ${returns}`);
      }
      for (const row of rows) check('column', columns, row);
    },
  };
}

const HAS_TYPE: Readonly<Record<FieldType, (value: Value) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: Array.isArray,
  map: (value) => typeof value === 'object' && !Array.isArray(value),
  any: () => true,
};

function defect({ name }: Procedure, message: string): PalimpsestError {
  return new PalimpsestError('internal', `${name}: ${message}; the call and the file's header must agree`, { operation: name });
}
