import { readDependsOn } from '../domain/fact.ts';
import type { Resolved } from '../palimpsest.ts';
import type { Written } from './late.ts';
import type { Prepared } from './prepare.ts';
import { type Answered, idInRequest } from './requests.ts';

/**
 * The rows that may have been written before otherwise than they are understood now: those that can't be any more, and those that speak of a
 * role, which may have gone to another.
 */
export function toRecall(
  prepared: readonly Prepared[],
  written: ReadonlyMap<number, Written>,
  namespace: string,
  requestId: string | null,
  seqOf: (i: number) => number,
): { readonly seq: number; readonly claimId: string }[] {
  return prepared.flatMap((p, i) => {
    const seq = seqOf(i);
    if ('row' in p) {
      const { subject, value } = p.resolved;
      const byRole = subject?.rule === 'role' || value?.rule === 'role';
      return byRole && written.get(seq)?.replayed === true ? [{ seq, claimId: p.row.claimId }] : [];
    }
    const claimId = p.claimId ?? (requestId === null ? null : `c_${idInRequest(namespace, requestId, seq)}`);
    return claimId === null ? [] : [{ seq, claimId }];
  });
}

/** With the entities of the claim that was made then. */
export function asThen<P extends Prepared>(p: P, then: Answered | undefined): P {
  if (then === undefined || p.resolved === undefined) return p;
  const { subject, value } = p.resolved;
  const facts = [...new Set(readDependsOn(then.dependsOn).flat())];
  const unread = 'row' in p || p.claimId === undefined ? null : 'role';
  const meant = (resolved: Resolved | null, entity: string | null): Resolved | null =>
    resolved === null || entity === null || resolved.entity === entity
      ? resolved
      : { ...resolved, entity, band: 'accept', rule: resolved.rule ?? unread, facts, candidates: [] };
  return { ...p, resolved: { ...p.resolved, subject: meant(subject, then.subject), value: meant(value, then.valueEntity) } };
}
