/** Requests made from the OpenAPI document, right and wrong; whatever is sent, the answer is documented and no failure of the server. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { DOCUMENT, faults } from './conform.ts';
import { madeBy, type Schema, spoiled } from './schemas.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly content?: Record<string, { readonly schema: Schema }>;
}
interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}
interface Shot {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const NAMESPACES = ['fuzz-a', 'fuzz-b'];
const JUNK: readonly unknown[] = [null, true, -1, 1e308, '', 'x'.repeat(9_000), [], {}, [[]], { a: { b: {} } }, '\u0000', 'user:ada'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
/** Whole audits grow with what was written, so they come seldom. */
const RARE = new Set(['doctorOfAll', 'doctor', 'metrics', 'openapi']);

const operations = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...(operation as unknown as Described & { operationId: string }),
  })),
);

function shotAt(operation: (typeof operations)[number], seen: readonly string[]): fc.Arbitrary<Shot> {
  const parameters = operation.parameters ?? [];
  const written = (place: Parameter['in']) => parameters.filter((p) => p.in === place);
  const one = (p: Parameter): fc.Arbitrary<string[]> => {
    if (p.name === 'namespace') return fc.constantFrom(...NAMESPACES).map((n) => [n]);
    const value = madeBy(p.schema ?? p.content?.['application/json']?.schema ?? {});
    const texts = value.map((v) => (Array.isArray(v) ? v.map(String) : [typeof v === 'string' ? v : JSON.stringify(v)]));
    return p.name === 'id' && seen.length > 0
      ? fc.oneof(
          fc.constantFrom(...seen).map((id) => [id]),
          texts,
        )
      : texts;
  };
  const record = (place: Parameter['in']) => {
    const fields = written(place);
    return fc.record(Object.fromEntries(fields.map((p) => [p.name, one(p)])), {
      requiredKeys: fields.filter((p) => p.required).map((p) => p.name),
    });
  };
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body = schema === undefined ? fc.constant(undefined) : madeBy(schema).map((v) => JSON.stringify(v));
  return fc
    .record({ path: record('path'), query: record('query'), headers: record('header'), body })
    .map(({ path, query, headers, body }) => ({
      method: operation.method,
      path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segment((path as Record<string, string[]>)[name]?.[0] ?? '')),
      query: Object.entries(query as Record<string, string[]>).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
      headers: Object.fromEntries(
        Object.entries(headers as Record<string, string[]>).map(([name, [value]]) => [name, headerText(value ?? '')]),
      ),
      body: withIds(body, seen),
    }));
}

/** Ids that the server gave, where ids are asked for. */
function withIds(body: string | undefined, seen: readonly string[]): string | undefined {
  if (body === undefined || seen.length === 0) return body;
  const id = seen[body.length % seen.length];
  return JSON.stringify(JSON.parse(body, (name, value: unknown) => (name === 'factId' || name === 'claimId' ? id : value)));
}

/** URLs can't carry these two, and half a surrogate pair nothing can. */
const segment = (text: string): string => (text === '.' || text === '..' ? 'dots' : encodeURIComponent(text.toWellFormed()));
const headerText = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 500);

type Spoil = (shot: Shot, chance: number, junk: unknown) => Shot;
const SPOIL: readonly Spoil[] = [
  (shot) => shot,
  (shot) => shot,
  (shot) => shot,
  (shot, chance, junk) => ({
    ...shot,
    body: shot.body === undefined ? undefined : JSON.stringify(spoiled(JSON.parse(shot.body), chance, junk)),
  }),
  (shot, chance, junk) => ({
    ...shot,
    body: shot.body === undefined ? undefined : JSON.stringify(spoiled(JSON.parse(shot.body), chance, junk)),
  }),
  (shot, chance) => ({ ...shot, body: shot.body?.slice(0, chance % (shot.body.length + 1)) }),
  (shot, _, junk) => ({ ...shot, query: [...shot.query, ['surplus', String(junk)]] }),
  (shot, chance, junk) => ({
    ...shot,
    query: shot.query.map(([name, value], i) => [name, i === chance % shot.query.length ? String(junk) : value]),
  }),
  (shot) => ({ ...shot, query: [...shot.query, ...shot.query] }),
  (shot, chance) => ({ ...shot, method: METHODS[chance % METHODS.length] as string }),
  (shot, chance) => ({ ...shot, path: shot.path.slice(0, 1 + (chance % shot.path.length)) }),
  (shot, chance) => ({ ...shot, path: `${shot.path.slice(0, -1)}%${(chance % 256).toString(16)}` }),
  (shot) => ({ ...shot, path: shot.path.replace(/fuzz-[ab]/, 'a%20b') }),
  (shot) => ({ ...shot, headers: { ...shot.headers, 'content-type': 'text/plain' } }),
  (shot) => ({ ...shot, headers: { ...shot.headers, accept: 'image/png' } }),
  (shot) => ({ ...shot, headers: { ...shot.headers, 'if-match': '*', 'idempotency-key': '%' } }),
];

/** Shoots so many requests; answers how many of each status came back. */
export async function fuzz(url: string, shots: number, seed: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const seen: string[] = [];
  const common = operations.filter(({ operationId }) => !RARE.has(operationId));
  const operation = fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...common) },
    { weight: 1, arbitrary: fc.constantFrom(...operations) },
  );
  const shot = operation
    .chain((o) => fc.tuple(shotAt(o, seen), fc.constantFrom(...SPOIL), fc.nat(), fc.constantFrom(...JUNK)))
    .map(([made, spoil, chance, junk]) => spoil(made, chance, junk));
  await fc.assert(
    fc.asyncProperty(shot, async (sent) => {
      const { status, wrong, body } = await fire(url, sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      for (const [, id] of body.matchAll(/"(?:factId|claimId)":"([^"]+)"/g)) if (seen.length < 200) seen.push(id as string);
      expect(wrong).toEqual([]);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: shots, seed },
  );
  return statuses;
}

async function fire(url: string, { method, path, query, headers, body }: Shot) {
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query.map(([n, v]) => [n, v] as [string, string]))}`;
  const sends = body !== undefined && method !== 'GET' && method !== 'HEAD';
  const response = await fetch(`${url}${path}${search}`, {
    method,
    headers: { ...(sends && { 'content-type': 'application/json' }), ...headers },
    ...(sends && { body }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type');
  const parsed: unknown = text === '' ? undefined : /json/.test(type ?? '') ? JSON.parse(text) : text;
  const { pathname } = new URL(`${url}${path}`);
  const silent = method === 'HEAD' || method === 'OPTIONS' || pathname === '/' || pathname.startsWith('/docs');
  return { status: response.status, body: text, wrong: silent ? [] : faults(method, pathname, response.status, type, parsed) };
}
