import { archiveSchema, writeOptionsSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { iso } from '../domain/time.ts';
import { type PalimpsestError, refusal } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { ArchiveInput, OperationReply, WriteOptions } from '../palimpsest.ts';
import { Again, untilItHolds } from './again.ts';
import { Change } from './change.ts';
import { once, operationOf } from './operate.ts';
import type { Registry } from './prepare.ts';
import type { StoredFact } from './state.ts';
import { homeOfFact, loaded } from './target.ts';

/**
 * Unused, so out of sight: the claims that a fact rests on are marked, and the fact is while all of them are. The fold doesn't ask, so what
 * was true and what holds by it is as before, and a claim told anew brings the fact back. `restore` takes the marks off.
 */
export async function archive(
  graph: Graph,
  registry: Registry,
  namespace: string,
  kind: 'archive' | 'restore',
  input: ArchiveInput,
  options: WriteOptions = {},
): Promise<OperationReply> {
  const i = parse(archiveSchema, input, kind);
  const { idempotencyKey } = parse(writeOptionsSchema, options, kind, 'options');
  const about = operationOf({ namespace, kind, input: i, statement: i, idempotencyKey });
  const work = async (): Promise<OperationReply> => {
    const home = await homeOfFact(graph, namespace, i.factId, kind);
    return Change.operate(graph, about, home.locks, async (change) => {
      const slot = await loaded(change, home.slotKey);
      const fact = slot?.state.facts.find((f) => f.id === i.factId);
      if (slot === undefined || fact === undefined) throw new Again();
      if ((fact.archivedAt !== null) === (kind === 'archive')) throw isAlready(kind);
      const claims = fact.basis.flatMap((b) => slot.claims.get(b.id) ?? []);
      const mark = kind === 'archive' ? { archivedAt: change.at, archivedBy: about.id } : { archivedAt: null, archivedBy: null };
      await change.archive(new Map(claims.map((c) => [c.key, mark])), kind === 'archive' ? 'archived' : 'unarchived');
      await change.write(about.id);
      // all stretches of a claim, also where it is hidden between them
      const isOut = (f: StoredFact) => f.basis.every((b) => slot.claims.get(b.id)?.archivedAt != null);
      const changed = slot.state.facts.filter((f) => (f.archivedAt !== null) !== isOut(f)).map((f) => f.id);
      return { operationId: about.id, changed, claimId: null, currentChanged: false, movedOn: [], recordedAt: iso(change.at) };
    });
  };
  return once(graph, about, () => untilItHolds(registry, namespace, kind, work));
}

function isAlready(kind: 'archive' | 'restore'): PalimpsestError {
  const issue =
    kind === 'archive'
      ? { path: 'factId', message: 'names a fact that is archived already', next: 'restore brings it back' }
      : { path: 'factId', message: 'names a fact that is not archived', next: 'list with visibility archived shows those that are' };
  return refusal('conflict', kind, issue);
}
