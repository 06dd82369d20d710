import { PalimpsestError } from '../errors.ts';

const TYPES = ['string', 'integer', 'number', 'boolean', 'list', 'map', 'any'] as const;
const MODES = ['read', 'write'] as const;
const RETURNS = ['many', 'one', 'none'] as const;

export type FieldType = (typeof TYPES)[number];

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly nullable: boolean;
}

/** What the comment at the head of a procedure file promises. */
export interface Header {
  readonly why: string;
  readonly mode: (typeof MODES)[number];
  readonly returns: (typeof RETURNS)[number];
  readonly params: readonly Field[];
  readonly columns: readonly Field[];
  /** Why this procedure may read every node of a label; null where it may not. */
  readonly scan: string | null;
  /** Parameters that make the procedure do something, for tests that run it. */
  readonly example: Readonly<Record<string, unknown>> | null;
}

/** Splits a file into its checked header and the statement below it. */
export function parseProcedure(name: string, source: string): { readonly header: Header; readonly text: string } {
  const lines = source.replaceAll('\r\n', '\n').split('\n');
  const length = lines.findIndex((line) => !line.startsWith('//'));
  const why: string[] = [];
  const params: Field[] = [];
  const columns: Field[] = [];
  const single = new Map<string, string>();

  for (const [index, line] of lines.slice(0, Math.max(length, 0)).entries()) {
    const said = line.replace(/^\/\/ ?/, '').trim();
    const [, tag, rest = ''] = /^@(\w+)\s*(.*)$/.exec(said) ?? [];
    const wrong = (message: string) => new PalimpsestError('internal', `cypher/${name}.cypher line ${index + 1}: ${message}`);
    if (tag === undefined) {
      if (single.size + params.length + columns.length > 0) throw wrong('prose comes before the first @ line');
      why.push(said);
    } else if (tag === 'param' || tag === 'column') {
      const list = tag === 'param' ? params : columns;
      const field = parseField(rest);
      if (field === null) throw wrong(`write "@${tag} name type"; a type is one of ${TYPES.join(', ')}, with ? if it may be null`);
      if (field.name === 'now' && tag === 'param') throw wrong('now is filled in by the engine; leave it out');
      if (list.some((other) => other.name === field.name)) throw wrong(`${field.name} is declared twice`);
      list.push(field);
    } else if (['mode', 'returns', 'scan', 'example'].includes(tag)) {
      if (single.has(tag) || rest === '') throw wrong(`@${tag} stands once, with a value`);
      single.set(tag, rest);
    } else throw wrong(`unknown tag @${tag}`);
  }

  const wrong = (message: string) => new PalimpsestError('internal', `cypher/${name}.cypher: ${message}`);
  const mode = MODES.find((known) => known === single.get('mode'));
  const returns = RETURNS.find((known) => known === single.get('returns'));
  if (why.join('') === '') throw wrong('begin with a sentence that says why it is there');
  if (mode === undefined) throw wrong(`@mode is one of ${MODES.join(', ')}`);
  if (returns === undefined) throw wrong(`@returns is one of ${RETURNS.join(', ')}`);
  if ((returns === 'none') !== (columns.length === 0)) throw wrong('columns are declared unless it returns none');
  const text = lines.slice(length).join('\n').trim();
  const example = parseExample(single.get('example'), wrong);
  return { header: { why: why.join(' '), mode, returns, params, columns, scan: single.get('scan') ?? null, example }, text };
}

function parseField(text: string): Field | null {
  const [, name, type, mark] = /^([A-Za-z]\w*)\s+([a-z]+)(\??)$/.exec(text) ?? [];
  const known = TYPES.find((candidate) => candidate === type);
  return name === undefined || known === undefined ? null : { name, type: known, nullable: mark === '?' };
}

function parseExample(text: string | undefined, wrong: (message: string) => PalimpsestError): Header['example'] {
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw wrong('@example is one line of JSON');
  }
}
