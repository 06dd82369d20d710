/** Health, figures, and the documents. */
import { type RequestHandler, Router } from 'express';
import type { Readiness } from '../health/readiness.ts';
import { docsPage } from './docs.ts';
import { docsScript, docsStyle } from './docs-assets.ts';
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
  const page = docsPage(document);
  get('/docs', (_req, res) => {
    res.type('html').send(page);
  });
  get('/docs/style.css', (_req, res) => {
    res.type('css').send(docsStyle);
  });
  get('/docs/try.js', (_req, res) => {
    res.type('js').send(docsScript);
  });
  for (const path of ['/', '/docs/']) get(path, (_req, res) => res.redirect('/docs'));
  return router;
}
