/** Which writes get a key of the client's own, so that a retry has one effect. */
import type { Candidate, WriteOptions } from '../palimpsest.ts';
import type { Verb } from '../wire/wire.ts';

/** Where their options stand. The others have one effect however often they are sent. */
const KEYED: Partial<Readonly<Record<Verb, number>>> = {
  remember: 2,
  retract: 2,
  withdraw: 2,
  correct: 2,
  archive: 2,
  restore: 2,
  addAlias: 3,
  removeAlias: 4,
  merge: 2,
  unmerge: 2,
  split: 3,
  retire: 3,
  judge: 2,
  undo: 3,
};

export function withKey(verb: Verb, args: readonly unknown[]): readonly unknown[] {
  const at = KEYED[verb];
  if (at === undefined) return args;
  const options = args[at] as WriteOptions | undefined;
  // a session and turn is a key already, and a lasting one
  if (options?.idempotencyKey !== undefined || namesTurns(args[1])) return args;
  const said = Array.from({ length: at }, (_, i) => args[i]);
  return [...said, { ...options, idempotencyKey: crypto.randomUUID() }];
}

function namesTurns(said: unknown): boolean {
  const all: unknown[] = Array.isArray(said) ? said : [said];
  return all.every((one) => (one as Partial<Candidate> | null | undefined)?.source?.turn !== undefined);
}

export const keyOfCall = (verb: Verb, args: readonly unknown[]): string | undefined =>
  (args[KEYED[verb] ?? -1] as WriteOptions | undefined)?.idempotencyKey;
