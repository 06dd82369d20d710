/** What is refused before a verb is looked at. */
import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { refuse } from './problems.ts';
import { isLoopback } from './settings.ts';

/** Without keys, whoever can reach the port is trusted: so a page in a browser whose name was pointed here must not be able to. */
export const onlyLoopbackHosts: RequestHandler = (req, _res, next) => {
  const name = (req.get('host') ?? '').replace(/:\d+$/, '');
  if (!isLoopback(name)) throw refuse('restricted', 'Host', 'is not a name of this machine', 'use localhost, 127.0.0.1 or [::1]');
  next();
};

/** Answers are JSON. */
export const checkAccept: RequestHandler = (req, _res, next) => {
  if (req.accepts('application/json') === false)
    throw refuse('not_acceptable', 'Accept', 'leaves out application/json', 'accept it, or leave the header out');
  next();
};

export function limitRate(perMinute: number): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // no proxy is trusted, so what its headers say is of no account
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    handler: (_req, _res, next) => next(refuse('rate_limited', 'rate', `is above ${perMinute} requests a minute`, 'slow down')),
  });
}
