import { keyOf } from '../../domain/keys.ts';
import { PalimpsestError } from '../../errors.ts';
import { NO_ANSWER } from '../../retire/frozen.ts';
import { type Held, isPending } from '../../review/conclude.ts';
import type { Change } from '../../truth/change.ts';
import type { Chain } from '../chain.ts';
import { ofClaims } from './claims.ts';
import type { Context, Inversion } from './kind.ts';

/** By its claims, once it has come to its end. Its questions are moot then, and asked again when it is in effect again. */
export async function ofRetirement(context: Context, chain: Chain): Promise<Inversion> {
  if (chain.base.reply === NO_ANSWER) throw unfinished(chain.base.id);
  const claims = await ofClaims(context, chain);
  return {
    ...claims,
    work: async (change, rows, now) => {
      await turnQuestions(change, context, now);
      return claims.work(change, rows, now);
    },
  };
}

function unfinished(id: string): PalimpsestError {
  const next = `retire the entity with operationId ${id} first`;
  const issue = { path: 'id', message: 'names a retirement that has not come to its end', next };
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
