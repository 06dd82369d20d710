import { isRetryableError, Neo4jError } from 'neo4j-driver';
import { type ErrorCode, isPalimpsestError, PalimpsestError } from '../../errors.ts';
import { UNKNOWN } from '../retry.ts';

const UNREACHABLE = 'the server cannot be reached; see that it runs (docker compose up -d neo4j starts one)';

/** What the server rolled back, or a read met in the middle of a deletion, and the driver doesn't call retryable. */
const BUSY_TOO = /LockClientStopped|TransactionTimedOut|EntityNotFound/;
const LOST = /ServiceUnavailable|SessionExpired/;

/** First match wins. */
const CODES: ReadonlyArray<readonly [pattern: RegExp, code: ErrorCode, said: string]> = [
  [/ConstraintValidationFailed/, 'conflict', 'a key that must be unique is taken; read the current state and decide again'],
  [/NotALeader/, 'unavailable', UNREACHABLE],
  [/ClientError\.Security/, 'invalid_input', 'the server refused user or password; set the ones it knows'],
  [/DatabaseNotFound/, 'invalid_input', 'the server has no database of that name; Community has one, neo4j'],
];

/** The connection is gone, or nothing came over it in time: what was sent last may have been done. */
export class NoAnswer extends Error {}

/** `unsettled`: a write that may have been done if its connection broke. */
export function translate(error: unknown, operation: string, unsettled = false): PalimpsestError {
  if (isPalimpsestError(error)) return error;
  const [code, said] = understood(error);
  const unknown = unsettled && code === 'unavailable' && mayBeDone(error);
  return new PalimpsestError(code, `${operation}: ${said}`, { operation, cause: error, ...(unknown && { details: UNKNOWN }) });
}

function understood(error: unknown): readonly [code: ErrorCode, said: string] {
  if (error instanceof NoAnswer) return ['unavailable', 'the server does not answer; see that it runs and can be reached'];
  const message = error instanceof Error ? error.message : '';
  if (/Pool is closed|Connection acquisition timed out/.test(message)) return ['busy', 'no free connection to the server'];
  const code = error instanceof Neo4jError ? error.code : '';
  if (LOST.test(code) || /DatabaseUnavailable|AuthorizationExpired/.test(code)) return ['unavailable', UNREACHABLE];
  if (BUSY_TOO.test(code) || isRetryableError(error)) return ['busy', 'other writes are in the way, and nothing was changed'];
  const known = CODES.find(([pattern]) => pattern.test(code));
  return known === undefined ? ['internal', 'the engine refused the statement; the cause says why'] : [known[1], known[2]];
}

/** An answer settles it; so does a connection that was never made. */
function mayBeDone(error: unknown): boolean {
  if (error instanceof NoAnswer) return true;
  if (!(error instanceof Neo4jError) || !LOST.test(error.code)) return false;
  return !/Caused by: (connect (ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)|getaddrinfo )|Failed to establish connection|Could not perform discovery/.test(
    error.message,
  );
}

/** A constraint or index, or one that does the same. */
export function isAlreadyThere(error: unknown): boolean {
  return error instanceof Neo4jError && /AlreadyExists$/.test(error.code);
}
