/** Every failure as problem+json. */
import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { ERRORS, type ErrorCode, invalidInput, isPalimpsestError, PalimpsestError, type Problem } from '../errors.ts';
import { PROBLEM_TYPE } from '../wire/problem.ts';
import { framesOf } from './log.ts';
import { localsOf } from './request.ts';

/** Seconds after which a retryable failure may be tried again, where nothing says it better. */
const RETRY_AFTER = 1;

export function answerProblems(log: Logger, bodyLimit: number): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    const problem = toProblem(error, bodyLimit);
    localsOf(res).code = problem.code;
    // a defect is somebody's to mend, so the place goes to the log
    if (problem.status === 500) log.error({ requestId: localsOf(res).requestId, code: problem.code, at: framesOf(error) }, 'defect');
    if (res.headersSent) return next(error);
    if (problem.retryable && !res.hasHeader('Retry-After')) res.set('Retry-After', String(RETRY_AFTER));
    res.set('Cache-Control', 'no-store');
    res.status(problem.status).type(PROBLEM_TYPE);
    res.end(JSON.stringify({ ...problem.toJSON(), requestId: localsOf(res).requestId } satisfies Problem));
  };
}

/** What Express and its parser throw, in our words; anything unknown is a defect. */
function toProblem(error: unknown, bodyLimit: number): PalimpsestError {
  if (isPalimpsestError(error)) return error;
  if (!(error instanceof Error)) return defect(error);
  const { type, status } = error as Error & { readonly type?: string; readonly status?: number };
  switch (type) {
    case 'entity.too.large':
      return refuse('too_large', 'body', `is larger than ${bodyLimit} bytes`, 'send it in several parts');
    case 'entity.parse.failed':
      return invalidInput('request', [{ path: 'body', message: 'is not JSON', next: 'send one JSON document in UTF-8' }]);
    case 'encoding.unsupported':
      return refuse('unsupported_media_type', 'Content-Encoding', 'is not known', 'send it plain, or with gzip, deflate or br');
    case 'charset.unsupported':
      return refuse('unsupported_media_type', 'Content-Type', 'names another charset', 'send UTF-8');
  }
  if (status === 400)
    return invalidInput('request', [{ path: 'request', message: 'is malformed', next: 'check path, headers and length' }]);
  return defect(error);
}

/** A request refused before its verb is known. */
export function refuse(code: ErrorCode, path: string, message: string, next: string): PalimpsestError {
  return new PalimpsestError(code, `request: ${path} ${message}; ${next}`, { operation: 'request', issues: [{ path, message, next }] });
}

const defect = (cause: unknown) =>
  new PalimpsestError('internal', 'request: an unexpected failure; this is a defect — please report it with the request id', {
    operation: 'request',
    cause,
  });

/** A reply for what never became a request: broken syntax, too slow, too large headers. */
export function rawProblem(code: ErrorCode, detail: string): string {
  const { status, title, retryable } = ERRORS[code];
  const body = JSON.stringify({ type: `urn:palimpsest:error:${code}`, title, status, detail, code, retryable } satisfies Problem);
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
