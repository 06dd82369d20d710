/** One line a request, as JSON on stderr: method, route template, status, milliseconds. Never a path, a query, a body or an address. */
import type { RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import { localsOf } from './request.ts';

export function makeLogger(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    res.once('close', () => {
      const { requestId, route, started, code } = localsOf(res);
      const status = res.writableFinished ? res.statusCode : 499;
      const line = { method: req.method, route, status, ms: Math.round(performance.now() - started), requestId, ...(code && { code }) };
      if (status >= 500) log.error(line, 'request');
      else log.info(line, 'request');
    });
    next();
  };
}

/** Where a defect happened; not its message, which may quote what is stored. */
export function framesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const at = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...at.slice(0, 8).map((line) => line.trim())];
}
