import { parse } from '../contract/check.ts';
import { operationIdSchema } from '../contract/operations.ts';
import { keyOf } from '../domain/keys.ts';
import type { OperationKind } from '../domain/operation.ts';
import { notFound, PalimpsestError, refusal } from '../errors.ts';
import type { Call } from '../graph.ts';

/** As `operations/chain` returns it. */
export interface Link {
  readonly key: string;
  readonly id: string;
  readonly kind: OperationKind;
  readonly at: number;
  /** When it was done, or taken back, or brought back (epoch ms). */
  readonly since: number;
  /** As JSON. */
  readonly reply: string;
  readonly undoneBy: string | null;
  readonly base: string | null;
  readonly last: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** An act and its undos, each of which takes back the one before. */
export interface Chain {
  /** What is to be taken back. */
  readonly target: Link;
  /** The act itself. */
  readonly base: Link;
  /** The last of them: its effect is what is inverted. */
  readonly last: Link;
  /** What it made clear and was settled by that, which goes and comes with it. */
  readonly beside: readonly Beside[];
}
/** As `operations/beside` returns it. */
export type Beside = Pick<Link, 'key' | 'id' | 'since' | 'undoneBy' | 'last'>;

/** `conflict` where it was taken back already. */
export async function chainOf(call: Call, namespace: string, id: string): Promise<Chain> {
  const read = async (of: string): Promise<Link | null> => {
    const key = keyOf(namespace, of);
    const [row] = await call<Omit<Link, 'key'>>('operations/chain', { key });
    return row === undefined ? null : { ...row, key };
  };
  const target = await read(parse(operationIdSchema, id, 'undo', 'id'));
  if (target === null) throw notFound('undo', 'id', 'names no operation of this namespace', 'see operations');
  const base = target.base === null ? target : await read(target.base);
  const last = base?.last == null ? base : await read(base.last);
  if (base === null || last === null) throw new PalimpsestError('corrupt', 'undo: what this operation took back is gone; run doctor');
  if (target.undoneBy !== null) throw undone(target.undoneBy);
  // with what made it clear
  if (base.undoneBy !== null && base.undoneBy !== target.id) throw undone(base.undoneBy);
  // of what was taken back by itself somebody else decides
  const settled = await call<Beside>('operations/beside', { key: base.key });
  return { target, base, last, beside: settled.filter((s) => s.undoneBy === base.undoneBy) };
}

function undone(undoneBy: string): PalimpsestError {
  const issue = { path: 'id', message: `was taken back by ${undoneBy}`, next: 'undo that to have it in effect again' };
  return refusal('conflict', 'undo', issue, { undoneBy });
}
