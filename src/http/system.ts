/** Health, figures, and the documents. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import type { Readiness } from '../health/readiness.ts';
import { docsPage, docsScript } from './docs.ts';
import type { Metrics } from './metrics.ts';
import { openApi } from './openapi.ts';
import { named, otherMethods } from './verbs.ts';

export interface System {
  readonly version: string;
  readonly metrics: Metrics;
  readonly ready: () => Promise<Readiness>;
}

export function systemRoutes({ version, metrics, ready }: System): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const document = openApi(version);
  const get = (path: string, handler: RequestHandler) =>
    router
      .route(path)
      .all(named(path))
      .get(handler)
      .all(otherMethods([{ method: 'GET' }]));

  get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ ok: true });
  });
  get('/readyz', async (_req, res) => {
    const found = await ready();
    res.set('Cache-Control', 'no-store');
    if (!found.ready) res.set('Retry-After', '1');
    res.status(found.ready ? 200 : 503).json(found);
  });
  get('/metrics', async (_req, res) => {
    res
      .set('Cache-Control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics());
  });
  get('/openapi.json', (_req, res) => {
    res.json(document);
  });
  get('/docs', (_req, res) => {
    res.type('html').send(docsPage);
  });
  get('/docs/start.js', (_req, res) => {
    res.type('js').send(docsScript);
  });
  router.use('/docs', named('/docs/{file}'), express.static(assets(), { index: false, redirect: false, dotfiles: 'ignore' }));
  return router;
}

const assets = (): string => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
