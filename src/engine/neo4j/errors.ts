import { Neo4jError } from 'neo4j-driver';
import { type ErrorCode, isPalimpsestError, PalimpsestError } from '../../errors.ts';

const RETRY = 'nothing was changed; try again';

/** First match wins. `LockClientStopped` and the time-outs are rolled back by the server but not called transient by it. */
const CODES: ReadonlyArray<readonly [pattern: RegExp, code: ErrorCode, said: string]> = [
  [/LockClientStopped|TransactionTimedOut|LockAcquisitionTimeout|DeadlockDetected/, 'busy', RETRY],
  // read while somebody deletes it
  [/EntityNotFound/, 'busy', RETRY],
  [/ConstraintValidationFailed/, 'conflict', 'a key that must be unique is taken; read the current state and decide again'],
  [
    /ServiceUnavailable|SessionExpired|DatabaseUnavailable|AuthorizationExpired|NotALeader/,
    'unavailable',
    'the server cannot be reached; see that it runs (docker compose up -d neo4j starts one)',
  ],
  [/TransientError/, 'busy', RETRY],
  [/ClientError\.Security/, 'invalid_input', 'the server refused user or password; set the ones it knows'],
  [/DatabaseNotFound/, 'invalid_input', 'the server has no database of that name; Community has one, neo4j'],
];

export function translate(error: unknown, operation: string): PalimpsestError {
  if (isPalimpsestError(error)) return error;
  const code = error instanceof Neo4jError ? error.code : '';
  const message = error instanceof Error ? error.message : '';
  if (/Pool is closed|Connection acquisition timed out/.test(message)) {
    return new PalimpsestError('busy', `${operation}: no free connection to the server; ${RETRY}`, { operation, cause: error });
  }
  const known = CODES.find(([pattern]) => pattern.test(code));
  const [, ours, said] = known ?? [null, 'internal' as const, 'the engine refused the statement; the cause says why'];
  return new PalimpsestError(ours, `${operation}: ${said}`, { operation, cause: error });
}

/** Two processes that apply the same schema statement at once: the one that comes second finds it done. */
export function isAlreadyThere(error: unknown): boolean {
  return error instanceof Neo4jError && /AlreadyExists$/.test(error.code);
}
