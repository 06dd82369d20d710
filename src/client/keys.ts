/** Which writes get a key of the client's own, so that a retry has one effect. */
import type { Candidate, WriteOptions } from '../palimpsest.ts';
import type { Verb } from '../wire/wire.ts';

/** The others have one effect however often they are sent. */
const KEYED: ReadonlySet<Verb> = new Set<Verb>(['remember', 'retract', 'withdraw', 'correct']);

export function withKey(verb: Verb, args: readonly unknown[]): readonly unknown[] {
  if (!KEYED.has(verb)) return args;
  const [namespace, said, options] = args as [unknown, unknown, WriteOptions | undefined];
  // a session and turn is a key already, and a lasting one
  if (options?.idempotencyKey !== undefined || namesTurns(said)) return args;
  return [namespace, said, { ...options, idempotencyKey: crypto.randomUUID() }];
}

function namesTurns(said: unknown): boolean {
  const all: unknown[] = Array.isArray(said) ? said : [said];
  return all.every((one) => (one as Partial<Candidate> | null | undefined)?.source?.turn !== undefined);
}

export const keyOfCall = (verb: Verb, args: readonly unknown[]): string | undefined =>
  KEYED.has(verb) ? (args[2] as WriteOptions | undefined)?.idempotencyKey : undefined;
