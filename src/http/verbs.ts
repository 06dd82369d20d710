/** The routes of the table, each with a handler that parses, calls and replies. */
import { type Request, type RequestHandler, Router } from 'express';
import type { Palimpsest } from '../palimpsest.ts';
import { CODECS, ROUTES } from '../wire/routes.ts';
import type { Call, Received, Result, Route, Verb } from '../wire/wire.ts';
import { etagOf, namesEtag } from './etag.ts';
import { checkAccept } from './guards.ts';
import { refuse } from './problems.ts';
import { localsOf } from './request.ts';

/** Headers that change what a request means, so they are never ignored. */
const CONDITIONS = ['Idempotency-Key', 'If-Match', 'If-Unmodified-Since'];

export function verbRoutes(store: Palimpsest, readBody: readonly RequestHandler[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, routes] of byPath()) {
    const at = router.route(path.replace(/\{(\w+)\}/g, ':$1'));
    at.all(named(path));
    for (const route of routes) {
      const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
      at[method](checkAccept, checkConditions(route), ...(route.body === null ? [] : readBody), answer(store, route));
    }
    at.all(otherMethods(routes));
  }
  return router;
}

function byPath(): Map<string, readonly Route[]> {
  const paths = new Map<string, readonly Route[]>();
  for (const route of ROUTES) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return paths;
}

function answer(store: Palimpsest, route: Route): RequestHandler {
  return async (req, res) => {
    const call = route.toCall(received(req));
    const result = await perform(store, call);
    const body = JSON.stringify(CODECS[call.verb].toReply(result as never));
    res.type('json');
    if (route.method !== 'GET') return void res.set('Cache-Control', 'no-store').end(body);
    const etag = etagOf(body);
    res.set({ 'Cache-Control': 'private, no-cache', ETag: etag });
    if (namesEtag(req.get('if-none-match'), etag)) res.status(304).removeHeader('Content-Type');
    res.end(res.statusCode === 304 ? undefined : body);
  };
}

const perform = (store: Palimpsest, { verb, args }: Call): Promise<Result<Verb>> =>
  (store[verb] as (...args: unknown[]) => Promise<Result<Verb>>)(...args);

function received(req: Request): Received {
  const at = req.originalUrl.indexOf('?');
  return {
    params: req.params as Readonly<Record<string, string>>,
    query: at < 0 ? [] : [...new URLSearchParams(req.originalUrl.slice(at))],
    headers: (name) => req.get(name),
    body: req.body as unknown,
  };
}

/** Log and metrics know a request by its template. */
export function named(path: string): RequestHandler {
  return (_req, res, next) => {
    localsOf(res).route = path;
    next();
  };
}

function checkConditions(route: Route): RequestHandler {
  const refused = CONDITIONS.filter((name) => !(name in route.headers));
  return (req, _res, next) => {
    const found = refused.find((name) => req.get(name) !== undefined);
    if (found !== undefined)
      throw refuse('invalid_input', found, 'has no meaning here', 'leave it out; /openapi.json says what this route takes');
    next();
  };
}

export function otherMethods(routes: readonly { readonly method: string }[]): RequestHandler {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return (req, res, next) => {
    res.set('Allow', methods.join(', '));
    if (req.method === 'OPTIONS') res.status(204).end();
    else next(refuse('method_not_allowed', 'method', 'is not one of this route', `use ${methods.join(', ')}`));
  };
}
