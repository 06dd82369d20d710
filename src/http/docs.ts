/** The documentation as a page: made from the OpenAPI document, with nothing to load but its own style and a small script. */
type Json = Readonly<Record<string, unknown>>;
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}
interface Parameter extends Content {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}
interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export function docsPage(openApi: Json): string {
  const { info, paths, components } = openApi as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const tags = [...new Set(operations.flatMap((o) => o.tags))].sort((a, b) => Number(a === 'system') - Number(b === 'system'));
  const links = tags.map((tag) => {
    const items = operations.filter((o) => o.tags.includes(tag)).map((o) => `<li><a href="#${o.operationId}">${text(o.summary)}</a></li>`);
    return `<h3>${text(tag)}</h3><ul>${items.join('')}</ul>`;
  });
  const sections = tags.flatMap((tag) => operations.filter((o) => o.tags.includes(tag)).map(section));
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `<h3 id="${name}">${name}</h3>${fields(schema)}`);
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${text(info.title)} API</title>
  <link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<nav><h2>${text(info.title)} ${text(info.version)}</h2><p><a href="/openapi.json">openapi.json</a></p>${links.join('')}<h3><a href="#schemas">schemas</a></h3></nav>
<main><p>${prose(info.description)}</p>${sections.join('')}<h2 id="schemas">Schemas</h2>${schemas.join('')}</main>
<script src="/docs/try.js"></script>
</body>
</html>
`;
}

function section(o: Operation & { readonly path: string; readonly method: string }): string {
  const body = o.requestBody?.content?.['application/json'];
  const inputs = (o.parameters ?? []).map(
    (p) =>
      `<tr><td><code>${text(p.name)}</code>${p.required ? ' *' : ''}</td><td>${p.in}</td><td>${type(p.schema ?? p.content?.['application/json']?.schema ?? {})}</td>` +
      `<td>${prose(p.description)}</td><td><input data-in="${p.in}" data-name="${text(p.name)}" aria-label="${text(p.name)}" value="${p.required ? text(String(p.example ?? '')) : ''}"></td></tr>`,
  );
  const parameters =
    inputs.length === 0 ? '' : `<table><tr><th>parameter</th><th>in</th><th>type</th><th></th><th></th></tr>${inputs.join('')}</table>`;
  const sent =
    body === undefined
      ? ''
      : `<h4>Body</h4>${body.schema.$ref === undefined ? fields(body.schema) : type(body.schema)}<textarea aria-label="body" rows="8">${text(JSON.stringify(body.example, null, 2))}</textarea>`;
  const answers = Object.entries(o.responses).map(([status, { description, content }]) => {
    const schema = Object.values(content ?? {})[0]?.schema;
    return `<tr><td>${status}</td><td>${prose(description)}</td><td>${schema === undefined ? '' : type(schema)}</td></tr>`;
  });
  return `<section id="${o.operationId}" data-method="${o.method}" data-path="${text(o.path)}"><h2>${text(o.summary)}</h2>
<p><code><b>${o.method}</b> ${text(o.path)}</code></p><p>${prose(o.description)}</p>${parameters}${sent}
<p><button type="button">Send</button></p><pre hidden></pre><table><tr><th>status</th><th></th><th>answer</th></tr>${answers.join('')}</table></section>`;
}

function fields({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      `<tr><td><code>${text(name)}</code>${required.includes(name) ? ' *' : ''}</td><td>${type(schema)}</td><td>${prose(schema.description ?? '')}</td></tr>`,
  );
  return `<table><tr><th>field</th><th>type</th><th></th></tr>${rows.join('')}</table>`;
}

function type(schema: Schema): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return `<a href="#${name}">${name}</a>`;
  if (schema.const !== undefined) return `<code>${text(String(schema.const))}</code>`;
  if (schema.enum !== undefined) return schema.enum.map((value) => `<code>${text(String(value))}</code>`).join(' ');
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(type))].join(' or ');
  if (schema.items !== undefined) return `list of ${type(schema.items)}`;
  if (schema.properties !== undefined) return fields(schema);
  return [schema.type ?? 'any'].flat().join(' or ');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (raw: string): string => raw.replace(/[&<>"]/g, (c) => ENTITIES[c] ?? c);
const prose = (raw: string): string =>
  text(raw)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*(\w+)\*/g, '<em>$1</em>');
