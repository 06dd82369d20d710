import type { Fact } from '../../domain/fact.ts';
import type { SupersedesLink, Why } from '../../palimpsest.ts';
import { type Paint, table } from '../output.ts';
import { count, joined, plain } from '../text.ts';
import { outcomeLabel, statusLabel } from '../words.ts';
import { confidenceText, endText, qualifiersText, untilText, valueText } from './facts.ts';
import { saidBy } from './history.ts';
import { operationsTable } from './operations.ts';

/** The fact in a sentence, then everything it rests on. */
export function whyText(paint: Paint, why: Why): string {
  const parts = [
    headline(paint, why),
    section(paint, 'It rests on', claims(paint, why.claims)),
    section(paint, 'It took over from', links(paint, why.supersedes)),
    section(paint, 'It was replaced by', links(paint, why.supersededBy)),
    section(paint, 'Said against it', claims(paint, why.challengers)),
    section(paint, 'Versions', why.versions.length > 1 ? versions(paint, why.versions) : ''),
    section(paint, 'Operations', operations(paint, why)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function headline(paint: Paint, { fact, versions }: Why): string {
  const first = versions.map((version) => version.recordedAt).sort()[0] ?? fact.recordedAt;
  const span =
    fact.validTo === null ? `since ${paint.when(fact.validFrom)}` : `from ${paint.when(fact.validFrom)} ${untilText(paint, fact)}`;
  const about = joined(
    `confidence ${confidenceText(fact.confidence)}`,
    `known since ${paint.when(first)}`,
    qualifiersText(fact.qualifiers),
  );
  const id = paint.id(fact.id);
  return `${paint.bold(`${plain(fact.subject)} ${plain(fact.predicate)} ${valueText(fact)}`)} — ${statusLabel(fact.status)}, ${span}\n${paint.dim(joined(about, id !== '' && `fact ${id}`))}`;
}

function section(paint: Paint, title: string, body: string): string {
  return body === '' ? '' : `${paint.cyan(title)}\n${body.replace(/^/gm, '  ')}`;
}

function claims(paint: Paint, list: Why['claims']): string {
  if (list.length === 0) return '';
  const rows = list.map((claim) => [
    claim.outcome === null ? `withdrawn ${paint.when(claim.withdrawnAt)}` : outcomeLabel(claim.outcome),
    claim.kind === 'end' ? `end of ${valueText(claim)}` : valueText(claim),
    confidenceText(claim.confidence),
    paint.when(claim.start),
    paint.when(claim.validTo),
    paint.when(claim.recordedAt),
    saidBy(claim),
    paint.id(claim.id),
  ]);
  return table(paint, ['outcome', 'said', 'conf.', 'from', 'to', 'recorded', 'by', 'claim'], rows);
}

function links(paint: Paint, list: readonly SupersedesLink[]): string {
  if (list.length === 0) return '';
  const rows = list.map(({ fact, by, at }) => [
    valueText(fact),
    paint.when(fact.validFrom),
    endText(paint, fact),
    statusLabel(fact.status),
    paint.when(at),
    paint.id(by),
    paint.id(fact.id),
  ]);
  return table(paint, ['value', 'from', 'to', 'status', 'recorded', 'because of', 'fact'], rows);
}

function versions(paint: Paint, list: readonly Fact[]): string {
  const rows = list.map((fact) => [
    String(fact.version),
    valueText(fact),
    paint.when(fact.validFrom),
    endText(paint, fact),
    paint.when(fact.recordedAt),
    fact.withdrawnAt === null ? '' : `${fact === list.at(-1) ? 'withdrawn' : 'rewritten'} ${paint.when(fact.withdrawnAt)}`,
  ]);
  return `${count(list.length, 'version')}, ${list.at(-1)?.withdrawnAt === null ? 'the last one is believed' : 'none is believed any more'}\n${table(paint, ['version', 'value', 'from', 'to', 'recorded', 'note'], rows)}`;
}

const operations = (paint: Paint, { operations: list }: Why): string => (list.length === 0 ? '' : operationsTable(paint, list));
