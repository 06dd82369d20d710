import type { ClaimView, Fact } from '../../domain/fact.ts';
import type { History } from '../../palimpsest.ts';
import { type Paint, table } from '../output.ts';
import { joined, plain, shorten } from '../text.ts';
import { outcomeLabel, statusLabel } from '../words.ts';
import { confidenceText, endText, qualifiersText, valueAmong, valueText } from './facts.ts';

const HEAD = ['status', 'value', 'from', 'to', 'recorded', 'conf.', 'qualifiers', 'note', 'id'];

/** Versions in order, and under the last version of each fact what was said about it. */
export function historyTable(paint: Paint, { facts, claims }: History): string {
  const texts = new Map(facts.map((fact) => [fact.id, valueAmong(fact, facts)]));
  const rows = facts.flatMap((fact) => {
    const next = facts.find((other) => other.id === fact.id && other.version > fact.version);
    return [
      factRow(paint, fact, texts, next),
      ...(next === undefined ? claims.filter((claim) => claim.factId === fact.id).map((claim) => claimRow(paint, claim)) : []),
    ];
  });
  const loose = claims.filter((claim) => claim.factId === null || !texts.has(claim.factId));
  return table(paint, HEAD, [...rows, ...loose.map((claim) => claimRow(paint, claim, '· '))]);
}

function factRow(paint: Paint, fact: Fact, texts: ReadonlyMap<string, string>, next: Fact | undefined): string[] {
  const color =
    next === undefined && fact.status === 'current'
      ? paint.green
      : fact.status === 'scheduled'
        ? paint.cyan
        : fact.status === 'withdrawn'
          ? paint.dim
          : (s: string) => s;
  const successor = fact.supersededBy === null ? undefined : (texts.get(fact.supersededBy) ?? 'another fact');
  return [
    // of the versions of one id only the last was ever withdrawn; the others were rewritten
    next === undefined ? statusLabel(fact.status) : 'former version',
    texts.get(fact.id) ?? valueText(fact),
    paint.when(fact.validFrom),
    endText(paint, fact),
    paint.when(fact.recordedAt),
    confidenceText(fact.confidence),
    qualifiersText(fact.qualifiers),
    joined(
      successor !== undefined && `then ${successor}`,
      fact.resumes !== null && 'resumed',
      fact.withdrawnAt !== null && `${next === undefined ? 'withdrawn' : 'rewritten'} ${paint.when(fact.withdrawnAt)}`,
      (fact.version > 1 || next !== undefined) && `version ${fact.version}`,
    ),
  ]
    .map((cell) => color(cell))
    .concat(paint.id(fact.id));
}

export function claimRow(paint: Paint, claim: ClaimView, mark = '└ '): string[] {
  return [
    `${mark}${claim.outcome === null ? 'withdrawn' : outcomeLabel(claim.outcome)}`,
    claim.kind === 'end' ? `end of ${valueText(claim)}` : valueText(claim),
    paint.when(claim.start),
    paint.when(claim.validTo),
    paint.when(claim.recordedAt),
    confidenceText(claim.confidence),
    '',
    saidBy(claim),
  ]
    .map((cell) => paint.dim(cell))
    .concat(paint.id(claim.id));
}

/** Who said it, in a few words. */
export function saidBy(claim: ClaimView): string {
  const { source } = claim;
  const place =
    source === null ? '' : plain(joined(source.kind, source.turn === undefined ? source.session : `${source.session}:${source.turn}`));
  const quote = source?.quote === undefined ? '' : `“${shorten(source.quote, 50)}”`;
  return joined(claim.origin, place, quote, claim.reason !== null && `because ${shorten(claim.reason, 50)}`);
}
