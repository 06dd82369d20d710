import type { Resolved } from '../palimpsest.ts';
import type { Resolution } from './decide.ts';

/** As the reply says it. `outside`: who would be new isn't made. */
export const shown = ({ mention, entity, band, rule, score, evidence, candidates }: Resolution, outside = false): Resolved => ({
  mention,
  entity: outside && band === 'new' ? null : (entity?.id ?? null),
  band: band === 'unknown' ? 'unresolved' : band,
  rule,
  score,
  evidence,
  candidates: candidates.map(({ entity: { id, name, type }, ...why }) => ({ entity: id, name, type, ...why })),
});
