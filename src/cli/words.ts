import type { FactStatus } from '../domain/fact.ts';
import type { Outcome } from '../palimpsest.ts';

/** A claim that took over and a fact that is over are both `superseded` in the interface; a person is told them apart. */
export const outcomeLabel = (outcome: Outcome): string => (outcome === 'superseded' ? 'took over' : outcome);
export const statusLabel = (status: FactStatus): string => (status === 'superseded' ? 'no longer' : status);

/** What became of a statement, in words for a person. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  inserted: 'new, as nothing else held then',
  duplicate: 'known already, so kept as support, not as a second answer',
  superseded: 'it holds from its start on; what held before is kept as history',
  corroborated: 'counted together with later word for the same',
  contested: 'not strong enough to replace what holds, so kept beside it; history shows it',
  replaced: 'another statement holds from the same moment',
  slot_occupied: 'a default, and something better known holds',
  ended: 'what held has ended',
  no_effect: 'nothing to end at that time: kept, in case that is told later',
  rejected: 'not stored',
  unresolved: 'not stored yet, as nobody known is meant; it waits in a review',
  ambiguous: 'not stored yet, as it is not sure who or what is meant; it waits in a review',
  restricted: 'not stored: access to the subject is restricted',
};
