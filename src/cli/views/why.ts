import type { Fact } from '../../domain/fact.ts';
import type { SupersedesLink, Why } from '../../palimpsest.ts';
import { type Paint, table } from '../output.ts';
import { count, joined, plain, shorten, when } from '../text.ts';
import { confidenceText, qualifiersText, valueText } from './facts.ts';
import { saidBy } from './history.ts';

/** The fact in a sentence, then everything it rests on. */
export function whyText(paint: Paint, why: Why): string {
  const parts = [
    headline(paint, why.fact),
    section(paint, 'It rests on', claims(paint, why.claims)),
    section(paint, 'It took over from', links(paint, why.supersedes)),
    section(paint, 'It was replaced by', links(paint, why.supersededBy)),
    section(paint, 'Said against it', claims(paint, why.challengers)),
    section(paint, 'Versions', why.versions.length > 1 ? versions(paint, why.versions) : ''),
    section(paint, 'Operations', operations(paint, why)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function headline(paint: Paint, fact: Fact): string {
  const span = fact.validTo === null ? `since ${when(fact.validFrom)}` : `from ${when(fact.validFrom)} to ${when(fact.validTo)}`;
  const about = joined(
    `confidence ${confidenceText(fact.confidence)}`,
    `known since ${when(fact.recordedAt)}`,
    qualifiersText(fact.qualifiers),
  );
  return `${paint.bold(`${plain(fact.subject)} ${plain(fact.predicate)} ${valueText(fact)}`)} — ${fact.status}, ${span}\n${paint.dim(`${about}, fact ${plain(fact.id)}`)}`;
}

function section(paint: Paint, title: string, body: string): string {
  return body === '' ? '' : `${paint.cyan(title)}\n${body.replace(/^/gm, '  ')}`;
}

function claims(paint: Paint, list: Why['claims']): string {
  if (list.length === 0) return '';
  const rows = list.map((claim) => [
    claim.outcome ?? `withdrawn ${when(claim.withdrawnAt)}`,
    claim.kind === 'end' ? `end of ${valueText(claim)}` : valueText(claim),
    confidenceText(claim.confidence),
    when(claim.start),
    when(claim.validTo),
    when(claim.recordedAt),
    saidBy(claim),
    paint.dim(plain(claim.id)),
  ]);
  return table(paint, ['outcome', 'said', 'conf.', 'from', 'to', 'recorded', 'by', 'claim'], rows);
}

function links(paint: Paint, list: readonly SupersedesLink[]): string {
  if (list.length === 0) return '';
  const rows = list.map(({ fact, by, at }) => [
    valueText(fact),
    when(fact.validFrom),
    when(fact.validTo),
    fact.status,
    when(at),
    paint.dim(plain(by)),
    paint.dim(plain(fact.id)),
  ]);
  return table(paint, ['value', 'from', 'to', 'status', 'link made', 'because of', 'fact'], rows);
}

function versions(paint: Paint, list: readonly Fact[]): string {
  const rows = list.map((fact) => [
    String(fact.version),
    valueText(fact),
    when(fact.validFrom),
    when(fact.validTo),
    when(fact.recordedAt),
    fact.withdrawnAt === null ? '' : when(fact.withdrawnAt),
  ]);
  return `${count(list.length, 'version')}, the last one is believed\n${table(paint, ['version', 'value', 'from', 'to', 'recorded', 'withdrawn'], rows)}`;
}

function operations(paint: Paint, { operations: list }: Why): string {
  if (list.length === 0) return '';
  const rows = list.map((op) => [plain(op.kind), when(op.at), op.reason === null ? '' : shorten(op.reason, 60), paint.dim(plain(op.id))]);
  return table(paint, ['operation', 'at', 'reason', 'id'], rows);
}
