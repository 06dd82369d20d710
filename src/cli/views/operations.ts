import type { OperationDetail, OperationPage, OperationView, UndoReply } from '../../palimpsest.ts';
import { type Paint, table } from '../output.ts';
import { count, joined, plain, shorten } from '../text.ts';

/** Ids of a list that are printed. */
const SHOWN = 20;

export function operationsText(paint: Paint, { operations, cursor }: OperationPage): string {
  if (operations.length === 0) return 'Nothing was done on purpose yet.';
  const more = cursor === null ? '' : `\n${paint.dim(`more: --cursor ${cursor}`)}`;
  return `${operationsTable(paint, operations)}${more}`;
}

export function operationsTable(paint: Paint, operations: readonly OperationView[]): string {
  const rows = operations.map((o) => [
    o.undoneBy === null ? plain(o.kind) : `${plain(o.kind)} (undone)`,
    paint.when(o.at),
    o.by === null ? '' : shorten(o.by, 30),
    o.reason === null ? '' : shorten(o.reason, 60),
    paint.id(o.id),
  ]);
  return table(paint, ['operation', 'at', 'by', 'reason', 'id'], rows);
}

export function operationText(paint: Paint, operation: OperationDetail): string {
  const { id, kind, at, by, reason, undoes, undoneBy, claims, facts, counts } = operation;
  const who = joined(by !== null && `by ${plain(by)}`, reason !== null && plain(reason));
  const lines = [`${paint.bold(kind)} ${paint.when(at)} ${who}`.trimEnd()];
  if (undoes !== null) lines.push(`  takes back ${plain(undoes)}`);
  if (undoneBy !== null) lines.push(`  ${paint.yellow('taken back')} by ${plain(undoneBy)}`);
  lines.push(paint.dim(`  ${joined(count(counts.claims, 'claim'), count(counts.facts, 'fact'))}`));
  for (const { id: claim, how } of claims.slice(0, SHOWN)) lines.push(`  claim ${plain(claim)} ${how}`);
  for (const { id: fact, how } of facts.slice(0, SHOWN)) lines.push(`  fact ${plain(fact)} ${how}`);
  if (claims.length > SHOWN || facts.length > SHOWN) lines.push(paint.dim('  … all of them with --json'));
  const others = [...operation.entities, ...operation.predicates, ...operation.reviews.map((r) => `review ${r}`)];
  if (others.length > 0) lines.push(`  about ${others.slice(0, SHOWN).map(plain).join(', ')}`);
  if (undoneBy === null) lines.push(paint.dim(`  palimpsest undo ${plain(id)}`));
  return lines.join('\n');
}

export function undoText(
  paint: Paint,
  { applied, operationId, undoes, changed, claims, currentChanged, movedOn, standing }: UndoReply,
): string {
  const head = applied
    ? `${paint.green('undone')} — it is as if ${plain(undoes)} had not been done`
    : paint.yellow('dry run: nothing was changed');
  const now = currentChanged ? 'what holds now changes' : 'what holds now stays';
  const lines = [head, paint.dim(`  ${joined(count(claims.length, 'claim'), count(changed.length, 'fact'), now)}`)];
  lines.push(...movedOnLines(paint, movedOn));
  for (const id of standing.operations) lines.push(`  ${paint.yellow('stands on it')}: operation ${plain(id)}`);
  for (const id of standing.claims) lines.push(`  ${paint.yellow('stands on it')}: claim ${plain(id)}`);
  if (operationId !== null) lines.push(paint.dim(`  operation ${plain(operationId)}`));
  return lines.join('\n');
}

export const movedOnLines = (paint: Paint, claims: readonly string[]): string[] =>
  claims.slice(0, SHOWN).map((id) => `  ${paint.yellow('does not come back')}: claim ${plain(id)}; another value was told meanwhile`);
