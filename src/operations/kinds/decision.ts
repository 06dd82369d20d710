import { keyOf } from '../../domain/keys.ts';
import { turnBack } from '../../review/conclude.ts';
import type { Chain } from '../chain.ts';
import { ofClaims } from './claims.ts';
import type { Context, Inversion } from './kind.ts';

/** What came of it goes, what it withdrew comes back, and it is to be decided again. */
export async function ofDecision(context: Context, chain: Chain): Promise<Inversion> {
  const claims = await ofClaims(context, chain);
  return {
    ...claims,
    work: async (change, rows, of) => {
      const [concerned] = await change.call<{ reviews: string[] }>('operations/concerned', { key: of.base.key });
      const keys = (concerned?.reviews ?? []).map((id) => keyOf(context.namespace, id));
      await turnBack(change, keys, of.base.id);
      change.watch();
      return claims.work(change, rows, of);
    },
  };
}
