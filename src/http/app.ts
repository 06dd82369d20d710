/** The Express app: the order in which a request meets things. */
import express, { type Express } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Palimpsest } from '../palimpsest.ts';
import { readBody } from './body.ts';
import { limitRate, onlyLoopbackHosts } from './guards.ts';
import { logRequests } from './log.ts';
import { answerProblems, refuse } from './problems.ts';
import { identify } from './request.ts';
import { isLoopback, type ServerSettings } from './settings.ts';
import { type System, systemRoutes } from './system.ts';
import { verbRoutes } from './verbs.ts';

export interface AppParts extends System {
  readonly store: Palimpsest;
  readonly log: Logger;
  readonly settings: ServerSettings;
}

export function makeApp(parts: AppParts): Express {
  const { store, log, metrics, settings } = parts;
  const app = express();
  app.set('query parser', false).set('etag', false).set('case sensitive routing', true).set('strict routing', true);
  app.use(identify(), logRequests(log), metrics.requests(), helmet(HEADERS));
  if (isLoopback(settings.host)) app.use(onlyLoopbackHosts);
  app.use(systemRoutes(parts));
  if (settings.rateLimit > 0) app.use(limitRate(settings.rateLimit));
  app.use(verbRoutes(metrics.counted(store), readBody(settings.bodyLimit)));
  app.use((_req, _res, next) => next(refuse('unknown_route', 'path', 'is not one of this API', 'see /openapi.json for the routes')));
  app.use(answerProblems(log, settings.bodyLimit));
  return app;
}

/** Only the page of the documentation loads anything, all of it from here. */
const HEADERS: Parameters<typeof helmet>[0] = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  // there is no TLS here; who puts a proxy in front says this there
  strictTransportSecurity: false,
};
