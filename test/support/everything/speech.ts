import type { ClaimOrigin } from '../../../src/domain/claim.ts';
import { iso } from '../../../src/domain/time.ts';
import type { Candidate } from '../../../src/palimpsest.ts';
import type { Chance } from '../chance.ts';
import { DAY } from '../model.ts';
import { BEGIN } from './compare.ts';
import type { Draft } from './deeds.ts';
import type { PredicateOf, World } from './world.ts';

export const IDS = ['user:a', 'user:b', 'user:c'] as const;
export const VALUES = ['a', 'b', 'c'] as const;
/**
 * What may hold by what. Facts that don't compete may hold by one another, in circles too; what competes holds by nothing that it could beat,
 * so that there is one answer.
 */
const GROUNDS: Readonly<Record<string, readonly string[]>> = {
  labels: ['labels', 'pals'],
  pals: ['labels', 'pals'],
  superior: ['labels', 'pals'],
  hue: ['labels', 'pals', 'superior'],
};
/** The day on which the walk takes place. */
const TODAY = 47;

export function anyDraft(chance: Chance, world: World, depends: boolean): Draft {
  const predicate = chance.of([...world.predicates.keys()]);
  const { entity, cardinality } = world.predicates.get(predicate) as PredicateOf;
  const kind = chance.chance(0.12) ? 'end' : 'assert';
  const explicit = kind === 'end' ? chance.chance(0.8) : chance.chance(0.6);
  const start = chance.int(0, explicit ? 60 : TODAY - 1);
  const said = explicit ? Math.min(TODAY - 1, Math.max(0, start + chance.int(-10, 20))) : start;
  const may = GROUNDS[predicate] ?? [];
  const subject = chance.of(IDS);
  const value = chance.of(entity ? IDS : VALUES);
  // nothing holds by itself
  const own = world.slotOf({ subject, predicate, value });
  const grounds = world.facts.filter((f) => may.includes(f.predicate) && f.slot !== own);
  const groups = depends && kind === 'assert' && grounds.length > 0 && chance.chance(0.4) ? chance.int(1, 2) : 0;
  const dependsOn = Array.from({ length: groups }, () => {
    const group = Array.from({ length: chance.of([1, 1, 2]) }, () => chance.of(grounds).id);
    return [...new Set(group)];
  });
  const origin: ClaimOrigin =
    kind === 'assert' && cardinality === 'single' && chance.chance(0.12) ? 'default' : chance.of(['stated', 'extracted', 'extracted']);
  return {
    subject,
    predicate,
    kind,
    value,
    start: BEGIN + start * DAY,
    to: kind === 'assert' && chance.chance(0.2) ? BEGIN + (start + chance.int(1, 15)) * DAY : null,
    confidence: chance.of([0.2, 0.35, 0.5, 0.65, 0.78, 0.9, 1]),
    explicit,
    said: BEGIN + said * DAY,
    source: chance.of(['s1', 's2', 's3', null]),
    origin,
    dependsOn,
    of: null,
  };
}

export function candidateOf(d: Draft, fallback: string | null): Candidate {
  return {
    subject: d.subject,
    predicate: d.predicate,
    value: d.value,
    kind: d.kind,
    confidence: d.confidence,
    origin: d.origin as 'stated',
    observedAt: iso(d.said as number),
    ...(d.explicit && { validFrom: iso(d.start) }),
    ...(d.to !== null && { validTo: iso(d.to) }),
    ...(d.source !== null && { source: { session: d.source } }),
    ...(d.dependsOn.length > 0 && { dependsOn: d.dependsOn }),
    ...(fallback !== null && { fallback }),
  };
}
