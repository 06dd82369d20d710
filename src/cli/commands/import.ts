import { type Command, Option } from 'commander';
import { candidateSchema } from '../../contract/candidate.ts';
import { ORIGINS } from '../../domain/claim.ts';
import type { Outcome } from '../../palimpsest.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { issueLine } from '../failure.ts';
import { type Failure, type ImportOptions, type ImportSummary, importFile } from '../import/import.ts';
import { BY, examples } from '../options.ts';
import { type Paint, table } from '../output.ts';
import { type Cli, LONG, withStore } from '../session.ts';
import { count, plain } from '../text.ts';
import { newPredicateText } from '../views/resolved.ts';
import { OUTCOME_WORDS, outcomeLabel } from '../words.ts';

export function importCommand(program: Command, cli: Cli): void {
  program
    .command('import')
    .summary('store many statements from a file')
    .description(
      'Stores one statement a line: {"subject": "user:ada", "predicate": "works_at", "value": "Acme", "validFrom": "2024-03"}.\n' +
        'Rows that are not valid are reported with their line; the others land. Importing a file again writes nothing twice.\n' +
        `A row may say ${Object.keys(candidateSchema.shape).join(', ')}.`,
    )
    .argument('<file>', 'a JSON Lines file, or - for stdin')
    .addOption(new Option('--origin <origin>', 'for rows that name none').choices(ORIGINS).default('import'))
    .option('--session <name>', 'the source of rows that name none (default: import:FILE; none for stdin)')
    .option(...BY)
    .option('--reason <text>', 'kept with the operation')
    .addHelpText(
      'after',
      examples(
        ['import facts.jsonl', 'A file'],
        ['import crm-export.jsonl -n acme --session crm-2026-07', 'Into a namespace, under a name of your own'],
        ['import facts.jsonl --url http://127.0.0.1:7411', 'Through a server; should the connection break, it goes on where it was'],
        ['import - --json < facts.jsonl', 'From stdin, with a summary for a script'],
      ),
    )
    .action((file: string, options: ImportOptions, command: Command) =>
      withStore(
        cli,
        command,
        async (session) => {
          const tell = (failure: Failure) => {
            if (!session.output.json) for (const line of failureLines(failure)) session.io.err(`palimpsest import: ${line}\n`);
          };
          const summary = await importFile(session, file, options, tell);
          session.output.show(summary, (paint) => summaryText(paint, summary));
          return exitOf(summary);
        },
        { retryMs: LONG, creates: true },
      ),
    );
}

function exitOf({ interrupted, rejected, waiting }: ImportSummary): ExitCode {
  if (interrupted) return EXIT.interrupted;
  return rejected + waiting > 0 ? EXIT.partial : EXIT.ok;
}

function failureLines({ line, outcome, reason, issues }: Failure): string[] {
  if (issues.length > 0) return issues.map((issue) => `line ${line}: ${issueLine(issue)}`);
  return [`line ${line}: ${plain(outcome === 'rejected' ? (reason ?? outcome) : OUTCOME_WORDS[outcome])}`];
}

function summaryText(paint: Paint, summary: ImportSummary): string {
  const rows = Object.entries(summary.outcomes)
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, n]) => [
      n.toLocaleString('en-US'),
      outcomeLabel(outcome as Outcome),
      OUTCOME_WORDS[outcome as keyof typeof OUTCOME_WORDS],
    ]);
  const { replayed, withdrawn } = summary;
  if (replayed > withdrawn)
    rows.push([(replayed - withdrawn).toLocaleString('en-US'), 'replayed', 'stored by an earlier import: nothing was written this time']);
  if (withdrawn > 0)
    rows.push([
      withdrawn.toLocaleString('en-US'),
      'taken back',
      'told by an earlier import and withdrawn since: undo that to have them again',
    ]);
  const stopped = summary.interrupted
    ? paint.yellow(
        `\nStopped after line ${summary.lastLine}. Rows that name a source, as those of a file do, may safely be imported again.`,
      )
    : '';
  const fresh = summary.newPredicates.map((said) => `\n${paint.yellow(newPredicateText(said))}`).join('');
  const undo =
    summary.rows - replayed - summary.rejected - summary.waiting <= 0
      ? ''
      : paint.dim(`\n  palimpsest undo ${plain(summary.operationId)} takes all of it back`);
  return `${count(summary.rows, 'row')} read\n${table(paint, ['rows', 'outcome', 'it means'], rows)}${fresh}${stopped}${undo}`;
}
