import type { ErrorCode } from '../errors.ts';

/** What a script can tell from the exit code. */
export const EXIT = {
  ok: 0,
  internal: 1,
  invalid: 2,
  partial: 3,
  notFound: 4,
  refused: 5,
  unavailable: 6,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_OF: Readonly<Record<ErrorCode, ExitCode>> = {
  invalid_input: EXIT.invalid,
  restricted: EXIT.refused,
  not_found: EXIT.notFound,
  unknown_route: EXIT.invalid,
  method_not_allowed: EXIT.invalid,
  not_acceptable: EXIT.invalid,
  timeout: EXIT.unavailable,
  conflict: EXIT.refused,
  refused: EXIT.refused,
  too_large: EXIT.invalid,
  unsupported_media_type: EXIT.invalid,
  key_reused: EXIT.refused,
  rate_limited: EXIT.unavailable,
  store_locked: EXIT.unavailable,
  corrupt: EXIT.internal,
  internal: EXIT.internal,
  unsupported: EXIT.refused,
  busy: EXIT.unavailable,
  closed: EXIT.unavailable,
  schema_mismatch: EXIT.unavailable,
  unavailable: EXIT.unavailable,
};

export const EXIT_CODES_HELP = `
Exit codes:
  0  done
  1  a defect, or a store that is damaged (doctor: something was found)
  2  the command or its input is not valid
  3  partly done: some rows were rejected, or a statement was not stored as it isn't clear who is meant
  4  there is no such thing
  5  refused: the stored state is another one, or a decision is needed first
  6  the store is locked by another process, or cannot be reached
  130  stopped with Ctrl-C; 143: with SIGTERM (serve ends with 0, and so only when told twice)`;
