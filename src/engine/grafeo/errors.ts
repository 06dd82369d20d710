import { type ErrorCode, isPalimpsestError, PalimpsestError } from '../../errors.ts';

const LOCKED =
  'another process has this store open, and an embedded store serves one process; ' +
  'if that is `palimpsest serve`, talk to it (--url, or connect of palimpsest/client); else stop it, or use Neo4j where several must write';

/** The engine's codes stand only in its messages. What isn't listed is a defect of a statement. */
const CODES: ReadonlyArray<readonly [pattern: RegExp, code: ErrorCode, said: string]> = [
  [/GRAFEO-T\d{3}: Write conflict/, 'busy', 'another transaction wrote the same data; try again'],
  [/GRAFEO-X001.*(?:cannot be locked|is locked by another process)/s, 'store_locked', LOCKED],
  [/GRAFEO-V001.*constraint violation/is, 'conflict', 'a key that must be unique is taken; read the current state and decide again'],
  [/GRAFEO-V001.*not a database/s, 'invalid_input', 'the path is not a store; give the path of a store or of a new file'],
  [
    /GRAFEO-X002|invalid file header|damaged|checksum/i,
    'corrupt',
    'the file is not a readable store; if it was one, restore it from a copy, else give another path',
  ],
  [
    /GRAFEO-S\d{3}|No space left|I\/O error|Permission denied/i,
    'unavailable',
    'the file could not be read or written; check space and rights',
  ],
];

export function translate(error: unknown, operation: string): PalimpsestError {
  if (isPalimpsestError(error)) return error;
  const message = error instanceof Error ? error.message : '';
  const known = CODES.find(([pattern]) => pattern.test(message));
  const otherwise: readonly [null, ErrorCode, string] =
    operation === 'open'
      ? [null, 'invalid_input', 'the path cannot be used; give the path of a store, or of a new file in a folder you may write to']
      : [null, 'internal', 'the engine refused the statement; the cause says why'];
  const [, code, said] = known ?? otherwise;
  return new PalimpsestError(code, `${operation}: ${said}`, { operation, cause: error });
}
