import { keyOf } from '../../domain/keys.ts';
import { PalimpsestError } from '../../errors.ts';
import { NO_ANSWER } from '../../retire/frozen.ts';
import { type Held, isPending } from '../../review/conclude.ts';
import type { Change } from '../../truth/change.ts';
import type { Chain } from '../chain.ts';
import { laterOperations } from '../standing.ts';
import { ofClaims } from './claims.ts';
import type { Context, Inversion } from './kind.ts';

/** Its claims, and its questions: those that nobody has decided are moot, and asked again when it is in effect again. */
export async function ofRetirement(context: Context, chain: Chain): Promise<Inversion> {
  if (chain.base.reply === NO_ANSWER) throw unfinished(chain.base.id);
  const claims = await ofClaims(context, chain);
  return {
    ...claims,
    work: async (change, rows, now) => {
      const { standing, ...inverted } = await claims.work(change, rows, now);
      const decided = await laterOperations(change, now, ['decided']);
      await turnQuestions(change, context, now);
      return { ...inverted, standing: { ...standing, operations: [...new Set([...standing.operations, ...decided])].sort() } };
    },
  };
}

function unfinished(id: string): PalimpsestError {
  const issue = {
    path: 'id',
    message: 'names a retirement that has not come to its end',
    next: `retire the entity with operationId ${id} first`,
  };
  return new PalimpsestError('conflict', `undo: ${issue.path} ${issue.message}; ${issue.next}`, { operation: 'undo', issues: [issue] });
}

async function turnQuestions(change: Change, { namespace, about }: Context, { base, last }: Chain): Promise<void> {
  const [concerned] = await change.call<{ readonly reviews: string[] }>('operations/concerned', { key: base.key });
  const keys = (concerned?.reviews ?? []).map((id) => keyOf(namespace, id));
  if (keys.length === 0) return;
  const held = await change.call<Held>('review/hold', { keys });
  const takesBack = base.undoneBy === null;
  const turns = held.filter((h) => (takesBack ? isPending(h.state) : h.state === 'moot' && h.settledBy === last.id));
  const properties = takesBack
    ? { state: 'moot', decidedAt: change.at, settledBy: about.id }
    : { state: 'open', decidedAt: null, settledBy: null };
  await change.call('review/decide', { rows: turns.map(({ key }) => ({ key, properties, claimKeys: [] })) });
}
