import { type Command, Option } from 'commander';
import type { FactStatus, Qualifiers } from '../../domain/fact.ts';
import type { FactPage } from '../../palimpsest.ts';
import { examples, given, QUALIFIER, toList, toNumber, toQualifiers } from '../options.ts';
import { type Paint, table } from '../output.ts';
import { type Cli, withStore } from '../session.ts';
import { plain } from '../text.ts';
import { confidenceText, endText, qualifiersText, valueAmong } from '../views/facts.ts';
import { statusLabel } from '../words.ts';

interface Options {
  readonly subject?: string;
  readonly predicate?: readonly string[];
  readonly value?: string;
  readonly category?: string;
  readonly status?: FactStatus;
  readonly visibility?: 'live' | 'archived' | 'all';
  readonly qualifier?: Qualifiers;
  readonly limit?: number;
  readonly cursor?: string;
}

export function listCommand(program: Command, cli: Cli): void {
  program
    .command('list')
    .summary('facts of all subjects, page by page')
    .description('The facts of the namespace that fit; what holds now unless --status says otherwise.')
    .option('--subject <id>', 'only of this subject')
    .option('--predicate <name>', 'only this predicate (repeatable)', toList)
    .option('--value <value>', 'only with this value')
    .option('--category <name>', 'only predicates of this category, such as work')
    .addOption(
      new Option(
        '--status <status>',
        'superseded: no longer, as another fact followed; ended: no longer, and nothing followed; withdrawn: taken back, or rewritten since',
      ).choices(['current', 'scheduled', 'superseded', 'ended', 'withdrawn']),
    )
    .addOption(new Option('--visibility <which>', 'live: what is not archived').choices(['live', 'archived', 'all']))
    .option(...QUALIFIER, toQualifiers)
    .option('--limit <number>', 'facts a page, at most 500', toNumber(20))
    .option('--cursor <cursor>', 'where the last page ended')
    .addHelpText(
      'after',
      examples(
        ['list', 'Everything that holds now'],
        ['list --predicate works_at --value Acme', 'Who works there'],
        ['list --status scheduled --json', 'What is to come'],
      ),
    )
    .action((options: Options, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const { qualifier: qualifiers, ...same } = options;
        const page = await store.list(namespace, given({ ...same, qualifiers }));
        output.show(page, (paint) => pageText(paint, page));
        return undefined;
      }),
    );
}

function pageText(paint: Paint, { facts, cursor }: FactPage): string {
  if (facts.length === 0) return 'No fact fits.';
  const rows = facts.map((fact) => [
    plain(fact.subject),
    plain(fact.predicate),
    paint.bold(valueAmong(fact, facts)),
    statusLabel(fact.status),
    paint.when(fact.validFrom),
    endText(paint, fact),
    confidenceText(fact.confidence),
    qualifiersText(fact.qualifiers),
    paint.id(fact.id),
  ]);
  const body = table(paint, ['subject', 'predicate', 'value', 'status', 'from', 'to', 'confidence', 'qualifiers', 'fact'], rows);
  return cursor === null ? body : `${body}\n${paint.dim(`more: --cursor ${cursor}`)}`;
}
