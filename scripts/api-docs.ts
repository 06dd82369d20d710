/** Writes docs/replies.md and the reference part of docs/api.md from the route table and the interfaces; `npm run docs:api`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asOfQuerySchema, factQuerySchema, listQuerySchema } from '../src/contract/queries.ts';
import { openApi } from '../src/http/openapi.ts';
import { ROUTES } from '../src/wire/routes.ts';
import type { Route } from '../src/wire/wire.ts';

const root = new URL('../', import.meta.url);
export const PAGE = fileURLToPath(new URL('docs/api.md', root));
export const REPLIES_PAGE = fileURLToPath(new URL('docs/replies.md', root));
const MARK = '<!-- From here on written by npm run docs:api. -->';
const SOURCE = source('src/palimpsest.ts');
/** Three verbs are one route. */
const OF_FACTS = { current: factQuerySchema, asOf: asOfQuerySchema, list: listQuerySchema } as const;
const OPTIONS = [
  ['importFacts', 'src/loading/import-facts.ts', 'ImportOptions'],
  ['The totals of importFacts', 'src/loading/totals.ts', 'ImportTotals'],
  ['openPalimpsest', 'src/open-graph.ts', 'OpenOptions'],
  ['connect', 'src/client/options.ts', 'ConnectOptions'],
] as const;

interface Json {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Json[];
  readonly items?: Json;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly description?: string;
}
type Row = readonly [field: string, type: string, says: string];

const document = openApi('') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
};
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Json } } };
}
const { schemas } = document.components;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

export function withReference(page: string): string {
  const verbs = [...SOURCE.slice(SOURCE.indexOf('export interface Palimpsest {')).matchAll(/^ {2}(\w+)\(([\s\S]*?)\): (Promise<.*>);$/gm)];
  const parts = verbs.filter(([, name]) => name !== 'close').map(([text, name]) => verb(name as string, text));
  const options = OPTIONS.map(([title, path, name]) => `## ${title}\n\n\`${name}\`\n\n${table(fieldsOf(source(path), name))}`);
  return `${page.slice(0, page.indexOf(MARK) + MARK.length)}\n\n${[...parts, ...options].join('\n')}`;
}

export function replies(): string {
  const shown = Object.entries(schemas).filter(([name]) => !['Candidate', 'Problem'].includes(name));
  const sections = shown.map(([name, schema]) => `## ${name}\n\n${table(rows(schema))}`);
  return `# Replies\n\nEvery field of what the [verbs](api.md) answer; written by \`npm run docs:api\`.\n\n${sections.join('\n')}`;
}

function verb(name: string, text: string): string {
  const routeName = name in OF_FACTS ? 'facts' : name;
  const route = ROUTES.find(({ id }) => id === routeName) as Route;
  const operation = operations.find(({ operationId }) => operationId === routeName) as Operation;
  const [, reply = '', many] = /(\w+)(\[\])?>$/.exec(text.replace(/;$/, '')) ?? [];
  const signature = text.replace(/\s+/g, ' ').trim().replace(/;$/, '').replace('( ', '(').replace(', )', ')');
  const says = operation.description.replace(/^Three questions in one.*/, docOf(name));
  return `## ${name}\n\n\`${signature}\`\n\n${says}\n\n${table(inputs(name, route, operation))}\nAnswers ${many === undefined ? '' : 'a list of '}[${reply}](replies.md#${reply.toLowerCase()}).\n`;
}

const docOf = (name: string): string =>
  ({ current: 'What holds now.', asOf: 'What held then, or what was known then.', list: 'Facts of all subjects, page by page.' })[name] ??
  '';

function inputs(name: string, route: Route, operation: Operation): Row[] {
  const only = name in OF_FACTS ? Object.keys(OF_FACTS[name as keyof typeof OF_FACTS].shape) : Object.keys(route.query);
  const path = Object.entries(route.params).flatMap(([param, { description }]): Row[] =>
    param === 'namespace' ? [] : [[param, 'string', description]],
  );
  const query = only.flatMap((field): Row[] => {
    const param = route.query[field];
    return param === undefined ? [] : [[field, param.kind === 'flag' ? 'boolean' : '', param.description]];
  });
  const body = operation.requestBody?.content['application/json'].schema;
  return [...path, ...(body === undefined ? [] : rows(name === 'remember' ? (schemas.Candidate as Json) : body)), ...query];
}

const rows = (schema: Json): Row[] =>
  Object.entries(schema.properties ?? {}).map(([field, inner]) => [field, typeOf(inner, true), inner.description ?? '']);

function table(list: readonly Row[]): string {
  if (list.length === 0) return '';
  const typed = list.some(([, type]) => type !== '');
  const line = ([field, type, says]: Row) => `| \`${field}\` | ${typed ? `${type} | ` : ''}${says.replaceAll('|', '\\|')} |`;
  return `| field | ${typed ? 'type | ' : ''}meaning |\n| --- | ${typed ? '--- | ' : ''}--- |\n${list.map(line).join('\n')}\n`;
}

function typeOf(schema: Json, outside: boolean): string {
  const named = schema.$ref?.split('/').at(-1);
  if (named !== undefined) return `[${named}](#${named.toLowerCase()})`;
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(outside ? ', ' : ' or ');
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map((each) => typeOf(each, false)))].join(' or ');
  if (schema.items !== undefined) return `list of ${typeOf(schema.items, false)}`;
  if (schema.properties !== undefined)
    return `{ ${Object.keys(schema.properties)
      .map((name) => `\`${name}\``)
      .join(', ')} }`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

function fieldsOf(text: string, name: string): Row[] {
  const body = new RegExp(`export interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(text)?.[1] ?? '';
  return [...body.matchAll(/^(?: {2}\/\*\* (.*) \*\/\n)? {2}readonly (\w+)\??: (.*);$/gm)].map(([, says = '', field = '', type = '']) => [
    field,
    `\`${type.replaceAll('|', '\\|')}\``,
    says,
  ]);
}

function source(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, withReference(readFileSync(PAGE, 'utf8')));
  writeFileSync(REPLIES_PAGE, replies());
}
