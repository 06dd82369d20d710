import type { HowReport, Judgement, MergeReply, MergeStep, SameReport, SplitReply, UnmergeReply } from '../../palimpsest.ts';
import { type Paint, table } from '../output.ts';
import { count, joined, plain } from '../text.ts';

export function mergeText(paint: Paint, reply: MergeReply): string {
  if (reply.already) return `${paint.green('one already')} — both are ${plain(reply.entity)}`;
  const lines = [`${paint.green('merged')} — ${plain(reply.merged)} is ${plain(reply.entity)} from now on`];
  lines.push(paint.dim(`  ${count(reply.changed.length, 'fact')} changed`));
  for (const { predicate, reviewId } of reply.clashes)
    lines.push(`  both had a ${plain(predicate)}${reviewId === null ? '' : paint.dim(`  review ${plain(reviewId)}`)}`);
  return [...lines, paint.dim(`  operation ${plain(reply.operationId ?? '')}`)].join('\n');
}

export const unmergeText = (paint: Paint, reply: UnmergeReply): string =>
  [
    `${paint.green('unmerged')} — ${plain(reply.entity)} stands for itself again`,
    paint.dim(`  ${count(reply.changed.length, 'fact')} changed`),
    paint.dim(`  operation ${plain(reply.operationId)}`),
  ].join('\n');

export function splitText(paint: Paint, reply: SplitReply): string {
  const lines = [`${paint.green('split')} — ${plain(reply.entity)} has ${count(reply.moved, 'claim')}`];
  if (reply.left.length > 0) lines.push(`  ${count(reply.left.length, 'claim')} told by id stayed`);
  return [...lines, paint.dim(`  ${joined(reply.reviewId !== null && `review ${reply.reviewId}`, `operation ${reply.operationId}`)}`)].join(
    '\n',
  );
}

export const judgementText = (paint: Paint, j: Judgement): string =>
  `${plain(j.a)} and ${plain(j.b)}: ${paint.bold(j.verdict)}${paint.dim(`  judgement ${plain(j.id)}`)}`;

export function howText(paint: Paint, { entity, merges, names, judgements }: HowReport): string {
  const lines = [`${paint.bold(plain(entity.id))}  ${plain(entity.name)} (${plain(entity.type)})`];
  if (names.length > 0)
    lines.push(
      table(
        paint,
        ['name', 'of'],
        names.map((n) => [plain(n.name), plain(n.of)]),
      ),
    );
  return [...lines, ...mergesText(paint, merges), ...judgementsText(paint, judgements)].join('\n');
}

export function sameText(paint: Paint, report: SameReport): string {
  const { a, b, same, names } = report;
  const lines = [`${plain(a.id)} and ${plain(b.id)} ${same ? paint.green('are one') : paint.bold('are two')}`];
  const says = names.veto === null ? `${names.band}${names.rule === null ? '' : ` by ${names.rule}`}` : `kept apart by ${names.veto}`;
  lines.push(`  by name alone: ${says} (${plain(names.a)}, ${plain(names.b)})`);
  lines.push(...report.objections.map((o) => `  against a merge: ${plain(o)}`));
  return [...lines, ...mergesText(paint, report.merges), ...judgementsText(paint, report.judgements)].join('\n');
}

const mergesText = (paint: Paint, merges: readonly MergeStep[]): string[] =>
  merges.length === 0
    ? []
    : [
        table(
          paint,
          ['merged', 'into', 'at', 'operation'],
          merges.map((m) => [plain(m.from), plain(m.into), paint.when(m.at), paint.id(m.operationId)]),
        ),
      ];

const judgementsText = (paint: Paint, judgements: readonly Judgement[]): string[] =>
  judgements.length === 0
    ? []
    : [
        table(
          paint,
          ['judged', 'verdict', 'at', 'by', 'reason'],
          judgements.map((j) => [`${plain(j.a)} ${plain(j.b)}`, j.verdict, paint.when(j.at), plain(j.by ?? ''), plain(j.reason ?? '')]),
        ),
      ];
