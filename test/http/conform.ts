import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApi } from '../../src/http/openapi.ts';

type Json = Record<string, unknown>;
interface Response {
  readonly content?: Record<string, { readonly schema: Json }>;
}
interface Operation {
  readonly responses: Record<string, Response>;
}

export const DOCUMENT = openApi('0.0.0') as unknown as {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Json> };
};

const ajv = new Ajv2020({ allErrors: true, strict: false });
(formats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: 'doc:', components: DOCUMENT.components });
const compiled = new Map<string, ValidateFunction>();

function validator(schema: Json): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"doc:#/components/');
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const made = ajv.compile(JSON.parse(text) as Json);
  compiled.set(text, made);
  return made;
}

const templates = Object.keys(DOCUMENT.paths)
  .map((template) => ({ template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`) }))
  // what has no parameter is the better match
  .sort((a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')));

/** What is wrong with a response, by the document; nothing when it conforms. */
export function faults(method: string, path: string, status: number, type: string | null, body: unknown): string[] {
  const template = templates.find(({ pattern }) => pattern.test(path))?.template;
  const operation = template === undefined ? undefined : DOCUMENT.paths[template]?.[method.toLowerCase()];
  const where = `${method} ${template ?? 'unknown path'} ${status}`;
  // an unknown route or method still answers with a problem
  const response = operation === undefined ? { content: PROBLEM } : operation.responses[String(status)];
  if (response === undefined) return [`${where} is not documented`];
  const base = (type ?? '').split(';')[0] as string;
  if (response.content === undefined) return body === undefined ? [] : [`${where} has a body`];
  const content = (response.content as Response['content'])?.[base];
  if (content === undefined) return [`${where} has the type ${base}`];
  const validate = validator(content.schema);
  if (validate(body)) return [];
  return (validate.errors ?? []).map((e) => `${where}: ${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
}

const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
