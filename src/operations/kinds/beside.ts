import { PalimpsestError } from '../../errors.ts';
import type { Change } from '../../truth/change.ts';
import type { SlotRow } from '../../truth/slots.ts';
import type { Chain } from '../chain.ts';
import { saysOf } from '../journal.ts';
import type { ChangedClaim } from '../read.ts';
import { speaking, withdrawnClaims } from './claims.ts';
import type { Context, Inversion } from './kind.ts';

/** What a merge or its undoing made clear, and was settled by that, goes and comes with it. */
export function withBeside({ namespace }: Context, chain: Chain, inversion: Inversion): Inversion {
  if (chain.beside.length === 0) return inversion;
  const back = chain.base.undoneBy === null;
  const sources = ({ last, beside }: Chain) => (back ? beside.map((b) => b.key) : [last.key]);
  const keys = sources(chain);
  return {
    ...inversion,
    find: async (call) => {
      const rows = new Map((await inversion.find(call)).map((r) => [r.slotKey, r]));
      for (const key of keys) for (const r of await call<SlotRow>('operations/slots', { key })) rows.set(r.slotKey, r);
      return [...rows.values()];
    },
    work: async (change, rows, held) => {
      const { call } = change;
      const changed: ChangedClaim[] = [];
      for (const key of sources(held)) changed.push(...(await call<ChangedClaim>('operations/claims', { key })));
      if (!back) await putBack(change, namespace, changed);
      const done = await inversion.work(change, rows, held);
      const came = back ? changed.filter((c) => c.how === 'added' || c.how === 'restored').map((c) => c.id) : [];
      for (const slot of change.slots) {
        const here = came.filter((id) => slot.claims.has(id));
        if (here.length > 0) slot.withdraw(here);
      }
      const except = new Set([...(done.except ?? []), ...changed.map((c) => c.id)]);
      return { ...done, except };
    },
  };
}

/** Claims are believed again, in the slots in which they were. */
async function putBack(change: Change, namespace: string, changed: readonly ChangedClaim[]): Promise<void> {
  const { call } = change;
  const went = changed.flatMap((c) => (c.how === 'withdrawn' ? [c.claimKey] : []));
  const back = await withdrawnClaims(call, went);
  const all = [...back.values()].flat();
  const now = await speaking(call, namespace, all);
  if (all.some((c) => JSON.stringify(now.get(c.id)) !== JSON.stringify(saysOf(c))))
    throw new PalimpsestError('conflict', 'undo: id names what made something clear of whom has come to be another since', {
      operation: 'undo',
    });
  await change.restore(back);
}
