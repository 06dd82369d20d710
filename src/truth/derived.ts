import { keyOf } from '../domain/keys.ts';
import type { Lapse } from '../domain/lapses.ts';
import { randomId } from './ids.ts';
import type { StoredClaim } from './state.ts';

/** An end that the store drew: its claim has no justification over its interval. */
export const isDerived = (c: Pick<StoredClaim, 'kind' | 'of'>): boolean => c.of !== null && c.kind === 'end';

export const sameLapse = (c: StoredClaim, { from, to, causedBy }: Lapse): boolean =>
  c.start === from && c.to === to && c.causedBy === JSON.stringify(causedBy);

/** Of the claim that lapses, so that it goes wherever that one goes. `seq`: its place among those of that recorded time. */
export function derivedEnd(of: StoredClaim, { from, to, causedBy }: Lapse, at: number, seq: number): StoredClaim {
  const id = `c_${randomId()}`;
  const [namespace] = of.key.split('|') as [string];
  return {
    ...of,
    key: keyOf(namespace, id),
    id,
    kind: 'end',
    precision: 'instant',
    toPrecision: null,
    pinned: false,
    start: from,
    to,
    said: from,
    explicit: true,
    confidence: 1,
    source: null,
    origin: 'derived',
    recordedAt: at,
    seq,
    dependsOn: null,
    of: of.id,
    causedBy: JSON.stringify(causedBy),
  };
}
