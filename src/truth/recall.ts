import { readDependsOn } from '../domain/fact.ts';
import type { Resolved } from '../palimpsest.ts';
import type { Written } from './late.ts';
import type { Prepared } from './prepare.ts';
import { type Answered, idInRequest } from './requests.ts';

/**
 * The rows that may have been written before otherwise than they are understood now, with the ids that their claims may have: those that
 * can't be understood any more, and those that speak of a role, which may have gone to another.
 */
export function toRecall(
  prepared: readonly Prepared[],
  written: ReadonlyMap<number, Written>,
  namespace: string,
  requestId: string | null,
  seqOf: (i: number) => number,
): { readonly seq: number; readonly ids: readonly string[] }[] {
  return prepared.flatMap((p, i) => {
    const seq = seqOf(i);
    if (!('row' in p))
      return [{ seq, ids: [...(requestId === null ? [] : [idInRequest(namespace, requestId, seq)]), ...(p.waits?.ids ?? [])] }];
    const { subject, value } = p.resolved;
    const byRole = subject?.rule === 'role' || value?.rule === 'role';
    return byRole && written.get(seq)?.replayed === true ? [{ seq, ids: [p.row.claimId.replace(/^c_/, '')] }] : [];
  });
}

/** With the entities of the claim that was made then. */
export function asThen<P extends Prepared>(p: P, then: Answered | undefined): P {
  if (then === undefined || p.resolved === undefined) return p;
  const { subject, value } = p.resolved;
  const role = !('row' in p) && p.waits?.doubts.some((d) => d.says !== undefined) === true ? 'role' : null;
  const meant = (resolved: Resolved | null, entity: string | null): Resolved | null => {
    if (resolved === null || entity === null || resolved.entity === entity) return resolved;
    const rule = resolved.rule ?? role;
    // the fact that the role was understood by is the last that the claim depends on
    const evidence = rule === 'role' ? (readDependsOn(then.dependsOn)[0]?.at(-1) ?? null) : resolved.evidence;
    return { ...resolved, entity, band: 'accept', rule, score: 1, evidence, candidates: [] };
  };
  return { ...p, resolved: { ...p.resolved, subject: meant(subject, then.subject), value: meant(value, then.valueEntity) } };
}
