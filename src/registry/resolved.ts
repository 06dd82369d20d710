import type { Resolved } from '../palimpsest.ts';
import type { Resolution } from './decide.ts';

/** As the reply says it. */
export const shown = ({ mention, entity, band, rule, score, evidence, candidates }: Resolution): Resolved => ({
  mention,
  entity: entity?.id ?? null,
  band: band === 'unknown' ? 'unresolved' : band,
  rule,
  score,
  evidence,
  candidates: candidates.map(({ entity: { id, name, type }, ...why }) => ({ entity: id, name, type, ...why })),
});
