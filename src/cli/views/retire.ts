import { RETIRE_POLICIES } from '../../domain/retire.ts';
import type { RetireReply } from '../../palimpsest.ts';
import { type Paint, table } from '../output.ts';
import { count, plain, shorten } from '../text.ts';

const HEAD = { planned: 'dry run: nothing was changed', retired: 'retired', nothing: 'nothing to do' } as const;

export function retireText(paint: Paint, reply: RetireReply): string {
  const { outcome, entity, replacement, facts, more, counts, at } = reply;
  const becomes = RETIRE_POLICIES.filter((p) => counts[p] > 0).map((p) => `${p} ${counts[p]}`);
  const whom = `${plain(entity)}${replacement === null ? '' : ` → ${plain(replacement)}`}`;
  const lines = [`${outcome === 'retired' ? paint.green(HEAD.retired) : paint.yellow(HEAD[outcome])} — ${whom}, as of ${paint.when(at)}`];
  if (becomes.length > 0) lines.push(paint.dim(`  ${becomes.join(', ')}`));
  if (facts.length > 0)
    lines.push(
      table(
        paint,
        ['what becomes of it', 'subject', 'predicate', 'value', 'through', 'fact'],
        facts.map((f) => [
          paint.bold(f.policy),
          plain(f.subject),
          plain(f.predicate),
          shorten(String(f.value), 40),
          f.causedBy.length === 0 ? f.via : `${f.via} of ${f.causedBy.map(plain).join(', ')}`,
          paint.id(f.factId),
        ]),
      ),
    );
  if (more > 0) lines.push(paint.dim(`  and ${count(more, 'fact')} more`));
  if (reply.operationId !== null) lines.push(paint.dim(`  operation ${plain(reply.operationId)}`));
  return lines.join('\n');
}
