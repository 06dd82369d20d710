import { readFileSync } from 'node:fs';
import { dataFile } from '../data.ts';
import { type Candidate, days, iso, type PredicateDef } from './shape.ts';

/**
 * 515 slots folded by an independent reference: `cases/timeline.jsonl`. Days become days since 1970-01-01.
 *
 * Right answer: after telling claim k the timeline of its slot is that of step k; then each withdrawal, in the order of the last steps;
 * in the end every live claim has its `outcome`. Asked later as known after step k, still the timeline of step k. The gates have to let
 * everything in: these cases are about truth.
 */
export interface TimelineCase {
  name: string;
  margin: number;
  /** Days; null: doesn't fade. */
  halfLife: number | null;
  claims: TimelineClaim[];
  outcome: Record<string, TimelineOutcome>;
  steps: TimelineStep[];
}

export interface TimelineClaim {
  id: string;
  seq: number;
  kind: 'assert' | 'end';
  value: string;
  start: number;
  confidence: number;
  explicit: boolean;
  said: number;
  to: number | null;
  source: string | null;
  origin: 'stated' | 'extracted' | 'default';
  withdrawn: boolean;
}

export type TimelineOutcome =
  | 'inserted'
  | 'duplicate'
  | 'superseded'
  | 'corroborated'
  | 'contested'
  | 'replaced'
  | 'slot_occupied'
  | 'ended'
  | 'no_effect';

export type TimelineStep = { timeline: TimelinePiece[] } & ({ claim: string } | { withdraw: string });

/** Times in days. */
export interface TimelinePiece {
  value: string;
  from: number;
  to: number | null;
  confidence: number;
  claims: string[];
  resumed: boolean;
}

export interface TimelineSlot {
  case: TimelineCase;
  subject: string;
  predicate: PredicateDef;
  /** In order of arrival; `turn` of the source is the claim's id. A claim without a source is matched by its place. */
  candidates: { claim: string; candidate: Candidate }[];
  /** Ids of claims, in the order in which they are withdrawn after all were told. */
  withdrawals: string[];
}

export function loadTimelineCases(): TimelineSlot[] {
  const lines = readFileSync(dataFile('cases', 'timeline.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => slotOf(JSON.parse(line) as TimelineCase));
}

export const timelineMs = (day: number): number => days(day);

function slotOf(testCase: TimelineCase): TimelineSlot {
  const { name, margin, halfLife, claims, steps } = testCase;
  const predicate: PredicateDef = {
    name: predicateName(testCase),
    cardinality: 'single',
    valueType: 'text',
    margin,
    halfLifeDays: halfLife,
  };
  return {
    case: testCase,
    subject: `case:${name}`,
    predicate,
    candidates: claims.map((claim) => ({ claim: claim.id, candidate: candidateOf(`case:${name}`, predicate.name, claim) })),
    withdrawals: steps.flatMap((step) => ('withdraw' in step ? [step.withdraw] : [])),
  };
}

function candidateOf(subject: string, predicate: string, claim: TimelineClaim): Candidate {
  const start = iso(days(claim.start));
  const dated = claim.explicit || claim.kind === 'end';
  return {
    subject,
    predicate,
    value: claim.value,
    kind: claim.kind,
    confidence: claim.confidence,
    origin: claim.origin,
    ...(dated ? { validFrom: start, observedAt: iso(days(claim.said)) } : { observedAt: start }),
    ...(claim.to === null ? {} : { validTo: iso(days(claim.to)) }),
    ...(claim.source === null ? {} : { source: { session: claim.source, turn: claim.id } }),
  };
}

/** The settings belong to the predicate, so cases with the same settings share one. */
function predicateName({ margin, halfLife }: TimelineCase): string {
  return `case_margin_${margin}_half_life_${halfLife ?? 'none'}`;
}
