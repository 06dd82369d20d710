/** Figures for Prometheus. Labels are names of this code (procedures, outcomes, routes), never a namespace or an id. */
import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Observer } from '../graph.ts';
import type { Palimpsest } from '../palimpsest.ts';
import { localsOf } from './request.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface Metrics {
  readonly registry: Registry;
  readonly observer: Observer;
  /** The same store; what becomes of its candidates is counted. */
  counted(store: Palimpsest): Palimpsest;
  requests(): RequestHandler;
}

export function makeMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const outcomes = new Counter({
    name: 'palimpsest_remember_total',
    help: 'Candidates answered, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const procedures = new Histogram({
    name: 'palimpsest_procedure_seconds',
    help: 'Calls of procedures, retries included',
    labelNames: ['procedure', 'result'],
    buckets: SECONDS,
    registers,
  });
  const running = new Gauge({ name: 'palimpsest_procedures_in_flight', help: 'Calls of procedures running or queued', registers });
  const waiting = new Gauge({ name: 'palimpsest_writes_waiting', help: 'Writes that wait for the next group commit', registers });
  const retries = new Counter({
    name: 'palimpsest_retries_total',
    help: 'Failures that were tried again, by code',
    labelNames: ['code'],
    registers,
  });
  const requests = new Histogram({
    name: 'palimpsest_http_request_seconds',
    help: 'Requests, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const inFlight = new Gauge({ name: 'palimpsest_http_in_flight', help: 'Requests being answered', registers });

  return {
    registry,
    observer: {
      procedure: (procedure) => {
        running.inc();
        const stop = procedures.startTimer({ procedure });
        return (failure) => {
          running.dec();
          stop({ result: failure ?? 'ok' });
        };
      },
      retry: (code) => retries.inc({ code }),
      waiting: (writes) => waiting.set(writes),
    },
    counted: (store) => ({
      ...store,
      remember: async (...args) => {
        const results = await store.remember(...args);
        for (const { outcome } of results) outcomes.inc({ outcome });
        return results;
      },
    }),
    requests: () => (req, res, next) => {
      inFlight.inc();
      res.once('close', () => {
        inFlight.dec();
        const { route, started } = localsOf(res);
        // any word may stand where the method stands
        const method = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].includes(req.method) ? req.method : 'other';
        requests.observe({ method, route, status: String(res.statusCode) }, (performance.now() - started) / 1000);
      });
      next();
    },
  };
}
