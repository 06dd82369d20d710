import { sortedJson } from '../domain/json.ts';
import { decodePart } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import type { Graph } from '../graph.ts';
import type { OperationReply } from '../palimpsest.ts';
import { answerOf, type Change, type Done, type Operation } from './change.ts';
import { digestOf, randomId } from './ids.ts';
import { factAt, type SlotChange } from './slot-change.ts';

interface Asked {
  readonly namespace: string;
  readonly kind: string;
  /** The whole request: what a key stands for. */
  readonly input: {
    readonly reason?: string | undefined;
    readonly by?: string | undefined;
    readonly source?: { readonly session: string; readonly turn?: string | undefined } | undefined;
  };
  /** What was asked, without what only comments on it: what a turn said. */
  readonly statement: object;
  readonly idempotencyKey: string | undefined;
}

/** An act with a key, or with a session and turn, is one act however often it is asked for. */
export function operationOf({ namespace, kind, input, statement, idempotencyKey }: Asked): Operation {
  const { reason = null, by = null, source } = input;
  if (idempotencyKey !== undefined)
    return { id: `o_${digestOf([namespace, kind, idempotencyKey])}`, namespace, kind, reason, by, request: digestOf([sortedJson(input)]) };
  if (source?.turn === undefined) return { id: `o_${randomId()}`, namespace, kind, reason, by, request: null };
  const request = digestOf([sortedJson(statement)]);
  return { id: `o_${digestOf([namespace, kind, source.session, source.turn, request])}`, namespace, kind, reason, by, request };
}

/**
 * Answers what was answered when the same was asked before, else does it. One that is under way elsewhere may have done it by the time
 * this one finds nothing left to do.
 */
export async function once<T extends object>(graph: Graph, about: Operation, work: () => Promise<T>): Promise<T> {
  const before = await answeredBefore<T>(graph, about);
  if (before !== null) return before;
  try {
    return await work();
  } catch (error) {
    const meanwhile = await answeredBefore<T>(graph, about).catch(() => null);
    if (meanwhile !== null) return meanwhile;
    throw error;
  }
}

async function answeredBefore<T extends object>(graph: Graph, about: Operation): Promise<T | null> {
  if (about.request === null) return null;
  const [done] = await graph.call<Done>('truth/operation', { key: `${about.namespace}|${about.id}` });
  return done === undefined ? null : (answerOf(done, about) as T);
}

/** Folds and writes what was taken up, and says what changed; `by`: what the facts name as the reason. */
export async function commit(change: Change, about: Operation, claimId: string | null, by = about.id): Promise<OperationReply> {
  const rewrite = await change.write(by);
  const touched = [...rewrite.withdrawn, ...rewrite.created].map((e) => factIdOf(String(e.key)));
  return {
    operationId: about.id,
    changed: [...new Set(touched)],
    claimId,
    currentChanged: changesCurrent(change),
    movedOn: [...change.movedOn].sort(),
    recordedAt: iso(change.at),
  };
}

/** Whether what holds now is another fact than before, also of what depends on what changed. */
export const changesCurrent = (change: Change): boolean =>
  change.slots.some((s) => factAt(s.state.facts, change.at)?.id !== currentId(s, change.at));

const factIdOf = (key: string): string => decodePart((key.split('|')[1] as string).replace(/#\d+$/, ''));

export const currentId = (slot: SlotChange, now: number): string | undefined =>
  slot.placed.find(({ piece }) => piece.from <= now && (piece.to === null || now < piece.to))?.id;
