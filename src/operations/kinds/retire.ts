import { type PalimpsestError, refusal } from '../../errors.ts';
import { NO_ANSWER } from '../../retire/frozen.ts';
import type { Chain } from '../chain.ts';
import { ofClaims } from './claims.ts';
import type { Context, Inversion } from './kind.ts';

/** By its claims, once it has come to its end. */
export async function ofRetirement(context: Context, chain: Chain): Promise<Inversion> {
  if (chain.base.reply === NO_ANSWER) throw unfinished(chain.base.id);
  return ofClaims(context, chain);
}

function unfinished(id: string): PalimpsestError {
  const next = `retire the entity with operationId ${id} first`;
  return refusal('conflict', 'undo', { path: 'id', message: 'names a retirement that has not come to its end', next });
}
