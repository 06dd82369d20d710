/** Bodies: JSON in UTF-8, of bounded size, and bounded together. */
import { isUtf8 } from 'node:buffer';
import express, { type RequestHandler } from 'express';
import { PalimpsestError } from '../errors.ts';
import { refuse } from './problems.ts';

/** Bodies of the largest size that may be read at once. */
const AT_ONCE = 16;
/** Smaller ones are not counted, so that who sends large ones slowly doesn't shut them out. */
const SMALL = 65_536;

/** The parsed body as `req.body`; undefined where there is none. */
export function readBody(limit: number): RequestHandler[] {
  const parseJson = express.json({
    limit,
    strict: false,
    verify: (_req, _res, bytes) => {
      // a decoder would put replacement characters into what is stored
      if (!isUtf8(bytes)) throw Object.assign(new Error('not UTF-8'), { type: 'entity.parse.failed' });
    },
  });
  return [checkType, budget(limit * AT_ONCE, limit), parseJson];
}

const checkType: RequestHandler = (req, _res, next) => {
  // an empty body is a missing one, whatever its type; null: there is none
  if (req.get('content-length') !== '0' && req.is('application/json') === false)
    throw refuse('unsupported_media_type', 'Content-Type', 'is not application/json', 'send JSON and say so');
  next();
};

/** Many large bodies at once would fill the memory; who comes too many is asked to come again. */
function budget(total: number, limit: number): RequestHandler {
  let taken = 0;
  return (req, res, next) => {
    const declared = Number(req.get('content-length'));
    const isPlain = req.get('content-encoding') === undefined && Number.isFinite(declared);
    // how large a chunked or a compressed body is, nobody knows before
    const size = isPlain ? Math.min(declared, limit) : limit;
    if (size <= SMALL) return next();
    if (taken + size > total)
      throw new PalimpsestError('busy', 'request: too many large bodies are being read at once; send it again shortly', {
        operation: 'request',
      });
    taken += size;
    res.once('close', () => {
      taken -= size;
    });
    next();
  };
}
