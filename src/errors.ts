/** Every code an operation can fail with. Callers branch on the code; messages are for people. `next` is for docs/errors.md. */
export const ERRORS = {
  invalid_input: {
    status: 400,
    retryable: false,
    title: 'The input is not valid',
    next: 'mend the fields that `issues` names and send it again',
  },
  restricted: {
    status: 403,
    retryable: false,
    title: 'Access to this is restricted',
    next: 'access to the subject is restricted; ask whoever restricted it',
  },
  not_found: {
    status: 404,
    retryable: false,
    title: 'There is no such thing',
    next: 'look for it with `list`, `history` or `predicates`; ids belong to one namespace',
  },
  unknown_route: { status: 404, retryable: false, title: 'There is no such route', next: 'see /openapi.json or /docs for the routes' },
  method_not_allowed: {
    status: 405,
    retryable: false,
    title: 'This route has other methods',
    next: 'use a method that the Allow header names',
  },
  not_acceptable: { status: 406, retryable: false, title: 'The answer would be JSON', next: 'accept application/json' },
  timeout: {
    status: 408,
    retryable: true,
    title: 'The request took too long to arrive',
    next: 'send it again, faster or in smaller parts',
  },
  conflict: {
    status: 409,
    retryable: false,
    title: 'The stored state is not the expected one',
    next: 'read what holds now and decide anew',
  },
  refused: {
    status: 409,
    retryable: false,
    title: 'The operation needs a decision first',
    next: 'look at `details`, then say it with the decision (`resolve: fold`), or leave it',
  },
  too_large: {
    status: 413,
    retryable: false,
    title: 'The request is too large',
    next: 'send fewer or shorter rows; the limits are in docs/limits.md',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    title: 'The body must be JSON',
    next: 'send application/json and say so in Content-Type',
  },
  key_reused: {
    status: 422,
    retryable: false,
    title: 'The idempotency key was used for another request',
    next: 'use a new key for another request, or send the same body',
  },
  store_locked: {
    status: 423,
    retryable: false,
    title: 'Another process has the store open',
    next: 'close the other process, talk to its server (`--url`), or use Neo4j',
  },
  rate_limited: { status: 429, retryable: true, title: 'Too many requests', next: 'wait as long as Retry-After says' },
  corrupt: {
    status: 500,
    retryable: false,
    title: 'The store holds something it should not',
    next: 'run `palimpsest doctor`; restore a backup if it finds something',
  },
  internal: {
    status: 500,
    retryable: false,
    title: 'This is a defect in Palimpsest',
    next: 'report it with the request id; nothing was written unless the answer says so',
  },
  unsupported: { status: 501, retryable: false, title: 'This engine cannot do that', next: 'use the other engine for this' },
  busy: { status: 503, retryable: true, title: 'The store is busy', next: 'try again; the same idempotency key makes that safe' },
  closed: { status: 503, retryable: false, title: 'The store is closed', next: 'open the store again' },
  schema_mismatch: {
    status: 503,
    retryable: false,
    title: 'The graph has another schema version',
    next: 'use the version of Palimpsest that wrote the graph, or a newer one',
  },
  unavailable: {
    status: 503,
    retryable: true,
    title: 'The store cannot be reached, or the outcome is unknown',
    next: 'try again with the same idempotency key: it settles whether the first attempt was done',
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** One thing wrong with the input: where, what, and what to do. Never the value itself. */
export interface Issue {
  readonly path: string;
  readonly message: string;
  readonly next?: string;
}

export interface ErrorContext {
  readonly operation?: string;
  readonly issues?: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
  /** Of the request that a server answered with this. */
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** An error as it crosses a process boundary (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly operation?: string;
  readonly issues?: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
  /** Names the request in the server's log. */
  readonly requestId?: string;
}

const NAME = 'PalimpsestError';

export class PalimpsestError extends Error {
  override readonly name = NAME;
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryable: boolean;
  readonly operation?: string;
  readonly issues?: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
  /** Names the request in the server's log, where it came from a server. */
  readonly requestId?: string;

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.code = code;
    this.status = ERRORS[code].status;
    this.retryable = ERRORS[code].retryable;
    if (context.operation !== undefined) this.operation = context.operation;
    if (context.issues !== undefined) this.issues = context.issues;
    if (context.details !== undefined) this.details = context.details;
    if (context.requestId !== undefined) this.requestId = context.requestId;
  }

  // the cause may quote stored values, so it never leaves the process
  toJSON(): Problem {
    return {
      type: `urn:palimpsest:error:${this.code}`,
      title: ERRORS[this.code].title,
      status: this.status,
      detail: this.message,
      code: this.code,
      retryable: this.retryable,
      ...(this.operation !== undefined && { operation: this.operation }),
      ...(this.issues !== undefined && { issues: this.issues }),
      ...(this.details !== undefined && { details: this.details }),
      ...(this.requestId !== undefined && { requestId: this.requestId }),
    };
  }
}

/** By name and code, so that two copies of this package recognise each other's errors. */
export function isPalimpsestError(error: unknown): error is PalimpsestError {
  if (!(error instanceof Error) || error.name !== NAME) return false;
  return 'code' in error && typeof error.code === 'string' && Object.hasOwn(ERRORS, error.code);
}

/** The message is built from the issues, so no caller has to word the same thing twice. */
export function invalidInput(operation: string, issues: readonly Issue[]): PalimpsestError {
  const said = issues.map(({ path, message, next }) => `${path} ${message}${next === undefined ? '' : `; ${next}`}`);
  return new PalimpsestError('invalid_input', `${operation}: ${said.join(' · ')}`, { operation, issues });
}

/** Input that is well-formed, and that the state of the store, or what there is, speaks against: one issue, and the message made from it. */
export function refusal(
  code: ErrorCode,
  operation: string,
  issue: Issue & { readonly next: string },
  details?: ErrorContext['details'],
): PalimpsestError {
  const message = `${operation}: ${issue.path} ${issue.message}; ${issue.next}`;
  return new PalimpsestError(code, message, { operation, issues: [issue], ...(details !== undefined && { details }) });
}

/** Something named in the input that isn't there: `path` says in which field. */
export const notFound = (operation: string, path: string, message: string, next: string): PalimpsestError =>
  refusal('not_found', operation, { path, message, next });

/** An id that names no fact; what else it is can be seen from how it begins. */
export function noFact(operation: string, id: string): PalimpsestError {
  if (id.startsWith('c_'))
    return notFound(
      operation,
      'factId',
      'is the id of a claim, not of a fact',
      'to withdraw it give it as claimId, else give the id of a fact',
    );
  if (/^[a-z][a-z0-9_-]*:/.test(id))
    return notFound(
      operation,
      'factId',
      'is the id of an entity, not of a fact',
      'give the id of a fact; see history for those of a subject and predicate',
    );
  return notFound(operation, 'factId', 'names no fact of this namespace', 'look for it with list, or in the history of a slot');
}

export const keyReused = (operation: string): PalimpsestError =>
  new PalimpsestError('key_reused', `${operation}: idempotencyKey was used for another request; use a new key, or send the same body`, {
    operation,
  });
