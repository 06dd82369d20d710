/** What the server keeps of a request while it runs. */
import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

export interface Locals {
  requestId: string;
  /** Template of the route, for log and metrics; never the path that was asked for. */
  route: string;
  started: number;
  /** Code of the problem it was answered with. */
  code?: string;
}
export const localsOf = (res: Response): Locals => res.locals as Locals;

const SANE_ID = /^[A-Za-z0-9._-]{1,100}$/;

/** A sane `X-Request-Id` is kept, else one is made; it is echoed, stands in problems and in the log. */
export function identify(): RequestHandler {
  return (req, res, next) => {
    const given = req.get('x-request-id');
    const requestId = given !== undefined && SANE_ID.test(given) ? given : randomUUID();
    Object.assign(res.locals, { requestId, route: 'none', started: performance.now() } satisfies Locals);
    res.set('X-Request-Id', requestId);
    next();
  };
}
